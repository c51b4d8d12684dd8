"""A connection to the queue, open as long as it has a listener."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final, Self

import asyncpg
from pgqueuer.adapters.drivers.asyncpg import AsyncpgDriver
from pgqueuer.adapters.persistence.queries import Queries
from pgqueuer.ports.driver import NotifyCallback
from sqlalchemy import URL

from data.jobs.tables import install, queries_over
from data.postgres import COMMAND_SECONDS, connect, translated

CLOSE_SECONDS: Final = 2.0


class QueueConnection(AsyncpgDriver):
    """A PgQueuer driver over asyncpg that raises our own errors."""

    def __init__(self, raw: asyncpg.Connection) -> None:
        super().__init__(raw)
        self.raw = raw
        self.queries: Queries = queries_over(self)

    @classmethod
    async def open(cls, url: URL, *, busy_timeout: float) -> Self:
        """Connect, and create missing tables. Raises StoreUnavailableError."""
        raw = await connect(
            url,
            command_timeout=COMMAND_SECONDS,
            server_settings={"lock_timeout": str(max(1, round(busy_timeout * 1000)))},  # milliseconds
        )
        connection = cls(raw)
        try:
            await install(connection.queries)
        except BaseException:
            await connection.close()
            raise
        return connection

    @property
    def closed(self) -> bool:
        """True once the connection is gone."""
        return bool(self.raw.is_closed())

    async def fetch(self, query: str, *args: object) -> list[dict[str, object]]:
        """Run a statement and return its rows."""
        with self._used():
            return await super().fetch(query, *args)

    async def execute(self, query: str, *args: object) -> str:
        """Run a statement and return its status."""
        with self._used():
            return await super().execute(query, *args)

    async def notify(self, channel: str, payload: str) -> None:
        """Notify all listeners of a channel."""
        with self._used():
            await super().notify(channel, payload)

    async def close(self) -> None:
        """Close the connection."""
        with suppress(asyncpg.PostgresError, asyncpg.InterfaceError, OSError):
            await self.raw.close(timeout=CLOSE_SECONDS)

    async def add_listener(self, channel: str, callback: NotifyCallback) -> None:
        """Call ``callback`` for each notification on a channel."""
        with self._used():
            await super().add_listener(channel, callback)

    @contextmanager
    def _used(self) -> Iterator[None]:
        """Raise StoreUnavailableError or StorageBugError instead of asyncpg's errors."""
        with translated():
            try:
                yield
            except asyncpg.InternalClientError:
                # The server has announced that it hangs up, but the connection hasn't ended here yet.
                self.raw.terminate()
                raise
