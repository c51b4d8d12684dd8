"""The numbers and the state that a worker tells of itself, as the bot does in ``cogs.ops.http``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Protocol

from prometheus_client import Counter, Gauge, Histogram

from cogs.ops.http import HttpSite
from cogs.ops.metrics import MetricsTable, row, timed

_SECONDS: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 20.0)


class Server(Protocol):
    """The part of a worker that takes up jobs."""

    @property
    def connected(self) -> bool:
        """True while jobs are taken up."""


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
        """While a job is seen to. One that raises was left."""
        with timed(self.worker_job_seconds.labels(kind)), self.worker_jobs.labels(kind).track_inprogress():
            try:
                yield
            except BaseException:
                self.worker_jobs_left.labels(kind).inc()
                raise


class WorkerSite(HttpSite):
    """The site of a worker."""

    def __init__(self, metrics: WorkerMetrics, server: Server) -> None:
        super().__init__(metrics.registry)
        self._server = server

    async def illness(self) -> str | None:
        """Why no jobs are taken up; None while they are."""
        return None if self._server.connected else "The database does not answer."
