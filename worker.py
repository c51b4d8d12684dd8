"""A worker: runs jobs for the bots on any machine that share its database and have ``JOBS=workers``.

It takes the computer's jobs, gives them to child processes, and stores the answers. The children see
positions, and no match, user or server. For a user's large export it reads the database itself. It never
talks to Discord.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from prometheus_client import Counter, Gauge, Histogram

from cogs.config import Settings
from cogs.delivery import exports
from cogs.delivery.exports import EXPORT
from cogs.hosting.health import HttpSite, PortError
from cogs.hosting.metrics import MetricsTable, row, timed
from cogs.hosting.starting import PRIVATE, name_in_log, new_event_loop, read_command_line, set_up_logging
from computer.queue import answered, most_of
from computer.workers import Workers
from data import open_to_read
from data.jobs import make_server
from matches import StoreUnavailableError
from services import Services
from settings.console import run
from settings.deadlines import USUAL
from settings.environment import read

if TYPE_CHECKING:
    from data.jobs.serving import JobServer

log = logging.getLogger("tidepool")

EXPORTS_AT_ONCE: Final = 1
"""The most exports made at a time: turns of the computer continue beside them."""
_SECONDS: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 20.0)


class WorkerMetrics(MetricsTable):
    """The metrics of one worker."""

    worker_jobs = row(Gauge, "Jobs that are seen to.", "kind")
    worker_job_seconds = row(
        Histogram, "Until a job was answered, by kind, from when it was taken up.", "kind", buckets=_SECONDS
    )
    worker_jobs_left = row(
        Counter, "Jobs that were called back, or left to another worker at the end of this one.", "kind"
    )

    @contextmanager
    def job(self, kind: str) -> Iterator[None]:
        """Count a job as running while inside; if it raises, count it as left."""
        with timed(self.worker_job_seconds.labels(kind)), self.worker_jobs.labels(kind).track_inprogress():
            try:
                yield
            except BaseException:
                self.worker_jobs_left.labels(kind).inc()
                raise


class WorkerSite(HttpSite):
    """The site of a worker."""

    def __init__(self, metrics: WorkerMetrics, server: JobServer) -> None:
        super().__init__(metrics.registry)
        self._server = server

    async def illness(self) -> str | None:
        """The reason why the worker takes no jobs, or None while it does."""
        return None if self._server.connected else "The database does not answer."


async def exported(url: str, line: bytes) -> bytes:
    """Run an export job, which only reads the database."""
    try:
        user = exports.read_job(line)
        async with open_to_read(url) as store:
            services = Services(store, clock=lambda: datetime.now(UTC), coin=lambda: "heads", salt=bytes)
            return await exports.answer(services.privacy, user)
    except (StoreUnavailableError, ValueError) as error:
        log.warning("a file could not be made: %s", error)
        return exports.refusal(error=type(error).__name__)


async def work(settings: Settings) -> int:
    """Take jobs until told to stop; returns the process's exit code."""
    workers, metrics = Workers(settings.worker_jobs, USUAL.thought), WorkerMetrics()

    url = settings.direct_url

    async def answer(kind: str, line: bytes) -> bytes:
        with metrics.job(kind):
            return await (exported(url, line) if kind == EXPORT else answered(workers, kind, line))

    stopped = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        # Windows has no such handlers: there Ctrl-C arrives as KeyboardInterrupt.
        with suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    try:
        async with AsyncExitStack() as opened:
            opened.push_async_callback(workers.close)
            most_of_each = {**most_of(settings.worker_jobs), EXPORT: EXPORTS_AT_ONCE}
            server = make_server(url, answer, settings.worker_jobs, most_of_each)
            if settings.metrics_port is not None:
                site = WorkerSite(metrics, server)
                await site.open(settings.metrics_host, settings.metrics_port)
                opened.push_async_callback(site.close)
            running, stopping = asyncio.create_task(server.run()), asyncio.create_task(stopped.wait())
            await asyncio.wait([running, stopping], return_when=asyncio.FIRST_COMPLETED)
            stopping.cancel()
            server.stop()
            if not server.connected:
                running.cancel()  # it is waiting for a database, and has nothing to finish
            await asyncio.wait([running], timeout=settings.drain_seconds)
            server.give_back()
            await workers.close()
            if not running.cancelled():
                await running
    except (StoreUnavailableError, PortError) as error:
        log.critical("%s", error.advice)
        return 1
    log.info("stopped")
    return 0


def main() -> int:
    """Start a worker; returns the process's exit code."""
    os.umask(PRIVATE)
    settings = read(Settings)
    if settings is None:
        return 2
    set_up_logging(settings.log_level, settings.log_format, name_in_log(settings))
    if settings.jobs == "inside":
        log.warning(
            "JOBS is not set to workers here. Bots with the same settings give this worker nothing to do."
        )
    try:
        with asyncio.Runner(loop_factory=new_event_loop) as runner:
            return runner.run(work(settings))
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    read_command_line("Run a worker, which thinks for bots that share its database.")
    run(main)
