"""Finds objects in an SQLite file that aren't part of the schema: triggers, views, other programs' tables.

A trigger in a backup would go on working once the file replaces the database.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from data.errors import DatabaseRefusedError
from data.maintenance.revisions import REVISION_TABLE
from data.schema import metadata

OBJECTS: Final = "SELECT type, name, rootpage FROM sqlite_master ORDER BY type, name"

_TABLES: Final = metadata.tables.values()
_OWN: Final = frozenset(
    {
        *(("table", table.name) for table in _TABLES),
        *(("index", index.name) for table in _TABLES for index in table.indexes),
        ("table", REVISION_TABLE),
    }
)
_OF_SQLITE: Final = "sqlite_"
"""The prefix of names reserved by SQLite: indexes for keys, counters, statistics."""
_NO_PAGE: Final = (0, None)
"""The root page of objects that are neither tables nor indexes, and of virtual tables."""
_MOST: Final = 5
"""Objects named in a sentence."""


def foreign_objects(objects: Iterable[Any]) -> list[str]:
    """Each object that isn't part of the schema, by kind and name, from the rows of OBJECTS."""
    return [
        f"{kind} {name!r}"
        for kind, name, page in objects
        if page in _NO_PAGE or ((kind, name) not in _OWN and not _is_sqlites(kind, name))
    ]


def _is_sqlites(kind: str, name: str) -> bool:
    return kind in ("table", "index") and name.startswith(_OF_SQLITE)


def check_no_foreign_objects(database: sqlite3.Connection, backup: Path) -> None:
    """Raise DatabaseRefusedError for a backup with objects that aren't part of the schema."""
    found = foreign_objects(database.execute(OBJECTS))
    if found:
        told = ", ".join(found[:_MOST]) + (", …" if len(found) > _MOST else "")
        raise DatabaseRefusedError(
            f"{backup} holds what is no part of a database of Tidepool's, and would go on working in its "
            f"place: {told}. Take another backup, or remove that from a copy of this one (sqlite3 COPY "
            "'DROP TRIGGER name'). Nothing was changed."
        )
