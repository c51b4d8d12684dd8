"""The bot's own counts, for Prometheus. No label ever names a person, a server or a match.

It counts whether or not anybody asks (see ``cogs.hosting.health``): that costs next to nothing.
"""

from __future__ import annotations

import platform
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from typing import Any, Final, Literal, TypeVar, cast

import aiohttp
import discord
from cachetools import FIFOCache
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, ProcessCollector

from cogs.kit.failures import record_answer
from settings import VERSION


class Tracing:
    """Spans that are discarded. No attribute of a span ever names a user, a server or a match."""

    on = False
    """True if spans are collected."""

    def begin(self, interaction: int) -> None:
        """Start an interaction's span, in the task that handles it."""

    def end(self, interaction: int, name: str, outcome: str) -> None:
        """End an interaction's span."""

    def span(self, name: str, **about: str) -> AbstractContextManager[Any]:
        """A span of a part of an interaction's work."""
        return nullcontext()

    def open(self, name: str, **about: str) -> Any:
        """Start a span for :meth:`shut` to end; None outside of an interaction."""
        return None

    def shut(self, span: Any, status: int | None) -> None:
        """End a request's span, with the answer's status if there was one."""

    async def close(self) -> None:
        """Send the remaining spans, within a moment."""


Kind = TypeVar("Kind", Counter, Gauge, Histogram)

Outcome = Literal["ok", "refused", "error", "lost"]
"""The outcome of an interaction: done; refused with a reason; trouble; nobody was there to be answered."""

_ANSWERING: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 30.0)
"""Bounds in seconds. Three is what Discord gives for an acknowledgement."""
_SWEEPING: Final = (0.01, 0.05, 0.25, 1.0, 5.0, 15.0, 30.0, 60.0, 120.0)
_DRAWING: Final = (0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
_THINKING: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 20.0)
_REVIEWING: Final = (1.0, 3.0, 10.0, 20.0, 30.0, 60.0, 120.0, 300.0)
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


def row(kind: type[Kind], about: str, *labels: str, **more: Any) -> Kind:
    """A row of a :class:`MetricsTable`; its metric is named ``tidepool_`` and the attribute."""
    # As with dataclasses.field, the type is that of what an instance has in its place.
    return cast("Kind", partial(kind, documentation=about, labelnames=labels, **more))


