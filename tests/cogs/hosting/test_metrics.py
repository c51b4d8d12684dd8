"""The value of each metric that a host sees: what counts, what is counted on request, and what takes time."""

from __future__ import annotations

import math
from dataclasses import dataclass
from platform import python_version
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from prometheus_client import CollectorRegistry
from yarl import URL

from cogs.connection.requests import Purpose, requests_for
from cogs.hosting import health
from cogs.hosting import metrics as counted
from cogs.hosting.health import HttpEndpoint, HttpSite
from cogs.hosting.metrics import Metrics
from cogs.hosting.starting import Patience
from matches import UserId
from settings import VERSION
from tests.cogs.server import Server
from tests.settings import settings

Seen = dict[str, float]


def seen(registry: CollectorRegistry) -> Seen:
    """What a host sees of our own metrics, as ``name{label=value}``, without buckets and what is 0."""
    found = {}
    for family in registry.collect():
        for sample in family.samples:
            ours = sample.name.removeprefix("tidepool_")
            if ours != sample.name and not ours.endswith(("_bucket", "_created")) and sample.value:
                labels = ",".join(f"{label}={value}" for label, value in sample.labels.items())
                found[f"{ours}{{{labels}}}" if labels else ours] = sample.value
    return found


@dataclass
class Watch:
    """A clock that a test turns, in place of :mod:`time`."""

    now: float = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """The clock of the metrics, and of what looks at them."""
    made = Watch()
    for module in (counted, health):
        monkeypatch.setattr(module, "time", made)
    return made


# --- what a bot counts, and what it counts on request ------------------------------------------------


