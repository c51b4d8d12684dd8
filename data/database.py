"""Transactions: plain functions of a SQLAlchemy ``Connection``, on SQLite or PostgreSQL.

``await database.read(work, ...)`` and ``await database.write(work, ...)`` call ``work(connection, ...)`` in a
transaction of its own, stored completely or not at all. It finishes even if its caller is cancelled, and a
connection that failed is thrown away: the next attempt gets a new one.
"""

from __future__ import annotations

import importlib.util
import logging
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from enum import IntEnum, StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Concatenate, Final, ParamSpec, TypeVar

from sqlalchemy import URL, Connection, func, make_url, select
from sqlalchemy.exc import ArgumentError

from data.errors import DatabaseUrlError
from data.postgres_urls import checked, with_hosts_apart
from data.sqlite import Sqlite
from matches.errors import StoreUnavailableError
from settings.paths import UnexpandedPathError, expanded

if TYPE_CHECKING:
    from data.postgres import Postgres

Asked = ParamSpec("Asked")
Found = TypeVar("Found")

Watch = Callable[[str], AbstractContextManager[object]]
"""Entered while waiting for a transaction that reads (``load``) or writes (``save``)."""
CONNECTIONS: Final = 5
"""The default limit on connections to a server."""


class Channel(StrEnum):
    """The channels on which processes on one PostgreSQL notify each other. Never rename one."""

    CALLS = "tidepool"
    CHANGES = "tidepool_changes"
    """Matches that were changed; nobody is on it but processes with a page of the board."""


_DRIVERS: Final = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}

# At DEBUG this logger writes parameters and rows, and either may be a secret pick.
_TALKATIVE: Final = "sqlalchemy.engine.Engine"


def _without_rows(record: logging.LogRecord) -> bool:
    return record.levelno > logging.DEBUG


def keep_rows_out_of_logs() -> None:
    """Keep a library from logging the values in statements, at any log level."""
    logging.getLogger(_TALKATIVE).addFilter(_without_rows)


def parse_url(text: str) -> URL:
    """The address with the driver we use. Raises DatabaseUrlError; the address may hold a password."""
    try:
        url = make_url(with_hosts_apart(text))
    except (ArgumentError, ValueError):
        raise DatabaseUrlError(
            "The address of the database cannot be read. It looks like "
            "sqlite+aiosqlite:///var/tidepool.sqlite3 or "
            "postgresql+asyncpg://user:password@host/database."
        ) from None
    driver = _DRIVERS.get(url.drivername)
    if driver is None:
        raise DatabaseUrlError(
            f"The address of the database begins with {url.drivername}://, which is not supported. "
            "Use sqlite+aiosqlite:// or postgresql+asyncpg://."
        )
    if driver.startswith("sqlite"):
        url = url.set(database=_file_named(url))
    if driver.startswith("postgresql") and importlib.util.find_spec("asyncpg") is None:
        raise DatabaseUrlError(
            "DATABASE_URL names a PostgreSQL database, which needs one more package: "
            "pip install -r requirements-postgres.txt"
        )
    url = url.set(drivername=driver)
    return checked(url) if driver.startswith("postgresql") else url


def _file_named(url: URL) -> str:
    """The file of an SQLite address. Raises DatabaseUrlError."""
    if url.database in (None, "", ":memory:"):
        raise DatabaseUrlError("DATABASE_URL names no file, and matches have to outlive the bot. Name one.")
    try:
        return str(expanded(url.database or ""))
    except UnexpandedPathError as error:
        raise DatabaseUrlError(
            f"The address of the database can't be used: {error}. Write the path out: "
            f"sqlite+aiosqlite:///{error.meant}"
        ) from None


def sqlite_file(url: URL) -> Path | None:
    """The file of an SQLite database, or None for PostgreSQL."""
    return Path(url.database or "") if url.drivername.startswith("sqlite") else None


