"""A connection to the queue: PgQueuer's tables and statements, and a table of answers.

The tables aren't part of the migrated schema: opening the queue creates or alters them, and their rows may be
lost at any time. So they are unlogged: not in the server's write-ahead log, and not on a standby.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from typing import Final, Self

import asyncpg
from pgqueuer.adapters.drivers.asyncpg import AsyncpgDriver
from pgqueuer.adapters.persistence import qb
from pgqueuer.adapters.persistence.queries import Queries
from pgqueuer.domain.settings import DBSettings, Durability
from pgqueuer.domain.types import JobId
from sqlalchemy import URL

from data.database import AdvisoryLock
from data.postgres import COMMAND_SECONDS, connect, translated
from matches.errors import StoreUnavailableError

LASTS: Final = timedelta(minutes=10)
"""Time after which a job not taken, or an answer not fetched, is abandoned."""
ANSWERS: Final = "tidepool_answers"
"""The channel on which each answer's key is sent."""
TIDY_EVERY: Final = 60.0
LOCK_SECONDS: Final = 5.0
CLOSE_SECONDS: Final = 2.0

# Not by its constructor, which takes names of tables from environment variables.
SETTINGS: Final = DBSettings.model_construct(durability=Durability.volatile)
TABLES: Final = ("pgqueuer", "pgqueuer_log", "pgqueuer_statistics", "pgqueuer_schedules", "job_answer")

_ANSWERS: Final = """CREATE UNLOGGED TABLE IF NOT EXISTS job_answer (
    key text PRIMARY KEY, body bytea NOT NULL, at timestamptz NOT NULL DEFAULT clock_timestamp()
)"""
_KEEP: Final = """WITH kept AS (
    INSERT INTO job_answer (key, body) VALUES ($1, $2)
    ON CONFLICT (key) DO UPDATE SET body = excluded.body, at = clock_timestamp()
) SELECT pg_notify($3, $1)"""
# An answer is stored before its job leaves the queue, so a statement that sees neither knows the job is lost.
_TAKE: Final = """WITH taken AS (DELETE FROM job_answer WHERE key = $1 RETURNING body)
SELECT (SELECT body FROM taken), EXISTS (SELECT FROM pgqueuer WHERE dedupe_key = $1) AS queued"""
_FORGET: Final = "DELETE FROM job_answer WHERE at < clock_timestamp() - $1::interval"
_OLD: Final = "SELECT id FROM pgqueuer WHERE created < clock_timestamp() - $1::interval"
_CLEAR_LOG: Final = "DELETE FROM pgqueuer_log"


class QueueConnection(AsyncpgDriver):
    """A PgQueuer driver that raises our own errors, and tidies the queue while it is open."""

    def __init__(self, raw: asyncpg.Connection) -> None:
        super().__init__(raw)
        self.raw = raw
        self.queries = Queries(
            self,
            qb.QueryBuilderEnvironment(SETTINGS),
            qb.QueryQueueBuilder(SETTINGS),
            qb.QuerySchedulerBuilder(SETTINGS),
        )
        self._tidying: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, url: URL, *, hear: Callable[[str], None] | None = None) -> Self:
        """Connect, create missing tables, and call ``hear`` with the key of each answer stored from now on.

        Raises StoreUnavailableError.
        """
        settings = {"lock_timeout": str(round(LOCK_SECONDS * 1000))}
        raw = await connect(url, command_timeout=COMMAND_SECONDS, server_settings=settings)
        connection = cls(raw)
        try:
            await connection._install()
            await connection.tidy()
            if hear is not None:
                with translated():
                    await connection.add_listener(ANSWERS, lambda key: hear(str(key)))
        except BaseException:
            await connection.close()
            raise
        connection._tidying = tidying = asyncio.create_task(connection._keep_tidy())
        raw.add_termination_listener(lambda _: tidying.cancel())
        return connection

    @property
    def closed(self) -> bool:
        return bool(self.raw.is_closed())

    async def close(self) -> None:
        if self._tidying is not None:
            self._tidying.cancel()
            await asyncio.wait([self._tidying])
        with suppress(asyncpg.PostgresError, asyncpg.InterfaceError, OSError):
            await self.raw.close(timeout=CLOSE_SECONDS)

    # --- PgQueuer's way to the database: it lets through what asyncpg raises ------------------------

    async def fetch(self, query: str, *args: object) -> list[dict[str, object]]:
        """Run a statement and return its rows."""
        with self._used():
            return await super().fetch(query, *args)

    async def execute(self, query: str, *args: object) -> str:
        with self._used():
            return await super().execute(query, *args)

    async def notify(self, channel: str, payload: str) -> None:
        with self._used():
            await super().notify(channel, payload)

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

    # --- answers, which PgQueuer doesn't keep ------------------------------------------------------

    async def keep(self, key: str, body: bytes) -> None:
        """Store an answer and notify the callers that wait for it."""
        await self.fetch(_KEEP, key, body, ANSWERS)

    async def take(self, key: str) -> tuple[bytes | None, bool]:
        """Fetch and delete an answer, None if it isn't there yet; and whether its job is in the queue."""
        (found,) = await self.fetch(_TAKE, key)
        body = found["body"]
        assert body is None or isinstance(body, bytes)
        return body, bool(found["queued"])

    # --- tables ----------------------------------------------------------------------------------

    async def _install(self) -> None:
        """Create or update the tables, while no other process creates or migrates any."""
        await self.execute("SELECT pg_advisory_lock($1)", AdvisoryLock.MIGRATING)
        try:
            await self.queries.apply_upgrade()
            await self.execute(_ANSWERS)
        finally:
            await self.execute("SELECT pg_advisory_unlock($1)", AdvisoryLock.MIGRATING)

    async def tidy(self, age: timedelta = LASTS) -> None:
        """Delete abandoned answers and jobs, and PgQueuer's log, which it never deletes by itself."""
        await self.execute(_FORGET, age)
        if found := await self.fetch(_OLD, age):
            await self.queries.mark_job_as_cancelled([JobId(int(str(row["id"]))) for row in found])
        await self.execute(_CLEAR_LOG)

    async def _keep_tidy(self) -> None:
        while True:
            await asyncio.sleep(TIDY_EVERY)
            with suppress(StoreUnavailableError):
                await self.tidy()
