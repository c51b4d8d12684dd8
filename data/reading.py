"""A database opened to be read as it is, beside a running bot: nothing in it is changed or migrated."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime
from pathlib import Path

from alembic.runtime.migration import MigrationContext
from sqlalchemy import URL, Connection

from data.database import Database, keep_rows_out_of_logs, sqlite_file
from data.errors import DatabaseRefusedError, ForeignDatabaseError
from data.failures import failures_understood
from data.migrate import Migrator, file_revision


def newest(url: URL) -> Migrator:
    """What knows the revisions. It is not run."""
    return Migrator(url, clock=lambda: datetime.now(UTC), busy_timeout=0)


@asynccontextmanager
async def opened_as_it_is(url: URL, *, busy_timeout: float = 5.0) -> AsyncIterator[Database]:
    """The database, which nobody writes through this.

    Raises a DatabaseRefusedError for one that is not at the revision this program works with, and
    StoreUnavailableError when it cannot be read just now.
    """
    keep_rows_out_of_logs()
    file = sqlite_file(url)
    if file is not None:
        await asyncio.to_thread(_check_ours, file)
    database = Database(url, busy_timeout=busy_timeout)
    try:
        async with database.reading() as connection:
            _check_present(newest(url), await connection.run_sync(_revision))
        yield database
    finally:
        await database.close()


def _check_ours(file: Path) -> None:
    with failures_understood(), closing(sqlite3.connect(file)) as opened:
        file_revision(opened)


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _check_present(migrator: Migrator, revision: str | None) -> None:
    if revision is None:
        raise ForeignDatabaseError("There is nothing of Tidepool's in the database. Check DATABASE_URL.")
    migrator.check_known(revision)
    if revision != migrator.latest:
        raise DatabaseRefusedError(
            f"The database is at revision {revision}, and this version of Tidepool works with "
            f"{migrator.latest}. Start the bot once: it makes a copy and migrates."
        )
