"""The numbers and the state that a worker tells of itself, as the bot does in ``cogs.ops.http``."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Protocol

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector

from cogs.ops.http import HttpSite

_SECONDS: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 20.0)
_LAGGING: Final = (0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 3.0)


class Server(Protocol):
    """The part of a worker that takes up jobs."""

    @property
    def connected(self) -> bool:
        """True while jobs are taken up."""


class WorkerMetrics:
    """The counts of one worker, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self._running = Gauge("tidepool_worker_jobs", "Jobs that are seen to.", ("kind",), registry=registry)
        self._done = Histogram(
            "tidepool_worker_job_seconds",
            "Until a job was answered, by kind, from when it was taken up.",
            ("kind",),
            buckets=_SECONDS,
            registry=registry,
        )
        self._left = Counter(
            "tidepool_worker_jobs_left",
            "Jobs that were called back, or left to another worker at the end of this one.",
            ("kind",),
            registry=registry,
        )
        self._lag = Histogram(
            "tidepool_event_loop_lag_seconds",
            "How much later than asked for the event loop woke somebody up.",
            buckets=_LAGGING,
            registry=registry,
        )

    @contextmanager
    def job(self, kind: str) -> Iterator[None]:
        """While a job is seen to. One that raises was left."""
        began = time.monotonic()
        with self._running.labels(kind).track_inprogress():
            try:
                yield
            except BaseException:
                self._left.labels(kind).inc()
                raise
        self._done.labels(kind).observe(time.monotonic() - began)

    def lagged(self, seconds: float) -> None:
        """The event loop was so late."""
        self._lag.observe(max(seconds, 0.0))


class WorkerSite(HttpSite):
    """The site of a worker."""

    def __init__(self, metrics: WorkerMetrics, server: Server) -> None:
        super().__init__(metrics.registry, metrics.lagged)
        self._server = server

    async def illness(self) -> str | None:
        """Why no jobs are taken up; None while they are."""
        return None if self._server.connected else "The database does not answer."
