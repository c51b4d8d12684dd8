"""Spans by OpenTelemetry, sent in batches by a thread of its own. Not everywhere can it be imported."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Any, Final

from cachetools import FIFOCache
from opentelemetry import context, trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span, SpanKind, Status, StatusCode

from cogs.hosting.metrics import Tracing
from settings.deadlines import Deadlines

_MOST_BEGUN: Final = 1000
"""Interactions that are remembered until they end. One that never ends is forgotten."""
_FIRST_FAILURE: Final = 400


class Spans(Tracing):
    """Spans of one process, sent to ``endpoint``."""

    on = True

    def __init__(self, endpoint: str, process: str, deadlines: Deadlines) -> None:
        self._deadlines = deadlines
        about = {"service.instance.id": process}
        if "OTEL_SERVICE_NAME" not in os.environ:
            about["service.name"] = "tidepool"
        self._provider = TracerProvider(resource=Resource.create(about), shutdown_on_exit=False)
        exporter = OTLPSpanExporter(endpoint=f"{endpoint.rstrip('/')}/v1/traces")
        self._provider.add_span_processor(BatchSpanProcessor(exporter))
        self._tracer = self._provider.get_tracer("tidepool")
        self._begun: FIFOCache[int, Span] = FIFOCache(_MOST_BEGUN)

    def begin(self, interaction: int) -> None:
        span = self._tracer.start_span("interaction", context=context.Context(), kind=SpanKind.SERVER)
        self._begun.setdefault(interaction, span)
        # For the rest of this task, and those that it begins.
        context.attach(trace.set_span_in_context(span))

    def end(self, interaction: int, name: str, outcome: str) -> None:
        span = self._begun.pop(interaction, None)
        if span is None:
            return
        span.update_name(name)
        span.set_attribute("tidepool.outcome", outcome)
        if outcome == "error":
            span.set_status(Status(StatusCode.ERROR))
        span.end()

    def span(self, name: str, **about: str) -> AbstractContextManager[Any]:
        if not trace.get_current_span().is_recording():
            return nullcontext()
        # An error's message may contain a user's text.
        return self._tracer.start_as_current_span(name, attributes=about, record_exception=False)

    def open(self, name: str, **about: str) -> Span | None:
        if not trace.get_current_span().is_recording():
            return None
        return self._tracer.start_span(name, kind=SpanKind.CLIENT, attributes=about)

    def shut(self, span: Span | None, status: int | None) -> None:
        if span is None:
            return
        if status is not None:
            span.set_attribute("http.response.status_code", status)
        if status is None or status >= _FIRST_FAILURE:
            span.set_status(Status(StatusCode.ERROR))
        span.end()

    async def close(self) -> None:
        # In a daemon thread: a collector that doesn't answer must not delay the shutdown.
        done, loop = asyncio.Event(), asyncio.get_running_loop()
        threading.Thread(target=_shut_down, args=(self._provider, loop, done.set), daemon=True).start()
        with suppress(TimeoutError):
            async with asyncio.timeout(self._deadlines.traced):
                await done.wait()


def _shut_down(provider: TracerProvider, loop: asyncio.AbstractEventLoop, then: Callable[[], None]) -> None:
    provider.shutdown()
    with suppress(RuntimeError):  # the loop is closed
        loop.call_soon_threadsafe(then)
