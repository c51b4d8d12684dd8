"""Faults befall the requests they are laid on, and no others."""

from __future__ import annotations

import asyncio
import time

import aiohttp
import pytest

from tests.loopback.server.faults import Delay, Fail, RateLimit, Reset
from tests.loopback.server.wire import Answered, Place, Wire

HI = {"content": "hi"}


async def test_too_many_requests(place: Place, wire: Wire) -> None:
    place.discord.faults.on("POST", "/channels/*/messages", RateLimit(0.2, scope="global"), times=2)
    for _ in range(2):
        refused = await wire("POST", place.messages, HI)
        assert refused.status == 429
        assert (refused.body["retry_after"], refused.body["global"]) == (0.2, True)
    assert (await wire("POST", place.messages, HI)).status == 200
    assert len(place.channel.public) == 1


@pytest.mark.parametrize("status", [500, 502, 503])
async def test_server_errors(status: int, place: Place, wire: Wire) -> None:
    place.discord.faults.on("*", "/channels/**", Fail(status), after=1)
    seen = [(await wire("POST", place.messages, HI)).status for _ in range(3)]
    assert seen == [200, status, 200]


async def test_a_fault_can_be_meant_for_one_process(place: Place, wire: Wire) -> None:
    laid = place.discord.faults.on("GET", "/users/@me", Fail(), times=None, process="two")
    assert (await wire("GET", "/users/@me", process="one")).status == 200
    assert (await wire("GET", "/users/@me", process="two")).status == 500
    assert laid.hits == 1


@pytest.mark.parametrize("rudely", [True, False])
async def test_the_connection_is_cut_before_or_after(rudely: bool, place: Place, wire: Wire) -> None:
    place.discord.faults.on("POST", "/channels/*/messages", Reset("received", rudely=rudely))
    with pytest.raises(aiohttp.ClientConnectionError):
        await wire("POST", place.messages, HI)
    assert place.channel.public == []
    place.discord.faults.on("POST", "/channels/*/messages", Reset("handled", rudely=rudely))
    with pytest.raises(aiohttp.ClientConnectionError):
        await wire("POST", place.messages, HI)
    assert len(place.channel.public) == 1
    assert [(call.handled, call.status) for call in place.discord.calls[-2:]] == [(False, None), (True, None)]


async def test_a_request_is_held_at_each_moment(place: Place, wire: Wire) -> None:
    for when, there in (("received", 0), ("handled", 1)):
        place.channel.messages.clear()
        stop = place.discord.at("POST", "/channels/*/messages", when=when)  # type: ignore[arg-type]
        asked = asyncio.create_task(wire("POST", place.messages, HI))
        call = await stop
        assert (call.method, call.path) == ("POST", place.messages)
        assert len(place.channel.public) == there
        assert not asked.done()
        stop.release()
        assert (await asked).status == 200


async def test_a_moment_after_the_answer(place: Place, wire: Wire) -> None:
    stop = place.discord.at("POST", "/channels/*/messages", when="answered")
    assert (await wire("POST", place.messages, HI)).status == 200
    assert (await stop).answer["content"] == "hi"
    stop.release()


async def test_what_is_held_can_be_dropped(place: Place, wire: Wire) -> None:
    stop = place.discord.at("POST", "/channels/*/messages", when="received")
    asked: asyncio.Task[Answered] = asyncio.create_task(wire("POST", place.messages, HI))
    await stop
    stop.drop()
    with pytest.raises(aiohttp.ClientConnectionError):
        await asked
    assert place.channel.public == []


async def test_a_delay(place: Place, wire: Wire) -> None:
    place.discord.faults.on("POST", "/channels/*/messages", Delay(0.2))
    began = time.monotonic()
    await wire("POST", place.messages, HI)
    assert time.monotonic() - began >= 0.2


async def test_discords_own_limits(place: Place, wire: Wire) -> None:
    place.discord.limits.on = True
    seen = [(await wire("POST", place.messages, HI)).status for _ in range(6)]
    assert seen == [200] * 5 + [429]
    assert place.discord.limits.refused == 1


async def test_an_unknown_request_fails_the_test(place: Place, wire: Wire) -> None:
    assert (await wire("GET", "/nowhere")).status == 404
    assert place.discord.problems == ["GET /nowhere: the loopback does not know this request"]
    place.discord.problems.clear()


async def test_quiet_waits_for_the_end_of_requests(place: Place, wire: Wire) -> None:
    stop = place.discord.faults.stop("POST", "/channels/*/messages")
    asked = asyncio.create_task(wire("POST", place.messages, HI))
    await stop
    resting = asyncio.create_task(place.discord.quiet())
    for _ in range(20):
        await asyncio.sleep(0)
    assert not resting.done()
    stop.release()
    assert (await asked).status == 200
    await resting
