"""Objects in a file of SQLite's that are no part of the schema: triggers, views, tables of another program.

Whatever a trigger does it goes on doing once the file is in the place of the database.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from data.errors import DatabaseRefusedError
from data.maintenance.migrate import REVISION_TABLE
from data.schema import metadata

OBJECTS: Final = "SELECT type, name, rootpage FROM sqlite_master ORDER BY type, name"

_TABLES: Final = metadata.tables.values()
_OWN: Final = frozenset(
    {
        *(("table", table.name) for table in _TABLES),
        *(("index", index.name) for table in _TABLES for index in table.indexes),
        ("table", REVISION_TABLE),
        ("index", "ix_notice_match_id"),  # up to 0002
    }
)
_OF_SQLITE: Final = "sqlite_"
"""How names begin that SQLite keeps to itself: of indexes for keys, counters, statistics."""
_NO_PAGE: Final = (0, None)
"""The root page of what is no table and no index, a table of a module's (``VIRTUAL``) among them."""
_MOST: Final = 5
"""Objects named in a sentence."""


def strangers(objects: Iterable[Any]) -> list[str]:
    """Each object that is no part of the schema, by kind and name, out of the rows of OBJECTS."""
    return [
        f"{kind} {name!r}"
        for kind, name, page in objects
        if page in _NO_PAGE or ((kind, name) not in _OWN and not _is_sqlites(kind, name))
    ]


def _is_sqlites(kind: str, name: str) -> bool:
    return kind in ("table", "index") and name.startswith(_OF_SQLITE)


def check_own(database: sqlite3.Connection, backup: Path) -> None:
    """Raise DatabaseRefusedError for a backup with objects that are no part of the schema."""
    found = strangers(database.execute(OBJECTS))
    if found:
        told = ", ".join(found[:_MOST]) + (", …" if len(found) > _MOST else "")
        raise DatabaseRefusedError(
            f"{backup} holds what is no part of a database of Tidepool's, and would go on working in its "
            f"place: {told}. Take another backup, or remove that from a copy of this one (sqlite3 COPY "
            "'DROP TRIGGER name'). Nothing was changed."
        )
