"""Storage: databases with their migrations, and in ``stores`` what is asked of one.

``open_store`` is the way to a database, and ``open_to_read`` the one beside a running bot. Nothing above
knows that there is SQL.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from datetime import UTC, datetime

from data.database import CONNECTIONS, Database, Watch, keep_rows_out_of_logs, parse_url
from data.errors import (
    DatabaseRefusedError,
    DatabaseUrlError,
    ForeignDatabaseError,
    MigrationError,
    NewerDatabaseError,
    StorageBugError,
)
from data.maintenance.migrate import Migrator
from matches.model import Clock


def _now() -> datetime:
    return datetime.now(UTC)


async def open_store(
    url: str,
    *,
    clock: Clock = _now,
    busy_timeout: float = 5.0,
    connections: int = CONNECTIONS,
    session_url: str | None = None,
    watch: Watch = nullcontext,
) -> Database:
    """Open the database at ``url``, brought up to date first.

    ``sqlite+aiosqlite:///path/to/file`` is made when it is missing, folder included; an older one is copied
    to ``file.before-<revision>`` before it is migrated. ``postgresql+asyncpg://…`` is the other kind.
    ``busy_timeout`` is how many seconds a change waits for another process that holds the database,
    ``connections`` how many there are to a server at most, ``session_url`` another way to that server where
    ``url`` leads to a pooler that hands out a connection for a transaction at a time. Each transaction is
    made within ``watch("load")`` or ``watch("save")``.

    Raises StoreUnavailableError when the database cannot be used just now, and its kind DatabaseRefusedError
    when it cannot be used at all; either carries ``advice``.
    """
    keep_rows_out_of_logs()
    address = parse_url(url)
    session = None if session_url is None else parse_url(session_url)
    await Migrator(session or address, clock=clock, busy_timeout=busy_timeout).run()
    return Database(
        address, busy_timeout=busy_timeout, connections=connections, session_url=session, watch=watch
    )


@asynccontextmanager
async def open_to_read(url: str) -> AsyncIterator[Database]:
    """A database that is used as it is, to read in it only.

    Raises a DatabaseRefusedError for one that is not at the revision this program works with, and
    StoreUnavailableError when it cannot be used just now.
    """
    from data.maintenance.reading import opened_as_it_is  # noqa: PLC0415 - it imports Alembic

    async with opened_as_it_is(parse_url(url)) as database:
        yield database


__all__ = [
    "Database",
    "DatabaseRefusedError",
    "DatabaseUrlError",
    "ForeignDatabaseError",
    "MigrationError",
    "NewerDatabaseError",
    "StorageBugError",
    "open_store",
    "open_to_read",
]
