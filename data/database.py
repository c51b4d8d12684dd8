"""Connections and transactions: the same to use on SQLite and PostgreSQL.

What differs is in ``data.on_sqlite`` and ``data.on_postgres``. Either way a transaction ends with all of it
stored or nothing, and a connection that failed is thrown away: trying again finds a fresh one.
"""

from __future__ import annotations

import asyncio
import importlib.util
import logging
from collections.abc import Coroutine
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from sqlalchemy import URL, func, make_url, select
from sqlalchemy.exc import ArgumentError

from data import on_sqlite
from data.errors import DatabaseUrlError
from data.on_sqlite import Sqlite
from matches.errors import StoreUnavailableError

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from data.on_postgres import Postgres

Found = TypeVar("Found")

_DRIVERS: Final = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}

# This logger writes parameters and rows at DEBUG, and a parameter or a row may be a secret pick.
_TALKATIVE: Final = "sqlalchemy.engine.Engine"


def _without_rows(record: logging.LogRecord) -> bool:
    return record.levelno > logging.DEBUG


def keep_rows_out_of_logs() -> None:
    """See to it that no level set anywhere makes a library log what a statement carries."""
    logging.getLogger(_TALKATIVE).addFilter(_without_rows)


def parse_url(text: str) -> URL:
    """The address, naming the driver we use. Raises DatabaseUrlError; the address may hold a password."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise DatabaseUrlError(
            "DATABASE_URL cannot be read. It looks like sqlite+aiosqlite:///var/tidepool.sqlite3 or "
            "postgresql+asyncpg://user:password@host/database."
        ) from None
    driver = _DRIVERS.get(url.drivername)
    if driver is None:
        raise DatabaseUrlError(
            f"DATABASE_URL begins with {url.drivername}://, which is not supported. "
            "Use sqlite+aiosqlite:// or postgresql+asyncpg://."
        )
    if driver.startswith("sqlite") and url.database in (None, "", ":memory:"):
        raise DatabaseUrlError("DATABASE_URL names no file, and matches have to outlive the bot. Name one.")
    if driver.startswith("postgresql") and importlib.util.find_spec("asyncpg") is None:
        raise DatabaseUrlError(
            "DATABASE_URL names a PostgreSQL database, which needs one more package: "
            "pip install -r requirements-postgres.txt"
        )
    return url.set(drivername=driver)


def sqlite_file(url: URL) -> Path | None:
    """The file of an SQLite database, or None for another kind."""
    return Path(url.database or "") if url.drivername.startswith("sqlite") else None


class Database:
    """Transactions on one database. Each raises StoreUnavailableError when it cannot be used just now."""

    def __init__(self, url: URL, *, busy_timeout: float) -> None:
        self._closed = False
        self._running: set[asyncio.Future[Any]] = set()
        self._kind: Postgres | Sqlite
        if sqlite_file(url) is None:
            from data.on_postgres import Postgres  # noqa: PLC0415 - few need it; it imports half of SQLAlchemy

            self._kind = Postgres(url, busy_timeout=busy_timeout)
        else:
            self._kind = Sqlite(url, busy_timeout=busy_timeout)

    def reading(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A transaction that reads, all of it at one moment."""
        self._check_open()
        return self._kind.reading()

    def writing(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A transaction that changes something, committed when the block ends well."""
        self._check_open()
        return self._kind.writing()

    async def to_its_end(self, doing: Coroutine[Any, Any, Found]) -> Found:
        """Await ``doing`` so that it goes on to its end even when whoever awaits it here is cancelled.

        A statement cannot be called back once it runs. A transaction left in the middle would hold its lock
        on the database until the connection happens to be collected.
        """
        answer = self._kind.begin(doing)
        self._running.add(answer)
        answer.add_done_callback(self._running.discard)
        return await asyncio.shield(answer)

    async def nearby(self, doing: Coroutine[Any, Any, Found]) -> Found:
        """Await ``doing``, which reads a few rows by key: on SQLite it is done here, at once."""
        return await (doing if isinstance(self._kind, Sqlite) else self.to_its_end(doing))

    def check_there(self) -> None:
        """Raise StoreGoneError where the database's file is not where it was. A server is asked nothing."""
        if isinstance(self._kind, Sqlite):
            self._kind.whereabouts.check()

    async def close(self) -> None:
        """Let go of every connection, after what is under way. Harmless twice."""
        self._closed = True
        if self._running:
            await asyncio.wait(self._running)
        await self._kind.dispose()

    def _check_open(self) -> None:
        if self._closed:
            raise StoreUnavailableError("The database is closed: the bot is stopping.")


def upgrading(url: URL, *, busy_timeout: float) -> AbstractAsyncContextManager[AsyncConnection]:
    """A transaction on a connection of its own in which the tables themselves may change."""
    if sqlite_file(url) is None:
        from data import on_postgres  # noqa: PLC0415 - see above

        return on_postgres.upgrading(url, busy_timeout=busy_timeout)
    return on_sqlite.upgrading(url, busy_timeout=busy_timeout)


async def one_at_a_time(connection: AsyncConnection, key: int) -> None:
    """Let only one transaction with ``key`` go on until its end, in all processes.

    SQLite has only one that writes in any case.
    """
    if connection.dialect.name == "postgresql":
        await connection.execute(select(func.pg_advisory_xact_lock(key)))
