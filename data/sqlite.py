"""SQLite through aiosqlite: one connection that writes, two that read, each with a thread of its own.

Several writers would only wait for each other inside SQLite, for seconds and in no order. A unit of work goes
to the thread of a connection as a whole and comes back with its answer: each trip costs more of the processor
than most of our statements.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

import aiosqlite
from sqlalchemy import URL, Connection, create_engine
from sqlalchemy.pool import StaticPool

from data.driver_errors import translate
from data.errors import StorageBugError
from data.whereabouts import Whereabouts
from matches.errors import StoreUnavailableError

Found = TypeVar("Found")
Work = Callable[[Connection], Found]

READERS: Final = 2
_UNUSED_CHUNK: Final = 64
"""Rows that aiosqlite would fetch in one trip, if anything were fetched through it."""
# Full: what was acknowledged survives a power cut. The write-ahead log was set by data.maintenance.migrate.
_WRITING: Final = ("foreign_keys=ON", "synchronous=FULL")
_READING: Final = ("query_only=ON",)
# Foreign keys off: SQLite rebuilds a table to alter it, and dropping the old one would follow them.
_UPGRADING: Final = ("foreign_keys=OFF", "synchronous=FULL")


class Sqlite:
    """The connections to one file."""

    def __init__(self, url: URL, *, busy_timeout: float) -> None:
        self.whereabouts = Whereabouts(Path(url.database or ""))
        connector = partial(_open, url, busy_timeout, self.whereabouts)
        # Immediate: the wait for another process happens there, before anything was read.
        self._writer = _Worker(url, partial(connector, _WRITING), "BEGIN IMMEDIATE", self.whereabouts.check)
        self._readers = [_Worker(url, partial(connector, _READING), "BEGIN") for _ in range(READERS)]

    async def read(self, work: Work[Found]) -> Found:
        """Do ``work`` in a transaction that reads, on the reader with the least to do."""
        return await min(self._readers, key=lambda reader: reader.given).run(work)

    async def write(self, work: Work[Found]) -> Found:
        """Do ``work`` in a transaction that writes, after those that were given before.

        Raises StoreGoneError where the file is not where it was.
        """
        return await self._writer.run(work)

    async def note(self, work: Work[Found]) -> Found:
        """Do ``work`` as :meth:`write` does, without the wait for the disk.

        A power cut may take it, as far as nothing was written since: each write takes to the disk what was
        noted before.
        """
        return await self._writer.run(work, lasting=False)

    async def close(self) -> None:
        """Close every connection once it has done what it was given."""
        for reader in self._readers:
            await reader.close()
        await self._writer.close()  # last: the connection that may fold the log into the file
        self.whereabouts.close()


def upgrade(url: URL, work: Work[Found], *, busy_timeout: float) -> Found:
    """Do ``work`` here and now, in a transaction in which the tables themselves may change."""
    with (
        translate(),
        closing(_open(url, busy_timeout, None, _UPGRADING)) as driven,
        closing(_spoken_to(driven, url)) as connection,
    ):
        return _whole(connection, "BEGIN IMMEDIATE", work)


class _UnitConnection(aiosqlite.Connection):
    """An aiosqlite connection that does a whole unit of work in one trip to its thread."""

    def __init__(self, url: URL, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(self._connected, _UNUSED_CHUNK)
        self._url, self._driven = url, connector
        self._spoken: Connection | None = None
        """SQLAlchemy's view of it, for its thread alone; None once it has failed."""
        self._lasting = True
        """Whether a commit waits for the disk."""

    async def run(self, work: Callable[[], Found]) -> Found:
        """Run ``work`` in the connection's thread and return its result."""
        # The one protected name of aiosqlite used here; a test holds it against the pinned version.
        done: Found = await self._execute(work)  # type: ignore[no-untyped-call]
        return done

    # --- in the connection's thread --------------------------------------------------------------

    def _connected(self) -> sqlite3.Connection:
        driven = self._driven()
        self._spoken = _spoken_to(driven, self._url)
        self._lasting = True
        return driven

    def do(self, begin: str, work: Work[Found], *, lasting: bool) -> Found:
        """Do ``work`` in a transaction, on a fresh connection where the one before has failed."""
        if self._spoken is None:
            self._connected()
        assert self._spoken is not None
        try:
            if lasting is not self._lasting:
                _wait_for_disk(self._spoken, lasting)
                self._lasting = lasting
            return _whole(self._spoken, begin, work)
        except (StoreUnavailableError, StorageBugError):
            # Nobody can say what state the connection is in; the next unit of work gets a fresh one.
            self.disconnect()
            raise

    def disconnect(self) -> None:
        """Close the driver's connection, in its thread as SQLite wants it. Harmless twice."""
        spoken, self._spoken = self._spoken, None
        if spoken is not None:
            spoken.invalidate()
            spoken.close()


