"""Starts all parts on this machine, watches them, and stops them."""

from __future__ import annotations

import asyncio
import itertools
import shutil
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Final

from aiohttp.test_utils import unused_port

from matches.time.pace import Pace
from tests.data_store.standby import Pair, pair
from tests.front_door.nginx import proxy
from tests.loopback.nursery import MODULE
from tests.loopback.process import BotProcess
from tests.loopback.server.loopback import Loopback
from tests.loopback.server.world import Sharding
from tests.needs import NGINX
from tests.workers.process import WorkerProcess
from tools.cluster.crowd import ClusterCrowd
from tools.cluster.figures import ScenarioReport
from tools.cluster.plan import ClusterPlan
from tools.cluster.stored import ClusterDatabase
from tools.crowd.bots import report_of
from tools.crowd.watching import Watch, controls, forget, versions
from tools.harness import percentile


class ClusterWatch(Watch):
    """Keeps the messages that were sent twice, and finds versions of matches that are shown twice."""

    def __init__(self, discord: Loopback) -> None:
        super().__init__(discord)
        self._twice: list[tuple[int, set[int], str]] = []

    def sent_twice(self, channel: int, nonce: str, before: int, again: int) -> None:
        """Note two messages with one nonce."""
        self._twice.append((channel, {before, again}, nonce))

    def doubled(self) -> list[str]:
        """The doubled messages: with the same nonce, or the same version of a match."""
        found = [
            f"message {nonce} was sent twice to {channel}"
            for channel, both, nonce in self._twice
            if both <= self.messages(channel).keys()
        ]
        for place in self.world.channels.values():
            shown = Counter(one for message in place.public for one in set(versions(controls(message))))
            # The panel of a pick and the card of its match may both be in direct messages.
            twice = [one for one, number in shown.items() if number > 1 and place.guild is not None]
            found += [f"match {match}: {shown[match, at]} cards show version {at}" for match, at in twice]
        return found


CALM: Final = 120.0
"""Seconds after the last move within which everything must be shown."""
FORGET_EVERY: Final = 10.0
ANSWERED_WITHIN: Final = timedelta(minutes=2)
WAITING: Final = "SELECT count(*) FROM match WHERE shown_version < version"
UNSHOWN: Final = (
    "SELECT coalesce(extract(epoch FROM max(now() - changed_at)), 0) FROM match WHERE shown_version < version"
)


@dataclass(frozen=True)
class ClusterLayout:
    """The setup of the parts. ``settings`` are those of all bots; ``module`` is the module they run."""

    leased: bool = False
    """True if the shards are leased; else each bot has fixed ones."""
    most: int | None = None
    """The most shards that a bot leases."""
    at_once: int = 64
    """The number of sessions that Discord allows every five seconds."""
    workers: int = 0
    limited: bool = True
    """True if Discord enforces its rate limits, with nginx in front of it."""
    module: str = MODULE
    pace: str | None = None
    """The pace of the matches; None for the default."""
    settings: dict[str, str] = field(default_factory=dict)
    each: dict[str, dict[str, str]] = field(default_factory=dict)
    """Further settings by bot."""


def now() -> float:
    """The event loop's time in seconds."""
    return asyncio.get_running_loop().time()


