"""Writes of rows that both databases know, and the check of the times in them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any

from sqlalchemy import Connection, Executable, Table
from sqlalchemy.dialects import postgresql, sqlite

from data.schema import utc


def check_times(*times: datetime | None) -> None:
    """Raise ValueError for a naive time."""
    for time in times:
        if time is not None and time.tzinfo is not UTC:
            utc(time)


def insertion(dialect: str, table: Table) -> postgresql.Insert | sqlite.Insert:
    """An insert statement of the connection's dialect, for its ON CONFLICT."""
    # ON CONFLICT is the same in both; SQLAlchemy only keeps it in two places.
    return postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)


def upsert(connection: Connection, table: Table, columns: dict[str, Any]) -> None:
    """Insert the row, or overwrite the one with the same primary key."""
    upsert_all(connection, table, [columns])


def upsert_all(connection: Connection, table: Table, found: Sequence[dict[str, Any]]) -> None:
    """Insert rows with the same columns; each overwrites the row with the same primary key."""
    if not found:
        return
    keys = [column.name for column in table.primary_key]
    if set(found[0]) <= set(keys):
        insert_missing(connection, table, found)
        return
    upsert_over(connection, table, found, keys)


def upsert_over(
    connection: Connection, table: Table, found: Sequence[dict[str, Any]], unique: Sequence[str]
) -> None:
    """Insert rows with the same columns; each overwrites the row with the same ``unique`` columns."""
    if not found:
        return
    connection.execute(_over(connection.dialect.name, table, tuple(found[0]), tuple(unique)), found)


@cache
def _over(dialect: str, table: Table, columns: tuple[str, ...], unique: tuple[str, ...]) -> Executable:
    # Cached: looking up the names of an upsert takes longer than writing the row.
    row = insertion(dialect, table)
    rest = {name: row.excluded[name] for name in columns if name not in unique}
    return row.on_conflict_do_update(index_elements=unique, set_=rest)


def add_to(
    connection: Connection, table: Table, found: Sequence[dict[str, Any]], counters: Sequence[str]
) -> None:
    """Insert rows with the same columns; ``counters`` are added to those of the row with the same key."""
    if found:
        connection.execute(_adding(connection.dialect.name, table, tuple(counters)), found)


@cache
def _adding(dialect: str, table: Table, counters: tuple[str, ...]) -> Executable:
    row = insertion(dialect, table)
    keys = [column.name for column in table.primary_key]
    sums = {name: table.c[name] + row.excluded[name] for name in counters}
    return row.on_conflict_do_update(index_elements=keys, set_=sums)


def insert_missing(connection: Connection, table: Table, found: Sequence[dict[str, Any]]) -> None:
    """Insert rows with the same columns; a row that conflicts with any unique key is skipped."""
    connection.execute(insertion(connection.dialect.name, table).on_conflict_do_nothing(), found)
