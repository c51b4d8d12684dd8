"""The start of a large tournament against Discord's limits: how long its threads take, and who waits.

``python -m tools.bench.tournament_start`` starts a Swiss with 500 pairs, which takes about ten minutes;
``make bench`` starts a smaller one. All pairs of the first round begin in one channel. Meanwhile others move
in their matches elsewhere in that server, and people challenge others in the tournament's own channel. The
loopback refuses what is beyond the limits that bots report; with ``--threads`` also more than so many new
threads of a channel in five minutes.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Final

from aiohttp.test_utils import unused_port

from data.features.tournaments import change
from matches.model import ChannelId, GuildId, UserId
from matches.tournaments.model import (
    Entrant,
    Format,
    Tournament,
    TournamentId,
    TournamentTerms,
)
from tests.feature_rows import add_tournament
from tests.loopback.process import BotProcess
from tests.loopback.server import routes
from tests.loopback.server.entities import Channel
from tests.loopback.server.limits import THREADS
from tests.loopback.server.loopback import Loopback
from tests.loopback.server.people import Person, text
from tests.loopback.server.world import World
from tools import harness
from tools.crowd.bots import metrics, running, swept
from tools.crowd.moving import Crowd

PAIRS: Final = 500
BEARABLE: Final = 30
"""The pairs in a run of all benchmarks."""
MATCHES: Final = 10
"""Matches elsewhere in the server in which people move."""
OFTEN: Final = 2.0
"""Seconds between two moves of a bystander, and between two looks at the bot's metrics."""
CHALLENGES_EVERY: Final = 20.0
WAITED: Final = "tidepool_oldest_request_seconds"


@dataclass
class StartSeen:
    """What was seen of a start. ``opened``: seconds until each thread had its card."""

    opened: list[float] = field(default_factory=list)
    moved: list[float] = field(default_factory=list)
    """Seconds until bystanders saw each of their moves."""
    challenged: list[float] = field(default_factory=list)
    """Seconds until a challenge in the tournament's channel was there."""
    requests: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    waited: dict[str, float] = field(default_factory=dict)
    """The longest that a request has waited, by the metric's label for its purpose."""
    sweeps: tuple[float, float] = (0.0, 0.0)
    """The number of the bot's sweeps, and the sum of their seconds."""


def run(pairs: int = BEARABLE, threads: int = 0) -> None:
    """Print how long a start takes and what it costs others; fails only if the bot fails."""
    with tempfile.TemporaryDirectory() as folder:
        _print(pairs, threads, asyncio.run(_run(Path(folder), pairs, threads)))


async def _run(folder: Path, pairs: int, threads: int) -> StartSeen:
    async with Loopback(folder, patient=False) as discord:
        port = unused_port()
        bot = BotProcess(discord, folder, metrics_port=str(port), log_level="WARNING")
        crowd = Crowd(discord, bot.address, matches=MATCHES)
        await crowd.prepare()
        guild = next(iter(discord.world.guilds.values()))
        channel = discord.world.add_channel(guild, "tournament")
        await _entered(crowd, channel, 2 * pairs)
        discord.limits.on = True
        if threads:
            discord.limits.limit_threads(threads, THREADS[1])
        async with running(bot):
            await _watch(crowd, channel, pairs, port, seen := StartSeen())
        assert not bot.bugs and not crowd.failed, f"{crowd.failed[:5]}\n{crowd.told}\n{bot.log[-3000:]}"
        return seen


async def _entered(crowd: Crowd, channel: Channel, people: int) -> None:
    """A Swiss in a channel that is full with these people, so that it starts as soon as there is a bot."""
    guild = channel.guild
    assert guild is not None
    now = crowd.world.now()
    users = [UserId(crowd.discord.person(f"Entrant {number}", guild).id) for number in range(people)]
    entrants = tuple(Entrant(user, now, rating=1500) for user in users)
    terms = TournamentTerms(Format.SWISS, most=people)
    place = (GuildId(guild.id), ChannelId(channel.id))
    new = Tournament(TournamentId(0), *place, "Open", "prudh", terms, (users[0],), now)
    async with crowd.service() as service:
        store = service.core.db
        which = (await store.write(add_tournament, new, None)).id
        await store.write(change, which, lambda one: replace(one, entrants=entrants), now)