class Parts:
    """All running processes, and what watches them."""

    def __init__(
        self, plan: ClusterPlan, layout: ClusterLayout, folder: Path, discord: Loopback, servers: Pair
    ) -> None:
        self.plan = plan
        self.layout = layout
        self.folder = folder
        self.discord = discord
        self.world = discord.world
        self.servers = servers
        self.stored = ClusterDatabase(servers.url)
        self.watch = ClusterWatch(discord)
        self.crowd = ClusterCrowd(
            discord, servers.url, servers=plan.servers, matches=plan.matches, seed=plan.seed
        )
        self.bots: list[BotProcess] = []
        self.workers: list[WorkerProcess] = []
        self.unshown: list[float] = []
        """The age in seconds of the oldest card not shown yet, sampled every second."""
        self.proxied = ""
        self.ports: dict[str, int] = {}
        """The port of each bot's metrics and health."""

    # --- starting --------------------------------------------------------------------------------

    def bot(self, name: str, **settings: str) -> BotProcess:
        """Another bot, not started yet."""
        self.ports[name] = unused_port()
        api = {"discord_api_url": f"http://{self.proxied}/{name}/api/v10"} if self.proxied else {}
        return BotProcess(
            self.discord,
            self.folder,
            name=name,
            module=self.layout.module,
            **{
                "database_url": self.servers.url,
                "shard_count": str(self.plan.shards),
                "process_name": name,
                "metrics_port": str(self.ports[name]),
                "thinkers": "1" if self.layout.workers else "0",
                "jobs": "workers" if self.layout.workers else "inside",
                "loopback_steady": "1",
                "load_report": str(report_of(self.folder, name)),
                **api,
                **self.layout.settings,
                **settings,
            },
        )

    async def begin(self) -> None:
        """Start all bots and workers, and wait until every shard is held."""
        for number in range(self.plan.bots):
            name = f"bot{number + 1}"
            self.bots.append(self.bot(name, **self._shards(number), **self.layout.each.get(name, {})))
        for number in range(self.layout.workers):
            worker = WorkerProcess(self.folder, self.servers.url, name=f"worker{number + 1}")
            self.workers.append(worker)
            await worker.start()
        for one in self.bots:
            one.launch()
        await self.held(within=90 + 6 * self.plan.shards / self.layout.at_once)
        await self.world.until(lambda: self.world.commands, within=30, what="the commands")

    def _shards(self, number: int) -> dict[str, str]:
        if self.layout.leased:
            most = self.layout.most or -(-self.plan.shards // max(1, self.plan.bots - 1))
            return {"shard_ids": "lease", "shards_most": str(most)}
        own = range(number, self.plan.shards, self.plan.bots)
        return {"shard_ids": ",".join(map(str, own))}

    def holders(self, shard: int) -> list[str]:
        """The processes that are connected for a shard."""
        return [one.process for one in self.discord.gateway.sessions if one.connected and one.shard == shard]

    def held_by(self, name: str) -> list[int]:
        """The shards of a process."""
        return [shard for shard in range(self.plan.shards) if name in self.holders(shard)]

    def busiest(self) -> tuple[BotProcess, list[int]]:
        """The bot with the most shards, and these."""
        found = max(self.bots, key=lambda one: len(self.held_by(one.name)))
        return found, self.held_by(found.name)

    async def held(self, *, within: float) -> None:
        """Wait until every shard is connected."""

        def all_there() -> bool:
            for one in self.bots:
                if one.starts and not one.running and one.exit_code == 1:
                    raise RuntimeError(f"{one.name} ended:\n{one.log[-3000:]}")
            return all(self.holders(shard) for shard in range(self.plan.shards))

        await self.world.until(all_there, within=within, what="all shards to be held")

    async def live(self, shards: Iterable[int] | None = None, **length: float) -> None:
        """Turn the clock forward, and store that these shards, or all, were alive in the meantime."""
        then = self.world.clock() + timedelta(**length)
        numbers = list(range(self.plan.shards) if shards is None else shards)
        await self.stored.rows("UPDATE shard_life SET alive_at = $1 WHERE shard = ANY($2)", then, numbers)
        self.world.turn(**length)

    async def until(self, statement: str, wanted: float, *, within: float) -> float:
        """Wait until a statement gives the ``wanted`` number; returns the last number it gave."""
        end, found = now() + within, await self.stored.number(statement)
        while found != wanted and now() <= end:
            await asyncio.sleep(0.5)
            found = await self.stored.number(statement)
        return found

    # --- meanwhile -------------------------------------------------------------------------------

    async def look(self) -> None:
        """Sample every second the age of the oldest card not shown yet; for ever."""
        while True:
            self.unshown.append(await self.stored.number(UNSHOWN))
            await asyncio.sleep(1)

    async def forget(self) -> None:
        """Delete what Discord would forget too, and old events that no session can replay; for ever."""
        unseen: dict[str, int] = {}
        while True:
            await asyncio.sleep(FORGET_EVERY)
            forget(self.discord, ANSWERED_WITHIN)
            gateway = self.discord.gateway
            for session in gateway.sessions:
                unseen[session.id] = 0 if session.connected else unseen.get(session.id, 0) + 1
            # A session can be resumed for a minute or so.
            gateway.sessions = [one for one in gateway.sessions if one.valid and unseen[one.id] < 9]

    # --- the end ---------------------------------------------------------------------------------

    async def rest(self, report: ScenarioReport) -> None:
        """Wait until everything is shown, then report all that was lost, doubled, or unexpectedly failed."""
        if left := await self.until(WAITING, 0, within=CALM):
            report.fault(f"{left:.0f} matches are not shown after {CALM:.0f} s")
        await self.crowd.verify()
        for words in (*self.crowd.wrong, *self.watch.doubled(), *dict.fromkeys(self.discord.problems)):
            report.fault(words)
        for one in self.bots:
            for line in dict.fromkeys(one.bugs):
                report.fault(f"{one.name}: {line}")

    def tell_moves(self, report: ScenarioReport) -> None:
        """Report the outcomes and times of the moves, if there were any."""
        crowd, made = self.crowd, self.crowd.moves
        if not made:
            return
        outcomes = Counter(one.outcome for one in made)
        report.say(
            f"{len(made)} moves: " + ", ".join(f"{number} {name}" for name, number in outcomes.items())
        )
        for words, number in crowd.told.most_common(5):
            report.say(f"{number} were told: {words}")
        if crowd.after_all:
            stored = ", ".join(f"{number} {name}" for name, number in crowd.after_all.items())
            report.say(f"stored all the same: {stored}")
        shown = [move.took for move in made if move.outcome == "shown"]
        heard = [move.heard for move in made if move.heard is not None]
        report.figure("late acknowledgements", outcomes["late"], at_most=0)
        report.figure("acknowledged after, p99", percentile(heard, 99), "s")
        report.figure("card seen after, p50", percentile(shown, 50), "s")
        report.figure("the same, p99", percentile(shown, 99), "s")
        if self.discord.limits.on:
            report.figure("global 429s", self.discord.limits.by_scope["global"], at_most=0)

    async def end(self) -> None:
        """Kill all running bots and workers."""
        for one in self.bots:
            if one.running:
                await one.kill()
        for worker in self.workers:
            await worker.kill()


@asynccontextmanager
async def running(plan: ClusterPlan, layout: ClusterLayout, report: ScenarioReport) -> AsyncIterator[Parts]:
    """Run all parts, with every shard held, during the block; faults are in the report afterwards."""
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(_folder(plan))
        servers = stack.enter_context(pair())
        await asyncio.to_thread(servers.begin)
        discord = await stack.enter_async_context(Loopback(folder, patient=False))
        discord.world.sharding = Sharding(plan.shards, at_once=layout.at_once)
        parts = Parts(plan, layout, folder, discord, servers)
        if layout.limited and NGINX.find() is not None:
            parts.proxied = await stack.enter_async_context(proxy(discord.address, folder))
            discord.limits.on = True
        elif layout.limited:
            report.say(f"without {NGINX} nothing holds several bots below the limit, and it is off")
        parts.crowd.pace = None if layout.pace is None else Pace.read(layout.pace)
        await parts.crowd.prepare()
        stack.push_async_callback(parts.end)
        await parts.begin()
        tasks = [asyncio.create_task(work()) for work in (parts.look, parts.forget)]
        try:
            yield parts
            await parts.rest(report)
            parts.tell_moves(report)
        finally:
            for task in tasks:
                task.cancel()


@contextmanager
def _folder(plan: ClusterPlan) -> Iterator[Path]:
    if plan.folder is None:
        folder = Path(tempfile.mkdtemp(prefix="tidepool-cluster-"))
    else:
        folder = next(one for number in itertools.count(1) if not (one := plan.folder / str(number)).exists())
        folder.mkdir(parents=True)
    try:
        yield folder
    finally:
        if plan.folder is None:
            shutil.rmtree(folder, ignore_errors=True)