async def test_every_metric_of_a_bot_has_its_value(
    watch: Watch, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = server.bot.app
    endpoint = HttpEndpoint(app.metrics, Patience())
    endpoint.app = app
    await server.start(pace="1d")
    await server.play("a2xa7")
    await server.challenge()
    await server.stop_loops()
    before = app.clock()
    await app.privacy.ask_to_be_forgotten(UserId(server.visitor.id))
    await server.env.advance_time(100_000)
    latencies = [(0, 0.25), (1, math.inf)]
    monkeypatch.setattr(type(app.bot), "latencies", property(lambda _: latencies))
    with requests_for(Purpose.READING), app.budget.waiting():
        await endpoint.count()
    now, match, found = app.clock(), await server.match(1), seen(app.metrics.registry)
    assert match.deadline_at is not None
    overdue, asked = (now - match.deadline_at).total_seconds(), (now - before).total_seconds()
    assert found.pop("oldest_request_seconds{purpose=reading}") > 0, "it goes by a clock of its own"
    on = f"python={python_version()},discord_py={discord.__version__}"
    assert found == {
        f"build_info{{version={VERSION}}}": 1,
        f"process_info{{process={settings().process_name},{on}}}": 1,
        "interactions_total{kind=command,name=prawns challenge,outcome=ok}": 2,
        "interactions_total{kind=command,name=prawns move,outcome=ok}": 1,
        "interactions_total{kind=control,name=accept,outcome=ok}": 1,
        "interactions_total{kind=control,name=slot,outcome=ok}": 4,
        "interactions_total{kind=control,name=confirm,outcome=ok}": 2,
        "done_seconds_count{kind=command}": 3,
        "done_seconds_count{kind=control}": 7,
        "requests_waiting{purpose=reading}": 1,
        "sweep_seconds_count{outcome=ok}": 1,
        "notices_sent_total{kind=pick}": 2,
        "picture_seconds_count{kind=board}": found["picture_seconds_count{kind=board}"],
        "picture_seconds_count{kind=coin}": 2,
        "open_matches{phase=challenged}": 1,
        "open_matches{phase=playing}": 1,
        "oldest_overdue_seconds{what=match}": pytest.approx(overdue, abs=1),
        "oldest_deletion_seconds": pytest.approx(asked, abs=1),
        "ready": 1,
        "shards{state=there}": 1,
        "shard_count": 1,
        "shard_held{shard=0}": 1,
        "gateway_latency_seconds{shard=0}": 0.25,
    }
    watch.now += app.deadlines.swept + 1
    await endpoint.count()
    assert await endpoint.illness() == "The last sweep that went well was 121 seconds ago."
    assert "ready" not in seen(app.metrics.registry)


async def test_matches_are_counted_once_however_often_a_scraper_asks(watch: Watch, server: Server) -> None:
    app = server.bot.app
    endpoint = HttpEndpoint(app.metrics, Patience())
    endpoint.app = app
    challenged = []
    for seconds in (0, app.deadlines.counted - 1, 1):
        await server.challenge()
        watch.now += seconds
        await endpoint.count()
        challenged.append(seen(app.metrics.registry)["open_matches{phase=challenged}"])
    assert challenged == [1, 1, 3]


def test_the_queue_of_the_computer_is_told_by_kind_and_what_is_over_is_dropped() -> None:
    metrics = Metrics()
    queue = metrics.computer_jobs_waiting, metrics.computer_oldest_job_seconds
    counted.fill_queue(*queue, {"hint": (1, 9.0)})
    counted.fill_queue(*queue, {"turn": (2, 5.0)})
    assert times(metrics.registry) == {
        "computer_jobs_waiting{kind=turn}": 2,
        "computer_oldest_job_seconds{kind=turn}": 5,
    }


# --- what takes time --------------------------------------------------------------------------------


def interaction(kind: discord.InteractionType, number: int = 7, **data: object) -> Any:
    """What the metrics look at in an interaction."""
    return SimpleNamespace(type=kind, id=number, data=data, command=None)


def times(registry: CollectorRegistry) -> Seen:
    """What :func:`seen` tells, but for the version."""
    return {name: value for name, value in seen(registry).items() if not name.startswith("build_info")}


@pytest.mark.parametrize(
    ("arrived", "kind", "name"),
    [
        (interaction(discord.InteractionType.application_command), "command", "unknown"),
        (interaction(discord.InteractionType.component, custom_id="accept:7:8"), "control", "accept"),
        (interaction(discord.InteractionType.modal_submit, custom_id="seven 7"), "form", "unknown"),
    ],
)
def test_an_interaction_is_counted_once_with_its_seconds(
    watch: Watch, arrived: Any, kind: str, name: str
) -> None:
    metrics = Metrics()
    metrics.begun(arrived)
    watch.now += 2
    metrics.begun(arrived)
    watch.now += 0.5
    metrics.ended(arrived, "refused")
    metrics.ended(arrived, "ok")
    assert times(metrics.registry) == {
        f"interactions_total{{kind={kind},name={name},outcome=refused}}": 1,
        f"done_seconds_count{{kind={kind}}}": 1,
        f"done_seconds_sum{{kind={kind}}}": 2.5,
    }


def test_to_ask_for_suggestions_is_not_counted(watch: Watch) -> None:
    metrics, asked = Metrics(), interaction(discord.InteractionType.autocomplete)
    metrics.begun(asked)
    metrics.ended(asked, "ok")
    assert times(metrics.registry) == {}


@pytest.mark.parametrize(
    ("status", "path", "told"),
    [
        (204, "/api/v10/interactions/7/token/callback", {"acknowledged_seconds": 1.5}),
        (204, "/api/v10/interactions/8/token/callback", {}),
        (200, "/api/v10/channels/7/messages", {}),
        (399, "/api/v10/channels/7/messages", {}),
        (400, "/api/v10/interactions/7/token/callback", {"requests_failed_total{status=400}": 1}),
        (502, "/api/v10/channels/7/messages", {"requests_failed_total{status=502}": 1}),
        (None, "/api/v10/channels/7/messages", {"requests_failed_total{status=none}": 1}),
    ],
)
async def test_an_answer_of_discord_is_counted_by_what_it_is(
    watch: Watch, status: int | None, path: str, told: Seen
) -> None:
    metrics = Metrics()
    metrics.begun(interaction(discord.InteractionType.component))
    watch.now += 1.5
    trace, context = metrics.trace(), SimpleNamespace()
    trace.freeze()
    request = cast("Any", SimpleNamespace(url=URL(f"https://discord.com{path}")))
    if status is None:
        await trace.on_request_exception.send(cast("Any", None), context, request)
    else:
        request.response = SimpleNamespace(status=status)
        await trace.on_request_end.send(cast("Any", None), context, request)
    found = times(metrics.registry)
    assert found.pop("acknowledged_seconds_count", 0) == len(told) * (status == 204)
    assert found == {name.replace("seconds", "seconds_sum"): value for name, value in told.items()}


def test_sweeps_and_pictures_are_counted_with_their_seconds(watch: Watch) -> None:
    metrics = Metrics()
    with metrics.sweep(), metrics.picture("board"):
        watch.now += 3
    assert metrics.swept_at == watch.now == 103
    with pytest.raises(ZeroDivisionError), metrics.sweep(), metrics.picture("coin"):
        watch.now += 4
        raise ZeroDivisionError
    assert metrics.swept_at == 103, "that one didn't go well"
    assert times(metrics.registry) == {
        "sweep_seconds_count{outcome=ok}": 1,
        "sweep_seconds_sum{outcome=ok}": 3,
        "picture_seconds_count{kind=board}": 1,
        "picture_seconds_sum{kind=board}": 3,
        "sweep_seconds_count{outcome=failed}": 1,
        "sweep_seconds_sum{outcome=failed}": 4,
    }


@pytest.mark.parametrize(("slept", "lag"), [(1.25, 0.25), (1.0, 0.0), (0.9, 0.0)])
async def test_the_loop_lags_by_what_it_sleeps_too_long(watch: Watch, slept: float, lag: float) -> None:
    registry, asked = CollectorRegistry(), list[float]()

    async def sleep(seconds: float) -> None:
        asked.append(seconds)
        watch.now += slept

    await HttpSite(registry).observe_lag(watch.monotonic, sleep)
    assert asked == [1.0]
    assert seen(registry).pop("event_loop_lag_seconds_sum", 0) == lag
    assert seen(registry)["event_loop_lag_seconds_count"] == 1
