"""An outbox: a table of pending work. A row is claimed for a while, then settled, put off or dropped.

Such a table has a column ``claimed_until``, and usually ``due_at``. A claimed row is given to no other
process until the claim expires; so if a process is killed, another one does its work.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    RowMapping,
    Select,
    Table,
    Update,
    bindparam,
    case,
    delete,
    literal,
    or_,
    select,
    true,
    update,
)

from data.schema import UtcTime, utc
from data.shared_parameters import LIMIT, NOW

Key = Mapping[str, object]
"""The primary key of a row: values by column name."""

_KEY: Final = "key_"
"""The prefix of key parameters: in an update, a parameter must not have the name of a column."""


def claimable(table: Table, *conditions: ColumnElement[bool], by: ColumnElement[Any]) -> Select[Any]:
    """Rows that no process has claimed, ordered by ``by``; for :func:`claim`.

    On PostgreSQL, rows that another process is claiming at the moment are skipped.
    """
    return (
        select(table)
        .where(*conditions, or_(table.c.claimed_until.is_(None), table.c.claimed_until <= NOW))
        .order_by(by, *(column for column in table.primary_key if column is not by))
        .limit(LIMIT)
        .with_for_update(skip_locked=True)
    )


def due(table: Table, *conditions: ColumnElement[bool]) -> Select[Any]:
    """Due rows that no process has claimed, the longest due first."""
    return claimable(table, *conditions, table.c.due_at <= NOW, by=table.c.due_at)


def claim(
    connection: Connection,
    table: Table,
    query: Select[Any],
    now: datetime,
    until: datetime,
    limit: int,
    **asked: object,
) -> Sequence[RowMapping]:
    """Claim at most ``limit`` rows of a query from :func:`claimable`; returns them as they were before.

    ``asked`` are further parameters of the query. A column ``attempts`` counts the claims. Raises ValueError
    for a naive time.
    """
    found = connection.execute(query, {"now": utc(now), "limit": limit, **asked}).mappings().all()
    if found:
        end = utc(until)
        keys = [{f"{_KEY}{column.name}": row[column.name] for column in table.primary_key} for row in found]
        connection.execute(_claiming(table), [{**key, "until": end} for key in keys])
    return found


@cache
def _claiming(table: Table) -> Update:
    row = (column == bindparam(f"{_KEY}{column.name}", type_=column.type) for column in table.primary_key)
    counted = {"attempts": table.c.attempts + 1} if "attempts" in table.c else {}
    return update(table).where(*row).values(claimed_until=bindparam("until", type_=UtcTime), **counted)


def record(connection: Connection, table: Table, key: Key, **columns: object) -> None:
    """Change a row without ending its claim. Harmless if the row is gone."""
    connection.execute(update(table).where(*_of(table, key)).values(**columns))


def settle(connection: Connection, table: Table, key: Key, **columns: object) -> None:
    """Change a row and end its claim. Harmless if the row is gone."""
    record(connection, table, key, claimed_until=None, **columns)


def is_due_as(table: Table, seen: datetime | None) -> ColumnElement[bool]:
    """True while a row is due at ``seen``, as when it was claimed: no change has made it due again."""
    return true() if seen is None else table.c.due_at == utc(seen)


def settle_unless_due(
    connection: Connection,
    table: Table,
    key: Key,
    seen: datetime | None,
    due_at: datetime | None,
    **columns: object,
) -> None:
    """End a row's claim; it is due at ``due_at``, unless it has become due again: see :func:`is_due_as`."""
    later = literal(None if due_at is None else utc(due_at), UtcTime)
    due = case((is_due_as(table, seen), later), else_=table.c.due_at)
    settle(connection, table, key, due_at=due, **columns)


def put_off(connection: Connection, table: Table, key: Key, due_at: datetime, **columns: object) -> None:
    """End a row's claim and make it due again at ``due_at``. Raises ValueError for a naive time."""
    settle(connection, table, key, due_at=utc(due_at), **columns)


def drop(connection: Connection, table: Table, key: Key, *only: ColumnElement[bool]) -> None:
    """Delete a row, under these conditions only. Harmless if it is gone."""
    connection.execute(delete(table).where(*_of(table, key), *only))


def _of(table: Table, key: Key) -> list[ColumnElement[bool]]:
    return [table.c[name] == value for name, value in key.items()]
