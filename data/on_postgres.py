"""A database of PostgreSQL's: one pool of connections."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, TypeVar

from sqlalchemy import URL
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from data.errors import StorageBugError
from data.failures import failures_understood
from matches.errors import StoreUnavailableError

Found = TypeVar("Found")

CONNECTIONS = 5
CONNECT_SECONDS = 10.0
COMMAND_SECONDS = 30.0


def _engine(url: URL, *, busy_timeout: float, command_timeout: float | None, **more: Any) -> AsyncEngine:
    # hide_parameters: no exception text and no log line holds a value, since a value may be a secret pick.
    return create_async_engine(
        url,
        echo=False,
        hide_parameters=True,
        connect_args={
            "timeout": CONNECT_SECONDS,
            "command_timeout": command_timeout,
            "server_settings": {"lock_timeout": str(max(1, round(busy_timeout * 1000)))},  # milliseconds
        },
        **more,
    )


@asynccontextmanager
async def _begun(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A transaction; all of it, or nothing."""
    with failures_understood():
        async with engine.connect() as connection:
            try:
                with failures_understood():
                    async with connection.begin():
                        yield connection
            except (StoreUnavailableError, StorageBugError):
                # Nobody can say what state the connection is in; the next transaction gets a fresh one.
                await connection.invalidate()
                raise


class Postgres:
    """The engines of one database."""

    def __init__(self, url: URL, *, busy_timeout: float) -> None:
        self.writer = _engine(
            url,
            busy_timeout=busy_timeout,
            command_timeout=COMMAND_SECONDS,
            pool_size=CONNECTIONS,
            pool_pre_ping=True,
        )
        # One picture of the database for all statements of a reading.
        self.reader = self.writer.execution_options(isolation_level="REPEATABLE READ")

    def reading(self) -> AbstractAsyncContextManager[AsyncConnection]:
        return _begun(self.reader)

    def writing(self) -> AbstractAsyncContextManager[AsyncConnection]:
        return _begun(self.writer)

    def begin(self, doing: Coroutine[Any, Any, Found]) -> asyncio.Future[Found]:
        return asyncio.create_task(doing)

    async def dispose(self) -> None:
        await self.reader.dispose()
        await self.writer.dispose()


@asynccontextmanager
async def upgrading(url: URL, *, busy_timeout: float) -> AsyncIterator[AsyncConnection]:
    """A transaction on a connection of its own in which the tables themselves may change."""
    engine = _engine(url, busy_timeout=busy_timeout, command_timeout=None, poolclass=NullPool)
    try:
        async with _begun(engine) as connection:
            yield connection
    finally:
        await engine.dispose()
