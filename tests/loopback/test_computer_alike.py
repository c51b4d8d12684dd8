"""The computer in two processes, after a restart, on another database: it moves once, and always the same.

Its moves depend on the secret of the installation, the number of the match and what was played, on nothing
else: so a process that takes a turn over plays what the one before would have.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import pytest

from data import Database, open_store, stores
from matches import Match, MatchId
from matches.lifecycle.history import folded
from services import host
from tests.data_store.run_server import MakeDatabase
from tests.loopback.people import labels, text
from tests.loopback.process import BotProcess
from tests.loopback.story import Story, a_story
from tests.loopback.test_two_at_once import two_processes
from tests.store import SECRET

pytestmark = pytest.mark.real

LEVEL: Final = 3
EXCHANGES: Final = 4
ANOTHER: Final = "0f" * 32
"""The secret of another installation."""


class Play:
    """A match of Pjawns against the computer, in which the challenger plays the first action there is."""

    def __init__(self, story: Story, store: Database) -> None:
        self.story = story
        self.store = store

    async def begin(self) -> None:
        """The challenger asks for it, and is to begin."""
        story = self.story
        story.world.let_everyone(story.guild, create_private_threads=True)
        await story.discord.quiet()
        story.challenger.send_slash(story.channel, "pjawns challenge", computer=LEVEL, side="white")
        await story.until(lambda: story.home.public and "Move" in labels(story.card), "the board")

    async def exchange(self) -> None:
        """A move of the challenger and its answer, stored and shown."""
        before = await self.match()
        action = str(folded(before).position.legal_actions()[0])
        self.story.challenger.send_slash(self.story.home, "pjawns move", action=action)
        # No event tells of a change in the store.
        while not self._is_answered(before, await self.match()):  # noqa: ASYNC110
            await asyncio.sleep(0.05)

    @staticmethod
    def _is_answered(before: Match, match: Match) -> bool:
        return len(match.entries) >= len(before.entries) + 2 and match.shown.version == match.version

    async def match(self) -> Match:
        """The match as it is stored."""
        return await self.store.read(stores.matches.load, MatchId(1))

    async def record(self) -> list[str]:
        """Both sides' moves, one after the other."""
        match = await self.match()
        assert [entry.side for entry in match.entries] == ["white", "black"] * EXCHANGES
        return [entry.text for entry in match.entries]


@asynccontextmanager
async def playing(story: Story, url: str, secret: str = SECRET) -> AsyncIterator[Play]:
    """A match in an installation with a secret."""
    store = await open_store(url)
    try:
        await store.write(stores.host.remember, host.SECRET, secret)
        play = Play(story, store)
        await play.begin()
        yield play
    finally:
        await store.close()


def sqlite_in(folder: Path) -> str:
    """The address of a bot's usual database."""
    return f"sqlite+aiosqlite:///{folder / 'tidepool.sqlite3'}"


async def _played(folder: Path, url: str, secret: str = SECRET, *, restart_after: int = -1) -> list[str]:
    """The record of some exchanges with one process, which may be killed and started again."""
    folder.mkdir()  # noqa: ASYNC240 - nothing else goes on yet
    async with a_story(folder, thinkers="1", database_url=url) as story, playing(story, url, secret) as play:
        for number in range(EXCHANGES):
            if number == restart_after:
                await story.bot.restart()
            await play.exchange()
        return await play.record()


async def _played_by_two(folder: Path, url: str) -> list[str]:
    """The record of some exchanges with two processes, both of which always look for something to do."""
    folder.mkdir()  # noqa: ASYNC240 - nothing else goes on yet
    settings = {"thinkers": "1", "database_url": url, "loopback_sweep": "0.1"}
    async with two_processes(folder, **settings) as (story, other), playing(story, url) as play:
        for _ in range(EXCHANGES):
            await play.exchange()
        await story.discord.quiet()
        _check_once(story, [story.bot, other])
        return await play.record()


def _check_once(story: Story, bots: Sequence[BotProcess]) -> None:
    """Each turn of the computer was stored once, and no card was posted twice."""
    stored = [line for bot in bots for line in bot.log.splitlines() if f"computer={LEVEL} played" in line]
    assert len(stored) == EXCHANGES, stored
    assert len(story.threads) == 1
    shown = [text(message) for message in story.home.public]
    assert len(shown) == len(set(shown)) <= 1 + 2 * EXCHANGES, shown


async def test_the_same_secret_number_and_moves_give_the_same_record(tmp_path: Path) -> None:
    once = await _played(tmp_path / "once", sqlite_in(tmp_path / "once"))
    again = await _played(tmp_path / "again", sqlite_in(tmp_path / "again"), restart_after=2)
    assert again == once, "after a restart"
    assert await _played_by_two(tmp_path / "two", sqlite_in(tmp_path / "two")) == once
    other = await _played(tmp_path / "other", sqlite_in(tmp_path / "other"), ANOTHER)
    assert other != once, "the secret is what it depends on"


async def test_postgresql_gives_the_same_record(tmp_path: Path, make_database: MakeDatabase) -> None:
    once = await _played(tmp_path / "sqlite", sqlite_in(tmp_path / "sqlite"))
    assert await _played(tmp_path / "postgres", make_database(), restart_after=2) == once
    assert await _played_by_two(tmp_path / "two", make_database()) == once
