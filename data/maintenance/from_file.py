"""Moves from SQLite to a server: copies everything in a backup into an empty database there."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from sqlalchemy import (
    URL,
    BigInteger,
    Connection,
    Table,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.exc import DBAPIError

from data import sqlite
from data.errors import DatabaseRefusedError, translate, understood
from data.maintenance import upgrade
from data.maintenance.file_copies import HeldCopy, inspect_copy
from data.maintenance.foreign_objects import check_no_foreign_objects
from data.maintenance.revisions import Revisions
from data.schema import match, metadata, migration
from matches.errors import StoreUnavailableError
from matches.model import Clock

AT_ONCE: Final = 1000
"""Rows inserted together."""
_MAGIC: Final = b"SQLite format 3\0"
_LATER: Final = ("rematch_of", "rematch")
"""Columns with the id of another match: filled in once all matches are there."""
_NUMBERS: Final = text("SELECT name, seq FROM sqlite_sequence")
# SQLite stores 0 for a table that has assigned no id.
_GO_ON: Final = text(
    "SELECT setval(pg_get_serial_sequence(:name, 'id'), greatest(:seq, 1), :seq > 0)"
).bindparams(bindparam("seq", type_=BigInteger))


def is_of_sqlite(backup: Path) -> bool:
    """True if a file starts like an SQLite database."""
    with backup.open("rb") as opened:
        return opened.read(len(_MAGIC)) == _MAGIC


def hold(backup: Path, check_known: Callable[[str | None], None]) -> HeldCopy:
    """Check a whole backup. Raises DatabaseRefusedError unless it is one, at the latest revision."""
    with translate():
        held = inspect_copy(backup)
        with closing(sqlite3.connect(backup)) as opened:
            check_no_foreign_objects(opened, backup)
    check_known(held.revision)
    latest = Revisions().latest
    if held.revision != latest:
        raise DatabaseRefusedError(
            f"{backup} is at revision {held.revision}, and has to be at {latest} to be put into PostgreSQL. "
            "Start this version of the bot once on SQLite, which migrates it, then back it up again."
        )
    return held


def fill(target: Connection, *, backup: Path, clock: Clock) -> None:
    """Create the tables in an empty database and copy everything from ``backup``, in one transaction."""
    upgrade.take(target, Revisions(), clock)
    # Replaced by the file's rows: some checks depend on when its tables were made.
    target.execute(delete(migration))
    file = URL.create("sqlite", database=str(backup.absolute()))
    sqlite.upgrade(file, lambda source: _copy(source, target), busy_timeout=5.0)


def _copy(source: Connection, target: Connection) -> None:
    for table in metadata.sorted_tables:
        for rows in _rows(source, table):
            first = [{**row, **dict.fromkeys(_LATER)} for row in rows] if table is match else rows
            _put(target, table, first)
        _check_alike(source, target, table)
    _link(source, target)
    for name, seq in source.execute(_NUMBERS).all():
        target.execute(_GO_ON, {"name": name, "seq": seq})


def _put(target: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    try:
        target.execute(insert(table), rows)
    except DBAPIError as error:
        if isinstance(known := understood(error), StoreUnavailableError):
            raise known from None
        raise DatabaseRefusedError(
            f"Something in {table.name} cannot be put into PostgreSQL ({known}). Nothing was changed. "
            "`python -m data check` may tell more of the file; please report this."
        ) from None


def _rows(source: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
    found = source.execute(select(table).order_by(*table.primary_key.columns))
    for some in found.mappings().partitions(AT_ONCE):
        yield [dict(row) for row in some]


def _link(source: Connection, target: Connection) -> None:
    """Fill in the ids of matches' rematches."""
    linked = select(match.c.id.label("one"), *(match.c[name] for name in _LATER)).where(
        or_(*(match.c[name].is_not(None) for name in _LATER))
    )
    change = update(match).where(match.c.id == bindparam("one"))
    for some in source.execute(linked).mappings().partitions(AT_ONCE):
        target.execute(change, [dict(row) for row in some])


def _check_alike(source: Connection, target: Connection, table: Table) -> None:
    counted = select(func.count()).select_from(table)
    if source.scalar(counted) != target.scalar(counted):
        raise StoreUnavailableError(
            f"Not all rows of {table.name} were copied. Nothing was changed; try again."
        )
