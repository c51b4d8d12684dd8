"""Stores for tests of what stands on one: a file that was migrated once, copied."""

from __future__ import annotations

import asyncio
import atexit
import shutil
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, Final

import pytest
from sqlalchemy import Connection, Engine, Executable, RowMapping, create_engine, event
from sqlalchemy.pool import NullPool

from data import open_store, sqlite, stores
from data.database import Database, parse_url
from data.errors import translate
from matches import Match
from services import host

SECRET: Final = "5e" * 32
"""The secret of the installations in tests: the computer's choices follow from it, and nothing else does."""

_opened: list[tuple[Database, Path]] = []
_numbers = count()
"""Of the stores: what is known of a database by its address is not known of the next one."""


@cache
def _first_engine() -> Engine:
    """The engine whose dialect and whose statements, once put into words, serve all the others."""
    engine = create_engine("sqlite://", poolclass=NullPool)
    # A dialect asks the first connection for the version of SQLite.
    engine.connect().close()
    return engine


def _remembering(*what: Any, **how: Any) -> Engine:
    engine, first = create_engine(*what, **how), _first_engine()
    engine.dialect = engine.pool._dialect = first.dialect
    engine._compiled_cache = first._compiled_cache
    return engine


# Each bot and each table of a test has three engines, and thousands of them are made in a process.
sqlite.create_engine = _remembering  # type: ignore[attr-defined]


@cache
def _folder() -> Path:
    """A folder of this process's own, gone when it ends."""
    folder = Path(tempfile.mkdtemp(prefix="tidepool-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@cache
def template() -> Path:
    """A database without matches, migrated, and with the secret of all tests."""
    file = _folder() / "template.sqlite3"

    async def make() -> None:
        store = await open_store(f"sqlite+aiosqlite:///{file}")
        await store.write(stores.host.remember, host.SECRET, SECRET)
        await store.close()

    # In a thread: whoever asks may be inside an event loop.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, make()).result()
    return file


_SYNCED, _UNSYNCED = "synchronous=FULL", "synchronous=OFF"


@contextmanager
def unsynced() -> Iterator[None]:
    """Have stores that are made meanwhile not wait for the disk at each commit.

    No power fails in a test. ``data_store/test_trouble.py`` holds that the bot's own store does wait.
    """
    _swap(_SYNCED, _UNSYNCED)
    try:
        yield
    finally:
        _swap(_UNSYNCED, _SYNCED)


def _swap(pragma: str, other: str) -> None:
    for name in ("_WRITING", "_UPGRADING"):
        setattr(sqlite, name, tuple(other if one == pragma else one for one in getattr(sqlite, name)))


_wait_for_disk = sqlite._wait_for_disk


def _wait_where_synced(connection: Connection, lasting: bool) -> None:
    """Leave a connection of an unsynced store as it is: an unsynced write would make it wait from then on."""
    driven = connection.connection.driver_connection
    assert driven is not None
    if driven.execute("PRAGMA synchronous").fetchone() != (0,):
        _wait_for_disk(connection, lasting)


sqlite._wait_for_disk = _wait_where_synced


_WITH_THREAD: Final = sqlite._Worker
"""The bot's own, which is put back: of two that are opened at the same time none keeps the other's."""


class _WorkerHere(sqlite._Worker):
    """A connection that is used in the thread of the event loop."""

    async def run(self, work: sqlite.Work[Any], *, lasting: bool = True) -> Any:
        self.given += 1
        try:
            if self._opened is None:
                self._opened = sqlite._UnitConnection(self._url, self._connector, self._mounts)
            try:
                # At once: what has reached a thread is done, too, though its caller is cancelled.
                with translate():
                    return self._do(self._opened, work, lasting)
            finally:
                await asyncio.sleep(0)  # others go on meanwhile, as while a thread is at work
        finally:
            self.given -= 1

    async def close(self) -> None:
        opened, self._opened = self._opened, None
        if opened is not None:
            opened.disconnect()


@contextmanager
def in_this_thread() -> Iterator[None]:
    """Have stores that are made meanwhile do without threads, for tests that are not about a store."""
    sqlite._Worker = _WorkerHere  # type: ignore[misc]
    try:
        yield
    finally:
        sqlite._Worker = _WITH_THREAD  # type: ignore[misc]


def empty_store() -> Database:
    """A store on an empty database of its own; closed by :func:`close_all`."""
    file = _folder() / f"{next(_numbers)}.sqlite3"
    shutil.copy(template(), file)
    with unsynced():
        store = Database(parse_url(f"sqlite+aiosqlite:///{file}"), busy_timeout=5)
    _opened.append((store, file))
    return store


async def close_all() -> None:
    """Close the stores that were made, and remove their files."""
    while _opened:
        store, file = _opened.pop()
        await store.close()
        for part in file.parent.glob(f"{file.name}*"):
            part.unlink()


def instead(
    store: Database, work: Callable[..., Any], other: Callable[..., Awaitable[Any]], patch: pytest.MonkeyPatch
) -> None:
    """Have ``other`` done where ``store`` is asked for ``work``: with its arguments, but the connection."""

    def doing(real: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def asked(what: Callable[..., Any], /, *args: Any, **named: Any) -> Any:
            return await (other(*args, **named) if what is work else real(what, *args, **named))

        return asked

    for verb in ("read", "write", "write_unsynced"):
        patch.setattr(store, verb, doing(getattr(store, verb)))


async def write(store: Database, statement: Executable, values: Any = None) -> None:
    """Execute one statement in a transaction of its own, past everything that a store looks after."""
    await store.write(lambda connection: connection.execute(statement, values) and None)


async def rows(store: Database, statement: Executable, values: Any = None) -> list[RowMapping]:
    """The rows that a statement finds."""
    return await store.read(lambda connection: list(connection.execute(statement, values).mappings()))


@contextmanager
def listening(name: str, listener: Callable[..., None]) -> Iterator[None]:
    """Have SQLAlchemy tell of an event of any engine, those included that are made meanwhile."""
    event.listen(Engine, name, listener)
    try:
        yield
    finally:
        event.remove(Engine, name, listener)


async def keep(store: Database, after: Match, **more: Any) -> Match:
    """Store a change; returns the match as stored."""
    return (await store.write(stores.matches.save, after, **more)).match