class _Worker:
    """One connection and its thread, begun when there is something to do."""

    def __init__(
        self,
        url: URL,
        connector: Callable[[], sqlite3.Connection],
        begin: str,
        check: Callable[[], None] | None = None,
    ) -> None:
        self._url, self._connector, self._begin, self._check = url, connector, begin, check
        self._opening = asyncio.Lock()
        self._opened: _UnitConnection | None = None
        self.given = 0
        """Units of work that it was given and that are not done."""

    async def run(self, work: Work[Found], *, lasting: bool = True) -> Found:
        """Do ``work`` in a transaction. Raises StoreUnavailableError, StorageBugError, and what it raises.

        Once the thread has it, it goes on to its end even when whoever awaits it is cancelled.
        """
        self.given += 1
        try:
            opened = self._opened or await self._open()
            return await opened.run(partial(self._do, opened, work, lasting))
        finally:
            self.given -= 1

    def _do(self, opened: _UnitConnection, work: Work[Found], lasting: bool) -> Found:
        if self._check is not None:
            self._check()  # here, and outside of the transaction: the connection itself is sound
        return opened.do(self._begin, work, lasting=lasting)

    async def close(self) -> None:
        """Close the connection, after what it was given."""
        async with self._opening:
            opened, self._opened = self._opened, None
        if opened is not None:
            await opened.run(opened.disconnect)
            await opened.close()

    async def _open(self) -> _UnitConnection:
        async with self._opening:
            if self._opened is None:
                opened = _UnitConnection(self._url, self._connector)
                with translate():
                    await opened
                self._opened = opened
            return self._opened


def _open(
    url: URL, busy_timeout: float, whereabouts: Whereabouts | None, pragmas: tuple[str, ...]
) -> sqlite3.Connection:
    """A connection of the driver's. Raises StoreGoneError where it would make a new file in place of one.

    Isolation level None: the driver begins nothing by itself. What it would begin is neither immediate nor
    early enough for DDL.
    """
    assert url.database is not None, "data.database.parse_url asks for a file"
    if whereabouts is not None:
        whereabouts.check()
    driven = sqlite3.connect(url.database, timeout=busy_timeout, isolation_level=None)
    for pragma in pragmas:
        driven.execute(f"PRAGMA {pragma}")
    return driven


def _spoken_to(driven: sqlite3.Connection, url: URL) -> Connection:
    """SQLAlchemy's view of a connection of the driver's, kept from one transaction to the next.

    To take one out of SQLAlchemy's pool each time costs more than a small transaction. ``hide_parameters``:
    no exception text and no log line holds a value, since a value may be a secret pick.
    """
    engine = create_engine(
        url.set(drivername="sqlite"), creator=lambda: driven, poolclass=StaticPool, hide_parameters=True
    )
    return engine.connect()


def _wait_for_disk(connection: Connection, lasting: bool) -> None:
    """Have commits wait for the disk from now on, or not; between transactions, where SQLite takes it."""
    words = f"PRAGMA synchronous={'FULL' if lasting else 'NORMAL'}"
    with translate():
        connection.connection.driver_connection.execute(words)  # type: ignore[union-attr]


def _whole(connection: Connection, begin: str, work: Work[Found]) -> Found:
    """Do ``work`` in a transaction begun with the words ``begin``: all of it, or nothing."""
    with translate(), connection.begin():
        connection.connection.driver_connection.execute(begin)  # type: ignore[union-attr]
        return work(connection)
