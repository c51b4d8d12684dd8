"""Servers' pinned lists, and their front doors."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, RowMapping, case, select, update

from data import outbox
from data.parameters import GUILD_ID
from data.schema import pinned_list
from data.stores.base import check_times, insert_missing, upsert_all
from data.stores.queries import in_shards
from matches.guild_posts import ListKind, PinnedList
from matches.model import GuildId
from matches.shards import ALL, Shards

_COLUMNS: Final = ("channel", "message", "digest", "shown_at", "pinned", "lost")
_KNOWN: Final = pinned_list.c.kind.in_([kind.value for kind in ListKind])
"""Leaves out kinds of later versions of the bot."""
DUE: Final = outbox.due(pinned_list, _KNOWN)
KEEPERS: Final = select(pinned_list.c.guild_id).distinct().order_by(pinned_list.c.guild_id)
OF_GUILD: Final = (
    select(pinned_list).where(pinned_list.c.guild_id == GUILD_ID, _KNOWN).order_by(pinned_list.c.kind)
)


def keep_lists(connection: Connection, guild_id: GuildId, kinds: Sequence[ListKind], now: datetime) -> None:
    """Make a server's lists due at ``now``, and forget how often they were deleted.

    ``kinds`` are those it wants; others that it has are due too, to be taken away.
    """
    check_times(now)
    anew = {"due_at": now, "lost": 0}
    connection.execute(update(pinned_list).where(pinned_list.c.guild_id == guild_id).values(anew))
    rows = [{"guild_id": guild_id, "kind": kind.value, **anew} for kind in kinds]
    upsert_all(connection, pinned_list, rows)


def wake(connection: Connection, guild_ids: Collection[GuildId], now: datetime) -> None:
    """Make the lists of these servers due at ``now``, unless they are due earlier."""
    check_times(now)
    theirs = pinned_list.c.guild_id.in_(sorted(guild_ids))
    _add_ladders(connection, theirs, now)
    connection.execute(update(pinned_list).where(theirs, pinned_list.c.due_at > now).values(due_at=now))


def _add_ladders(connection: Connection, theirs: ColumnElement[bool], now: datetime) -> None:
    """Add the ladder list to servers that chose their channel before ladders existed."""
    asked = select(pinned_list.c.guild_id).where(theirs, pinned_list.c.kind == ListKind.LEADERBOARD.value)
    keeping = connection.scalars(asked).all()
    kind = ListKind.LADDERS.value
    rows = [{"guild_id": guild, "kind": kind, "due_at": now, "pinned": False, "lost": 0} for guild in keeping]
    if rows:
        insert_missing(connection, pinned_list, rows)


def claim(
    connection: Connection, now: datetime, until: datetime, limit: int, shards: Shards = ALL
) -> tuple[PinnedList, ...]:
    """Claim due lists until ``until``, the longest due first, at most ``limit``."""
    query = in_shards(DUE, shards, pinned_list.c.guild_id)
    return tuple(map(_read, outbox.claim(connection, pinned_list, query, now, until, limit)))


def keepers(connection: Connection, shards: Shards = ALL) -> tuple[GuildId, ...]:
    """The servers of ``shards`` that have pinned lists, by id."""
    asked = in_shards(KEEPERS, shards, pinned_list.c.guild_id)
    return tuple(map(GuildId, connection.scalars(asked)))


def of_guild(connection: Connection, guild_id: GuildId) -> tuple[PinnedList, ...]:
    """The lists of a server, by kind."""
    return tuple(map(_read, connection.execute(OF_GUILD, {"guild_id": guild_id}).mappings()))


def note(connection: Connection, kept: PinnedList) -> None:
    """Record the state of a list in Discord; it stays claimed."""
    outbox.note(connection, pinned_list, _key(kept), **_columns(kept))


def settle(connection: Connection, kept: PinnedList, due_at: datetime) -> None:
    """Record the state of a list in Discord, and give back its claim, due again at ``due_at``.

    A list that its server chose again since it was claimed stays due.
    """
    outbox.settle_unless_due(connection, pinned_list, _key(kept), kept.due_at, due_at, **_columns(kept))


def drop(connection: Connection, kept: PinnedList) -> None:
    """Delete a list, unless its server chose it again since it was claimed."""
    outbox.drop(connection, pinned_list, _key(kept), outbox.is_due_as(pinned_list, kept.due_at))
    outbox.settle(connection, pinned_list, _key(kept))


def _read(row: RowMapping) -> PinnedList:
    kept = {name: row[name] for name in _COLUMNS}
    return PinnedList(GuildId(row["guild_id"]), ListKind(row["kind"]), **kept, due_at=row["due_at"])


def _columns(kept: PinnedList) -> dict[str, Any]:
    columns = {name: getattr(kept, name) for name in _COLUMNS}
    # Once a server chooses a list again, its lost messages count from 0.
    lost = case((outbox.is_due_as(pinned_list, kept.due_at), kept.lost), else_=pinned_list.c.lost)
    return {**columns, "lost": lost}


def _key(kept: PinnedList) -> outbox.Key:
    return {"guild_id": kept.guild_id, "kind": kept.kind.value}
