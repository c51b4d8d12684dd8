"""Connections and transactions: what differs between SQLite and PostgreSQL, in one place.

SQLite gets one connection that writes and a few that read: several writers would only wait for each other
inside the driver, for seconds and in no order. PostgreSQL gets one pool. Either way a transaction ends with
all of it stored or nothing, and a connection that failed is thrown away: trying again finds a fresh one.
"""

from __future__ import annotations

import asyncio
import importlib.util
import logging
from collections.abc import AsyncIterator, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import URL, event, func, make_url, select
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from data import hops
from data.errors import DatabaseUrlError, StorageBugError
from data.failures import failures_understood
from matches.errors import StoreUnavailableError

Found = TypeVar("Found")

READERS = 3
POSTGRES_CONNECTIONS = 5
CONNECT_SECONDS = 10.0
COMMAND_SECONDS = 30.0

_DRIVERS: Final = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}

# These loggers write parameters and rows at DEBUG, and a parameter or a row may be a secret pick.
_TALKATIVE: Final = ("aiosqlite", "sqlalchemy.engine.Engine")


def _without_rows(record: logging.LogRecord) -> bool:
    return record.levelno > logging.DEBUG


def keep_rows_out_of_logs() -> None:
    """See to it that no level set anywhere makes a library log what a statement carries."""
    for name in _TALKATIVE:
        logging.getLogger(name).addFilter(_without_rows)


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


def _engine(url: URL, **more: Any) -> AsyncEngine:
    # hide_parameters: no exception text and no log line holds a value, since a value may be a secret pick.
    return create_async_engine(url, echo=False, hide_parameters=True, **more)


def _sqlite_engine(url: URL, *pragmas: str, busy_timeout: float, **more: Any) -> AsyncEngine:
    # isolation_level None: the driver begins nothing by itself; what it would begin is neither immediate nor
    # early enough for DDL. Transactions are begun by `_begun` below, in words.
    given = {"timeout": busy_timeout, "isolation_level": None, "async_creator_fn": hops.connect}
    engine = _engine(url, connect_args=given, **more)

    @event.listens_for(engine.sync_engine, "connect")
    def _set_pragmas(connection: Any, _record: Any) -> None:
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine


def _postgres_engine(
    url: URL, *, busy_timeout: float, command_timeout: float | None, **more: Any
) -> AsyncEngine:
    return _engine(
        url,
        connect_args={
            "timeout": CONNECT_SECONDS,
            "command_timeout": command_timeout,
            "server_settings": {"lock_timeout": str(max(1, round(busy_timeout * 1000)))},  # milliseconds
        },
        **more,
    )


@asynccontextmanager
async def _transaction(engine: AsyncEngine, begin: str | None) -> AsyncIterator[AsyncConnection]:
    """A transaction begun by the words ``begin`` (None: the driver begins it); all of it, or nothing."""
    with failures_understood():
        async with engine.connect() as connection:
            try:
                with failures_understood():
                    async with connection.begin():
                        if begin is not None:
                            await connection.exec_driver_sql(begin)
                        yield connection
            except (StoreUnavailableError, StorageBugError):
                # Nobody can say what state the connection is in; the next transaction gets a fresh one.
                await connection.invalidate()
                raise


class Database:
    """Transactions on one database. Each raises StoreUnavailableError when it cannot be used just now."""

    def __init__(self, url: URL, *, busy_timeout: float) -> None:
        self._closed = False
        self._running: set[asyncio.Task[Any]] = set()
        self._turn: AbstractAsyncContextManager[Any] = nullcontext()
        self._begin_read: str | None = None
        self._begin_write: str | None = None
        if sqlite_file(url) is None:
            self._writer = _postgres_engine(
                url,
                busy_timeout=busy_timeout,
                command_timeout=COMMAND_SECONDS,
                pool_size=POSTGRES_CONNECTIONS,
                pool_pre_ping=True,
            )
            # One picture of the database for all statements of a reading.
            self._reader = self._writer.execution_options(isolation_level="REPEATABLE READ")
        else:
            # Full: what was acknowledged survives a power cut. The write-ahead log was set by data.migrate.
            pragmas = ("foreign_keys=ON", "synchronous=FULL")
            self._writer = _sqlite_engine(
                url, *pragmas, busy_timeout=busy_timeout, pool_size=1, max_overflow=0
            )
            self._reader = _sqlite_engine(
                url, "query_only=ON", busy_timeout=busy_timeout, pool_size=READERS, max_overflow=0
            )
            self._turn = asyncio.Lock()
            self._begin_read = "BEGIN"
            # Immediate: the wait for another process happens here, before anything was read.
            self._begin_write = "BEGIN IMMEDIATE"

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that reads, all of it at one moment."""
        self._check_open()
        async with _transaction(self._reader, self._begin_read) as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that changes something, committed when the block ends well."""
        async with self._turn:
            self._check_open()
            async with _transaction(self._writer, self._begin_write) as connection:
                yield connection

    async def to_its_end(self, doing: Coroutine[Any, Any, Found]) -> Found:
        """Await ``doing`` so that it goes on to its end even when whoever awaits it here is cancelled.

        A statement cannot be called back from a driver's thread. A transaction left in the middle would hold
        its lock on the database until the connection happens to be collected.
        """
        task = asyncio.create_task(doing)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def close(self) -> None:
        """Let go of every connection, after what is under way. Harmless twice."""
        self._closed = True
        if self._running:
            await asyncio.wait(self._running)
        await self._reader.dispose()
        await self._writer.dispose()  # last: the connection that may fold SQLite's log into the file

    def _check_open(self) -> None:
        if self._closed:
            raise StoreUnavailableError("The database is closed: the bot is stopping.")


@asynccontextmanager
async def upgrading(url: URL, *, busy_timeout: float) -> AsyncIterator[AsyncConnection]:
    """A transaction on a connection of its own in which the tables themselves may change."""
    if sqlite_file(url) is None:
        engine = _postgres_engine(url, busy_timeout=busy_timeout, command_timeout=None, poolclass=NullPool)
        begin = None
    else:
        # Foreign keys off: SQLite rebuilds a table to alter it, and dropping the old one would follow them.
        pragmas = ("foreign_keys=OFF", "synchronous=FULL")
        engine = _sqlite_engine(url, *pragmas, busy_timeout=busy_timeout, poolclass=NullPool)
        begin = "BEGIN IMMEDIATE"
    try:
        async with _transaction(engine, begin) as connection:
            yield connection
    finally:
        await engine.dispose()


async def one_at_a_time(connection: AsyncConnection, key: int) -> None:
    """Let only one transaction with ``key`` go on until its end, in all processes.

    SQLite has only one that writes in any case.
    """
    if connection.dialect.name == "postgresql":
        await connection.execute(select(func.pg_advisory_xact_lock(key)))