class MetricsTable:
    """The metrics of one process, in a registry of their own: its version, and the rows of the class."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        Info("tidepool_build", "The version of Tidepool.", registry=self.registry).info({"version": VERSION})
        for name, made in vars(type(self)).items():
            if isinstance(made, partial):
                setattr(self, name, made(f"tidepool_{name}", registry=self.registry))


class Metrics(MetricsTable):
    """The metrics of one bot."""

    interactions = row(
        Counter, "Commands, clicks and forms, by what they are and how they ended.", "kind", "name", "outcome"
    )
    acknowledged_seconds = row(
        Histogram,
        "From an interaction's arrival to Discord's answer to its acknowledgement.",
        buckets=_ANSWERING,
    )
    done_seconds = row(Histogram, "From an interaction's arrival to its end.", "kind", buckets=_ANSWERING)
    requests_failed = row(
        Counter, "Requests to Discord, tried again or not, by status; none: no answer came.", "status"
    )
    requests_waiting = row(
        Gauge,
        "Requests to Discord that have no answer yet, held back by its limit or a proxy, by purpose.",
        "purpose",
    )
    oldest_request_seconds = row(Gauge, "For how long the oldest of them has waited, by purpose.", "purpose")
    sweep_seconds = row(Histogram, "Sweeps, by whether they went well.", "outcome", buckets=_SWEEPING)
    notices_sent = row(Counter, "Messages besides the cards, by kind.", "kind")
    picture_seconds = row(
        Histogram,
        "Until a picture was there, by kind; one that was drawn before takes next to nothing.",
        "kind",
        buckets=_DRAWING,
    )
    open_matches = row(Gauge, "Matches that are not over, by phase.", "phase")
    oldest_overdue_seconds = row(
        Gauge, "For how long the oldest match, card or notice that is to be seen to has been due.", "what"
    )
    oldest_deletion_seconds = row(
        Gauge, "For how long the oldest deletion of everything about a person has not been done; 0: none."
    )
    shards = row(Gauge, "Shards of this process: how many are there, and away.", "state")
    shard_count = row(Gauge, "Shards into which the bot is split, over all processes.")
    shard_held = row(Gauge, "1 for each shard of this process, there or away.", "shard")
    gateway_latency_seconds = row(Gauge, "Until Discord answered the last heartbeat, by shard.", "shard")
    ready = row(Gauge, "1 while the process is of use to people, as /ready says.")
    process_info = row(
        Gauge, "1, with the name of the process and what it runs on.", "process", "python", "discord_py"
    )
    computer_jobs = row(Gauge, "Turns of the computer that are being thought about or wait for a worker.")
    computer_jobs_waiting = row(Gauge, "Jobs of the computer that no worker has begun, by kind.", "kind")
    computer_oldest_job_seconds = row(
        Gauge, "For how long the oldest job of the computer has waited for a worker, by kind.", "kind"
    )
    computer_seconds = row(
        Histogram, "Until a turn of the computer was thought about, by its level.", "level", buckets=_THINKING
    )
    computer_failed = row(
        Counter, "Turns of the computer that were put off, by why; each is tried again.", "why"
    )
    review_seconds = row(Histogram, "Until a finished match was looked back at.", buckets=_REVIEWING)
    reviews_failed = row(
        Counter, "Looks back at matches that came to nothing; the person who asked was told."
    )

    def __init__(self, tracing: Tracing | None = None) -> None:
        super().__init__()
        self.tracing = tracing or Tracing()
        """Told of the same."""
        self.swept_at: float | None = None
        """The time of the last sweep that went well, by :func:`time.monotonic`."""
        self._begun: FIFOCache[int, float] = FIFOCache(_MOST_BEGUN)

    def named(self, process: str) -> None:
        """Set the process's name, and the versions that it runs on."""
        self.process_info.labels(process, platform.python_version(), discord.__version__).set(1)

    # --- interactions ----------------------------------------------------------------------------

    def begun(self, interaction: discord.Interaction[Any]) -> None:
        """Count an interaction's arrival, except a request for suggestions."""
        if interaction.type in _KINDS:
            self._begun.setdefault(interaction.id, time.monotonic())
            self.tracing.begin(interaction.id)

    def ended(self, interaction: discord.Interaction[Any], outcome: Outcome) -> None:
        """Count the outcome of an interaction and its time. Harmless twice."""
        begun = self._begun.pop(interaction.id, None)
        if begun is None:
            return
        kind = _KINDS[interaction.type]
        self.done_seconds.labels(kind).observe(time.monotonic() - begun)
        name = _name(interaction)
        self.interactions.labels(kind, name, outcome).inc()
        self.tracing.end(interaction.id, f"{kind} {name}", outcome)

    # --- requests --------------------------------------------------------------------------------

    def trace(self) -> aiohttp.TraceConfig:
        """A trace config of aiohttp that counts requests to Discord, and their answers."""
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
        record_answer(told.response.status)
        if told.response.status >= _FIRST_FAILURE:
            self.requests_failed.labels(str(told.response.status)).inc()
        elif found := _CALLBACK.search(told.url.path):
            begun = self._begun.get(int(found[1]))
            if begun is not None:
                self.acknowledged_seconds.observe(time.monotonic() - begun)

    async def _unanswered(
        self, _session: aiohttp.ClientSession, context: Any, _told: aiohttp.TraceRequestExceptionParams
    ) -> None:
        self.tracing.shut(getattr(context, "span", None), None)
        self.requests_failed.labels("none").inc()

    # --- the rest --------------------------------------------------------------------------------

    def swept(self) -> None:
        """Record that a part of a sweep went well."""
        self.swept_at = time.monotonic()

    @contextmanager
    def sweep(self) -> Iterator[None]:
        """Times a sweep; one that raises counts as failed."""
        began, outcome = time.monotonic(), "failed"
        try:
            yield
            outcome = "ok"
            self.swept()
        finally:
            self.sweep_seconds.labels(outcome).observe(time.monotonic() - began)

    @contextmanager
    def picture(self, kind: str) -> Iterator[None]:
        """Times the wait for a picture."""
        drawing = self.tracing.span("draw", **{"tidepool.picture": kind})
        with timed(self.picture_seconds.labels(kind)), drawing:
            yield


@contextmanager
def timed(histogram: Histogram) -> Iterator[None]:
    """Records the seconds that the block takes, unless it fails."""
    began = time.monotonic()
    yield
    histogram.observe(time.monotonic() - began)


def fill(gauge: Gauge, values: Mapping[Any, float]) -> None:
    """Set ``gauge`` to these values by label, and drop all others."""
    gauge.clear()
    for label, value in values.items():
        gauge.labels(label).set(value)


def fill_queue(waiting: Gauge, oldest: Gauge, found: Mapping[str, tuple[int, float]]) -> None:
    """Set the numbers of waiting jobs, and the age of the oldest in seconds, by label."""
    fill(waiting, {label: number for label, (number, _) in found.items()})
    fill(oldest, {label: seconds for label, (_, seconds) in found.items()})


def _name(interaction: discord.Interaction[Any]) -> str:
    """The command, or the verb of a control or form, which may be that of a feature taken out."""
    if interaction.type is discord.InteractionType.application_command:
        return interaction.command.qualified_name if interaction.command else "unknown"
    verb, _, _ = str(dict(interaction.data or {}).get("custom_id", "")).partition(":")
    return verb if _VERB.fullmatch(verb) else "unknown"
