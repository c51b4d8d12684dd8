"""A match of Pjawns against the computer, which always plays the same in an installation."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from data import Database, open_store, stores
from matches import Match, MatchId
from matches.lifecycle.history import folded
from services import host
from tests.loopback.doing import against_computer
from tests.loopback.server.people import labels
from tests.loopback.story import Story
from tests.store import SECRET

LEVEL: Final = 3
EXCHANGES: Final = 4


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
        await against_computer(story.challenger, story.channel, "pjawns", LEVEL, "white")
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
