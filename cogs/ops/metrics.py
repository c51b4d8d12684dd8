"""The bot's own counts, for Prometheus. No label ever names a person, a server or a match.

It counts whether or not anybody asks (see ``cogs.ops.http``): that costs next to nothing.
"""

from __future__ import annotations

import math
import platform
import re
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, Literal

import aiohttp
import discord
from cachetools import FIFOCache
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector

from cogs.kit.failures import note_answer
from cogs.ops.traces.tracing import Tracing
from matches import Phase
from matches.model import NoticeKind

Outcome = Literal["ok", "refused", "error", "lost"]
"""The outcome of an interaction: done; refused with a reason; trouble; nobody was there to be answered."""

_ANSWERING: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 30.0)
"""Bounds in seconds. Three is what Discord gives for an acknowledgement."""
_SWEEPING: Final = (0.01, 0.05, 0.25, 1.0, 5.0, 15.0, 30.0, 60.0, 120.0)
_DRAWING: Final = (0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
_THINKING: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 20.0)
_REVIEWING: Final = (1.0, 3.0, 10.0, 20.0, 30.0, 60.0, 120.0, 300.0)
_LAGGING: Final = (0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 3.0)
_MOST_BEGUN: Final = 1000
"""Interactions whose beginning is remembered. One that never ends is forgotten."""
_CALLBACK: Final = re.compile(r"/interactions/(\d+)/[^/]+/callback")
_VERB: Final = re.compile(r"[a-z]{1,20}")
_KINDS: Final[Mapping[discord.InteractionType, str]] = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.component: "control",
    discord.InteractionType.modal_submit: "form",
}
_FIRST_FAILURE: Final = 400
"""From this HTTP status on a request has failed."""


