"""Shards: leases of them, turns at identifying to Discord, and calls between processes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import delete, select

from data import stores
from data.database import AdvisoryLock, Channel, one_at_a_time
from data.schema import identify_slot, shard_lease, utc
from data.writing import upsert, upsert_all
from matches.errors import OtherShardCountError
from matches.model import GuildId, Match, MatchId
from services.core import Core
from services.operations import Operations, Transaction, writes

SHARD_LEASE: Final = timedelta(seconds=15)
"""The time for which a process leases shards before it has to renew the lease."""


class Sharding(Operations):
    """The shards that this process handles, and what it shares with the others."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self.territory = core.territory

    @writes()
    def take(self, tx: Transaction, owner: str, count: int, most_new: int) -> tuple[int, ...]:
        """Renew the leases of a process, and take up to ``most_new`` free shards of ``count``.

        Returns all that it has then. Raises OtherShardCountError while another process has leases of another
        shard count.
        """
        one_at_a_time(tx.connection, AdvisoryLock.SHARDS)
        moment = _moment(tx)
        rows = tx.execute(select(shard_lease).order_by(*shard_lease.c)).all()
        live = [row for row in rows if row.until > moment]
        if other := next((row for row in live if row.shard_count != count), None):
            raise OtherShardCountError(other.shard_count)
        kept = [row.shard for row in rows if (row.shard_count, row.owner) == (count, owner)]
        others = {row.shard for row in live if row.owner != owner}
        free = [number for number in range(count) if number not in others and number not in kept]
        mine = sorted([number for number in kept if number not in others] + free[: max(0, most_new)])
        held = {"shard_count": count, "owner": owner, "until": moment + SHARD_LEASE}
        upsert_all(tx.connection, shard_lease, [{"shard": number, **held} for number in mine])
        return tuple(mine)

    @writes()
    def release(self, tx: Transaction, owner: str) -> None:
        """Give back all leases of a process."""
        tx.execute(delete(shard_lease).where(shard_lease.c.owner == owner))

    @writes()
    def ask_session(self, tx: Transaction, bucket: int, apart: float) -> timedelta:
        """The time to wait before identifying a session; zero: this process has the turn.

        No other process gets a turn in the bucket for ``apart`` seconds then.
        """
        one_at_a_time(tx.connection, AdvisoryLock.SHARDS)
        moment, wait = _moment(tx), timedelta(seconds=apart)
        free_at = tx.scalar(select(identify_slot.c.free_at).where(identify_slot.c.bucket == bucket))
        if free_at is not None and moment < free_at <= moment + wait:
            return utc(free_at) - moment
        upsert(tx.connection, identify_slot, {"bucket": bucket, "free_at": moment + wait})
        return timedelta(0)

    @writes()
    def keep_session(self, tx: Transaction, bucket: int, apart: float) -> None:
        """Keep a turn that this process has in the bucket for ``apart`` seconds from now on."""
        free_at = _moment(tx) + timedelta(seconds=apart)
        upsert(tx.connection, identify_slot, {"bucket": bucket, "free_at": free_at})

    async def call(self, match: Match) -> None:
        """Ask the process that owns a guild to show a match there."""
        await self._db.call(f"{match.guild_id} {match.id}")

    async def listen(self, heard: Callable[[MatchId], None]) -> None:
        """Call ``heard`` for each match that another process wants shown here, until cancelled.

        Returns at once on SQLite, where there is only one process.
        """

        def told(text: str) -> None:
            guild, match = map(int, text.split())
            if self.territory.mine.has(GuildId(guild)):
                heard(MatchId(match))

        await self._db.listen(told)

    async def tell_of_change(self, match: Match) -> None:
        """Tell every process that a match has a new version; does nothing on SQLite."""
        await self._db.call(f"{match.id} {match.version}", Channel.CHANGES)

    async def listen_to_changes(self, heard: Callable[[MatchId, int], None]) -> None:
        """Call ``heard`` for each match of which a process tells, and its version, until cancelled.

        Returns at once on SQLite.
        """

        def told(text: str) -> None:
            match, version = map(int, text.split())
            heard(MatchId(match), version)

        await self._db.listen(told, Channel.CHANGES)


def _moment(tx: Transaction) -> datetime:
    """The time by the clock that all processes share: the PostgreSQL server's, otherwise this process's."""
    return utc(stores.host.time(tx.connection) or tx.now)
