"""SQLite through aiosqlite: one writing connection and two reading ones, each with its own thread.

Several writers would only wait for each other inside SQLite, for seconds and in no order. Each transaction
goes to the connection's thread as a whole and returns with its result: a trip there costs more CPU time than
most of our statements.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import sqlite3
import threading
import time
import weakref
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

import aiosqlite
from sqlalchemy import URL, Connection, create_engine
from sqlalchemy.pool import StaticPool

from data.errors import StorageBugError, translate
from matches.errors import StoreGoneError, StoreUnavailableError

log = logging.getLogger(__name__)

Found = TypeVar("Found")
Work = Callable[[Connection], Found]

READERS: Final = 2
_UNUSED_CHUNK: Final = 64
"""aiosqlite's fetch size, which is never used."""
# What is deleted is overwritten with zeros, which not every SQLite does unless told; nothing is left in
# temporary files.
_WITHOUT_TRACE: Final = ("secure_delete=ON", "temp_store=MEMORY")
# FULL: committed data survives a power cut. data.maintenance.migrate has set the write-ahead log.
_WRITING: Final = ("foreign_keys=ON", "synchronous=FULL", *_WITHOUT_TRACE)
_READING: Final = ("query_only=ON", *_WITHOUT_TRACE)
# Foreign keys off: to alter a table SQLite rebuilds it, and dropping the old one would cascade.
_UPGRADING: Final = ("foreign_keys=OFF", "synchronous=FULL", *_WITHOUT_TRACE)
_EMPTYING_TRIES: Final = 20
_BETWEEN_TRIES: Final = 0.02
"""Seconds between two tries to empty the log: jobs read one after the other, with gaps between."""


class Sqlite:
    """The connections to one file."""

    def __init__(self, url: URL, *, busy_timeout: float) -> None:
        self._url = url
        self.whereabouts = Whereabouts(Path(url.database or ""))
        connector = partial(_open, url, busy_timeout, self.whereabouts)
        # Immediate: if another process writes, this waits at BEGIN, before reading anything.
        mounts = self.whereabouts.mounts
        self._writer = _Worker(
            url, partial(connector, _WRITING), "BEGIN IMMEDIATE", mounts, self.whereabouts.check
        )
        self._readers = [_Worker(url, partial(connector, _READING), "BEGIN", mounts) for _ in range(READERS)]

    async def read(self, work: Work[Found]) -> Found:
        """Run ``work`` in a read transaction, on the least busy reader."""
        return await min(self._readers, key=lambda reader: reader.given).run(work)

    async def write(self, work: Work[Found]) -> Found:
        """Run ``work`` in a write transaction, after those queued before it.

        Raises StoreGoneError if the file was moved, removed or replaced.
        """
        return await self._writer.run(work)

    async def write_unsynced(self, work: Work[Found]) -> Found:
        """Run ``work`` as :meth:`write` does, without waiting for the disk.

        A power cut may lose its changes unless a write has followed: each write syncs those before it.
        """
        return await self._writer.run(work, lasting=False)

    async def empty_log(self) -> bool:
        """Empty the write-ahead log, whose pages stay readable until they are overwritten.

        Returns False if each of several tries met a reader or a writer: it waits for none of them, so that
        none waits for it.
        """
        return await asyncio.to_thread(self._emptied_log)

    def _emptied_log(self) -> bool:
        with translate(), closing(_open(self._url, 0, self.whereabouts, ("synchronous=FULL",))) as driven:
            for _ in range(_EMPTYING_TRIES):
                # Writers go on during the first, which copies the pages. So the second, during which none
                # can, is over at once.
                for how in ("PASSIVE", "TRUNCATE"):
                    (busy, *_) = driven.execute(f"PRAGMA wal_checkpoint({how})").fetchone()
                if not busy:
                    return True
                time.sleep(_BETWEEN_TRIES)
        return False

    async def close(self) -> None:
        """Close every connection once its queued work is done."""
        for reader in self._readers:
            await reader.close()
        await self._writer.close()  # last: it may fold the log into the file
        self.whereabouts.close()


def upgrade(url: URL, work: Work[Found], *, busy_timeout: float) -> Found:
    """Run ``work`` in this thread, in a transaction that may change the tables themselves."""
    with (
        translate(),
        closing(_open(url, busy_timeout, None, _UPGRADING)) as driven,
        closing(_sqlalchemy_over(driven, url)) as connection,
    ):
        return _transaction(connection, "BEGIN IMMEDIATE", work)


def compact(url: URL, *, busy_timeout: float) -> None:
    """Rewrite a file without remains of deleted rows, in this thread; other writers wait meanwhile.

    SQLite overwrites a row that is deleted, but not the copy of it that may be left in the unused part of a
    page from which the row was moved to another one.
    """
    with (
        translate(),
        closing(_open(url, busy_timeout, None, ("synchronous=FULL", "secure_delete=ON"))) as driven,
    ):
        driven.execute("VACUUM")
        driven.execute("PRAGMA wal_checkpoint(TRUNCATE)")