async def _watch(crowd: Crowd, channel: Channel, pairs: int, port: int, seen: StartSeen) -> None:
    """Note what happens until all threads are open."""
    discord, world = crowd.discord, crowd.world
    began, before = world.now(), len(discord.calls)
    beside = (_moves(crowd, seen), _challenges(discord, channel, seen), _look(port, seen))
    tasks = [asyncio.create_task(one) for one in beside]
    try:
        await world.until(lambda: len(_shown(world, channel)) >= pairs, what="all threads")
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
    for error in ended:
        if isinstance(error, Exception):
            raise error
    seen.opened = sorted((at - began).total_seconds() for at in _shown(world, channel))
    seen.refused = discord.limits.by_scope
    for call in discord.calls[before:]:
        if (found := routes.find(call.method, call.path)) is not None:
            seen.requests[f"{call.method} {found[0].template}"] += 1


def _shown(world: World, channel: Channel) -> list[datetime]:
    """When each thread of a tournament had its card, for those that have one."""
    return [thread.public[0].created_at for thread in world.threads(channel) if thread.public]


# --- who goes on meanwhile ---------------------------------------------------------------------------------


async def _moves(crowd: Crowd, seen: StartSeen) -> None:
    """Somebody moves elsewhere in the server, again and again."""
    while True:
        began, done = time.perf_counter(), crowd.done
        await crowd.at_rate(1.0, 1.0)
        if crowd.done > done:
            seen.moved.append(time.perf_counter() - began)
        await asyncio.sleep(OFTEN)


async def _challenges(discord: Loopback, channel: Channel, seen: StartSeen) -> None:
    """Somebody challenges everybody in the tournament's channel, and takes it back."""
    guild = channel.guild
    while True:
        person = discord.person(f"Bystander {len(seen.challenged)}", guild)
        began = time.perf_counter()
        answer = await person.slash(channel, "pjawns challenge")
        await answer.complete()
        await discord.world.until(partial(_has_posted, channel, person), what="a challenge")
        seen.challenged.append(time.perf_counter() - began)
        await asyncio.sleep(CHALLENGES_EVERY)


def _has_posted(channel: Channel, person: Person) -> bool:
    return any(person.user.mention in text(message) for message in reversed(channel.public))


async def _look(port: int, seen: StartSeen) -> None:
    """Note how long requests have waited, and what sweeps take, by the bot's own metrics; for ever."""
    while True:
        for purpose, seconds in await metrics(port, WAITED):
            seen.waited[purpose] = max(seen.waited.get(purpose, 0.0), seconds)
        seen.sweeps = await swept(port)
        await asyncio.sleep(OFTEN)


# --- telling -----------------------------------------------------------------------------------------------


def _print(pairs: int, threads: int, seen: StartSeen) -> None:
    limits = f", {threads} new threads of a channel in {THREADS[1]:.0f} s" if threads else ""
    print(
        f"A Swiss of {2 * pairs} starts with {pairs} pairs in one channel, with limits as bots report{limits}"
    )
    harness.figure("the first thread is open after", seen.opened[0], "s")
    harness.figure("half of them after", median(seen.opened), "s")
    harness.figure("all after", seen.opened[-1], "s")
    harness.figure("threads a second", pairs / seen.opened[-1])
    gaps = [late - early for early, late in pairwise(seen.opened)]
    harness.figure("between two at most", max(gaps, default=0), "s")
    refused = ", ".join(f"{many} {scope}" for scope, many in seen.refused.items()) or "none"
    print(f"  answers 429: {refused}")
    for name, requests in seen.requests.most_common():
        print(f"  {requests:>7} {name}")
    _spread("a move elsewhere is seen after", seen.moved)
    _spread("a challenge in that channel is there after", seen.challenged)
    for labels, seconds in sorted(seen.waited.items()):
        harness.figure(f"the longest that a request has waited, {labels}", seconds, "s")
    many, whole = seen.sweeps
    harness.figure(f"each of {many:.0f} sweeps", whole / max(many, 1), "s")


def _spread(name: str, took: Sequence[float]) -> None:
    if took:
        harness.figure(f"{name}, of {len(took)} times the median", median(took), "s")
        harness.figure("the longest", max(took), "s")


if __name__ == "__main__":
    harness.main(run, pairs=PAIRS)
