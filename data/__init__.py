"""Storage: databases with their migrations, and their reads and writes in ``stores``.

``open_store`` opens the bot's database, ``open_to_read`` opens it beside a running bot. Only this package
and operations that hold their own statements (``services.operations``) use SQL.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from datetime import UTC, datetime

import data.features  # noqa: F401 - so that all tables are known
from data.database import CONNECTIONS, Database, Watch, keep_rows_out_of_logs, parse_url
from data.errors import (
    DatabaseRefusedError,
    DatabaseUrlError,
    ForeignDatabaseError,
    MigrationError,
    NewerDatabaseError,
    OlderDatabaseError,
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
    """Open the database at ``url``, after bringing it up to date.

    For ``sqlite+aiosqlite:///path/to/file``, a missing file and its folder are created; an older database is
    copied to ``file.before-<revision>`` before it is migrated. ``postgresql+asyncpg://…`` is the other kind.
    A change waits up to ``busy_timeout`` seconds for another process that holds the database. A server gets
    at most ``connections``; ``session_url`` is another address of that server, needed if ``url`` leads to a
    pooler that assigns a connection for one transaction at a time. Each transaction runs within
    ``watch("load")`` or ``watch("save")``.

    Raises StoreUnavailableError if the database cannot be used just now, and its subclass
    DatabaseRefusedError if it cannot be used at all; both carry ``advice``.
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
    """Open a database at its present revision, for reading only.

    Raises DatabaseRefusedError if it is not at this program's revision, and StoreUnavailableError if it
    cannot be used just now.
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
    "OlderDatabaseError",
    "StorageBugError",
    "open_store",
    "open_to_read",
]