class Database:
    """Transactions on one database. Each raises StoreUnavailableError if it cannot be used just now."""

    def __init__(
        self,
        url: URL,
        *,
        busy_timeout: float,
        connections: int = CONNECTIONS,
        session_url: URL | None = None,
        watch: Watch = nullcontext,
    ) -> None:
        self._watch = watch
        self._closed = False
        self._kind: Postgres | Sqlite
        if sqlite_file(url) is None:
            from data.postgres import Postgres  # noqa: PLC0415 - few need it; it imports half of SQLAlchemy

            self._kind = Postgres(
                url, busy_timeout=busy_timeout, connections=connections, session_url=session_url
            )
        else:
            self._kind = Sqlite(url, busy_timeout=busy_timeout)

    async def read(
        self,
        work: Callable[Concatenate[Connection, Asked], Found],
        /,
        *args: Asked.args,
        **named: Asked.kwargs,
    ) -> Found:
        """Run ``work``, which reads a single snapshot, and return its result."""
        self._check_open()
        with self._watch("load"):
            return await self._kind.read(_bound(work, *args, **named))

    async def write(
        self,
        work: Callable[Concatenate[Connection, Asked], Found],
        /,
        *args: Asked.args,
        **named: Asked.kwargs,
    ) -> Found:
        """Run ``work``, which writes, and return its result after the commit."""
        self._check_open()
        with self._watch("save"):
            return await self._kind.write(_bound(work, *args, **named))

    async def write_unsynced(
        self,
        work: Callable[Concatenate[Connection, Asked], Found],
        /,
        *args: Asked.args,
        **named: Asked.kwargs,
    ) -> Found:
        """Run ``work`` as :meth:`write` does, but a power cut may lose its changes.

        For facts that the bot can find out again, such as which card Discord has. On SQLite the commit
        doesn't wait for the disk; a process that dies loses nothing either way.
        """
        self._check_open()
        with self._watch("save"):
            return await self._kind.write_unsynced(_bound(work, *args, **named))

    async def call(self, text: str, channel: Channel = Channel.CALLS) -> None:
        """Send a short text to every process that listens on the same database; does nothing on SQLite."""
        if not isinstance(self._kind, Sqlite):
            await self.write(self._kind.call, text, channel)

    async def listen(self, heard: Callable[[str], None], channel: Channel = Channel.CALLS) -> None:
        """Call ``heard`` with each text of other processes, until cancelled; returns at once on SQLite."""
        if not isinstance(self._kind, Sqlite):
            await self._kind.listen(heard, channel)

    async def empty_log(self) -> bool:
        """Empty the write-ahead log of a file, without waiting; returns False unless it is empty now.

        Always True for a server, whose log is its host's.
        """
        self._check_open()
        return not isinstance(self._kind, Sqlite) or await self._kind.empty_log()

    def check_there(self) -> None:
        """Raise StoreGoneError if the database's file was moved, removed or replaced; no-op for a server."""
        if isinstance(self._kind, Sqlite):
            self._kind.whereabouts.check()

    async def close(self) -> None:
        """Close every connection once pending work is done. Harmless twice."""
        self._closed = True
        await self._kind.close()

    def _check_open(self) -> None:
        if self._closed:
            raise StoreUnavailableError("The database is closed: the bot is stopping.")


def _bound(
    work: Callable[Concatenate[Connection, Asked], Found], *args: Asked.args, **named: Asked.kwargs
) -> Callable[[Connection], Found]:
    return lambda connection: work(connection, *args, **named)


class AdvisoryLock(IntEnum):
    """PostgreSQL's advisory locks, by number. Locks of users and servers are snowflakes, never this small."""

    MIGRATING = 1
    RECORDING_ALIVE = 2
    RATINGS = 3
    """Few matches end at the same time, so one lock serves all games."""
    LADDERS = 5
    """For changes to a ladder: of two transactions, the second sees what the first stored.

    A transaction that takes several locks takes this one last.
    """
    SHARDS = 6
    TOURNAMENTS = 7
    """For changes to tournaments, taken last, as LADDERS is."""
    STANDING_OFFERS = 8
    """For changes to standing offers and for matches between two of them. Taken last, too."""
    ARCHIVE = 9
    """For adding matches to the archive, and for emptying it."""


def one_at_a_time(connection: Connection, key: int) -> None:
    """Lock ``key`` until the transaction ends; waits while any other transaction holds it.

    Does nothing on SQLite, where only one transaction writes at a time.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(int(key))))
