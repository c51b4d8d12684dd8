"""Servers' pinned lists: which are due, and their contents."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from data import stores
from engines import GAMES
from matches.model import GuildId
from matches.pinned import ListKind, PinnedList
from matches.ratings.leaderboard import Rank
from matches.ratings.seasons import ALL_TIME
from matches.shards import NONE, Shards
from services.community.leaderboards import Leaderboards
from services.core import Core

LEASE: Final = timedelta(minutes=2)
"""The time for which a list is claimed, before another process may try."""
EVERY: Final = timedelta(minutes=15)
"""The time until a list is checked without a known change: other processes may have made some."""


class Pinned:
    """Pinned lists; one process at a time updates each.

    Changes to their contents are noted in memory by :class:`Core`. So a process that takes over servers, at
    its start or from another process, checks all their lists once: a few at a time, beside those that change.
    """

    def __init__(self, core: Core, leaderboards: Leaderboards) -> None:
        self._core = core
        self._db = core.db
        self._leaderboards = leaderboards
        self._known = NONE
        """The shards whose lists this process has checked, or has queued for that."""
        self._unseen: list[GuildId] = []
        """Servers newly taken over, whose lists are still to be checked."""

    async def due(self, limit: int) -> tuple[PinnedList, ...]:
        """Claim due lists, at most ``limit``."""
        now = self._core.now()
        await self._note_new_shards()
        changed = self._core.take_changed_guilds()
        room = max(0, limit // len(ListKind) - len(changed))
        unseen, self._unseen = self._unseen[:room], self._unseen[room:]
        if changed or unseen:
            await self._db.write(stores.pinned.wake, changed.union(unseen), now)
        return await self._db.write(stores.pinned.claim, now, now + LEASE, limit, self._core.territory.shards)

    async def _note_new_shards(self) -> None:
        """Queue the servers taken over since the last look: what changed in them before is unknown."""
        territory = self._core.territory
        there, known = territory.shards, self._known
        kept = set(known.numbers) & set(territory.mine.numbers) if known.count == there.count else set()
        if new := set(there.numbers) - kept:
            theirs = await self._db.read(stores.pinned.keepers, Shards.of(there.count, new))
            self._unseen = sorted({*self._unseen, *theirs})
        self._known = Shards.of(there.count, kept | new)

    async def of_guild(self, guild: GuildId) -> tuple[PinnedList, ...]:
        """The lists of a server."""
        return await self._db.read(stores.pinned.of_guild, guild)

    async def note(self, kept: PinnedList) -> None:
        """Record the state in Discord of a claimed list."""
        await self._db.write(stores.pinned.note, kept)

    async def settle(self, kept: PinnedList, *, again: datetime | None = None) -> None:
        """Give back a claimed list, due at ``again``, after EVERY, or at the next change."""
        await self._db.write(stores.pinned.settle, kept, again or self._core.now() + EVERY)

    async def drop(self, kept: PinnedList) -> None:
        """Delete a list: its server has no channel for it."""
        await self._db.write(stores.pinned.drop, kept)

    async def best(self, guild: GuildId, limit: int) -> Mapping[str, tuple[Rank, ...]]:
        """The best ``limit`` players of each game in a server, without games that have no ranked player."""
        found = {game: await self._leaderboards.ranking(game, guild, ALL_TIME, limit) for game in GAMES}
        return {game: ranks for game, ranks in found.items() if ranks}
