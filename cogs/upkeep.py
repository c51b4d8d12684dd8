"""The background jobs: deadlines, notices, cards that were not shown, and maintenance.

They read due work from the database instead of timers in memory, check it again before acting, and are
idempotent. Those whose rounds begin together ask once what is due (``services.workload``); who has nothing to
do asks no more. While Discord is unreachable they do next to nothing and match clocks are stopped, since
players can't act. A feature brings jobs by its row; one of the core is a row of ``JOBS``, a method, and its
queries in ``data.stores.due``.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

import discord
from discord.ext import commands, tasks
from discord.http import Route

from cogs.app import App, Tidepool
from cogs.connection.gateway import TASK
from cogs.connection.requests import Purpose, requests_for
from cogs.delivery.publisher import Place
from cogs.hosting.collector import Collector
from cogs.kit.errors import UNSENT
from cogs.kit.feature import FeatureJob
from cogs.kit.turns import Lanes, side_by_side
from matches import MatchId, StoreGoneError, StoreUnavailableError
from matches.summaries import DueWork

log = logging.getLogger(__name__)

EVERY: Final = 30.0
"""Seconds between two sweeps, at most."""
SOONEST: Final = 5.0
"""Seconds between two sweeps, at least: the next one comes when the next match is due."""
AT_ONCE: Final = 50
"""Items of each kind that one round of a sweep handles."""
FILLED_IN_AT_ONCE: Final = 200
"""Old matches without a stored side to act that one sweep fills in."""
THINKING_EVERY: Final = 5.0
"""Seconds between two searches for the computer's turns; a changed match is handled at once."""
TIDIED_AT_ONCE: Final = 30
"""Chores of one round: at most three a second, of the fifty requests that Discord allows."""
ROLES_AT_ONCE: Final = 30
"""Players whose role by rating one round updates."""
LISTENING: Final = f"{TASK}calls"
"""The name of the task that listens to other processes."""
GRACE: Final = timedelta(seconds=30)
"""How long a change may be on its way to Discord before the sweep shows it itself."""

Loop = tasks.Loop[Callable[[], Coroutine[Any, Any, None]]]


def _follows_at_once(loop: tasks.Loop[Any]) -> bool:
    """True if a loop's next round is already due: after the host slept, it makes up all missed rounds.

    Only the last of them needs to do the work.
    """
    return loop.next_iteration is not None and loop.next_iteration <= discord.utils.utcnow()


@dataclass(frozen=True, slots=True)
class DueJob:
    """A job that runs every ``seconds``, in its own loop. ``JOBS`` lists them all."""

    name: str
    seconds: float
    do: Callable[[Upkeep], Awaitable[None]]
    failed: str
    """The log line for a failed round; the next round still runs."""
    offline: bool = False
    """True for a job that also runs while Discord is unreachable."""


