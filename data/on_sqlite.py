"""A database of SQLite's: one connection that writes, a few that read, each at work in a thread.

Several writers would only wait for each other inside SQLite, for seconds and in no order.

The connection given out looks like one of SQLAlchemy's asynchronous ones, and does everything at once in the
thread it is used in. In most methods of the store that is one of the database's own (``data.threads``). Used
elsewhere it holds up whatever else runs there: the commands of ``python -m data`` may, and so may a method
that reads a few rows by key (``data.sql_base.small``). In the write-ahead log no writer makes it wait, and it
takes a fraction of a millisecond, a third of what the way to a thread and back would.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar, cast

from sqlalchemy import (
    URL,
    Connection,
    CursorResult,
    Dialect,
    Engine,
    Executable,
    ScalarResult,
    create_engine,
    event,
)
from sqlalchemy.pool import NullPool

from data.errors import StorageBugError
from data.failures import failures_understood
from data.threads import Threads, Turn, begin
from data.whereabouts import Whereabouts
from matches.errors import StoreUnavailableError

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

Found = TypeVar("Found")

READERS = 2
"""Threads. There is a connection more, for who reads elsewhere."""


class AtOnce:
    """What the store uses of an asynchronous connection, on one that is not."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @property
    def dialect(self) -> Dialect:
        """What the database speaks."""
        return self._connection.dialect

    async def execute(self, statement: Executable, parameters: Any = None) -> CursorResult[Any]:
        return self._connection.execute(statement, parameters)

    async def scalar(self, statement: Executable, parameters: Any = None) -> Any:
        return self._connection.scalar(statement, parameters)

    async def scalars(self, statement: Executable, parameters: Any = None) -> ScalarResult[Any]:
        return self._connection.scalars(statement, parameters)

    async def exec_driver_sql(self, statement: str, parameters: Any = None) -> CursorResult[Any]:
        return self._connection.exec_driver_sql(statement, parameters)

    async def run_sync(self, function: Callable[..., Found], *more: Any) -> Found:
        return function(self._connection, *more)


def _engine(url: URL, *pragmas: str, busy_timeout: float, **more: Any) -> Engine:
    # isolation_level None: the driver begins nothing by itself; what it would begin is neither immediate nor
    # early enough for DDL. Transactions are begun by `_Kept` below, in words. A connection goes from thread
    # to thread, one after the other.
    given = {"timeout": busy_timeout, "isolation_level": None, "check_same_thread": False}
    # hide_parameters: no exception text and no log line holds a value, since a value may be a secret pick.
    engine = create_engine(
        url.set(drivername="sqlite"), echo=False, hide_parameters=True, connect_args=given, **more
    )

    @event.listens_for(engine, "connect")
    def _set_pragmas(connection: Any, _record: Any) -> None:
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine


class _Kept:
    """Transactions begun by ``words`` on connections that are kept from one to the next.

    To take a connection out of SQLAlchemy's pool and give it back costs more than a small transaction.
    """

    def __init__(
        self, engine: Engine, words: str, whereabouts: Whereabouts | None = None, *, always: bool = False
    ) -> None:
        self._engine, self._words = engine, words
        self._whereabouts, self._always = whereabouts, always
        self.idle: list[Connection] = []

    @contextmanager
    def begun(self) -> Iterator[AsyncConnection]:
        """A transaction; all of it, or nothing."""
        with failures_understood():
            # To read what was read before harms nobody; to connect anew would make an empty file.
            if self._whereabouts is not None and (self._always or not self.idle):
                self._whereabouts.check()
            connection = self._taken()
            try:
                with failures_understood(), connection.begin():
                    _driven(connection).execute(self._words)
                    yield cast("AsyncConnection", AtOnce(connection))
            except (StoreUnavailableError, StorageBugError):
                # Nobody can say what state the connection is in; the next transaction gets a fresh one.
                connection.invalidate()
                raise
            finally:
                if connection.invalidated:
                    connection.close()
                else:
                    self.idle.append(connection)

    def _taken(self) -> Connection:
        try:
            return self.idle.pop()
        except IndexError:
            return self._engine.connect()

    def dispose(self) -> None:
        """Close the connections, none of which is in use."""
        while self.idle:
            self.idle.pop().close()
        self._engine.dispose()


def _driven(connection: Connection) -> sqlite3.Connection:
    """The driver's own connection."""
    driven: sqlite3.Connection = cast(Any, connection.connection.dbapi_connection)
    return driven


class _Transaction:
    """A transaction in one of the threads that are for its kind."""

    def __init__(self, threads: Threads, begun: AbstractContextManager[AsyncConnection]) -> None:
        self._turn = Turn(threads)
        self._begun = begun

    async def __aenter__(self) -> AsyncConnection:
        await self._turn
        return self._begun.__enter__()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        return self._begun.__exit__(kind, error, trace)


class Sqlite:
    """The engines and threads of one file."""

    def __init__(self, url: URL, *, busy_timeout: float) -> None:
        # Full: what was acknowledged survives a power cut. The write-ahead log was set by data.migrate.
        pragmas = ("foreign_keys=ON", "synchronous=FULL")
        self.writer = _engine(url, *pragmas, busy_timeout=busy_timeout, pool_size=1, max_overflow=0)
        self.reader = _engine(
            url, "query_only=ON", busy_timeout=busy_timeout, pool_size=READERS + 1, max_overflow=0
        )
        self.whereabouts = Whereabouts(Path(url.database or ""))
        # Immediate: the wait for another process happens there, before anything was read.
        self.writes = _Kept(self.writer, "BEGIN IMMEDIATE", self.whereabouts, always=True)
        self.reads = _Kept(self.reader, "BEGIN", self.whereabouts)
        self._writing = Threads("sqlite-writer", 1)
        self._reading = Threads("sqlite-reader", READERS)

    def reading(self) -> _Transaction:
        return _Transaction(self._reading, self.reads.begun())

    def writing(self) -> _Transaction:
        return _Transaction(self._writing, self.writes.begun())

    def begin(self, doing: Coroutine[Any, Any, Found]) -> asyncio.Future[Found]:
        return begin(doing)

    async def dispose(self) -> None:
        await begin(self._dispose())
        self._writing.stop()
        self._reading.stop()

    async def _dispose(self) -> None:
        await Turn(self._writing)
        self.reads.dispose()
        self.writes.dispose()  # last: the connection that may fold the log into the file


@asynccontextmanager
async def upgrading(url: URL, *, busy_timeout: float) -> AsyncIterator[AsyncConnection]:
    """A transaction on a connection of its own in which the tables themselves may change."""
    # Foreign keys off: SQLite rebuilds a table to alter it, and dropping the old one would follow them.
    pragmas = ("foreign_keys=OFF", "synchronous=FULL")
    only = _Kept(_engine(url, *pragmas, busy_timeout=busy_timeout, poolclass=NullPool), "BEGIN IMMEDIATE")
    try:
        with only.begun() as connection:
            yield connection
    finally:
        only.dispose()
