"""Requests that wait for Discord: known with what they are for, and what gives way to them."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack

import pytest
import pytest_asyncio
from aiohttp import web
from discord.http import HTTPClient

from cogs.config import Settings
from cogs.connection.requests import (
    LATE,
    MANY,
    RATE,
    VERY_LATE,
    Budget,
    Purpose,
    RequestRate,
    open_gate,
    requests_for,
)
from tests.cogs.connection.conftest import Serve


class Watch:
    """A clock that a test turns, or who sleeps by it."""

    now = 100.0

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def budget(watch: Watch) -> Budget:
    return Budget(watch)


@pytest_asyncio.fixture
async def held(serve: Serve) -> asyncio.Event:
    """A server, as Discord or a proxy, that answers nobody before this is set."""
    go = asyncio.Event()

    async def answer(_request: web.Request) -> web.Response:
        await go.wait()
        return web.json_response({})

    await serve(answer)
    return go


@pytest.fixture
def gated(http: HTTPClient, budget: Budget) -> HTTPClient:
    """discord.py's own client, behind the gate of a bot that is alone."""
    open_gate(http, budget)
    return http


def number(budget: Budget) -> dict[str, int]:
    """How many wait, for those purposes for which any does."""
    return {purpose: many for purpose, (many, _) in budget.by_purpose().items() if many}


async def test_a_request_waits_until_it_is_answered(
    gated: HTTPClient, held: asyncio.Event, budget: Budget, watch: Watch
) -> None:
    card = asyncio.create_task(gated.get_user(1))
    with requests_for(Purpose.TIDYING):
        old = asyncio.create_task(gated.get_user(2))
    await asyncio.sleep(0)
    watch.now += 3
    assert budget.by_purpose() == {
        "card": (1, 3.0),
        "notice": (0, 0.0),
        "reading": (0, 0.0),
        "tidying": (1, 3.0),
    }
    held.set()
    await asyncio.gather(card, old)
    assert not number(budget)


async def test_what_discord_py_holds_back_waits_too(
    gated: HTTPClient, held: asyncio.Event, budget: Budget
) -> None:
    held.set()
    gated._global_over.clear()  # as after a 429 for everything
    asked = [asyncio.create_task(gated.get_user(user)) for user in range(3)]
    await asyncio.sleep(0)
    assert number(budget) == {"card": 3}
    gated._global_over.set()
    await asyncio.gather(*asked)
    assert not number(budget)


async def test_a_request_that_fails_waits_no_longer(
    gated: HTTPClient, held: asyncio.Event, budget: Budget
) -> None:
    asked = asyncio.create_task(gated.get_user(1))
    await asyncio.sleep(0)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert not number(budget)


@pytest.mark.parametrize(
    ("many", "purpose", "waited", "short"),
    [
        (MANY, Purpose.CARD, LATE, False),
        (MANY + 1, Purpose.CARD, LATE / 2, False),
        (MANY + 1, Purpose.CARD, LATE, True),
        (MANY + 1, Purpose.NOTICE, LATE, True),
        (1, Purpose.CARD, VERY_LATE, True),
        (MANY + 1, Purpose.READING, VERY_LATE, False),
        (MANY + 1, Purpose.TIDYING, VERY_LATE, False),
    ],
)
def test_others_give_way_while_what_is_urgent_queues(
    budget: Budget, watch: Watch, many: int, purpose: Purpose, waited: float, short: bool
) -> None:
    with ExitStack() as stack:
        stack.enter_context(requests_for(purpose))
        for _ in range(many):
            stack.enter_context(budget.waiting())
        watch.now += waited
        assert budget.short is short
    assert not budget.short


# --- several processes --------------------------------------------------------------------------------------


def turns(rate: RequestRate, many: int) -> list[float]:
    """The seconds until so many requests, asked for at once, may leave."""
    return [round(rate.turn(), 6) for _ in range(many)]


def test_requests_leave_one_by_one_and_at_once_where_there_are_few(watch: Watch) -> None:
    rate = RequestRate(40, lambda: 0.25, watch)
    assert turns(rate, 3) == [0, 0.1, 0.2]
    watch.now += 0.25
    assert turns(rate, 1) == [0.05]
    watch.now += 60
    assert turns(rate, 2) == [0, 0.1], "nothing is saved up"


def test_who_takes_over_shards_takes_over_their_part_of_the_rate(watch: Watch) -> None:
    share = 0.25
    rate = RequestRate(40, lambda: share, watch)
    assert turns(rate, 2) == [0, 0.1]
    share = 1.0
    assert turns(rate, 3) == [0.2, 0.225, 0.25]


async def test_a_request_of_discord_py_waits_for_its_turn_and_is_known_meanwhile(
    http: HTTPClient, held: asyncio.Event, budget: Budget, watch: Watch
) -> None:
    held.set()
    began, left, known = watch.now, list[float](), list[dict[str, int]]()

    async def sleep(seconds: float) -> None:
        known.append(number(budget))
        await watch.sleep(seconds)

    open_gate(http, budget, RequestRate(20, lambda: 1.0, watch, sleep))
    for _ in range(4):
        await http.get_user(1)
        left.append(round(watch.now - began, 6))
    assert left == [0, 0.05, 0.1, 0.15]
    assert known == [{"card": 1}] * 3


SERVER = {
    "database_url": "postgresql+asyncpg://nowhere.invalid/tidepool",
    "shard_count": "4",
    "shard_ids": "0",
}


@pytest.mark.parametrize(
    ("given", "rate"),
    [
        ({}, None),
        ({"rest_per_second": "30"}, 30),
        (SERVER, RATE),
        ({**SERVER, "rest_per_second": "30"}, 30),
        ({**SERVER, "discord_api_url": "http://proxy/api/v10"}, None),
        ({**SERVER, "discord_api_url": "http://proxy/api/v10", "rest_per_second": "30"}, 30),
    ],
)
def test_several_processes_count_where_no_proxy_does(given: dict[str, str], rate: int | None) -> None:
    assert Settings.model_validate(given).requests_a_second == rate
