"""The archive of a server: takes in finished matches, and answers what was played in them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Mapping, Sequence

from data import stores
from engines import EngineError
from matches.archive import ArchivedMatch, ArchivePage, ArchiveQuery, BookTurn, archived
from matches.model import ChannelId, GuildId, Match
from services.core import Core
from services.lists import Lists

log = logging.getLogger(__name__)


class Archive:
    """Takes finished matches in some time after their end, and reads pages and openings."""

    def __init__(self, core: Core, lists: Lists) -> None:
        self._core = core
        self._db = core.db
        self._lists = lists

    async def archive_some(self, limit: int) -> int:
        """Take in finished matches, at most ``limit``; returns how many waited. Harmless twice.

        A match that cannot be read is left out for good, and logged.
        """
        waiting = await self._db.read(stores.archive.waiting, limit, self._core.territory.shards)
        if not waiting:
            return 0
        matches = await self._db.read(stores.base.whole_matches, waiting)
        # In a thread: every match is replayed, and the event loop must not wait for that.
        found = await asyncio.to_thread(_replayed, matches)
        damaged = set(waiting) - {one.match_id for one in found}
        await self._db.write(stores.archive.take_in, found, damaged)
        for match_id in sorted(damaged):
            log.error("match=%s is left out of the archive: its record is damaged", match_id)
        return len(waiting)

    async def page(self, query: ArchiveQuery, limit: int, offset: int = 0) -> ArchivePage:
        """A page of a server's archive, each match as its reader sees it.

        At most ``limit`` matches after the first ``offset``, without those that cannot be read.
        """
        ids = await self._db.read(stores.archive.page, query, limit + 1, offset)
        known = {one.id: one for one in await self._lists.of(ids[:limit])}
        matches = tuple(known[match_id] for match_id in ids if match_id in known)
        return ArchivePage(matches, more=len(ids) > limit)

    async def channels_of(self, guild: GuildId) -> frozenset[ChannelId]:
        """The channels and threads that a server's archived matches were played in."""
        return await self._db.read(stores.archive.channels_of, guild)

    async def played_at(
        self, guild: GuildId, channels: Collection[ChannelId], positions: Collection[int]
    ) -> Mapping[int, tuple[BookTurn, ...]]:
        """The turns played in each position in these channels of a server, most often played first.

        ``positions`` are ``matches.archive.position_key``s, at least one. Matches without a winner that are
        no draws, or whose result doesn't count, are not in it.
        """
        return await self._db.read(stores.archive.played_at, guild, channels, positions)


def _replayed(matches: Sequence[Match]) -> list[ArchivedMatch]:
    found = []
    for match in matches:
        try:
            found.append(archived(match))
        except (KeyError, EngineError):
            continue
    return found