class Metrics:
    """The counts of one bot, in a registry of their own."""

    def __init__(self, tracing: Tracing | None = None) -> None:
        self.tracing = tracing or Tracing()
        """Told of the same."""
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self.swept_at: float | None = None
        """The time of the last sweep that went well, by :func:`time.monotonic`."""
        self._begun: FIFOCache[int, float] = FIFOCache(_MOST_BEGUN)
        self._interactions = Counter(
            "tidepool_interactions",
            "Commands, clicks and forms, by what they are and how they ended.",
            ("kind", "name", "outcome"),
            registry=registry,
        )
        self._acknowledged = Histogram(
            "tidepool_acknowledged_seconds",
            "From an interaction's arrival to Discord's answer to its acknowledgement.",
            buckets=_ANSWERING,
            registry=registry,
        )
        self._done = Histogram(
            "tidepool_done_seconds",
            "From an interaction's arrival to its end.",
            ("kind",),
            buckets=_ANSWERING,
            registry=registry,
        )
        self._failed = Counter(
            "tidepool_requests_failed",
            "Requests to Discord, tried again or not, by status; none: no answer came.",
            ("status",),
            registry=registry,
        )
        self._requests = Gauge(
            "tidepool_requests_waiting",
            "Requests to Discord that have no answer yet, held back by its limit or a proxy, by purpose.",
            ("purpose",),
            registry=registry,
        )
        self._oldest_request = Gauge(
            "tidepool_oldest_request_seconds",
            "For how long the oldest of them has waited, by purpose.",
            ("purpose",),
            registry=registry,
        )
        self._sweeps = Histogram(
            "tidepool_sweep_seconds",
            "Sweeps, by whether they went well.",
            ("outcome",),
            buckets=_SWEEPING,
            registry=registry,
        )
        self._notices = Counter(
            "tidepool_notices_sent", "Messages besides the cards, by kind.", ("kind",), registry=registry
        )
        self._pictures = Histogram(
            "tidepool_picture_seconds",
            "Until a picture was there, by kind; one that was drawn before takes next to nothing.",
            ("kind",),
            buckets=_DRAWING,
            registry=registry,
        )
        self._open = Gauge(
            "tidepool_open_matches", "Matches that are not over, by phase.", ("phase",), registry=registry
        )
        self._overdue = Gauge(
            "tidepool_oldest_overdue_seconds",
            "For how long the oldest match, card or notice that is to be seen to has been due.",
            ("what",),
            registry=registry,
        )
        self._shards = Gauge(
            "tidepool_shards",
            "Shards of this process: how many are there, and away.",
            ("state",),
            registry=registry,
        )
        self._count = Gauge(
            "tidepool_shard_count",
            "Shards into which the bot is split, over all processes.",
            registry=registry,
        )
        self._held = Gauge(
            "tidepool_shard_held",
            "1 for each shard of this process, there or away.",
            ("shard",),
            registry=registry,
        )
        self._latency = Gauge(
            "tidepool_gateway_latency_seconds",
            "Until Discord answered the last heartbeat, by shard.",
            ("shard",),
            registry=registry,
        )
        self._ready = Gauge(
            "tidepool_ready", "1 while the process is of use to people, as /ready says.", registry=registry
        )
        self._process = Gauge(
            "tidepool_process_info",
            "1, with the name of the process and what it runs on.",
            ("process", "python", "discord_py"),
            registry=registry,
        )
        self._jobs = Gauge(
            "tidepool_computer_jobs",
            "Turns of the computer that are being thought about or wait for a worker.",
            registry=registry,
        )
        self._jobs_waiting = Gauge(
            "tidepool_computer_jobs_waiting",
            "Jobs of the computer that no worker has begun, by kind.",
            ("kind",),
            registry=registry,
        )
        self._oldest_job = Gauge(
            "tidepool_computer_oldest_job_seconds",
            "For how long the oldest job of the computer has waited for a worker, by kind.",
            ("kind",),
            registry=registry,
        )
        self._thinking = Histogram(
            "tidepool_computer_seconds",
            "Until a turn of the computer was thought about, by its level.",
            ("level",),
            buckets=_THINKING,
            registry=registry,
        )
        self._thinking_failed = Counter(
            "tidepool_computer_failed",
            "Turns of the computer that were put off, by why; each is tried again.",
            ("why",),
            registry=registry,
        )
        self._reviewing = Histogram(
            "tidepool_review_seconds",
            "Until a finished match was looked back at.",
            buckets=_REVIEWING,
            registry=registry,
        )
        self._reviews_failed = Counter(
            "tidepool_reviews_failed",
            "Looks back at matches that came to nothing; the person who asked was told.",
            registry=registry,
        )
        self._lag = Histogram(
            "tidepool_event_loop_lag_seconds",
            "How much later than asked for the event loop woke somebody up.",
            buckets=_LAGGING,
            registry=registry,
        )

    # --- interactions ----------------------------------------------------------------------------

    def begun(self, interaction: discord.Interaction[Any]) -> None:
        """An interaction arrived. Asking for suggestions is none."""
        if interaction.type in _KINDS:
            self._begun.setdefault(interaction.id, time.monotonic())
            self.tracing.begin(interaction.id)

    def ended(self, interaction: discord.Interaction[Any], outcome: Outcome) -> None:
        """Count the outcome of an interaction and its time. Harmless twice."""
        begun = self._begun.pop(interaction.id, None)
        if begun is None:
            return
        kind = _KINDS[interaction.type]
        self._done.labels(kind).observe(time.monotonic() - begun)
        name = _name(interaction)
        self._interactions.labels(kind, name, outcome).inc()
        self.tracing.end(interaction.id, f"{kind} {name}", outcome)

    # --- requests --------------------------------------------------------------------------------

    def trace(self) -> aiohttp.TraceConfig:
        """Make the trace that counts every request to Discord and every answer that comes back."""
        config = aiohttp.TraceConfig()
        if self.tracing.on:
            config.on_request_start.append(self._asked)
        config.on_request_end.append(self._answered)
        config.on_request_exception.append(self._unanswered)
        return config

    async def _asked(
        self, _session: aiohttp.ClientSession, context: Any, told: aiohttp.TraceRequestStartParams
    ) -> None:
        # Of the address, which holds ids and tokens, nothing is told.
        name = "acknowledge" if _CALLBACK.search(told.url.path) else "post"
        context.span = self.tracing.open(name, **{"http.request.method": told.method})

    async def _answered(
        self, _session: aiohttp.ClientSession, context: Any, told: aiohttp.TraceRequestEndParams
    ) -> None:
        self.tracing.shut(getattr(context, "span", None), told.response.status)
        note_answer(told.response.status)
        if told.response.status >= _FIRST_FAILURE:
            self._failed.labels(str(told.response.status)).inc()
        elif found := _CALLBACK.search(told.url.path):
            begun = self._begun.get(int(found[1]))
            if begun is not None:
                self._acknowledged.observe(time.monotonic() - begun)

    async def _unanswered(
        self, _session: aiohttp.ClientSession, context: Any, _told: aiohttp.TraceRequestExceptionParams
    ) -> None:
        self.tracing.shut(getattr(context, "span", None), None)
        self._failed.labels("none").inc()

    def requests(self, found: Mapping[str, tuple[int, float]]) -> None:
        """Set what waits for Discord: how many requests, and the age of the oldest, by purpose."""
        for purpose, (number, oldest) in found.items():
            self._requests.labels(purpose).set(number)
            self._oldest_request.labels(purpose).set(oldest)

    # --- the rest --------------------------------------------------------------------------------

    def swept(self) -> None:
        """Note that a part of a sweep went well."""
        self.swept_at = time.monotonic()

    @contextmanager
    def sweep(self) -> Iterator[None]:
        """While a sweep goes on. One that raises has failed."""
        began, outcome = time.monotonic(), "failed"
        try:
            yield
            outcome = "ok"
            self.swept()
        finally:
            self._sweeps.labels(outcome).observe(time.monotonic() - began)

    def overdue(self, ages: Mapping[str, float]) -> None:
        """Seconds for which the oldest of what is to be seen to has been due, by what it is."""
        for what, seconds in ages.items():
            self._overdue.labels(what).set(seconds)

    def shards(self, there: int, away: int) -> None:
        """The shards of this process, as they are now."""
        self._shards.labels("there").set(there)
        self._shards.labels("away").set(away)

    def split(self, count: int | None, held: Iterable[int]) -> None:
        """The number of shards in all, once it is known, and which of them this process has."""
        self._count.set(count or 0)
        self._held.clear()
        for shard in held:
            self._held.labels(str(shard)).set(1)

    def latencies(self, latencies: Iterable[tuple[int, float]]) -> None:
        """Seconds that Discord took to answer each shard; not a number where it has not yet."""
        self._latency.clear()
        for shard, seconds in latencies:
            if math.isfinite(seconds):
                self._latency.labels(str(shard)).set(seconds)

    def ready(self, well: bool) -> None:
        """The process is of use to people now, or it is not."""
        self._ready.set(well)

    def named(self, process: str) -> None:
        """The name of the process."""
        self._process.labels(process, platform.python_version(), discord.__version__).set(1)

    def notices_sent(self, kinds: Iterable[NoticeKind]) -> None:
        """Messages besides the cards were sent."""
        for kind in kinds:
            self._notices.labels(kind.value).inc()

    @contextmanager
    def picture(self, kind: str) -> Iterator[None]:
        """While a picture is waited for."""
        began = time.monotonic()
        with self.tracing.span("draw", **{"tidepool.picture": kind}):
            yield
        self._pictures.labels(kind).observe(time.monotonic() - began)

    @contextmanager
    def thinking(self, level: int) -> Iterator[None]:
        """While a turn of the computer is thought about. One that raises is none that was."""
        began = time.monotonic()
        with self._jobs.track_inprogress():
            yield
        self._thinking.labels(str(level)).observe(time.monotonic() - began)

    def backlog(self, found: Mapping[str, tuple[int, float]]) -> None:
        """Set what waits for a worker: how many jobs, and the age of the oldest, by kind."""
        for kind, (number, oldest) in found.items():
            self._jobs_waiting.labels(kind).set(number)
            self._oldest_job.labels(kind).set(oldest)

    def thinking_failed(self, why: Literal["busy", "failed"]) -> None:
        """A turn of the computer could not be thought about now."""
        self._thinking_failed.labels(why).inc()

    @contextmanager
    def reviewing(self) -> Iterator[None]:
        """While a finished match is looked back at. One that raises is none that was."""
        began = time.monotonic()
        yield
        self._reviewing.observe(time.monotonic() - began)

    def review_failed(self) -> None:
        """A look back at a match came to nothing."""
        self._reviews_failed.inc()

    def open_matches(self, counts: Mapping[Phase, int]) -> None:
        """Set the number of matches in each phase that is not the last."""
        for phase in Phase:
            if phase.open:
                self._open.labels(phase.value).set(counts.get(phase, 0))

    def lagged(self, seconds: float) -> None:
        """The event loop was so late."""
        self._lag.observe(max(seconds, 0.0))


def _name(interaction: discord.Interaction[Any]) -> str:
    """The command, or the verb of a control or form: one of those there are in the code."""
    if interaction.type is discord.InteractionType.application_command:
        return interaction.command.qualified_name if interaction.command else "unknown"
    verb, _, _ = str(dict(interaction.data or {}).get("custom_id", "")).partition(":")
    return verb if _VERB.fullmatch(verb) else "unknown"
