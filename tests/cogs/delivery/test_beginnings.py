"""Matches that begin by themselves are begun and shown once each, wherever on their way the process dies.

It dies at one of its writes or requests from the moment at which they are due until they are shown, with that
done or not. Whatever it still tries then fails; the next process goes on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, cast

import pytest
from discord import MessageType

from cogs.delivery.sender import NONCE_LASTS
from matches import GuildId, Match, Phase
from tests.cogs.community import place_of
from tests.cogs.server import Server, text
from tests.contest import Beginning, contests

MATCHES: Final = 2


class KilledError(asyncio.CancelledError):
    """The process is gone: a task that hears of it ends, and nobody is told."""


BEGINNINGS: Final = {name: way for one in contests() for name, way in one.beginnings.items()}
CASES: Final = [
    pytest.param(name, number, done, id=f"{name}-{number}-{'done' if done else 'not done'}")
    for name, beginning in BEGINNINGS.items()
    for number in range(1, beginning.points + 1)
    for done in (True, False)
]


class Mortal:
    """Counts the writes and requests of a bot, which dies at the ``number``th; 0 is never."""

    def __init__(self, server: Server, number: int, *, done: bool) -> None:
        self.points = 0
        self._number, self._done = number, done
        store, http = cast(Any, server.store), cast(Any, server.bot.http)
        store.write = self._dying(store.write)
        http.request = self._dying(http.request)

    @property
    def dead(self) -> bool:
        """True once it has died."""
        return 0 < self._number <= self.points

    def _dying(self, work: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def wrapped(*given: Any, **named: Any) -> Any:
            if self.dead:
                raise KilledError
            self.points += 1
            if not self.dead:
                return await work(*given, **named)
            if self._done:
                await work(*given, **named)
            raise KilledError

        return wrapped


async def prepared(server: Server, beginning: Beginning) -> None:
    """All is entered, and nothing has been done by the clock."""
    await server.stop_loops()
    place = place_of(server)
    await beginning.prepare(server, place)


async def do_jobs(server: Server) -> None:
    """What the bot does by the clock, until it dies."""
    upkeep: Any = server.bot.get_cog("Upkeep")
    names = [of_feature.job for of_feature in contests()]
    jobs = [job for job in server.bot.app.features.jobs if job.name in names]
    try:
        with server.env.as_bot():
            for _ in range(3):
                for job in jobs:
                    await upkeep._of_feature(job).do(upkeep)
    except KilledError:
        pass
    await server.env.settle()


async def matches(server: Server) -> list[Match]:
    found = await server.bot.app.matches.lists.running_in(GuildId(server.guild.id), 99)
    return [await server.bot.app.matches.load(match.id) for match in found]


@pytest.mark.parametrize("name", BEGINNINGS)
async def test_every_point_is_met(server: Server, name: str) -> None:
    await prepared(server, BEGINNINGS[name])
    counted = Mortal(server, 0, done=True)
    await do_jobs(server)
    assert counted.points == BEGINNINGS[name].points


@pytest.mark.gate(draw=8)
@pytest.mark.parametrize(("name", "number", "done"), CASES)
async def test_each_match_is_begun_and_shown_once(
    server: Server, name: str, number: int, *, done: bool
) -> None:
    await prepared(server, BEGINNINGS[name])
    mortal = Mortal(server, number, done=done)
    await do_jobs(server)
    assert mortal.dead
    # Simcord forgets at once what was sent with a nonce: so the next bot looks for it.
    await server.env.advance_time(NONCE_LASTS.total_seconds())
    await server.restart()
    for _ in range(4):
        await server.pass_time(minutes=6)
    begun = await matches(server)
    assert len(begun) == MATCHES == len(server.channel.threads)
    assert all(match.phase is Phase.PLAYING and match.shown.version == match.version for match in begun)
    assert {match.shown.home for match in begun} == {thread.id for thread in server.channel.threads}
    for thread in server.channel.threads:
        assert len([message for message in thread.history() if text(message)]) == 1, "one card"
    told = [text(message) for message in server.channel.history()]
    for thread in server.channel.threads:
        assert sum(one.count(f"<#{thread.id}>") for one in told) == 1, "it's linked once"
    assert sum("<#" in one for one in told) == BEGINNINGS[name].lines
    starters = [one for one in server.channel.history() if one.type is MessageType.thread_created]
    assert not (starters and BEGINNINGS[name].alone)
