"""Servers that the bot was removed from: their settings are deleted a while after it was last seen there."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import delete, exists, not_, select, update

from data.features import FEATURES
from data.schema import greeting, guild_block, guild_seen, guild_setting
from data.stores.queries import in_shards
from data.writing import insert_missing
from matches.model import GuildId
from services.core import Core
from services.operations import Operations, Transaction, reads, writes

KEPT: Final = timedelta(days=90)
"""The least time for which a server's settings stay after the bot was last seen there."""
EVERY: Final = timedelta(days=1)
"""The time after which a server is recorded as seen again. Settings stay longer by up to as much."""
AT_ONCE: Final = 500
"""Servers recorded in one transaction."""
_OF_SETTINGS: Final = (
    *(guild_setting, guild_block, greeting),
    *(table for feature in FEATURES for table in feature.of_guild),
)
"""The tables with a server's settings, and those derived from them."""
_LONGEST: Final = select(guild_seen.c.guild_id).order_by(guild_seen.c.seen_at, guild_seen.c.guild_id)


class LastSeen(Operations):
    """The times at which the bot was last seen in servers, of the shards that this process handles."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._recorded: dict[GuildId, datetime] = {}
        """The time at which this process last recorded each server."""
        self._begun: datetime | None = None
        """The time at which this process looked for servers that were never recorded."""

    async def record(self, present: Collection[GuildId]) -> None:
        """Record that the bot is in these servers, once a day each."""
        now = self._core.now()
        left = sorted(guild for guild in present if self._is_due(self._recorded.get(guild), now))
        for start in range(0, len(left), AT_ONCE):
            batch = left[start : start + AT_ONCE]
            await self._record(batch)
            self._recorded.update(dict.fromkeys(batch, now))
        if self._is_due(self._begun, now):
            while await self._begin() == AT_ONCE:
                pass
            self._begun = now

    @staticmethod
    def _is_due(recorded: datetime | None, now: datetime) -> bool:
        return recorded is None or now - recorded >= EVERY

    @writes()
    def _record(self, tx: Transaction, guilds: Sequence[GuildId]) -> None:
        # They are in order, so that two transactions that lock the same rows cannot deadlock.
        insert_missing(
            tx.connection, guild_seen, [{"guild_id": guild, "seen_at": tx.now} for guild in guilds]
        )
        again = (guild_seen.c.guild_id.in_(guilds), guild_seen.c.seen_at <= tx.now - EVERY)
        tx.execute(update(guild_seen).where(*again).values(seen_at=tx.now))

    @writes()
    def _begin(self, tx: Transaction) -> int:
        """Record servers with settings that were never recorded as seen now; returns how many.

        The bot may have been removed from them before such times were recorded.
        """
        known = exists().where(guild_seen.c.guild_id == guild_setting.c.guild_id)
        unknown = select(guild_setting.c.guild_id).where(not_(known)).distinct()
        found = tx.scalars(unknown.order_by(guild_setting.c.guild_id).limit(AT_ONCE)).all()
        if found:
            insert_missing(
                tx.connection, guild_seen, [{"guild_id": guild, "seen_at": tx.now} for guild in found]
            )
        return len(found)

    @reads
    def long_gone(self, tx: Transaction, limit: int) -> tuple[GuildId, ...]:
        """Servers in which the bot wasn't seen for :data:`KEPT`, longest ago first, at most ``limit``."""
        theirs = in_shards(_LONGEST, self._core.territory.shards, guild_seen.c.guild_id)
        gone = theirs.where(guild_seen.c.seen_at < tx.now - KEPT - EVERY).limit(limit)
        return tuple(map(GuildId, tx.scalars(gone)))

    @writes("guild={guild} its settings are deleted: the bot was removed from it long ago")
    def forget(self, tx: Transaction, guild: GuildId) -> bool:
        """Delete the settings of a server, unless the bot was seen there meanwhile; returns whether it did.

        Its matches, ladders and ratings stay.
        """
        gone = delete(guild_seen).where(
            guild_seen.c.guild_id == guild, guild_seen.c.seen_at < tx.now - KEPT - EVERY
        )
        if not tx.execute(gone).rowcount:
            return False  # it was seen meanwhile, or another process was faster
        for table in _OF_SETTINGS:
            tx.execute(delete(table).where(table.c.guild_id == guild))
        return True
