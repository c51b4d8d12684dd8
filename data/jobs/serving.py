"""The worker's side of the queue: it takes jobs, has them answered and stores the answers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import suppress
from datetime import timedelta
from typing import Final

from pgqueuer.core.qm import QueueManager
from pgqueuer.domain.errors import FailingListenerError, RetryRequested
from pgqueuer.domain.models import Context, Job
from pgqueuer.domain.types import Channel, JobId, QueueEntrypoint
from sqlalchemy import URL

from data.errors import StorageBugError
from data.jobs.asking import key_of
from data.jobs.connection import SETTINGS, QueueConnection
from matches.errors import StoreUnavailableError

log = logging.getLogger(__name__)

HEARTBEAT: Final = timedelta(seconds=10)
"""Time without a heartbeat after which another worker takes a job."""
POLL_EVERY: Final = timedelta(seconds=2)
"""Time between checks for such jobs while no notification arrives."""
CONNECT_AGAIN: Final = 2.0
"""Seconds until a worker that lost the database reconnects."""

Answer = Callable[[str, bytes], Awaitable[bytes]]
"""Answers a job, given its kind and its payload."""


def _not_reported_by_us(record: logging.LogRecord) -> bool:
    """False for PgQueuer's tracebacks about a lost database, which we log ourselves."""
    return "lush failed" not in str(record.msg)


logging.getLogger("pgqueuer").addFilter(_not_reported_by_us)


class _Manager(QueueManager):
    """PgQueuer's manager, which takes no more jobs than this worker has room for.

    PgQueuer's own limits are two jobs at least for a worker, and for a kind hold for all workers together.
    """

    def __init__(self, connection: QueueConnection, most: int, most_of: Mapping[str, int]) -> None:
        super().__init__(connection.queries, Channel(SETTINGS.channel))
        self._most = most
        self._most_of = most_of
        self._kinds: dict[JobId, QueueEntrypoint] = {}
        """The kinds of the jobs being answered, and of those done since the last look."""

    def entrypoints_below_capacity_limits(self) -> set[QueueEntrypoint]:
        """The kinds of jobs that this worker has room for."""
        self._kinds = {job_id: self._kinds[job_id] for job_id in self.job_context}
        running = list(self._kinds.values())
        if len(running) >= self._most:
            return set()
        return {kind for kind in self.entrypoint_registry if running.count(kind) < self._most_of[kind]}

    async def fetch_jobs(
        self, batch_size: int, global_concurrency_limit: int | None, heartbeat_timeout: timedelta
    ) -> AsyncGenerator[Job, None]:
        """The next jobs, one at a time, while there is room."""
        if not self.entrypoints_below_capacity_limits():
            return
        async for job in super().fetch_jobs(batch_size, global_concurrency_limit, heartbeat_timeout):
            self._kinds[job.id] = job.entrypoint
            yield job


class JobServer:
    """Runs up to ``most`` jobs at a time, of each kind as many as ``most_of`` says, until it is stopped.

    PgQueuer's supervisor starts a manager again too, but logs each failure, also of a database that is away.
    """

    def __init__(self, url: URL, answer: Answer, most: int, most_of: Mapping[str, int]) -> None:
        self._url = url
        self._answer = answer
        self._most = most
        self._most_of = most_of
        self._manager: _Manager | None = None
        self._stopping = asyncio.Event()
        self._gives_back = False
        self._has_worked = False
        self._told = False

    @property
    def connected(self) -> bool:
        """True while taking jobs."""
        return self._manager is not None

    @property
    def running(self) -> int:
        return 0 if self._manager is None else len(self._manager.job_context)

    async def run(self) -> None:
        """Work until stopped. If the database is lost, reconnect.

        Raises StoreUnavailableError if the database can't be used at the start and waiting won't help.
        """
        while not self._stopping.is_set():
            try:
                await self._work()
            except StoreUnavailableError as error:
                if not (self._has_worked or error.passes):
                    raise
                if not self._told:
                    log.warning("no jobs are taken up: %s", error.advice)
                self._told = True
            except FailingListenerError:
                log.warning("no jobs are taken up: the database sends no notifications")
            except StorageBugError:
                log.exception("no jobs are taken up")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), CONNECT_AGAIN)

    def stop(self) -> None:
        """Take no more jobs; :meth:`run` returns once the current ones are answered."""
        self._stopping.set()
        if self._manager is not None:
            self._manager.shutdown.set()

    def give_back(self) -> None:
        """From now on, return failed jobs to the queue for other workers."""
        self._gives_back = True

    async def _work(self) -> None:
        connection = await QueueConnection.open(self._url)
        try:
            manager = _Manager(connection, self._most, self._most_of)
            for kind in self._most_of:
                manager.entrypoint(kind, accepts_context=True)(self._handler(connection))
            self._manager, self._has_worked = manager, True
            if self._stopping.is_set():
                return
            log.info("taking up jobs, %s at a time", self._most)
            self._told = False
            await manager.run(
                dequeue_timeout=POLL_EVERY,
                batch_size=1,
                shutdown_on_listener_failure=True,
                heartbeat_timeout=HEARTBEAT,
                log_aggregation_interval=timedelta(0),
            )
        finally:
            self._manager = None
            await connection.close()

    def _handler(self, connection: QueueConnection) -> Callable[[Job, Context], Awaitable[None]]:
        async def handle(job: Job, context: Context) -> None:
            assert job.payload is not None
            body: bytes | None = None
            try:
                with context.cancellation:
                    body = await self._answer(job.entrypoint, job.payload)
            except Exception:
                if self._gives_back:
                    raise RetryRequested(reason="the worker stops") from None
                raise
            if body is not None:
                await connection.keep(key_of(job.entrypoint, job.payload), body)

        return handle
