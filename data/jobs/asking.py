"""The client of the queue: it puts jobs in and waits for their answers."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from pgqueuer.domain.types import JobId
from sqlalchemy import URL

from data.errors import StorageBugError
from data.jobs.connection import QueueConnection
from matches.errors import StoreUnavailableError

log = logging.getLogger(__name__)

PRESSING: Final = 5.0
"""Seconds after which a waiting job comes before cheaper ones of its kind."""
POLL_EVERY: Final = 2.0
"""Seconds between looks for a job and its answer, in case one was lost or a notification missed."""
CONNECT_AGAIN: Final = 2.0
"""Seconds between attempts to connect again."""
WITHDRAW_WITHIN: Final = 2.0
CLOSED: Final = "The queue of the computer's jobs is closed: the bot is stopping."


@dataclass
class _Asked:
    """A job that callers wait for."""

    kind: str
    payload: bytes
    priorities: tuple[int, int]
    """Its priorities at first and after PRESSING seconds; the greatest comes first."""
    stays: bool
    """True if the job stays in the queue after a timeout, for a caller that asks again."""
    updated: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the job's answer may be there."""
    job_ids: set[JobId] = field(default_factory=set)
    """Its ids in the queue: several if it was put there again."""
    waiting: int = 0
    """The number of callers that wait for its answer."""
    answer: asyncio.Task[bytes] = field(init=False)


def key_of(kind: str, payload: bytes) -> str:
    """The key of a job: equal jobs have the same answer, so all callers share it."""
    return hashlib.sha256(kind.encode() + b" " + payload).hexdigest()


class JobQueue:
    """Asks workers on any machine. Once opened, it reconnects by itself, whether jobs are asked or not."""

    def __init__(self, url: URL, kinds: tuple[str, ...]) -> None:
        self._url = url
        self._kinds = kinds
        self._connection: QueueConnection | None = None
        self._connecting: asyncio.Task[QueueConnection] | None = None
        self._reconnecting: asyncio.Task[None] | None = None
        self._asked: dict[str, _Asked] = {}
        self._closed = False

    async def open(self) -> None:
        """Connect. Raises StoreUnavailableError."""
        await self._connected()

    async def close(self) -> None:
        """Cancel pending jobs; their callers get a StoreUnavailableError. Harmless twice."""
        self._closed = True
        for asked in self._asked.values():
            asked.updated.set()
        await asyncio.gather(*(asked.answer for asked in self._asked.values()), return_exceptions=True)
        if self._reconnecting is not None:
            self._reconnecting.cancel()
            await asyncio.wait([self._reconnecting])
        if self._connecting is not None:
            await asyncio.wait([self._connecting])
        if self._connection is not None:
            await self._connection.close()

    async def backlog(self) -> Mapping[str, tuple[int, float]]:
        """The jobs that no worker has taken yet, by kind: how many, and the seconds that the oldest waits.

        Raises StoreUnavailableError.
        """
        connection = await self._connected()
        waiting = await connection.queries.queue_age()
        found = {str(one.entrypoint): (one.queued_count, one.oldest_age_seconds) for one in waiting}
        return {kind: found.get(kind, (0, 0.0)) for kind in self._kinds}

    async def ask(
        self, kind: str, payload: bytes, *, at_first: int, later: int, patience: float, stays: bool = False
    ) -> bytes:
        """The answer to a job. Its priority is ``at_first``, and ``later`` once it has waited for PRESSING.

        Raises TimeoutError after ``patience`` seconds; a job that ``stays`` then keeps its place in the
        queue, for a caller that asks again. Raises StoreUnavailableError.
        """
        key = key_of(kind, payload)
        asked = self._asked.get(key)
        if asked is None:
            asked = self._asked[key] = _Asked(kind, payload, (at_first, later), stays)
            asked.answer = asyncio.create_task(self._fetch(key, asked, patience))
            asked.answer.add_done_callback(lambda _: self._asked.pop(key))
        asked.waiting += 1
        try:
            return await asyncio.shield(asked.answer)
        finally:
            asked.waiting -= 1
            if not asked.waiting and not asked.answer.done():
                asked.answer.cancel()
                await asyncio.wait([asked.answer])

    async def _fetch(self, key: str, asked: _Asked, patience: float) -> bytes:
        try:
            async with asyncio.timeout(patience):
                body = await self._answer(key, asked)
        except BaseException as error:
            if not (asked.stays and isinstance(error, TimeoutError)):
                await self._withdraw(key, asked)
            raise
        if len(asked.job_ids) > 1:  # one of them may not have been taken yet
            await self._withdraw(key, asked)
        return body

    async def _answer(self, key: str, asked: _Asked) -> bytes:
        """The answer to a job: queues it, again if it was lost, and raises its priority if it waits.

        PgQueuer's own watcher only tells that a job has ended, without its answer.
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
                connection.raw.terminate()  # the next to ask gets a new one
                raise
            wait = POLL_EVERY if pressing else min(POLL_EVERY, pressing_at - now())
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
        self._connection.raw.add_termination_listener(lambda _: self._lost())
        return self._connection

    def _lost(self) -> None:
        """Connect again if the connection was lost, and not closed here."""
        if not self._closed and (self._reconnecting is None or self._reconnecting.done()):
            self._reconnecting = asyncio.create_task(self._reconnect())

    async def _reconnect(self) -> None:
        log.warning("the connection to the queue of the computer's jobs is lost: connecting again")
        while True:
            try:
                await self._connected()
            except (StoreUnavailableError, StorageBugError):
                await asyncio.sleep(CONNECT_AGAIN)
            else:
                break
        log.info("the queue of the computer's jobs is connected again")

    def _hear(self, key: str) -> None:
        """Wake the callers that wait for an answer."""
        if (asked := self._asked.get(key)) is not None:
            asked.updated.set()