class _UnitConnection(aiosqlite.Connection):
    """An aiosqlite connection that runs a whole transaction in one trip to its thread."""

    def __init__(
        self, url: URL, connector: Callable[[], sqlite3.Connection], mounts: Callable[[], int]
    ) -> None:
        super().__init__(self._connected, _UNUSED_CHUNK)
        self._url, self._driven, self._mounts = url, connector, mounts
        self._mount = 0
        self._sqlalchemy: Connection | None = None
        """SQLAlchemy's connection on top, used in its thread only; None once it has failed."""
        self._lasting = True
        """True if a commit waits for the disk."""

    async def run(self, work: Callable[[], Found]) -> Found:
        """Run ``work`` in the connection's thread and return its result."""
        # The only protected name of aiosqlite used here; a test checks it against the pinned version.
        done: Found = await self._execute(work)  # type: ignore[no-untyped-call]
        return done

    # --- in the connection's thread --------------------------------------------------------------

    def _connected(self) -> sqlite3.Connection:
        driven = self._driven()
        self._mount = self._mounts()
        self._sqlalchemy = _sqlalchemy_over(driven, self._url)
        self._lasting = True
        return driven

    def do(self, begin: str, work: Work[Found], *, lasting: bool) -> Found:
        """Run ``work`` in a transaction, on a new connection if the last one failed or lost its mount."""
        if self._mount != self._mounts():
            self.disconnect()
        if self._sqlalchemy is None:
            with translate():
                self._connected()
        assert self._sqlalchemy is not None
        try:
            if lasting is not self._lasting:
                _wait_for_disk(self._sqlalchemy, lasting)
                self._lasting = lasting
            return _transaction(self._sqlalchemy, begin, work)
        except (StoreUnavailableError, StorageBugError):
            # The state of the connection is unknown; the next transaction gets a new one.
            self.disconnect()
            raise

    def disconnect(self) -> None:
        """Close the driver's connection, in its own thread as SQLite requires. Harmless twice."""
        connection, self._sqlalchemy = self._sqlalchemy, None
        if connection is not None:
            connection.invalidate()
            connection.close()


class _Worker:
    """One connection and its thread, started when first needed."""

    def __init__(
        self,
        url: URL,
        connector: Callable[[], sqlite3.Connection],
        begin: str,
        mounts: Callable[[], int],
        check: Callable[[], None] | None = None,
    ) -> None:
        self._url, self._connector, self._begin, self._check = url, connector, begin, check
        self._mounts = mounts
        self._opening = asyncio.Lock()
        self._opened: _UnitConnection | None = None
        self.given = 0
        """Transactions queued or running."""

    async def run(self, work: Work[Found], *, lasting: bool = True) -> Found:
        """Run ``work`` in a transaction.

        Once it has reached the thread, it finishes even if the awaiting task is cancelled. Raises
        StoreUnavailableError, StorageBugError, and what ``work`` raises.
        """
        self.given += 1
        try:
            opened = self._opened or await self._open()
            return await opened.run(partial(self._do, opened, work, lasting))
        finally:
            self.given -= 1

    def _do(self, opened: _UnitConnection, work: Work[Found], lasting: bool) -> Found:
        if self._check is not None:
            self._check()  # outside the transaction, since the connection itself is fine
        return opened.do(self._begin, work, lasting=lasting)

    async def close(self) -> None:
        """Close the connection once its queued work is done."""
        async with self._opening:
            opened, self._opened = self._opened, None
        if opened is not None:
            await opened.run(opened.disconnect)
            await opened.close()

    async def _open(self) -> _UnitConnection:
        async with self._opening:
            if self._opened is None:
                opened = _UnitConnection(self._url, self._connector, self._mounts)
                with translate():
                    await opened
                self._opened = opened
            return self._opened


def _open(
    url: URL, busy_timeout: float, whereabouts: Whereabouts | None, pragmas: tuple[str, ...]
) -> sqlite3.Connection:
    """Open a driver connection. Raises StoreGoneError instead of creating a file in place of a lost one.

    Isolation level None: the driver begins no transactions by itself. Its own would be neither immediate nor
    early enough for DDL.
    """
    assert url.database is not None, "data.database.parse_url asks for a file"
    if whereabouts is not None:
        whereabouts.check()
    driven = sqlite3.connect(url.database, timeout=busy_timeout, isolation_level=None)
    for pragma in pragmas:
        driven.execute(f"PRAGMA {pragma}")
    if whereabouts is not None:
        whereabouts.know(driven)
    return driven


def _sqlalchemy_over(driven: sqlite3.Connection, url: URL) -> Connection:
    """SQLAlchemy's connection over a driver connection, kept from one transaction to the next.

    Taking one out of SQLAlchemy's pool each time costs more than a small transaction. ``hide_parameters``:
    exception texts and log lines hold no values, since a value may be a secret pick.
    """
    engine = create_engine(
        url.set(drivername="sqlite"), creator=lambda: driven, poolclass=StaticPool, hide_parameters=True
    )
    return engine.connect()


