"""Reminders at every pace: at the right moments, each once, however often and late the sweep comes."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

import pytest

from matches.model import EntryKind, NoticeKind, NoticePlace, OfferKind
from matches.time import DAY, HOUR
from matches.time.clocks import Due, reminders
from matches.time.pace import DAYS_PER_MOVE
from tests.matches.table import CHALLENGER, NOON, OPPONENT, Table

MINUTE: Final = timedelta(minutes=1)
PACES: Final = [*(f"{days}d" for days in DAYS_PER_MOVE), "5d+12h<7d", "1d+1h<2d", "14d+2d<28d"]
FAST: Final = ["10m", "30m", "2h", "30m+1m<1h"]
KIND: Final = {Due.QUARTER: NoticeKind.QUARTER, Due.LAST: NoticeKind.LAST}
QUARTER, LAST = NoticeKind.QUARTER, NoticeKind.LAST
HOME: Final = NoticePlace.HOME
DIRECT: Final = NoticePlace.DIRECT


async def called_for(table: Table) -> tuple[datetime, list[tuple[NoticeKind, NoticePlace, datetime]]]:
    """The deadline of the present turn, and the reminders that come before it."""
    clocks = (await table.match()).clocks
    assert clocks is not None
    assert clocks.running is not None
    deadline = clocks.deadline()
    assert deadline is not None
    allowed = clocks.sides[clocks.running].allowed
    fast = clocks.pace.fast
    return deadline, [(KIND[due], HOME, deadline - lead) for due, lead in reminders(allowed, fast=fast)]


@pytest.mark.gate(draw=3)
@pytest.mark.parametrize("pace", [*PACES, *FAST])
@pytest.mark.usefixtures("still_clock")
async def test_each_turn_brings_its_reminders_once(table: Table, pace: str) -> None:
    """Eight turns, all of them made at the last minute; two services sweep five times at every moment."""
    table.sweepers = [table.services, table.another_service()] * 5
    await table.begun(2, pace=pace)
    for _ in range(8):
        table.told.clear()
        (user,) = await table.awaited()
        deadline, expected = await called_for(table)
        await table.live_until(deadline - MINUTE)
        assert table.told_to(user) == expected
        assert len(table.told) == len(expected), "the other player is left alone"
        await table.act()
    assert all(entry.kind is EntryKind.ACTION for entry in (await table.match()).entries)


@pytest.mark.gate(draw=3)
@pytest.mark.parametrize("pace", [*PACES, *FAST])
@pytest.mark.usefixtures("still_clock")
async def test_whoever_acts_in_time_is_not_reminded(table: Table, pace: str) -> None:
    await table.begun(2, pace=pace)
    for _ in range(20):
        _, expected = await called_for(table)
        await table.live_until(max(expected[0][2] - MINUTE, table.now))
        await table.act()
    await table.sweep()
    assert table.told == []


async def test_a_reminder_at_the_moment_of_the_answer_is_not_sent(table: Table) -> None:
    await table.begun(2, pace="3d")
    table.wait(hours=54)
    await table.matches.time.attend(table.id)
    await table.act()
    await table.sweep()
    assert table.told == []
    assert await table.owed() == [], "what was answered is forgotten"


@pytest.mark.parametrize(
    ("hours", "kinds"), [(53, []), (54, [QUARTER]), (69, [QUARTER]), (70, [LAST]), (72, [LAST]), (73, [])]
)
@pytest.mark.usefixtures("still_clock")
async def test_after_a_day_without_a_sweep_the_latest_reminder_stands_for_all(
    table: Table, hours: int, kinds: list[NoticeKind]
) -> None:
    await table.begun(2, pace="3d")
    await table.live(hours=30)
    table.wait(hours=hours - 30)
    for _ in range(5):
        await table.sweep()
    assert table.told_to(CHALLENGER) == [(kind, HOME, table.now) for kind in kinds]


async def test_a_reminder_is_not_lost_when_the_match_changes_before_the_sweep_comes(table: Table) -> None:
    await table.begun(2, pace="3d")
    await table.live(hours=53)
    table.wait(hours=1, seconds=10)
    await table.matches.play.offer(table.id, OPPONENT, OfferKind.PAUSE)
    await table.live_until(NOON + 3 * DAY)
    assert [kind for kind, _, _ in table.told_to(CHALLENGER)] == [QUARTER, LAST]


async def test_time_that_was_up_is_said_when_the_match_changes_before_the_sweep_comes(table: Table) -> None:
    await table.begun(2, pace="3d")
    await table.live(hours=71)
    table.wait(hours=1, seconds=10)
    await table.matches.play.offer(table.id, OPPONENT, OfferKind.NO_RESULT)
    await table.live(minutes=1)
    match = await table.match()
    assert [entry.kind for entry in match.entries[2:]] == [EntryKind.NO_RESULT_OFFER, EntryKind.TIME_UP]


@pytest.mark.usefixtures("still_clock")
async def test_a_match_without_a_clock_is_reminded_of_its_first_turn_only(table: Table) -> None:
    await table.begun(pace="none")
    deadline, expected = await called_for(table)
    assert deadline == NOON + 14 * DAY
    await table.live_until(deadline - HOUR)
    assert table.told_to(CHALLENGER) == expected
    await table.act()
    await table.live(days=13)
    assert len(table.told) == 2
    assert (await table.match()).phase.running


@pytest.mark.usefixtures("still_clock")
async def test_a_blind_setup_reminds_everyone_who_still_picks(table: Table) -> None:
    await table.challenge(board="5x5", blind_start="on")
    await table.accept()
    await table.live(days=1)
    await table.pick(CHALLENGER)
    await table.live(days=3, hours=23)
    assert table.told_to(CHALLENGER) == []
    assert table.told_to(OPPONENT) == [
        (QUARTER, HOME, NOON + 4 * DAY),
        (LAST, HOME, NOON + 5 * DAY - 2 * HOUR),
    ]


@pytest.mark.parametrize(
    ("tell", "told"),
    [
        ("thread", [(QUARTER, HOME, True), (LAST, HOME, True)]),
        ("direct", [(QUARTER, DIRECT, True), (LAST, HOME, False), (LAST, DIRECT, True)]),
        ("both", [(QUARTER, HOME, True), (QUARTER, DIRECT, True), (LAST, HOME, True), (LAST, DIRECT, True)]),
        ("none", [(LAST, HOME, False)]),
    ],
)
async def test_reminders_come_where_the_player_chose_and_the_last_stands_in_the_thread(
    table: Table, tell: str, told: list[tuple[NoticeKind, NoticePlace, bool]]
) -> None:
    await table.begun(2, pace="3d")
    await table.notifications.prefer(CHALLENGER, {"tell": tell})
    await table.live(hours=71)
    assert [(one.notice.kind, one.notice.place, one.pinged) for one in table.told] == told


@pytest.mark.parametrize("services", [1, 2])
@pytest.mark.usefixtures("still_clock")
async def test_what_somebody_asked_to_be_told_later_comes_once_and_then(table: Table, services: int) -> None:
    table.sweepers = [table.services, table.another_service()][:services] * 3
    await table.begun(2, pace="7d")
    at = await table.notifications.remind_later(table.id, CHALLENGER, 5 * HOUR)
    await table.live(days=1)
    assert table.told_to(CHALLENGER) == [(NoticeKind.LATER, HOME, at)]


async def test_what_was_to_be_told_later_is_not_once_it_is_answered(table: Table) -> None:
    await table.begun(2, pace="7d")
    await table.notifications.remind_later(table.id, CHALLENGER, 5 * HOUR)
    await table.act()
    await table.act()
    await table.live(days=1)
    assert table.told == []
