"""SQLite connections that go to their thread once a statement, where aiosqlite goes four times.

Each way to the thread and back costs more of the processor than most of our statements: aiosqlite goes for
the cursor, the statement, the rows and the cursor's end. Here all of that is one way. A plain ``BEGIN`` goes
along with the first statement, before which SQLite does nothing for it anyhow, and undoing where nothing was
begun is no way at all. What SQLAlchemy asks of a connection is otherwise as it was.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Self

import aiosqlite

DEFERRED: Final = "BEGIN"
"""Begins a transaction that takes no lock before its first statement."""


class Connection(aiosqlite.Connection):
    """A connection whose cursors run a statement and fetch its rows at once."""

    begins = False
    """Whether a transaction is to be begun with the next statement."""

    def cursor(self) -> Any:
        """A cursor; nothing is done yet."""
        return _Cursor(self)

    async def at_once(self, do: Callable[..., None], *what: Any) -> None:
        """Do something on the connection's thread."""
        await self._execute(do, *what)  # type: ignore[no-untyped-call]

    async def commit(self) -> None:
        """Keep what was done, if anything was begun."""
        self.begins = False
        if self._conn.in_transaction:
            await super().commit()

    async def rollback(self) -> None:
        """Undo what was begun, if anything was."""
        self.begins = False
        if self._conn.in_transaction:
            await super().rollback()


def connect(database: str, **more: Any) -> Connection:
    """A connection to a file, to be awaited; it takes what ``sqlite3.connect`` takes."""

    def connector() -> sqlite3.Connection:
        made: sqlite3.Connection = sqlite3.connect(database, **more)
        return made

    connection = Connection(connector, iter_chunk_size=64)
    # As SQLAlchemy would have it: a process ends though a connection was left open.
    connection._thread.daemon = True
    return connection


class _Cursor:
    """What came of one statement. It is filled on the connection's thread, and read once that is done."""

    arraysize = 1

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._rows: Sequence[Any] = ()
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def execute(self, operation: str, parameters: Iterable[Any] = ()) -> Self:
        """Run a statement, and fetch all of its rows."""
        if operation == DEFERRED:
            self._connection.begins = True
        else:
            await self._connection.at_once(self._run, self._connection._conn.execute, operation, parameters)
        return self

    async def executemany(self, operation: str, parameters: Iterable[Iterable[Any]]) -> Self:
        """Run a statement for each of some parameters."""
        await self._connection.at_once(self._run, self._connection._conn.executemany, operation, parameters)
        return self

    def _run(self, run: Any, operation: str, parameters: Iterable[Any]) -> None:
        if self._connection.begins:
            self._connection.begins = False
            self._connection._conn.execute(DEFERRED)
        cursor: sqlite3.Cursor = run(operation, parameters)
        try:
            self.description = cursor.description
            self._rows = cursor.fetchall() if cursor.description else ()
            self.rowcount, self.lastrowid = cursor.rowcount, cursor.lastrowid
        finally:
            cursor.close()

    async def fetchall(self) -> Sequence[Any]:
        """The rows, once."""
        rows, self._rows = self._rows, ()
        return rows

    async def close(self) -> None:
        """Forget the rows."""
        self._rows = ()
