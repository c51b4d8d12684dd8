"""The lists that servers keep in a channel: which to look at, and what they show."""

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
"""The time a list is in the hands of the process that keeps it, before another may try."""
EVERY: Final = timedelta(minutes=15)
"""The time after which a list is looked at though nothing happened here: another process may know more."""


class Pinned:
    """The lists, each in one process's hands at a time.

    What changes them is noted in memory by :class:`Core`. So a process that takes servers over, at its start
    or from another one, looks once at all their lists: some at a time, beside those that change.
    """

    def __init__(self, core: Core, leaderboards: Leaderboards) -> None:
        self._core = core
        self._db = core.db
        self._leaderboards = leaderboards
        self._known = NONE
        """The shards whose servers are seen to since before."""
        self._unseen: list[GuildId] = []
        """Servers whose lists are still to be looked at for that."""

    async def due(self, limit: int) -> tuple[PinnedList, ...]:
        """Claim lists to be looked at, at most ``limit``."""
        now = self._core.now()
        await self._note_new_shards()
        changed = self._core.take_changed_guilds()
        room = max(0, limit // len(ListKind) - len(changed))
        unseen, self._unseen = self._unseen[:room], self._unseen[room:]
        if changed or unseen:
            await self._db.write(stores.pinned.wake, changed.union(unseen), now)
        return await self._db.write(stores.pinned.claim, now, now + LEASE, limit, self._core.territory.shards)

    async def _note_new_shards(self) -> None:
        """Note the servers that are seen to since the last look: what changed there before is not known."""
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
        """Remember what Discord has of a list that is being looked at."""
        await self._db.write(stores.pinned.note, kept)

    async def settle(self, kept: PinnedList, *, again: datetime | None = None) -> None:
        """Have done with a list for now; it is looked at ``again`` then, or when something happens."""
        await self._db.write(stores.pinned.settle, kept, again or self._core.now() + EVERY)

    async def drop(self, kept: PinnedList) -> None:
        """Keep a list no longer: its server has no channel for it."""
        await self._db.write(stores.pinned.drop, kept)

    async def best(self, guild: GuildId, limit: int) -> Mapping[str, tuple[Rank, ...]]:
        """The best ``limit`` of each game in a server, without the games in which nobody is ranked."""
        found = {game: await self._leaderboards.ranking(game, guild, ALL_TIME, limit) for game in GAMES}
        return {game: ranks for game, ranks in found.items() if ranks}
