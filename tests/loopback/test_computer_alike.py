"""The computer in two processes, after a restart, on another database: it moves once, and always the same.

Its moves depend on the secret of the installation, the number of the match and what was played, on nothing
else: so a process that takes a turn over plays what the one before would have.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from tests.data_store.run_server import MakeDatabase
from tests.loopback.alike import EXCHANGES, LEVEL, playing, sqlite_in
from tests.loopback.process import BotProcess
from tests.loopback.server.people import text
from tests.loopback.story import Story, a_story, two_processes
from tests.store import SECRET

pytestmark = pytest.mark.real

ANOTHER: Final = "0f" * 32
"""The secret of another installation."""


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
