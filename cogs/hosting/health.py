"""``/metrics`` for Prometheus, and ``/live`` and ``/ready`` for what restarts and routes. Off without a port.

``/live`` says that the event loop goes round, and nothing of Discord or the database: a restart would mend
neither. ``/ready``, also called ``/health``, says whether the bot is of use to people just now: it answers
them, or stands by to take over from a process that does.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from math import isfinite
from typing import TYPE_CHECKING, Final

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Histogram, generate_latest

from cogs.hosting.metrics import Metrics, fill, fill_queue
from matches import Phase, StoreGoneError, StoreUnavailableError
from matches.host_clock import HostClock

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from cogs.app import App
    from cogs.hosting.starting import Patience

log = logging.getLogger(__name__)

STANDS_BY: Final = "well, and standing by: other processes have all the shards"
_BEAT: Final = 1.0
"""Seconds between two looks at how late the event loop is."""
_LAGGING: Final = (0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 3.0)


class PortError(Exception):
    """A server cannot listen where it was told to; ``advice`` says what to do."""

    def __init__(self, host: str, port: int, reason: str, setting: str = "METRICS_PORT") -> None:
        self.advice = f"{setting} {port} on {host} cannot be used ({reason}). Choose another in .env."
        super().__init__(self.advice)


class HttpSite:
    """A server of ``/metrics``, ``/live`` and ``/ready``, which runs beside everything else."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._registry = registry
        self._lag = Histogram(
            "tidepool_event_loop_lag_seconds",
            "How much later than asked for the event loop woke somebody up.",
            buckets=_LAGGING,
            registry=registry,
        )
        site = web.Application()
        site.router.add_get("/metrics", self._scrape)
        site.router.add_get("/live", self._live)
        for path in ("/ready", "/health"):
            site.router.add_get(path, self._health)
        self._runner = web.AppRunner(site, access_log=None, shutdown_timeout=1.0)
        self._beat: asyncio.Task[None] | None = None

    async def open(self, host: str, port: int) -> None:
        """Listen. Raises PortError."""
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, host, port).start()
        except OSError as error:
            await self._runner.cleanup()
            raise PortError(host, port, error.strerror or type(error).__name__) from None
        log.info("health and metrics: http://%s:%s", host, self._runner.addresses[0][1])
        self._beat = asyncio.create_task(self._watch_the_loop())

    async def close(self) -> None:
        """Stop listening."""
        if self._beat is not None:
            self._beat.cancel()
        await self._runner.cleanup()

    async def count(self) -> None:
        """Update the metrics that are computed only on request."""

    async def illness(self) -> str | None:
        """The reason why the process can't serve users at the moment; None if it can."""
        return None

    def wellness(self) -> str:
        """The word for a process that can serve users."""
        return "well"

    async def _scrape(self, _request: web.Request) -> web.Response:
        await self.count()
        told = generate_latest(self._registry)
        return web.Response(body=told, headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _live(self, _request: web.Request) -> web.Response:
        return web.Response(text="alive\n")

    async def _health(self, _request: web.Request) -> web.Response:
        ill = await self.illness()
        return web.Response(text=f"{ill or self.wellness()}\n", status=503 if ill else 200)

    async def _watch_the_loop(self) -> None:
        while True:
            await self.observe_lag()

    async def observe_lag(
        self,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        """Sleep briefly, and record by how much the sleep was late."""
        began = now()
        await sleep(_BEAT)
        self._lag.observe(max(now() - began - _BEAT, 0.0))


class HttpEndpoint(HttpSite):
    """The bot's site. ``app`` is set once the bot is built; until then it is starting, with ``patience``."""

    def __init__(self, metrics: Metrics, patience: Patience) -> None:
        super().__init__(metrics.registry)
        self.app: App | None = None
        self._metrics = metrics
        self._patience = patience
        self._counted_at: float | None = None

    async def count(self) -> None:
        """Count shards, matches and the computer's jobs."""
        metrics = self._metrics
        if (app := self.app) is not None:
            await self._count_matches(app)
            fill(metrics.shards, {"there": app.connection.there, "away": app.connection.away})
            metrics.shard_count.set(app.bot.shard_count or 0)
            fill(metrics.shard_held, dict.fromkeys(app.connection.held, 1))
            latencies = {shard: seconds for shard, seconds in app.bot.latencies if isfinite(seconds)}
            fill(metrics.gateway_latency_seconds, latencies)
            fill_queue(metrics.requests_waiting, metrics.oldest_request_seconds, app.budget.by_purpose())
        metrics.ready.set(await self.illness() is None)

    async def illness(self) -> str | None:
        """The reason why the bot can't serve users at the moment; None if it can."""
        if (app := self.app) is None or self._patience.trouble:
            return self._patience.trouble or "The bot starts."
        bot, stands_by = app.bot, app.connection.stands_by
        here = bot.is_ready() and app.connection.connected
        if bot.is_closed() or not (here or stands_by):
            return "The gateway to Discord is not connected."
        if ill := await self._illness_of_store(app):
            return ill
        # A stand-by has nothing to sweep: that it can take over is all that is asked of it.
        return None if stands_by else self._illness_of_sweep(app)

    @staticmethod
    async def _illness_of_store(app: App) -> str | None:
        try:
            async with asyncio.timeout(app.deadlines.database):
                await app.host.check_answers()
        except StoreGoneError:
            return "The file of the database is not where it was."
        except Exception:  # noqa: BLE001 - whatever it says instead, it is no answer
            return "The database does not answer."
        if isinstance(app.clock, HostClock) and app.clock.is_wrong:
            off = abs(app.clock.behind.total_seconds())
            return f"The clock of this machine is {off:.0f} seconds off the database's."
        return None

    @staticmethod
    def _illness_of_sweep(app: App) -> str | None:
        swept_at = app.metrics.swept_at
        if swept_at is None:
            return "The first sweep is not over."
        age = time.monotonic() - swept_at
        return (
            None
            if age <= app.deadlines.swept
            else f"The last sweep that went well was {age:.0f} seconds ago."
        )

    def wellness(self) -> str:
        """The word for a bot that can serve users; says what it does where that isn't obvious."""
        return STANDS_BY if self.app is not None and self.app.connection.stands_by else super().wellness()

    async def _count_matches(self, app: App) -> None:
        now = time.monotonic()
        if self._counted_at is not None and now - self._counted_at < app.deadlines.counted:
            return
        self._counted_at, metrics = now, self._metrics
        # Otherwise what was counted last stands: health says what is wrong.
        with suppress(StoreUnavailableError):
            counts = await app.host.open_by_phase()
            fill(metrics.open_matches, {phase.value: counts.get(phase, 0) for phase in Phase if phase.open})
            fill(metrics.oldest_overdue_seconds, await app.host.overdue())
            metrics.oldest_deletion_seconds.set(await app.host.oldest_deletion())
            if app.workers is not None:
                waiting = await app.workers.backlog()
                fill_queue(metrics.computer_jobs_waiting, metrics.computer_oldest_job_seconds, waiting)