def _wait_for_disk(connection: Connection, lasting: bool) -> None:
    """Set if commits wait for the disk; between transactions, where SQLite accepts it."""
    words = f"PRAGMA synchronous={'FULL' if lasting else 'NORMAL'}"
    with translate():
        connection.connection.driver_connection.execute(words)  # type: ignore[union-attr]


def _transaction(connection: Connection, begin: str, work: Work[Found]) -> Found:
    """Run ``work`` in a transaction that starts with ``begin``: all of it, or nothing."""
    with translate(), connection.begin():
        connection.connection.driver_connection.execute(begin)  # type: ignore[union-attr]
        return work(connection)


# --- whether the file is still where it was opened -----------------------------------------------


_GONE: Final = (
    "The file of the database is not where it was: it was moved, removed or replaced while the bot runs. Put "
    "it back, with the files beside it that belong to it; until then nothing is changed. Only if another one "
    "was put in its place on purpose, start the bot again."
)
_WITHOUT_OPENING: Final = getattr(os, "O_PATH", None)
_HELD: Final = Path("/proc/self/fd")


def give_number(database: sqlite3.Connection) -> None:
    """Give a file a number of its own, unless it has one: it identifies the file after its drive was away.

    It stands in the file's header, where SQLite has a place for it. A file can do without.
    """
    with suppress(sqlite3.Error):
        if not _number_in(database):
            database.execute(f"PRAGMA application_id = {secrets.randbelow(2**31 - 1) + 1}")


def _number_in(database: sqlite3.Connection) -> int:
    (number,) = database.execute("PRAGMA application_id").fetchone()
    return int(number)


class Whereabouts:
    """A file's path, and which file was there when it was first found."""

    def __init__(self, file: Path) -> None:
        self._file = file.absolute()
        self._number: int | None = None
        """The number in the file that was found, as :func:`give_number` gave it; None until it is read."""
        self._mounts = 0
        self._mounting = threading.Lock()
        self._held: int | None = None
        """A handle on the file that was found; None if the system has no such handles."""
        self._let_go: Callable[[], object] = lambda: None
        self._found = self._stat()
        self._hold()

    def check(self) -> None:
        """Raise StoreGoneError if the file is gone or was replaced. It takes some microseconds."""
        there = self._stat()
        if self._found is None:  # it didn't exist yet
            self._found = there
            self._hold()
        elif there is None or not (
            os.path.samestat(there, self._found) or self._is_held(there) or self._is_mounted_again(there)
        ):
            raise StoreGoneError(_GONE)

    def mounts(self) -> int:
        """The number of times that the drive was mounted again: older connections are of no use."""
        return self._mounts

    def know(self, database: sqlite3.Connection) -> None:
        """Record the number in the file, over the first connection to it."""
        with suppress(sqlite3.Error):  # the next statement says what is wrong
            if self._number is None:
                self._number = _number_in(database)

    def _is_mounted_again(self, there: os.stat_result) -> bool:
        """True if the same file is there on another device, as a network drive is after it was away."""
        with self._mounting:
            assert self._found is not None, "a file is found before it is looked for"
            if os.path.samestat(there, self._found):
                return True  # another thread was faster
            if there.st_ino != self._found.st_ino or not self._number:
                return False
            with suppress(sqlite3.Error), closing(self._opened_to_read()) as database:
                if _number_in(database) == self._number:
                    self._let_go()
                    self._found, self._held, self._mounts = there, None, self._mounts + 1
                    self._hold()
                    log.warning("the drive of the database was mounted again: the bot goes on with its file")
                    return True
            return False

    def _opened_to_read(self) -> sqlite3.Connection:
        return sqlite3.connect(f"{self._file.as_uri()}?mode=ro", uri=True, timeout=1)

    def close(self) -> None:
        """Release the handle. Harmless twice."""
        self._held = None
        self._let_go()

    def _stat(self) -> os.stat_result | None:
        try:
            return self._file.stat()
        except OSError:
            return None

    def _hold(self) -> None:
        if self._found is None or _WITHOUT_OPENING is None:
            return
        with suppress(OSError):
            self._held = os.open(self._file, _WITHOUT_OPENING)
            self._let_go = weakref.finalize(self, os.close, self._held)

    def _is_held(self, there: os.stat_result) -> bool:
        """True if the file that is there now is the one that was found, even if its number changed."""
        if self._held is None:
            return False
        try:
            held = os.fstat(self._held)
            if os.path.samestat(there, held):
                return True
            # Linux links the handle to the file's present path, or marks it as deleted.
            called = (_HELD / str(self._held)).readlink()
            return there.st_dev == held.st_dev and called == self._file.resolve()
        except OSError:
            return False
