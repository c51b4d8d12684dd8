"""Downtimes of the bot: given back once, whoever notes them, and not when they are short."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

import pytest

from data import stores
from matches import Phase
from matches.errors import TimeError, TimeProblem
from matches.model import NoticeKind, NoticePlace
from matches.time import DAY, HOUR
from matches.time.intervals import Interval
from services import Services
from tests.matches.table import CHALLENGER, NOON, OPPONENT, Table

MINUTE: Final = timedelta(minutes=1)
HOME: Final = NoticePlace.HOME


async def deadline(table: Table, service: Services | None = None) -> datetime | None:
    match = await (service or table.services).matches.load(table.id)
    return match.clocks.deadline() if match.clocks is not None else None


@pytest.mark.parametrize("pace", ["3d", "14d", "5d+12h<7d"])
@pytest.mark.usefixtures("still_clock")
async def test_a_day_of_downtime_is_given_back(table: Table, pace: str) -> None:
    await table.begun(2, pace=pace)
    before = await deadline(table)
    assert before is not None
    await table.live(days=1, alive=True)
    table.wait(days=1)
    await table.sweep(alive=True)
    assert await deadline(table) == before + DAY
    assert await table.store.read(stores.host.downtimes) == (Interval(NOON + DAY, NOON + 2 * DAY),)


@pytest.mark.usefixtures("still_clock")
async def test_after_a_downtime_over_the_deadline_everything_comes_a_day_later_and_once(table: Table) -> None:
    await table.begun(2, pace="3d")
    table.sweepers = [table.services, table.another_service()] * 2
    await table.live(hours=68, alive=True)
    table.wait(days=1)
    await table.live_until(NOON + 4 * DAY, alive=True)
    assert table.told_to(CHALLENGER) == [
        (NoticeKind.QUARTER, HOME, NOON + 54 * HOUR),
        (NoticeKind.LAST, HOME, NOON + 94 * HOUR),
    ]
    assert (await table.match()).phase is Phase.PLAYING
    assert len((await table.match()).entries) == 2


@pytest.mark.usefixtures("still_clock")
async def test_a_reminder_that_would_have_come_in_the_downtime_comes_as_much_later(table: Table) -> None:
    await table.begun(2, pace="3d")
    await table.live(hours=53, alive=True)
    table.wait(hours=6)
    await table.live(hours=2, alive=True)
    assert table.told_to(CHALLENGER) == [(NoticeKind.QUARTER, HOME, NOON + 60 * HOUR)]


@pytest.mark.parametrize("pace", ["10m", "3d"])
async def test_a_clock_that_is_set_ahead_on_purpose_is_no_downtime(table: Table, pace: str) -> None:
    await table.begun(2, pace=pace)
    before = await deadline(table)
    await table.sweep(alive=True)
    await table.services.downtime.pass_over(table.now + 8 * MINUTE)
    table.wait(minutes=8)
    await table.sweep(alive=True)
    assert await deadline(table) == before
    assert await table.store.read(stores.host.downtimes) == ()


@pytest.mark.parametrize(("minutes", "given"), [(1, 0), (5, 0), (6, 6), (300, 300)])
@pytest.mark.usefixtures("still_clock")
async def test_only_what_is_longer_than_five_minutes_is_a_downtime(
    table: Table, minutes: int, given: int
) -> None:
    await table.begun(2, pace="3d")
    await table.live(hours=1, alive=True)
    table.wait(minutes=minutes)
    await table.services.downtime.record_alive()
    assert await deadline(table) == NOON + 3 * DAY + given * MINUTE


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.usefixtures("still_clock")
async def test_two_processes_note_a_downtime_once_and_both_know_it(table: Table, first: int) -> None:
    await table.begun(2, pace="3d")
    services = [table.services, table.another_service()]
    for service in services:
        await service.downtime.record_alive()
    table.wait(days=1)
    notes = [await service.downtime.record_alive() for service in (services[first], services[1 - first])]
    assert notes == [Interval(NOON, NOON + DAY), None]
    for service in (*services, table.another_service()):
        await service.downtime.record_alive()
        assert await deadline(table, service) == NOON + 4 * DAY
    assert len(await table.store.read(stores.host.downtimes)) == 1


@pytest.mark.usefixtures("still_clock")
async def test_while_one_process_lives_there_is_no_downtime(table: Table) -> None:
    await table.begun(2, pace="3d")
    there = table.another_service()
    await there.downtime.record_alive()
    await table.live(days=1, alive=True)
    await there.downtime.record_alive()
    assert await table.store.read(stores.host.downtimes) == ()
    assert await deadline(table, there) == await deadline(table) == NOON + 3 * DAY


@pytest.mark.usefixtures("still_clock")
async def test_while_it_lasts_a_downtime_counts_already(table: Table) -> None:
    await table.begun(2, pace="3d")
    await table.live(hours=1, alive=True)
    for hours in (1, 10, 100):
        table.now = NOON + HOUR + hours * HOUR
        assert await deadline(table) == NOON + 3 * DAY + hours * HOUR


async def test_nothing_is_claimed_for_time_that_passed_in_a_downtime(table: Table) -> None:
    await table.begun(4, pace="1d")
    await table.live(hours=23, alive=True)
    table.wait(hours=30)
    for _ in range(2):
        async with table.refuses(TimeError) as refusal:
            await table.matches.time.claim_time(table.id, OPPONENT)
        assert refusal.value.problem is TimeProblem.NOT_UP
        await table.services.downtime.record_alive()
    await table.live(hours=1, minutes=1, alive=True)
    assert (await table.matches.time.claim_time(table.id, OPPONENT)).phase is Phase.FINISHED


@pytest.mark.parametrize("noted", [True, False])
@pytest.mark.usefixtures("still_clock")
async def test_a_move_right_after_the_start_does_not_lose_the_downtime(table: Table, noted: bool) -> None:
    await table.begun(2, pace="5d+12h<7d")
    await table.live(days=1, alive=True)
    table.wait(days=2)
    if noted:
        table.use(table.another_service())
        await table.services.downtime.record_alive()
    await table.act()
    await table.services.downtime.record_alive()
    match = await table.match()
    assert match.clocks is not None
    assert match.clocks.left("white", table.now) == 5 * DAY, "five and a half, a day gone, and an increment"
    assert match.clocks.deadline() == table.now + 5 * DAY + 12 * HOUR


@pytest.mark.usefixtures("still_clock")
async def test_a_new_process_knows_the_downtimes_of_old(table: Table) -> None:
    await table.begun(2, pace="3d")
    await table.services.downtime.record_alive()
    table.wait(days=1)
    await table.services.downtime.record_alive()
    fresh = table.another_service()
    await fresh.downtime.record_alive()
    assert await deadline(table, fresh) == NOON + 4 * DAY


async def test_a_win_can_be_claimed_for_a_week_in_which_the_bot_is_there(table: Table) -> None:
    await table.begun(4, pace="1d")
    await table.live(days=2, alive=True)
    table.wait(days=8)
    await table.sweep(alive=True)
    assert (await table.match()).phase is Phase.PLAYING, "nobody could give more time meanwhile"
    await table.live_until(NOON + 16 * DAY - MINUTE, alive=True)
    assert (await table.match()).phase is Phase.PLAYING
    await table.live(minutes=2, alive=True)
    assert (await table.match()).phase is Phase.FINISHED


async def test_a_look_before_it_is_known_that_the_bot_was_there_puts_nothing_off(table: Table) -> None:
    await table.begun(2, pace="3d")
    await table.services.downtime.record_alive()
    table.wait(hours=56)
    await table.store.write(
        stores.host.record_alive, table.now, timedelta.max
    )  # another process was there all the time
    assert await table.matches.time.attend(table.id) is None
    looked_at = (await table.store.read(stores.matches.load, table.id)).deadline_at
    assert looked_at is not None
    assert looked_at <= table.now
    await table.sweep(alive=True)
    assert [told[0] for told in table.told_to(CHALLENGER)] == [NoticeKind.QUARTER]
