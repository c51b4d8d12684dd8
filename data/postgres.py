"""PostgreSQL through asyncpg, with one connection pool."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, TypeVar
from uuid import uuid4

import asyncpg
from sqlalchemy import URL, Connection, func, select
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from data.errors import DatabaseUrlError, StorageBugError, gone, translate, understood
from data.postgres_urls import CONNECT_TIMEOUT, OF_ENGINES, driver_options, libpq_parameters
from matches.errors import StoreUnavailableError

log = logging.getLogger(__name__)

Found = TypeVar("Found")
Work = Callable[[Connection], Found]

CONNECT_SECONDS: Final = 10.0
COMMAND_SECONDS: Final = 30.0
LISTEN_AGAIN: Final = 2.0
"""Seconds between checks that the listening connection is still alive."""
POOL_SECONDS: Final = 30.0
"""The wait for a connection while all are in use."""


class Postgres:
    """The engines of one database.

    ``session_url`` is needed if ``url`` leads to a pooler, which gives each transaction any connection: it
    bypasses the pooler, since a listener needs to keep its connection.
    """

    def __init__(
        self, url: URL, *, busy_timeout: float, connections: int, session_url: URL | None = None
    ) -> None:
        self._session_url = session_url or url
        self._writer = _engine(
            url,
            _driver_arguments(busy_timeout, COMMAND_SECONDS) if session_url is None else _pooled_arguments(),
            pool_size=connections,
            max_overflow=0,
            pool_timeout=POOL_SECONDS,
            pool_pre_ping=True,
        )
        # A single snapshot for all statements of a read.
        self._reader = self._writer.execution_options(isolation_level="REPEATABLE READ")
        self._running: set[asyncio.Task[Any]] = set()

    async def read(self, work: Work[Found]) -> Found:
        return await self._shielded(_transaction(self._reader, work))

    async def write(self, work: Work[Found]) -> Found:
        return await self._shielded(_transaction(self._writer, work))

    async def write_unsynced(self, work: Work[Found]) -> Found:
        """The same as :meth:`write`: on PostgreSQL it is as durable as any other write."""
        return await self.write(work)

    @staticmethod
    def call(connection: Connection, text: str, channel: str) -> None:
        """Notify all listeners on a channel, once the transaction is committed."""
        connection.execute(select(func.pg_notify(channel, text)))

    async def listen(self, heard: Callable[[str], None], channel: str) -> None:
        """Call ``heard`` for each notification, until cancelled; over its own connection, which it renews.

        Notifications in between are missed.
        """
        while True:
            try:
                with translated():
                    await self._hear(heard, channel)
            except StoreUnavailableError as error:
                log.warning("other processes cannot be heard; trying again: %s", error.advice)
            await asyncio.sleep(LISTEN_AGAIN)

    async def _hear(self, heard: Callable[[str], None], channel: str) -> None:
        connection = await connect(self._session_url)
        try:
            await connection.add_listener(channel, lambda _own, _pid, _channel, text: heard(text))
            while not connection.is_closed():
                await asyncio.sleep(LISTEN_AGAIN)
                await connection.fetchval("SELECT 1", timeout=CONNECT_SECONDS)
        finally:
            connection.terminate()

    async def close(self) -> None:
        """Close every connection once pending work is done."""
        if self._running:
            await asyncio.wait(self._running)
        await self._reader.dispose()
        await self._writer.dispose()

    async def _shielded(self, whole: Coroutine[Any, Any, Found]) -> Found:
        """Await ``whole``, which finishes even if the awaiting task is cancelled.

        A running statement cannot be recalled. A transaction left halfway would hold its lock on the database
        until the connection happens to be garbage-collected.
        """
        running = asyncio.create_task(whole)
        self._running.add(running)
        running.add_done_callback(self._done)
        return await asyncio.shield(running)

    def _done(self, running: asyncio.Task[Any]) -> None:
        self._running.discard(running)
        if not running.cancelled():
            running.exception()  # retrieved, in case the awaiting task was cancelled


async def upgrade(url: URL, work: Work[Found], *, busy_timeout: float) -> Found:
    """Run ``work`` in a transaction that may change the tables themselves."""
    engine = _engine(url, _driver_arguments(busy_timeout, None), poolclass=NullPool)
    try:
        return await _transaction(engine, work)
    finally:
        await engine.dispose()


@contextmanager
def translated() -> Iterator[None]:
    """Raise StoreUnavailableError or StorageBugError instead of an error that asyncpg raises inside."""
    try:
        yield
    except (asyncpg.InterfaceError, asyncpg.InternalClientError) as error:
        # The connection is closed, or the server hung up or is about to.
        raise gone(error) from None
    except (asyncpg.PostgresError, OSError) as error:
        raise understood(error) from None


async def connect(url: URL, **arguments: Any) -> asyncpg.Connection:
    """Open an asyncpg connection to the database at ``url``, with a timeout of some seconds.

    Raises StoreUnavailableError, and DatabaseUrlError if something in the address cannot be used.
    """
    own = driver_options(url)
    settings = {**own.pop("server_settings", {}), **arguments.pop("server_settings", {})}
    wait = int(libpq_parameters(url).get(CONNECT_TIMEOUT, 0)) or CONNECT_SECONDS
    try:
        with translated(), _configured():
            return await asyncpg.connect(**{**arguments, **own}, server_settings=settings, timeout=wait)
    except StorageBugError as error:  # so far the server only knows the address and its user
        raise DatabaseUrlError(
            "The database server refuses what the address of the database asks for: check application_name "
            f"and options in it. ({error})"
        ) from None


@contextmanager
def _configured() -> Iterator[None]:
    """Raise DatabaseUrlError for settings that asyncpg rejects."""
    try:
        yield
    except asyncpg.ClientConfigurationError as error:
        raise DatabaseUrlError(f"The address of the database cannot be used: {error}.") from None
    except (ValueError, OverflowError) as error:  # an invalid name, or an invalid port in PGPORT
        if isinstance(error, OSError | asyncpg.InterfaceError):
            raise
        raise DatabaseUrlError(
            f"The address of the database cannot be used: check its host and port. ({type(error).__name__})"
        ) from None


def _engine(url: URL, arguments: dict[str, Any], **more: Any) -> AsyncEngine:
    cached = libpq_parameters(url).get(OF_ENGINES)
    own = {} if cached is None else {OF_ENGINES: int(cached)}
    # hide_parameters: exception texts and log lines hold no values, since a value may be a secret pick.
    engine = create_async_engine(
        url.set(query={}),  # connect reads the parameters itself, the engine passes it the rest
        hide_parameters=True,
        connect_args={"async_creator_fn": partial(connect, url), **own, **arguments},
        **more,
    )
    engine.sync_engine.dialect.do_ping = _is_alive  # type: ignore[assignment, method-assign]
    return engine


def _is_alive(connection: Any) -> bool:
    """True if the server answers on a connection of the pool, asked before each transaction.

    One trip, as a query without a transaction: SQLAlchemy's own begins one and rolls it back, in three.
    """
    try:
        connection.run_async(lambda driven: driven.execute("SELECT 1"))
    except TimeoutError:
        raise  # the server may be busy: a new connection would not be answered, either
    except (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError):
        return False
    return True


def _driver_arguments(busy_timeout: float, command_timeout: float | None) -> dict[str, Any]:
    """The arguments of a direct connection to the server."""
    return {
        "command_timeout": command_timeout,
        "server_settings": {"lock_timeout": str(max(1, round(busy_timeout * 1000)))},  # milliseconds
    }


def _pooled_arguments() -> dict[str, Any]:
    """The arguments of a connection to a pooler, which lasts for one transaction only.

    Statements get unique names: another process may have used a name on the connection behind the pooler.
    """
    return {
        "command_timeout": COMMAND_SECONDS,
        "statement_cache_size": 0,
        "prepared_statement_cache_size": 0,
        "prepared_statement_name_func": lambda: f"tidepool_{uuid4().hex}",
    }


async def _transaction(engine: AsyncEngine, work: Work[Found]) -> Found:
    with translate():
        async with engine.connect() as connection:
            try:
                with translate():
                    async with connection.begin():
                        return await connection.run_sync(work)
            except (StoreUnavailableError, StorageBugError):
                # The state of the connection is unknown; the next transaction gets a new one.
                await connection.invalidate()
                raise
