"""The client of the queue: it puts jobs in and waits for their answers."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from pgqueuer.domain.types import JobId
from sqlalchemy import URL

from data.errors import StorageBugError
from data.jobs.connection import QueueConnection
from matches.errors import StoreUnavailableError

PRESSING: Final = 5.0
"""Seconds after which a waiting job comes before cheaper ones of its kind."""
LOOK_EVERY: Final = 2.0
"""Seconds between looks for a job and its answer, in case one was lost or a notification missed."""
WITHDRAW_WITHIN: Final = 2.0
CLOSED: Final = "The queue of the computer's jobs is closed: the bot is stopping."


class QueuedStats(NamedTuple):
    """The jobs of a kind that no worker has taken yet: how many, and the oldest's wait in seconds."""

    number: int
    oldest: float


@dataclass
class _Asked:
    """A job that callers wait for."""

    kind: str
    payload: bytes
    priorities: tuple[int, int]
    """At first, and after PRESSING seconds; the greatest comes first."""
    stays: bool
    """True if the job stays in the queue after a timeout, for a caller that asks again."""
    updated: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the job's answer may be there."""
    job_ids: set[JobId] = field(default_factory=set)
    """Its ids in the queue: several if it was put there again."""
    waiting: int = 0
    """The number of callers that wait for its answer."""


def key_of(kind: str, payload: bytes) -> str:
    """The key of a job: equal jobs have the same answer, so all callers share it."""
    return hashlib.sha256(kind.encode() + b" " + payload).hexdigest()


class JobQueue:
    """Asks workers on any machine. Once opened, it reconnects by itself."""

    def __init__(self, url: URL, kinds: tuple[str, ...]) -> None:
        self._url = url
        self._kinds = kinds
        self._connection: QueueConnection | None = None
        self._connecting: asyncio.Task[QueueConnection] | None = None
        self._asked: dict[str, _Asked] = {}
        self._fetching: dict[str, asyncio.Task[bytes]] = {}
        self._closed = False

    async def open(self) -> None:
        """Connect. Raises StoreUnavailableError."""
        await self._connected()

    async def close(self) -> None:
        """Cancel pending jobs; their callers get a StoreUnavailableError. Harmless twice."""
        self._closed = True
        for key in self._asked:
            self._hear(key)
        await asyncio.gather(*self._fetching.values(), return_exceptions=True)
        if self._connecting is not None:
            await asyncio.wait([self._connecting])
        if self._connection is not None:
            await self._connection.close()

    async def backlog(self) -> Mapping[str, QueuedStats]:
        """The jobs that wait for a worker, by kind. Raises StoreUnavailableError."""
        connection = await self._connected()
        found = {
            str(one.entrypoint): QueuedStats(one.queued_count, one.oldest_age_seconds)
            for one in await connection.queries.queue_age()
        }
        return {kind: found.get(kind, QueuedStats(0, 0.0)) for kind in self._kinds}

    async def ask(
        self, kind: str, payload: bytes, *, at_first: int, later: int, patience: float, stays: bool = False
    ) -> bytes:
        """The answer to a job. Its priority is ``at_first``, and ``later`` once it has waited for PRESSING.

        Raises TimeoutError after ``patience`` seconds; a job that ``stays`` then keeps its place in the
        queue, for a caller that asks again. Raises StoreUnavailableError.
        """
        key = key_of(kind, payload)
        if key not in self._fetching:
            self._begin(key, _Asked(kind, payload, (at_first, later), stays), patience)
        asked, fetching = self._asked[key], self._fetching[key]
        asked.waiting += 1
        try:
            return await asyncio.shield(fetching)
        finally:
            asked.waiting -= 1
            if not asked.waiting and not fetching.done():
                fetching.cancel()
                await asyncio.wait([fetching])

    def _begin(self, key: str, asked: _Asked, patience: float) -> None:
        def ended(task: asyncio.Task[bytes]) -> None:
            del self._asked[key], self._fetching[key]
            if not task.cancelled():
                task.exception()  # retrieved: its callers have had it

        self._asked[key] = asked
        self._fetching[key] = task = asyncio.create_task(self._fetch(key, asked, patience))
        task.add_done_callback(ended)

    async def _fetch(self, key: str, asked: _Asked, patience: float) -> bytes:
        try:
            async with asyncio.timeout(patience):
                body = await self._answer(key, asked)
        except TimeoutError:
            if not asked.stays:
                await self._withdraw(key, asked)
            raise
        except (asyncio.CancelledError, StoreUnavailableError):
            await self._withdraw(key, asked)
            raise
        if len(asked.job_ids) > 1:  # one of them may not have been taken yet
            await self._withdraw(key, asked)
        return body

    async def _answer(self, key: str, asked: _Asked) -> bytes:
        """The answer to a job, which is put into the queue, again if it was lost, and raised if it waits.

        PgQueuer's watcher of jobs tells from its log that one has ended, and not its answer.
        """
        now = asyncio.get_running_loop().time
        pressing_at = now() + PRESSING
        given: int | None = None
        while True:
            asked.updated.clear()
            connection = await self._connected()
            pressing = now() >= pressing_at
            priority = asked.priorities[pressing]
            try:
                body, queued = await connection.take(key)
                if body is not None:
                    return body
                if not queued or priority != given:
                    asked.job_ids.update(
                        await connection.queries.enqueue(
                            *(asked.kind, asked.payload, priority),
                            dedupe_key=key,
                            on_conflict="update_priority",
                        )
                    )
                    given = priority
            except StoreUnavailableError:
                if connection.closed:
                    continue
                connection.raw.terminate()  # whoever asks next has a new one
                raise
            wait = LOOK_EVERY if pressing else min(LOOK_EVERY, pressing_at - now())
            with suppress(TimeoutError):
                await asyncio.wait_for(asked.updated.wait(), wait)

    async def _withdraw(self, key: str, asked: _Asked) -> None:
        """Cancel a job in the queue, if that works within WITHDRAW_WITHIN seconds."""
        connection = self._connection
        if connection is None or not asked.job_ids:
            return
        with suppress(StoreUnavailableError, StorageBugError, TimeoutError):
            async with asyncio.timeout(WITHDRAW_WITHIN):
                await connection.queries.mark_job_as_cancelled(list(asked.job_ids))
                await connection.take(key)

    async def _connected(self) -> QueueConnection:
        """The connection, opened again if it was lost: once for all callers. Raises StoreUnavailableError."""
        if self._closed:
            raise StoreUnavailableError(CLOSED)
        if self._connection is not None and not self._connection.closed:
            return self._connection
        if self._connecting is None or self._connecting.done():
            self._connecting = asyncio.create_task(self._connect())
        return await asyncio.shield(self._connecting)

    async def _connect(self) -> QueueConnection:
        self._connection = await QueueConnection.open(self._url, hear=self._hear)
        return self._connection

    def _hear(self, key: str) -> None:
        """Wake the callers that wait for an answer."""
        if (asked := self._asked.get(key)) is not None:
            asked.updated.set()
