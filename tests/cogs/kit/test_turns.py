"""Turns: one at a time for each person; with what is slow so many in all, and a pause."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta

import pytest

from cogs.kit.turns import Busy, BusyError, OneByOne, Turns
from matches import UserId

ANN, BOB, CLEO = UserId(1), UserId(2), UserId(3)
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


class Watch:
    """A clock that the test turns."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def turns(watch: Watch) -> Turns:
    """Those of two people at once, each again after a minute."""
    return Turns(watch, at_once=2, pause=MINUTE)


@pytest.fixture
def taken() -> Iterator[ExitStack]:
    """The turns that are being taken."""
    with ExitStack() as stack:
        yield stack


def refused(turns: Turns, user: UserId) -> BusyError:
    """Why it is not the turn of ``user``."""
    with pytest.raises(BusyError) as error, turns.take(user):
        pass
    return error.value


def test_one_at_a_time_a_person_and_two_in_all(turns: Turns, taken: ExitStack) -> None:
    taken.enter_context(turns.take(ANN))
    assert refused(turns, ANN).why is Busy.UNDER_WAY
    taken.enter_context(turns.take(BOB))
    assert refused(turns, BOB).why is Busy.UNDER_WAY
    assert refused(turns, CLEO).why is Busy.CROWDED
    taken.close()
    with turns.take(CLEO):
        pass


def test_the_minute_is_counted_from_the_end_however_it_ended(turns: Turns, watch: Watch) -> None:
    with pytest.raises(ValueError), turns.take(ANN):
        watch.now += 5 * MINUTE
        raise ValueError
    assert refused(turns, ANN).until == NOON + 6 * MINUTE
    watch.now += MINUTE
    with turns.take(ANN):
        pass


def test_a_clock_that_is_put_right_keeps_nobody_out(turns: Turns, watch: Watch) -> None:
    watch.now += timedelta(days=3)
    with turns.take(ANN):
        pass
    watch.now = NOON
    with turns.take(ANN):
        pass


def test_nobody_is_remembered_for_longer_than_needed(watch: Watch) -> None:
    turns = Turns(watch)
    for number in range(9):
        with turns.take(UserId(number)):
            pass
    assert len(turns._ended) <= 1


async def test_whoever_comes_meanwhile_waits_and_nobody_else_does() -> None:
    turns, done = OneByOne[UserId](), list[str]()

    async def act(user: UserId, what: str) -> None:
        async with turns.turn(user):
            done.append(what)
            await asyncio.sleep(0)
            done.append(what)

    await asyncio.gather(act(ANN, "first"), act(ANN, "second"), act(BOB, "other"))
    assert done == ["first", "other", "first", "other", "second", "second"]


async def test_those_who_are_done_leave_nothing_behind() -> None:
    turns = OneByOne[UserId]()
    async with turns.turn(ANN):
        assert turns.turn(ANN).locked()
    gc.collect()
    assert not turns
