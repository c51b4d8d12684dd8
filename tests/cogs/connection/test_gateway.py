"""How the bot stays connected, and what it says of events that it cannot read."""

from __future__ import annotations

import asyncio
import logging
import zlib
from typing import Any

import aiohttp
import pytest
from discord import state as discord_state

import bot
from cogs.connection.events import PassedOver, keys_of
from cogs.connection.shard import APART, FOR_GOOD, LONGEST_PAUSE, IdentifySlots, Pauses, _reason
from cogs.connection.state import ConnectionState
from cogs.kit.failures import ClosedError, is_closed
from matches import GuildId
from matches.guilds.shards import ALL, Shards, Territory
from tests.settings import settings


class Watch:
    """A clock that a test turns, or who sleeps by it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += max(seconds, 0.0)


# --- pauses ---------------------------------------------------------------------------------------


def test_pauses_grow_up_to_the_longest() -> None:
    pauses = Pauses(Watch())
    found = [pauses.after(None) for _ in range(200)]
    for number, pause in enumerate(found, 1):
        assert 0 <= pause <= min(2.0 ** min(number, 10), LONGEST_PAUSE)
    assert found[0] > 0
    assert sum(found[20:]) / 180 > LONGEST_PAUSE / 2


def test_nobody_waits_after_a_connection_that_worked_unless_it_ends_again_and_again() -> None:
    watch = Watch()
    pauses = Pauses(watch)
    up_since = watch.now
    assert pauses.after(up_since) == 0
    assert pauses.after(None, orderly=True) == 0, "its session is over: another is begun at once"
    assert pauses.after(up_since) > 0
    assert pauses.after(up_since) > 0
    watch.now += 60
    assert pauses.after(up_since) == 0, "it has held"


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (KeyError("shard"), "an answer that can't be read, KeyError"),
        (TypeError("lobster"), "an answer that can't be read, TypeError"),
        (ValueError("lobster"), "an answer that can't be read, ValueError"),
        (zlib.error("lobster"), "an answer that can't be read, error"),
        (TimeoutError(), "no answer"),
        (ConnectionResetError(), "ConnectionResetError"),
    ],
    ids=repr,
)
def test_what_cannot_be_read_is_no_fault_of_the_network(error: Exception, reason: str) -> None:
    assert _reason(None, error) == reason


# --- events ---------------------------------------------------------------------------------------


def test_every_parser_of_discord_py_is_guarded_but_for_the_session_itself() -> None:
    made = bot.build(settings())
    parsers = made._connection.parsers
    plain = {name for name, parse in parsers.items() if parse.__module__ == discord_state.__name__}
    assert plain == set()
    vital = {"READY", "RESUMED"}
    assert vital < parsers.keys()
    for event in parsers.keys() - vital:
        parsers[event](None)
    with pytest.raises(TypeError):
        parsers["READY"](None)


def test_a_line_a_minute_for_each_type(caplog: pytest.LogCaptureFixture) -> None:
    watch = Watch()
    passed_over = PassedOver(watch)
    for _ in range(1000):
        for event in ("CHANNEL_CREATE", "GUILD_UPDATE"):
            passed_over.record(event, {"id": "lobster"}, ValueError("lobster"))
    assert len(caplog.messages) == 2
    watch.now += 60
    passed_over.record("CHANNEL_CREATE", {"id": "lobster"}, ValueError("lobster"))
    assert caplog.messages[-1].endswith(
        "CHANNEL_CREATE of id (ValueError in no place; 999 more since the last)"
    )
    assert "lobster" not in caplog.text


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"name": "a lobster", "id": 7, 5: 5, "a lobster": 1}, "id name"),
        ({}, "nothing"),
        (None, "a NoneType"),
        (["lobster"], "a list"),
        ({f"key_{'x' * number}": 1 for number in range(30)} | {"y" * 41: 1}, None),
    ],
)
def test_keys_are_told_and_nothing_else(data: Any, told: str | None) -> None:
    assert "lobster" not in keys_of(data)
    assert "y" * 41 not in keys_of(data)
    if told is not None:
        assert keys_of(data) == told


async def test_an_error_in_a_task_of_our_own_keeps_its_traceback(caplog: pytest.LogCaptureFixture) -> None:
    def fail() -> None:
        settings().nothing  # type: ignore[attr-defined] # noqa: B018

    try:
        fail()
    except AttributeError as error:
        context = {"message": "Task exception was never retrieved", "exception": error}
        with caplog.at_level(logging.ERROR):
            PassedOver().escaped(asyncio.get_running_loop(), context)
    assert caplog.records[-1].exc_info


# --- codes ----------------------------------------------------------------------------------------


def test_there_is_a_sentence_for_every_code_after_which_discord_wants_no_other_try() -> None:
    assert set(FOR_GOOD) == {4004, 4010, 4011, 4012, 4013, 4014}


# --- closing --------------------------------------------------------------------------------------


async def test_what_a_closed_session_raises_is_known_from_other_faults() -> None:
    session = aiohttp.ClientSession()
    await session.close()
    with pytest.raises(RuntimeError) as raised:
        await session.get("http://127.0.0.1")
    assert is_closed(raised.value)
    assert is_closed(ClosedError("the bot stops"))
    assert not is_closed(RuntimeError("There is no current event loop"))
    assert not is_closed(ValueError("Session is closed"))
    assert not is_closed(None)


# --- shards ---------------------------------------------------------------------------------------


async def test_shards_of_a_bucket_take_turns_and_those_of_others_do_not_wait() -> None:
    watch = Watch()
    slots = IdentifySlots(watch, watch.sleep)
    slots.at_once = 2
    began = watch.now
    async with slots.turn(0):
        pass  # the connection failed before it asked for a session
    async with slots.turn(0):
        slots.used(0)
    async with slots.turn(1):
        slots.used(1)
    assert watch.now == began, "nobody has waited"
    async with slots.turn(2):
        slots.used(2)
    assert watch.now == began + APART
    watch.now += APART
    async with slots.turn(0):
        assert watch.now == began + 2 * APART, "by then it was free"


async def test_one_shard_of_a_bucket_at_a_time_may_connect() -> None:
    watch = Watch()
    slots = IdentifySlots(watch, watch.sleep)
    came: list[int] = []

    async def connect(shard: int) -> None:
        async with slots.turn(shard):
            came.append(shard)

    async with slots.turn(0):
        waiting = asyncio.create_task(connect(1))
        await asyncio.sleep(0)
        assert came == []
    await waiting
    assert came == [1]


def test_the_servers_of_a_shard_that_is_away_are_not_seen_to() -> None:
    territory = Territory()
    state = ConnectionState(territory)
    assert state and territory.shards is ALL
    state.begin(4, range(4))
    assert not state, "none is connected yet"
    for shard in range(4):
        state.back(shard)
    assert (state.connected, state.there, territory.shards.complete) == (True, 4, True)
    state.lost(3)
    assert state and not state.connected
    assert (territory.shards, territory.mine) == (Shards(4, (0, 1, 2)), Shards(4, (0, 1, 2, 3)))
    state.back(3)
    assert state.connected


def test_a_bot_without_any_shard_is_away_at_once() -> None:
    state = ConnectionState(Territory())
    state.begin(2, (0, 1))
    state.back(0)
    assert state
    state.lost(0)
    assert not state


def test_shards_come_and_go_among_processes() -> None:
    territory = Territory()
    state = ConnectionState(territory)
    state.begin(4, ())
    assert not state
    state.begin(4, (1,))
    state.back(1)
    state.begin(4, (1, 2))
    assert territory.shards == Shards(4, (1,)), "the other is not connected yet"
    state.back(2)
    state.begin(4, (2,))
    assert (state.connected, territory.mine) == (True, Shards(4, (2,)))
    state.lost(1)
    assert state.connected, "it is another's by now"


def test_who_found_no_free_shard_stands_by_until_it_has_one() -> None:
    time = [100.0]
    state = ConnectionState(Territory(lambda: time[0]))
    state.begin(2, ())
    assert not state.stands_by, "it hasn't asked yet"
    state.leased((), until=115.0)
    assert state.stands_by and not state, "there is nothing for it to sweep"
    time[0] = 116.0
    assert not state.stands_by, "it can't take over: it doesn't reach the leases"
    state.leased((1,), until=131.0)
    state.begin(2, (1,))
    assert (state.stands_by, state.connected, state.held) == (False, False, (1,))
    state.back(1)
    assert state.connected
    state.leased((), until=131.0)
    state.begin(2, ())
    assert state.stands_by, "another one has it by now"


def test_who_could_not_renew_its_leases_sees_to_nothing() -> None:
    time = [100.0]
    territory = Territory(lambda: time[0])
    state = ConnectionState(territory)
    state.leased((0,), until=115.0)
    state.begin(2, (0,))
    state.back(0)
    here = GuildId(5)
    assert state and territory.shards.has(here)
    time[0] = 115.1
    assert not state and not territory.shards.numbers, "by its own clock: nobody has told it anything"
    assert not territory.shards.has(here)
    assert territory.mine.has(here), "what people do here is answered and shown all the same"
    state.leased((0,), until=130.0)
    assert state and territory.shards.has(here)
