"""The time at which the bot was last seen in each server, and the end of the settings of those it left."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, bindparam, delete, exists, not_, select, update

from data.parameters import GUILD_ID, LIMIT, NOW
from data.schema import UtcTime, greeting, guild_block, guild_seen, guild_setting, pinned_list
from data.stores.base import insert_missing
from data.stores.queries import InIds, in_shards
from matches.model import GuildId
from matches.shards import Shards

BEFORE: Final = bindparam("before", type_=UtcTime)
_OF_SETTINGS: Final = (guild_setting, guild_block, pinned_list, greeting)
"""The tables with what a server has chosen, and where the bot put what follows from it."""

SEEN_AGAIN: Final = InIds(
    lambda ids: (
        update(guild_seen)
        .where(guild_seen.c.guild_id.in_(ids), guild_seen.c.seen_at <= BEFORE)
        .values(seen_at=NOW)
    )
)


def note(connection: Connection, guild_ids: Sequence[GuildId], now: datetime, every: timedelta) -> None:
    """Record that the bot is in these servers; one that was recorded less than ``every`` ago is left."""
    if guild_ids:
        # In a fixed order, so that two transactions that lock the same rows cannot deadlock.
        found = sorted(guild_ids)
        insert_missing(connection, guild_seen, [{"guild_id": guild, "seen_at": now} for guild in found])
        statement, ids = SEEN_AGAIN(found)
        connection.execute(statement, {**ids, "before": now - every, "now": now})


NEVER_SEEN: Final = (
    select(guild_setting.c.guild_id)
    .where(not_(exists().where(guild_seen.c.guild_id == guild_setting.c.guild_id)))
    .distinct()
    .order_by(guild_setting.c.guild_id)
    .limit(LIMIT)
)


def begin(connection: Connection, now: datetime, limit: int) -> int:
    """Record servers with settings that were never recorded as seen now, at most ``limit``; returns how many.

    The bot may have been removed from them before such times were recorded.
    """
    found = connection.scalars(NEVER_SEEN, {"limit": limit}).all()
    if found:
        insert_missing(connection, guild_seen, [{"guild_id": guild, "seen_at": now} for guild in found])
    return len(found)


LONG_UNSEEN: Final = (
    select(guild_seen.c.guild_id)
    .where(guild_seen.c.seen_at < BEFORE)
    .order_by(guild_seen.c.seen_at, guild_seen.c.guild_id)
    .limit(LIMIT)
)


def long_unseen(connection: Connection, before: datetime, limit: int, shards: Shards) -> tuple[GuildId, ...]:
    """Servers of these shards that were last seen before a time, longest ago first, at most ``limit``."""
    query = in_shards(LONG_UNSEEN, shards, guild_seen.c.guild_id)
    return tuple(map(GuildId, connection.scalars(query, {"before": before, "limit": limit})))


FORGET: Final = delete(guild_seen).where(guild_seen.c.guild_id == GUILD_ID, guild_seen.c.seen_at < BEFORE)


def forget(connection: Connection, guild_id: GuildId, before: datetime) -> bool:
    """Delete the settings of a server that was last seen before a time; returns whether it was.

    Its matches, ladders and ratings stay.
    """
    if not connection.execute(FORGET, {"guild_id": guild_id, "before": before}).rowcount:
        return False  # it was seen meanwhile, or another process was faster
    for table in _OF_SETTINGS:
        connection.execute(delete(table).where(table.c.guild_id == GUILD_ID), {"guild_id": guild_id})
    return True
