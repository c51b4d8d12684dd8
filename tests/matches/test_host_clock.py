"""A machine's clock that is wrong for a while: held steady, said, and nobody's loss."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

import pytest

from data import stores
from matches import Phase
from matches.host_clock import HELD_FOR, JUMP, HostClock, seconds_passed
from matches.time import DAY, HOUR
from matches.time.intervals import Interval
from services import Services
from tests.matches.table import CHALLENGER, NOON, Table


class Machine:
    """A machine: time passes on both its clocks, and one of them can be set."""

    def __init__(self) -> None:
        self.now = NOON
        self.counted = 17.0

    def wait(self, **span: float) -> None:
        passed = timedelta(**span)
        self.now += passed
        self.counted += passed.total_seconds()

    def set_clock(self, by: timedelta) -> None:
        self.now += by

    def clock(self) -> HostClock:
        return HostClock(lambda: self.now, lambda: self.counted)


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.mark.parametrize("jump", [3 * DAY, -3 * DAY, 2 * JUMP])
def test_a_clock_that_jumps_and_is_put_right_is_held_and_said(
    jump: timedelta, caplog: pytest.LogCaptureFixture
) -> None:
    machine = Machine()
    clock = machine.clock()
    machine.wait(hours=1)
    assert clock() == NOON + HOUR
    machine.set_clock(jump)
    assert clock() == NOON + HOUR
    for _ in range(20):
        machine.wait(hours=1)
        clock()
    assert clock() == NOON + 21 * HOUR
    (told,) = warnings(caplog)
    assert f"jumped by {jump / timedelta(minutes=1):.0f} minutes" in told

    machine.set_clock(-jump + timedelta(seconds=20))
    assert clock() == NOON + 21 * HOUR + timedelta(seconds=20)
    assert len(warnings(caplog)) == 2
    assert "was put right" in warnings(caplog)[1]
    machine.wait(days=30)
    assert clock() == machine.now
    assert len(warnings(caplog)) == 2


def test_a_clock_that_stays_where_it_jumped_to_is_right_after_a_day(caplog: pytest.LogCaptureFixture) -> None:
    machine = Machine()
    clock = machine.clock()
    machine.set_clock(3 * DAY)
    assert clock() == NOON
    machine.wait(seconds=HELD_FOR)
    assert clock() == NOON + DAY
    machine.wait(seconds=1)
    assert clock() == machine.now == NOON + 4 * DAY + timedelta(seconds=1)
    assert "is taken to be right" in warnings(caplog)[-1]


def test_time_that_passes_and_a_clock_that_is_set_are_no_jumps(caplog: pytest.LogCaptureFixture) -> None:
    machine = Machine()
    clock = machine.clock()
    for _ in range(10):
        machine.wait(days=3)  # the process stood still, or the machine slept
        machine.set_clock(timedelta(seconds=30))
        assert clock() == machine.now
    assert warnings(caplog) == []


async def test_a_clock_three_days_ahead_for_an_hour_is_no_downtime_and_costs_nobody_time(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    machine = Machine()
    table.use(Services(table.store, clock=machine.clock(), coin=lambda: "heads", salt=table.salt))
    await table.begun(2, pace="2d")
    await table.services.downtime.record_alive()
    before = (await table.match()).clocks
    assert before is not None

    async def sweep() -> None:
        await table.services.downtime.record_alive()
        for due in await table.matches.time.due(50):
            await table.matches.time.attend(due)

    machine.set_clock(3 * DAY)
    for _ in range(120):
        machine.wait(seconds=30)
        await sweep()
    machine.set_clock(-3 * DAY)
    await sweep()

    match = await table.match()
    assert match.phase is Phase.PLAYING
    assert match.clocks is not None
    assert match.clocks.deadline() == before.deadline()
    assert await table.store.read(stores.host.downtimes) == ()
    assert len(warnings(caplog)) == 2
    machine.wait(minutes=4)
    await sweep()
    table.now = machine.now
    assert (await table.act()).clocks is not None, "play goes on"
    assert match.users[0] == CHALLENGER


async def test_after_a_true_downtime_all_is_as_it_was(table: Table) -> None:
    """The machine slept: its counter went on, and the time is given back."""
    machine = Machine()
    services = Services(table.store, clock=machine.clock(), coin=lambda: "heads", salt=table.salt)
    await services.downtime.record_alive()
    machine.wait(days=1)
    assert await services.downtime.record_alive() == Interval(NOON, NOON + DAY)


def test_the_machines_own_counter_goes_on() -> None:
    """With the real clock, which it is about."""
    before = seconds_passed()
    clock = HostClock(lambda: datetime.now(NOON.tzinfo))
    assert abs(clock() - datetime.now(NOON.tzinfo)) < JUMP
    assert seconds_passed() >= before


# --- another clock as the witness -------------------------------------------------------------------


@pytest.mark.parametrize("behind", [8 * HOUR, 2 * JUMP, 400 * DAY, -8 * HOUR])
def test_a_machine_that_is_set_after_the_start_is_believed_where_discord_agrees(
    behind: timedelta, caplog: pytest.LogCaptureFixture
) -> None:
    machine = Machine()
    clock = machine.clock()
    machine.wait(seconds=1.5)
    machine.set_clock(behind)
    assert clock() == machine.now - behind, "nobody has said yet that this is right"
    clock.witness(machine.now - timedelta(seconds=3))
    assert clock() == machine.now
    assert "is right since its jump" in warnings(caplog)[-1]
    machine.wait(hours=1)
    clock.witness(machine.now)
    assert clock() == machine.now
    assert len(warnings(caplog)) == 2


@pytest.mark.parametrize("told", [timedelta(0), -HOUR, 3 * DAY - 2 * JUMP, 3 * DAY + 2 * JUMP])
def test_a_jump_with_which_discord_does_not_agree_is_held(
    told: timedelta, caplog: pytest.LogCaptureFixture
) -> None:
    machine = Machine()
    clock = machine.clock()
    machine.set_clock(3 * DAY)
    clock.witness(NOON + told)
    assert clock() == NOON
    machine.set_clock(-3 * DAY)
    assert clock() == NOON
    assert "was put right" in warnings(caplog)[-1]


def test_a_witness_sees_a_jump_that_nobody_has_met_yet() -> None:
    machine = Machine()
    clock = machine.clock()
    machine.set_clock(8 * HOUR)
    clock.witness(machine.now)
    assert clock() == machine.now


async def test_a_machine_that_is_set_is_well_beside_a_database_and_its_time_goes_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    machine = Machine()
    clock, true = machine.clock(), NOON + 8 * HOUR

    async def theirs() -> datetime:
        return true

    await clock.attune(theirs)
    assert (clock(), clock.is_wrong) == (true, True)
    machine.set_clock(8 * HOUR)
    assert clock() == true
    clock.witness(machine.now)
    assert (clock(), clock.is_wrong) == (true, False)
    machine.set_clock(2 * DAY)
    assert (clock(), clock.is_wrong) == (true, False)
    machine.wait(seconds=HELD_FOR + 1)
    true += timedelta(seconds=HELD_FOR + 1)
    assert clock() == true, "taken to be right after a day, the clock has not jumped for anybody"
    machine.set_clock(-2 * DAY)
    assert clock() == true
    await clock.attune(theirs)
    assert (clock(), clock.is_wrong) == (true, False)


# --- the database's clock ---------------------------------------------------------------------------


async def test_the_database_sets_the_clock_and_is_read_halfway(caplog: pytest.LogCaptureFixture) -> None:
    machine = Machine()
    clock, theirs = machine.clock(), timedelta(minutes=3)

    async def slow() -> datetime:
        machine.wait(seconds=1)
        told = machine.now + theirs
        machine.wait(seconds=1)
        return told

    for _ in range(2):
        await clock.attune(slow)
        assert clock() == machine.now + theirs
    assert clock.is_wrong
    assert warnings(caplog) == [
        "the clock of this machine is 180.0 seconds behind the database's, by which the bot goes"
    ], "said once"
    theirs = timedelta(seconds=-29)
    await clock.attune(slow)
    assert clock() == machine.now + theirs
    assert not clock.is_wrong


async def test_a_database_without_a_clock_of_its_own_sets_nothing() -> None:
    machine = Machine()
    clock = machine.clock()

    async def none() -> None:
        return None

    await clock.attune(none)
    assert clock() == machine.now
    assert not clock.behind
