"""The shards of this process, and its coordination with the bot's other processes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Final

from data import stores
from matches.model import GuildId, Match, MatchId
from services.core import Core

LEASE: Final = timedelta(seconds=15)
"""The time for which a process leases shards before it has to renew the lease."""


class Sharding:
    """Leases of shards, turns at identifying to Discord, and calls between processes."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._db = core.db
        self.territory = core.territory

    async def take(self, owner: str, count: int, most_new: int) -> tuple[int, ...]:
        """Renew the leases of a process, and take up to ``most_new`` free shards; returns all that it has.

        Raises OtherShardCountError.
        """
        return await self._db.write(stores.shards.take, owner, count, LEASE, most_new, self._core.now())

    async def release(self, owner: str) -> None:
        """Give back all leases of a process."""
        await self._db.write(stores.shards.release, owner)

    async def ask_session(self, bucket: int, apart: float) -> timedelta:
        """The time to wait before identifying a session; zero: this process has the turn.

        No other process gets a turn in the bucket for ``apart`` seconds then.
        """
        wait = timedelta(seconds=apart)
        return await self._db.write(stores.shards.ask_session, bucket, wait, self._core.now())

    async def call(self, match: Match) -> None:
        """Ask the process that owns a guild to show a match there."""
        await stores.shards.call(self._db, match.guild_id, match.id)

    async def listen(self, heard: Callable[[MatchId], None]) -> None:
        """Call ``heard`` for each match that another process wants shown here, until cancelled."""

        def told(guild: GuildId, match: MatchId) -> None:
            if self.territory.has(guild):
                heard(match)

        await stores.shards.listen(self._db, told)