class Upkeep(commands.Cog):
    """The cog that runs the jobs, and reacts to shards and other processes."""

    def __init__(self, app: App) -> None:
        self.app = app
        self._fresh = True
        self._every: float | None = None
        """Seconds between two sweeps if nothing is due sooner: the loop's interval at its start."""
        jobs = (*JOBS, *map(self._of_feature, app.features.jobs))
        self.loops = {job.name: self._loop_of(job) for job in jobs}
        self._store_gone = False
        self._collector = Collector(self.app.in_flight)
        self._showing = app.background_publisher
        self._lanes = Lanes()
        self._soon: set[asyncio.Task[None]] = set()

    async def cog_load(self) -> None:
        """Start all jobs."""
        for loop in self.loops.values():
            loop.start()
        self._listening = asyncio.create_task(self._listen(), name=LISTENING)

    async def cog_unload(self) -> None:
        """Stop all jobs."""
        for loop in self.loops.values():
            loop.cancel()
        self._listening.cancel()
        self._showing.close()

    def _loop_of(self, job: DueJob) -> Loop:
        """The loop of a job, not started yet."""

        @tasks.loop(seconds=job.seconds)
        async def loop() -> None:
            if not _follows_at_once(loop):
                await self._do(job)

        loop.before_loop(self.app.bot.wait_until_ready)
        return loop

    def _of_feature(self, job: FeatureJob) -> DueJob:
        """A feature's job: it runs only if it is due, and usually only while requests aren't short."""

        async def do(upkeep: Upkeep) -> None:
            may = job.offline or job.while_short or not upkeep.app.budget.short
            if may and ((await upkeep._due()).is_due(job.name) or job.has_news(upkeep.app)):
                await job.do(upkeep.app)

        return DueJob(job.name, job.seconds, do, job.failed, job.offline)

    async def _do(self, job: DueJob) -> None:
        """Run a job once, unless the bot is stopping or (except for offline jobs) Discord is unreachable."""
        if self.app.in_flight.stopping or not (job.offline or self.app.connection):
            return
        try:
            with self.app.in_flight.doing():
                await job.do(self)
        except StoreUnavailableError as error:
            log.error(f"{job.failed}: %s", error)
        except Exception:  # the loop must go on
            log.exception(job.failed)

    async def _listen(self) -> None:
        """Show matches at once when other processes ask for it."""
        await self.app.sharding.listen(self._show_soon)

    def _show_soon(self, match_id: MatchId) -> None:
        task = asyncio.create_task(self._showing.show(match_id))
        self._soon.add(task)
        task.add_done_callback(self._soon.discard)

    async def sweep(self) -> None:
        """Handle due matches, deliver notices, and show changes that Discord hasn't got."""
        loop = self.loops["sweep"]
        self._collector.attend()
        pause = self._every = self._every or loop.seconds or EVERY
        try:
            with self.app.metrics.sweep():
                began = self.app.clock()
                idle = await self._sweep()
                pause = await self._pause_after(began, idle)
        except StoreGoneError:
            self._record_gone()
        finally:  # after a failure too, so that it isn't retried faster
            if loop.seconds != pause:
                loop.change_interval(seconds=pause)

    async def _pause_after(self, began: datetime, idle: DueWork | None) -> float:
        """Seconds until the next sweep: sooner than usual if a match is due before.

        After an ``idle`` one that is known already.
        """
        usual = self._every or EVERY
        due = await self.app.matches.time.next_due() if idle is None else idle.next_deadline
        return usual if due is None else min(max((due - began).total_seconds(), SOONEST), usual)

    def _record_gone(self) -> None:
        """Log once that the database file is gone."""
        if not self._store_gone:
            log.critical(
                "the file of the database is gone: it was moved, removed or replaced while the bot runs. "
                "Nothing is changed any more. Put it back, with the files beside it; only if another one "
                "was put in its place on purpose, start the bot again"
            )
        self._store_gone = True

    def _check_store(self) -> None:
        """Raise StoreGoneError if the database file is gone; log when it is back."""
        self.app.host.check_there()
        if self._store_gone:
            log.warning("the file of the database is there again, and everything goes on")
            self._store_gone = False

    async def _sweep(self) -> DueWork | None:
        """Do what is due; returns the answer to the question what is, if nothing is."""
        self._check_store()
        if not await self._reachable():
            return None
        await self.app.attune()
        await self.app.privacy.check_again()  # this may start a deletion
        due = await self._due()
        await self.app.services.downtime.record_alive()
        if due.deletions:
            await self.app.erasure.finish_all(AT_ONCE)
        if due.matches or due.deletions:
            await self._see_to_matches()
        self._fresh = False
        if due.without_to_act:
            await self.app.matches.lists.fill_in_some(FILLED_IN_AT_ONCE)
        else:
            self.app.matches.lists.set_all_filled_in()
        await self.app.members.renew_names()
        return None if due.for_sweep else due

    async def _see_to_matches(self) -> None:
        attended: set[MatchId] = set()
        painted: set[Place] = set()
        # In rounds, so that deadlines never wait behind ten thousand notices.
        while await self._round(attended, painted):
            await self.app.services.downtime.still_alive()
            self.app.metrics.swept()

    async def _due(self) -> DueWork:
        """The work that is due now, asked for together with the other jobs whose rounds begin now."""
        return await self.app.services.workload.due()

    async def close_seasons(self) -> None:
        """Close finished seasons, in a separate job since there are many at the end of a month."""
        if (await self._due()).seasons:
            with requests_for(Purpose.TIDYING):
                await self.app.season_closer.close_seasons()

    async def prune(self) -> None:
        """Delete rows that are no longer needed."""
        await self.app.host.tidy()

    async def empty_log(self) -> None:
        """Empty the database's log after an erasure, in a separate job that no move waits for."""
        await self.app.privacy.empty_log()

    async def tidy(self) -> None:
        """Do chores such as old cards, in a separate job so that cards and deadlines never wait for it."""
        if (await self._due()).chores:
            await self.app.tidier.tidy(TIDIED_AT_ONCE)

    async def think(self) -> None:
        """Wake the thinker for computer turns that were postponed, or left over from a crash."""
        if self.app.thinker.has_workers and (await self._due()).turns:
            self.app.thinker.wake()

    async def keep_rating_roles(self) -> None:
        """Update roles by rating, in a separate job as they aren't urgent."""
        if not self.app.budget.short and (await self._due()).roles:
            with requests_for(Purpose.TIDYING):
                await self.app.rating_roles.keep_up(ROLES_AT_ONCE)

    async def upload_emojis(self) -> None:
        """Upload the pieces' emojis, in a separate job since Discord makes the bot wait in between."""
        with requests_for(Purpose.TIDYING):
            await self.app.piece_emojis.keep_up()

    async def greet(self) -> None:
        """Greet servers that added the bot while it was down, or whose greeting was broken off."""
        if not self.app.budget.short:
            await self.app.greeter.greet_all()

    async def forget_servers(self) -> None:
        """Record the servers that the bot is in, and delete the settings of those that it has long left."""
        with requests_for(Purpose.TIDYING):
            await self.app.left_servers.keep_up()

    async def renew_status(self) -> None:
        """Say in the bot's status how many matches run."""
        await self.app.status_line.renew()

    async def _reachable(self) -> bool:
        """True if Discord is reachable; sends a test request if the last request failed."""
        connection = self.app.connection
        if not connection.answers:
            try:
                await self.app.bot.http.request(Route("GET", "/users/@me"))
            except UNSENT as error:
                log.warning("Discord does not answer; nothing is done until it does: %s", error)
            else:
                connection.worked()
        return bool(connection)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a server that has just added the bot; if that fails, the job does it."""
        if self.app.in_flight.stopping:
            return
        try:
            with self.app.in_flight.doing():
                await self.app.greeter.greet(guild)
        except StoreUnavailableError as error:
            log.error("guild=%s will be greeted later: %s", guild.id, error)

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Record that a shard is disconnected, so its servers' events don't arrive."""
        self.app.connection.lost(shard_id)

    @commands.Cog.listener()
    async def on_shard_ready(self, shard_id: int) -> None:
        """Record that a shard is connected, before its events are handled."""
        await self._connected(shard_id)

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard_id: int) -> None:
        """Record that a shard is connected again."""
        await self._connected(shard_id)

    async def _connected(self, shard_id: int) -> None:
        self.app.connection.back(shard_id)
        try:
            if self.app.connection:
                await self.app.services.downtime.record_alive()
        except StoreUnavailableError as error:
            log.error("the store is unavailable; the sweep will try again: %s", error)
        self.app.thinker.wake()

    async def _round(self, attended: set[MatchId], painted: set[Place]) -> bool:
        """Handle a batch of everything that is due; returns True if there may be more.

        Each match is handled once per sweep, even if it failed.
        """
        full = [
            await self._attend(attended),
            await self.app.notifier.deliver(AT_ONCE) == AT_ONCE,
            await self._repaint(painted),
        ]
        return any(full) and bool(self.app.connection) and not self.app.in_flight.stopping

    async def _attend(self, seen: set[MatchId]) -> bool:
        due = await self.app.matches.time.due(AT_ONCE + len(seen))
        new = [match_id for match_id in due if match_id not in seen]
        seen.update(new)
        await side_by_side(self._see_to(match_id) for match_id in new)
        return len(new) >= AT_ONCE

    async def _see_to(self, match_id: MatchId) -> None:
        """Handle a due match, and show it."""
        if not self.app.connection:
            return
        try:
            await self.app.services.downtime.still_alive()
            match = await self.app.matches.time.attend(match_id)
            if match is not None:
                async with self._lanes.turn(match.guild_id):
                    await self._showing.show(match_id)
        except StoreUnavailableError as error:
            log.warning("match=%s was due and will be tried again: %s", match_id, error)
        except Exception:  # one bad match must not stop the sweep
            log.exception("match=%s could not be seen to", match_id)

    async def _repaint(self, seen: set[Place]) -> bool:
        # Right after a start no change is on its way: show unshown ones at once.
        grace, self._fresh = (timedelta(seconds=-1) if self._fresh else GRACE), False
        now = self.app.clock()
        # Matches whose next try isn't due yet must not use up the limit.
        found = await self.app.matches.unshown(now - grace, AT_ONCE + len(self._showing.left_alone | seen))
        new = [place for place in found if place not in seen and self._showing.may_show(place)]
        seen.update(new)
        await side_by_side(map(self._paint, new))
        return len(new) >= AT_ONCE

    async def _paint(self, place: Place) -> None:
        async with self._lanes.turn(None):
            # While Discord is unreachable the other requests would fail too, and prolong a ban.
            if self.app.connection:
                await self.app.services.downtime.still_alive()
                await self._showing.show_at(place)


