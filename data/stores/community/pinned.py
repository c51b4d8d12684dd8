"""The lists of servers in the store in a database. What each method promises is written at the port."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Integer,
    Row,
    bindparam,
    delete,
    or_,
    select,
    update,
)

from data.schema import UtcTime, pinned_list
from data.stores.base import SqlPart, insert_missing, reads, upsert_all, writes
from data.stores.checks import check_times
from data.stores.shard_queries import in_shards
from matches.model import GuildId
from matches.pinned import ListKind, PinnedList
from matches.shards import ALL, Shards

_COLUMNS: Final = ("channel", "message", "digest", "shown_at", "pinned", "lost")
_NOW: Final = bindparam("now", type_=UtcTime)
CLAIMABLE: Final = (
    select(pinned_list)
    .where(
        pinned_list.c.due_at <= _NOW,
        or_(pinned_list.c.claimed_until.is_(None), pinned_list.c.claimed_until <= _NOW),
    )
    .order_by(pinned_list.c.due_at)
    .limit(bindparam("limit", type_=Integer))
    .with_for_update(skip_locked=True)
)
KEEPERS: Final = select(pinned_list.c.guild_id).distinct().order_by(pinned_list.c.guild_id)
OF_GUILD: Final = (
    select(pinned_list)
    .where(pinned_list.c.guild_id == bindparam("guild_id", type_=BigInteger))
    .order_by(pinned_list.c.kind)
)


def keep_lists(connection: Connection, guild_id: GuildId, now: datetime) -> None:
    """Have a server's lists looked at from ``now`` on, as ones that nobody has deleted yet."""
    check_times(now)
    rows = [{"guild_id": guild_id, "kind": kind.value, "due_at": now, "lost": 0} for kind in ListKind]
    upsert_all(connection, pinned_list, rows)


def _wake(connection: Connection, guild_ids: Collection[GuildId], now: datetime) -> None:
    check_times(now)
    theirs = pinned_list.c.guild_id.in_(sorted(guild_ids))
    _add_ladders(connection, theirs, now)
    connection.execute(update(pinned_list).where(theirs, pinned_list.c.due_at > now).values(due_at=now))


def _add_ladders(connection: Connection, theirs: ColumnElement[bool], now: datetime) -> None:
    """Add the list of the ladders to those of servers that chose a channel before there were any."""
    asked = select(pinned_list.c.guild_id).where(theirs, pinned_list.c.kind == ListKind.LEADERBOARD.value)
    keeping = connection.scalars(asked).all()
    kind = ListKind.LADDERS.value
    rows = [{"guild_id": guild, "kind": kind, "due_at": now, "pinned": False, "lost": 0} for guild in keeping]
    if rows:
        insert_missing(connection, pinned_list, rows)


def _claim(
    connection: Connection, now: datetime, until: datetime, limit: int, shards: Shards = ALL
) -> tuple[PinnedList, ...]:
    check_times(now, until)
    asked = in_shards(CLAIMABLE, shards, pinned_list.c.guild_id)
    claimed = tuple(map(_read, connection.execute(asked, {"now": now, "limit": limit})))
    for one in claimed:
        connection.execute(update(pinned_list).where(*_of(one)).values(claimed_until=until))
    return claimed


def _keepers(connection: Connection, shards: Shards = ALL) -> tuple[GuildId, ...]:
    asked = in_shards(KEEPERS, shards, pinned_list.c.guild_id)
    return tuple(map(GuildId, connection.scalars(asked)))


def _of_guild(connection: Connection, guild_id: GuildId) -> tuple[PinnedList, ...]:
    return tuple(map(_read, connection.execute(OF_GUILD, {"guild_id": guild_id})))


def _note(connection: Connection, kept: PinnedList) -> None:
    connection.execute(update(pinned_list).where(*_of(kept)).values(**_columns(kept)))


def _settle(connection: Connection, kept: PinnedList, due_at: datetime) -> None:
    check_times(due_at)
    settled = update(pinned_list).where(*_of(kept))
    connection.execute(settled.values(**_columns(kept), due_at=due_at, claimed_until=None))


def _drop(connection: Connection, kept: PinnedList) -> None:
    connection.execute(delete(pinned_list).where(*_of(kept)))


def _read(row: Row[Any]) -> PinnedList:
    kept = {name: getattr(row, name) for name in _COLUMNS}
    return PinnedList(GuildId(row.guild_id), ListKind(row.kind), **kept)


def _columns(kept: PinnedList) -> dict[str, Any]:
    return {name: getattr(kept, name) for name in _COLUMNS}


def _of(kept: PinnedList) -> tuple[ColumnElement[bool], ...]:
    return pinned_list.c.guild_id == kept.guild_id, pinned_list.c.kind == kept.kind.value


class SqlPinned(SqlPart):
    """The lists that servers keep in a channel."""

    wake = writes(_wake)
    claim = writes(_claim)
    keepers = reads(_keepers)
    of_guild = reads(_of_guild)
    note = writes(_note)
    settle = writes(_settle)
    drop = writes(_drop)
