"""Opens a database for reading at its present revision, beside a running bot."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Final

from sqlalchemy import URL

from data.database import Database, keep_rows_out_of_logs, sqlite_file
from data.errors import DatabaseRefusedError, ForeignDatabaseError, translate
from data.maintenance.migrate import file_revision
from data.maintenance.revisions import Revisions
from data.maintenance.upgrade import present_revision

PATIENCE: Final = 5.0
"""Seconds for which a command waits while another process holds the file."""


@asynccontextmanager
async def opened_as_it_is(url: URL) -> AsyncIterator[Database]:
    """Open the database as it is, for reading only.

    Raises DatabaseRefusedError if it is not at this program's revision, and StoreUnavailableError if it
    cannot be read just now.
    """
    keep_rows_out_of_logs()
    file = sqlite_file(url)
    if file is not None:
        await asyncio.to_thread(_check_ours, file)
    database = Database(url, busy_timeout=PATIENCE)
    try:
        _check_present(await database.read(present_revision))
        yield database
    finally:
        await database.close()


def _check_ours(file: Path) -> None:
    with translate(), closing(sqlite3.connect(file, timeout=PATIENCE)) as opened:
        file_revision(opened)


def _check_present(revision: str | None) -> None:
    steps = Revisions()
    if revision is None:
        raise ForeignDatabaseError("There is nothing of Tidepool's in the database. Check DATABASE_URL.")
    steps.check_known(revision)
    if revision != steps.latest:
        raise DatabaseRefusedError(
            f"The database is at revision {revision}, and this version of Tidepool works with "
            f"{steps.latest}. Start the bot once: it makes a copy and migrates."
        )