JOBS: Final = (
    DueJob("sweep", EVERY, Upkeep.sweep, "the sweep failed and will try again", offline=True),
    # Closing seasons and deleting old data isn't urgent.
    DueJob("seasons", 600, Upkeep.close_seasons, "seasons will be tried again"),
    DueJob("pruning", 600, Upkeep.prune, "what is not needed will be tried again", offline=True),
    DueJob("log", 60, Upkeep.empty_log, "the database's log will be emptied later", offline=True),
    DueJob("roles", 30, Upkeep.keep_rating_roles, "roles by rating will be tried again"),
    DueJob("emojis", 150, Upkeep.upload_emojis, "the pieces' emojis will be tried again"),
    DueJob("greetings", 60, Upkeep.greet, "servers will be greeted later"),
    DueJob("left servers", 3600, Upkeep.forget_servers, "servers that were left will be looked for again"),
    DueJob("status", 300, Upkeep.renew_status, "the status line will be renewed later"),
    DueJob("tidying", 10, Upkeep.tidy, "what is to be tidied up will be tried again"),
    DueJob("thinking", THINKING_EVERY, Upkeep.think, "the computer's turns will be looked for again"),
)


async def setup(bot: Tidepool) -> None:
    """Load the cog."""
    await bot.add_cog(Upkeep(bot.app))
