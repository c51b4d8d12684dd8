"""Traces: what a collector is sent of clicks, by OTLP over a real wire."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from tests.loopback.endpoint import refusing
from tests.loopback.story import a_story

pytestmark = pytest.mark.real

BELOW = {"acknowledge", "load", "save", "draw", "post"}


class Collector:
    """A collector of traces, which keeps what it is sent."""

    def __init__(self) -> None:
        self.requests: list[ExportTraceServiceRequest] = []
        self.port = 0

    async def _take(self, request: web.Request) -> web.Response:
        self.requests.append(ExportTraceServiceRequest.FromString(await request.read()))
        return web.Response()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def spans(self) -> list[Any]:
        return [
            span
            for request in self.requests
            for resource in request.resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        ]

    def named(self, name: str) -> list[Any]:
        return [span for span in self.spans if span.name == name]

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[Collector]:
        site = web.Application()
        site.router.add_post("/v1/traces", self._take)
        runner = web.AppRunner(site, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        self.port = runner.addresses[0][1]
        try:
            yield self
        finally:
            await runner.cleanup()


def values(attributes: Any) -> dict[str, str]:
    return {one.key: one.value.string_value or str(one.value.int_value) for one in attributes}


async def test_a_click_is_a_span_with_what_it_waited_for_below(tmp_path: Path) -> None:
    async with Collector().listening() as collector:
        settings = {"otel_exporter_otlp_endpoint": collector.address, "process_name": "traced:1"}
        async with a_story(tmp_path, **settings) as story:
            await story.begin("pjawns")
            await story.discord.quiet()
            assert await story.bot.terminate() == 0  # which sends what is left
            people = (story.challenger, story.opponent)
    below = defaultdict(set)
    for span in collector.spans:
        below[span.parent_span_id].add(span.name)
    for name, waited_for in (("command pjawns challenge", BELOW - {"draw"}), ("control accept", BELOW)):
        (root,) = collector.named(name)
        assert root.parent_span_id == b""
        assert values(root.attributes) == {"tidepool.outcome": "ok"}
        assert below[root.span_id] == waited_for
        inside = [span for span in collector.spans if span.parent_span_id == root.span_id]
        assert all(span.trace_id == root.trace_id for span in inside)
        assert all(root.start_time_unix_nano <= span.start_time_unix_nano for span in inside)
    roots = {span.name.split(" ")[0] for span in collector.spans if not span.parent_span_id}
    assert roots <= {"command", "control", "form"}, "neither sweeps nor starts"
    answered = values(collector.named("acknowledge")[0].attributes)
    assert answered["http.request.method"] == "POST"
    assert answered["http.response.status_code"] in ("200", "204")
    (resource, *_) = collector.requests[0].resource_spans
    about = values(resource.resource.attributes)
    assert (about["service.name"], about["service.instance.id"]) == ("tidepool", "traced:1")
    said = " ".join(f"{span.name} {values(span.attributes)} {span.events}" for span in collector.spans)
    assert not re.findall(r"\d{4,}", said), "no id of anything"
    assert not [who for who in people if who.user.name in said]


async def test_a_collector_that_is_not_there_holds_nothing_up(tmp_path: Path) -> None:
    with refusing() as (_, port):
        await _go_on_without(tmp_path, f"http://127.0.0.1:{port}")


async def _go_on_without(folder: Path, collector: str) -> None:
    async with a_story(folder, otel_exporter_otlp_endpoint=collector) as story:
        await story.begin("pjawns")
        await story.discord.quiet()
        assert await story.bot.terminate() == 0  # and is not waited for
        assert "stopped" in story.bot.log
        story.bot.log_file.unlink()  # that it is not there is said
