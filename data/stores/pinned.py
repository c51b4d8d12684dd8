"""Servers' front doors, and the lists that are there from before."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, RowMapping, case, exists, select, update

from data import outbox
from data.parameters import GUILD_ID
from data.schema import pinned_list
from data.stores.base import check_times, insert_missing, upsert
from data.stores.queries import in_shards
from matches.guild_posts import FOUR_LISTS, ListKind, PinnedList
from matches.model import GuildId
from matches.shards import ALL, Shards

_COLUMNS: Final = ("channel", "message", "digest", "shown_at", "pinned", "lost")
_KNOWN: Final = pinned_list.c.kind.in_([kind.value for kind in ListKind])
"""Leaves out kinds of later versions of the bot."""
_DOOR: Final = pinned_list.c.kind == ListKind.FRONT_DOOR.value
_FOUR: Final = [kind.value for kind in FOUR_LISTS]
_LIST: Final = pinned_list.alias("list")
_HAS_LISTS: Final = exists().where(_LIST.c.guild_id == pinned_list.c.guild_id, _LIST.c.kind.in_(_FOUR))
DUE: Final = outbox.due(pinned_list, _DOOR).add_columns(_HAS_LISTS.label("has_lists"))
KEEPERS: Final = select(pinned_list.c.guild_id).distinct().order_by(pinned_list.c.guild_id)
OF_GUILD: Final = (
    select(pinned_list).where(pinned_list.c.guild_id == GUILD_ID, _KNOWN).order_by(pinned_list.c.kind)
)


def keep_door(connection: Connection, guild_id: GuildId, now: datetime, *, wanted: bool) -> None:
    """Make a server's front door due at ``now``, and forget how often it was deleted.

    ``wanted``: the server has a channel for it; else one that is there is to be taken away.
    """
    check_times(now)
    again = {"due_at": now, "lost": 0}
    if wanted:
        upsert(connection, pinned_list, {**_key_of(guild_id, ListKind.FRONT_DOOR), **again})
    else:
        connection.execute(update(pinned_list).where(pinned_list.c.guild_id == guild_id).values(again))


def wake(connection: Connection, guild_ids: Collection[GuildId], now: datetime) -> None:
    """Make the front doors of these servers due at ``now``, unless they are due earlier."""
    check_times(now)
    theirs = pinned_list.c.guild_id.in_(sorted(guild_ids))
    _add_doors(connection, theirs, now)
    due_later = (theirs, _DOOR, pinned_list.c.due_at > now)
    connection.execute(update(pinned_list).where(*due_later).values(due_at=now))


def _add_doors(connection: Connection, theirs: ColumnElement[bool], now: datetime) -> None:
    """Add a front door to servers that have lists from before."""
    asked = select(pinned_list.c.guild_id).where(theirs, pinned_list.c.kind.in_(_FOUR)).distinct()
    kind = ListKind.FRONT_DOOR
    keeping = connection.scalars(asked).all()
    rows = [{**_key_of(guild, kind), "due_at": now, "pinned": False, "lost": 0} for guild in keeping]
    if rows:
        insert_missing(connection, pinned_list, rows)


def post_again(connection: Connection) -> None:
    """Forget what Discord has of the front doors, so that all are posted again; nobody has deleted them."""
    unknown = PinnedList(GuildId(0), ListKind.FRONT_DOOR)
    connection.execute(update(pinned_list).where(_DOOR).values(_columns(unknown)))


def claim(
    connection: Connection, now: datetime, until: datetime, limit: int, shards: Shards = ALL
) -> tuple[PinnedList, ...]:
    """Claim due front doors until ``until``, the longest due first, at most ``limit``."""
    query = in_shards(DUE, shards, pinned_list.c.guild_id)
    return tuple(map(_read, outbox.claim(connection, pinned_list, query, now, until, limit)))


def keepers(connection: Connection, shards: Shards = ALL) -> tuple[GuildId, ...]:
    """The servers of ``shards`` that have a front door or lists, by id."""
    asked = in_shards(KEEPERS, shards, pinned_list.c.guild_id)
    return tuple(map(GuildId, connection.scalars(asked)))


def of_guild(connection: Connection, guild_id: GuildId) -> tuple[PinnedList, ...]:
    """The front door and the lists of a server, by kind."""
    return tuple(map(_read, connection.execute(OF_GUILD, {"guild_id": guild_id}).mappings()))


def note(connection: Connection, kept: PinnedList) -> None:
    """Record the state of a message in Discord; what is claimed stays so."""
    outbox.note(connection, pinned_list, _key(kept), **_columns(kept))


def settle(connection: Connection, kept: PinnedList, due_at: datetime) -> None:
    """Record the state of a front door in Discord, and give back its claim, due again at ``due_at``.

    One that its server chose again since it was claimed stays due.
    """
    outbox.settle_unless_due(connection, pinned_list, _key(kept), kept.due_at, due_at, **_columns(kept))


def drop(connection: Connection, kept: PinnedList) -> None:
    """Forget a front door or a list, unless its server chose it again since then."""
    outbox.drop(connection, pinned_list, _key(kept), outbox.is_due_as(pinned_list, kept.due_at))
    outbox.settle(connection, pinned_list, _key(kept))


def _read(row: RowMapping) -> PinnedList:
    kept = {name: row[name] for name in (*_COLUMNS, "due_at")}
    has_lists = row.get("has_lists", False)
    return PinnedList(GuildId(row["guild_id"]), ListKind(row["kind"]), **kept, has_lists=bool(has_lists))


def _columns(kept: PinnedList) -> dict[str, Any]:
    columns = {name: getattr(kept, name) for name in _COLUMNS}
    # Once a server chooses its channel again, lost messages count from 0.
    lost = case((outbox.is_due_as(pinned_list, kept.due_at), kept.lost), else_=pinned_list.c.lost)
    return {**columns, "lost": lost}


def _key(kept: PinnedList) -> outbox.Key:
    return _key_of(kept.guild_id, kept.kind)


def _key_of(guild_id: GuildId, kind: ListKind) -> outbox.Key:
    return {"guild_id": guild_id, "kind": kind.value}
