"""The client of the queue: it puts jobs in and waits for their answers."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from pgqueuer.domain.types import JobId
from sqlalchemy import URL

from data.errors import StorageBugError
from data.jobs.connection import QueueConnection
from data.jobs.tables import ANSWERS, answered, queued, take, tidy
from matches.errors import StoreUnavailableError

log = logging.getLogger(__name__)

PRESSING: Final = 5.0
"""Seconds after which a waiting job comes before cheaper ones of its kind."""
LOOK_EVERY: Final = 2.0
"""Seconds between checks for answers and lost jobs, in case a notification was missed."""
TIDY_EVERY: Final = 60.0
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
    """Set when the job's state may have changed."""
    lost: bool = True
    """True while the job has to be put into the queue: the first time, again, or with a higher priority."""
    trouble: StoreUnavailableError | None = None
    job_ids: set[JobId] = field(default_factory=set)
    """Its ids in the queue: several if it was put there again."""
    waiting: int = 0
    """The number of callers that wait for its answer."""


def key_of(kind: str, payload: bytes) -> str:
    """The key of a job: equal jobs have the same answer, so all callers share it."""
    return hashlib.sha256(kind.encode() + b" " + payload).hexdigest()


class JobQueue:
    """Asks workers on any machine. Once opened, it reconnects by itself."""

    def __init__(self, url: URL, kinds: tuple[str, ...], *, busy_timeout: float = 5.0) -> None:
        self._url = url
        self._kinds = kinds
        self._busy_timeout = busy_timeout
        self._connection: QueueConnection | None = None
        self._connecting = asyncio.Lock()
        self._asked: dict[str, _Asked] = {}
        self._fetching: dict[str, asyncio.Task[bytes]] = {}
        self._upkeep: asyncio.Task[None] | None = None
        self._closed = False

    async def open(self) -> None:
        """Connect. Raises StoreUnavailableError."""
        await self._connected()
        self._upkeep = asyncio.create_task(self._look_after())

    async def close(self) -> None:
        """Cancel pending jobs; their callers get a StoreUnavailableError. Harmless twice."""
        if self._upkeep is not None:
            self._upkeep.cancel()
            await asyncio.wait([self._upkeep])
        self._closed = True
        self._fail_all(StoreUnavailableError(CLOSED))
        await asyncio.gather(*self._fetching.values(), return_exceptions=True)
        if self._connection is not None:
            await self._connection.close()

    async def backlog(self) -> Mapping[str, QueuedStats]:
        """The jobs that wait for a worker, by kind. Raises StoreUnavailableError."""
        connection = await self._connected()
        found = {str(one.entrypoint): one for one in await connection.queries.queue_age()}
        return {
            kind: QueuedStats(found[kind].queued_count, found[kind].oldest_age_seconds)
            if kind in found
            else QueuedStats(0, 0.0)
            for kind in self._kinds
        }

    # --- asking ----------------------------------------------------------------------------------

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
        pressing_at: float | None = asyncio.get_running_loop().time() + PRESSING
        while True:
            asked.updated.clear()
            if asked.trouble is not None:
                raise asked.trouble
            connection = await self._connected()
            try:
                if (body := await take(connection, key)) is not None:
                    return body
                if asked.lost:
                    await self._give_out(connection, key, asked, pressing=pressing_at is None)
            except StoreUnavailableError:
                if not connection.closed:
                    raise
                asked.lost = True  # its answer may have been lost with the connection
                continue
            try:
                async with asyncio.timeout_at(pressing_at):
                    await asked.updated.wait()
            except TimeoutError:
                pressing_at, asked.lost = None, True

    @staticmethod
    async def _give_out(connection: QueueConnection, key: str, asked: _Asked, *, pressing: bool) -> None:
        """Put a job into the queue, or raise its priority if it is there."""
        asked.job_ids.update(
            await connection.queries.enqueue(
                *(asked.kind, asked.payload, asked.priorities[pressing]),
                dedupe_key=key,
                on_conflict="update_priority",
            )
        )
        asked.lost = False

    async def _withdraw(self, key: str, asked: _Asked) -> None:
        """Cancel a job in the queue, if that works within WITHDRAW_WITHIN seconds."""
        connection = self._connection
        if connection is None or not asked.job_ids:
            return
        with suppress(StoreUnavailableError, StorageBugError, TimeoutError):
            async with asyncio.timeout(WITHDRAW_WITHIN):
                await connection.queries.mark_job_as_cancelled(list(asked.job_ids))
                await take(connection, key)

    # --- looking after it ------------------------------------------------------------------------

    async def _connected(self) -> QueueConnection:
        if self._closed:
            raise StoreUnavailableError(CLOSED)
        async with self._connecting:
            if self._connection is None or self._connection.closed:
                self._connection = None
                connection = await QueueConnection.open(self._url, busy_timeout=self._busy_timeout)
                try:
                    await connection.add_listener(ANSWERS, self._hear)
                except BaseException:
                    await connection.close()
                    raise
                self._connection = connection
                for asked in self._asked.values():  # notifications in the meantime were missed
                    asked.updated.set()
            return self._connection

    def _hear(self, key: str | bytes | bytearray) -> None:
        """Wake the callers of an answer that was just stored."""
        if (asked := self._asked.get(str(key))) is not None:
            asked.updated.set()

    async def _look_after(self) -> None:
        """Look for missed answers and lost jobs until cancelled, and tidy now and then."""
        tidied_at, told = -TIDY_EVERY, False
        while True:
            now = asyncio.get_running_loop().time()
            try:
                connection = await self._connected()
                if now - tidied_at >= TIDY_EVERY:
                    await tidy(connection.queries, self._kinds)
                    tidied_at = now
                if self._asked:
                    await self._look(connection)
                told = False
            except StoreUnavailableError as error:
                if not told:
                    log.warning("the computer's jobs cannot be given out: %s", error.advice)
                told = True
                await self._reconnect()
            except StorageBugError:
                log.exception("the computer's jobs cannot be looked after")
            await asyncio.sleep(LOOK_EVERY)

    async def _look(self, connection: QueueConnection) -> None:
        # In this order: an answer is stored before its job leaves the queue.
        waiting = {key: asked for key, asked in self._asked.items() if not asked.lost}
        there = await queued(connection, waiting)
        found = await answered(connection, waiting)
        for key, asked in waiting.items():
            asked.lost = asked.lost or key not in there | found
            if key not in there or key in found:
                asked.updated.set()

    async def _reconnect(self) -> None:
        """Close the connection and connect again; if that fails, all callers get the error."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()
        try:
            await self._connected()
        except StoreUnavailableError as error:
            self._fail_all(error)

    def _fail_all(self, trouble: StoreUnavailableError) -> None:
        for asked in self._asked.values():
            asked.trouble = trouble
            asked.updated.set()
