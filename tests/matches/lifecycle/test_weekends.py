"""Weekends off: the clock rests on Saturday and Sunday of whoever has to act, and everything counts that."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matches.errors import Problem, Refused
from matches.model import NoticeKind, NoticePlace
from matches.time import DAY, HOUR
from matches.time.clocks import Clocks, Due
from matches.time.intervals import DaysOff, Interval, merged, running_time, weekends
from matches.time.pace import Pace
from tests.matches.table import CHALLENGER, OPPONENT, Table

MONDAY: Final = datetime(2026, 3, 2, tzinfo=UTC)
FRIDAY_NOON: Final = MONDAY + 4 * DAY + 12 * HOUR
ZONES: Final = ("UTC", "Europe/Berlin", "America/New_York", "Pacific/Auckland", "Asia/Beirut", "Pacific/Apia")
HOME: Final = NoticePlace.HOME


def is_weekend(moment: datetime, zone: str) -> bool:
    return moment.astimezone(ZoneInfo(zone)).weekday() >= 5


@pytest.mark.parametrize("zone", ZONES)
def test_a_weekend_is_saturday_and_sunday_where_the_player_lives(zone: str) -> None:
    """Hour by hour through two years, with every change of the clocks in them."""
    start = datetime(2025, 1, 1, tzinfo=UTC)
    found = list(weekends(ZoneInfo(zone), start, start + 740 * DAY))
    hours = (start + number * HOUR for number in range(0, 730 * 24))
    for moment in hours:
        while found and found[0].end <= moment:
            found.pop(0)
        assert found[0].holds(moment) == is_weekend(moment, zone)


PACES: Final = st.sampled_from(["1d", "3d", "14d", "5d+12h<7d", "14d+2d<28d"]).map(Pace.read)
STOPS: Final = st.lists(st.tuples(st.integers(0, 60 * 24), st.integers(1, 20 * 24)), max_size=6)


@settings(max_examples=200)
@given(PACES, st.integers(0, 365 * 24), st.sampled_from(ZONES), STOPS)
def test_a_deadline_leaves_as_much_time_outside_weekends_as_there_was(
    pace: Pace, begin: int, zone: str, away: list[tuple[int, int]]
) -> None:
    since = MONDAY + begin * HOUR
    clocks = Clocks.full(pace, ("green", "blue")).started("green", since)
    other = merged(Interval(since + start * HOUR, since + (start + length) * HOUR) for start, length in away)
    clocks = clocks.stopped(other, DaysOff(zone))
    deadline = clocks.deadline()
    assert deadline is not None
    assert pace.start is not None
    assert (
        running_time(since, deadline, merged([*other, *weekends(ZoneInfo(zone), since, deadline)]))
        == pace.start
    )
    assert not is_weekend(deadline - timedelta.resolution, zone)
    unclaimed = next(one.at for one in clocks.moments() if one.due is Due.UNCLAIMED)
    every = merged([*other, *weekends(ZoneInfo(zone), since, unclaimed)])
    assert running_time(deadline, unclaimed, every) == pace.unclaimed_for
    ats = [one.at for one in clocks.moments()]
    assert ats == sorted(ats)


async def begun(table: Table, pace: str, at: datetime) -> None:
    table.now = at
    await table.begun(2, pace=pace, weekends_off=True)


async def deadline(table: Table) -> datetime:
    clocks = (await table.match()).clocks
    found = None if clocks is None else clocks.deadline()
    assert found is not None
    return found


@pytest.mark.usefixtures("still_clock")
async def test_the_clock_rests_and_the_reminder_comes_before_the_weekend(table: Table) -> None:
    await begun(table, "2d", FRIDAY_NOON)
    assert await deadline(table) == FRIDAY_NOON + 4 * DAY
    await table.live(days=3, hours=23)
    assert table.told_to(CHALLENGER) == [
        (NoticeKind.QUARTER, HOME, FRIDAY_NOON + 3 * DAY + 12 * HOUR),
        (NoticeKind.LAST, HOME, FRIDAY_NOON + 3 * DAY + 22 * HOUR),
    ]


@pytest.mark.usefixtures("still_clock")
async def test_a_deadline_just_after_the_weekend_is_warned_of_before_it(table: Table) -> None:
    friday = MONDAY + 4 * DAY + HOUR
    await begun(table, "1d", friday)
    assert await deadline(table) == friday + 3 * DAY
    await table.live(days=2, hours=23)
    assert table.told_to(CHALLENGER) == [(NoticeKind.LAST, HOME, friday + 22 * HOUR)]


@pytest.mark.usefixtures("still_clock")
async def test_each_player_rests_by_their_own_time_zone(table: Table) -> None:
    await table.notifications.prefer(OPPONENT, {"zone": "Pacific/Auckland"})
    friday = MONDAY + 4 * DAY  # 13:00 in Auckland, eleven hours before the weekend
    await begun(table, "1d", friday)
    assert await deadline(table) == friday + DAY, "a whole Friday in UTC"
    await table.act()
    assert await deadline(table) == friday + 3 * DAY


@pytest.mark.usefixtures("still_clock")
async def test_nobody_loses_on_time_over_a_weekend(table: Table) -> None:
    await begun(table, "1d", FRIDAY_NOON)
    await table.live(days=2, hours=23)
    assert (await table.match()).result is None
    await table.live(days=10)
    match = await table.match()
    assert match.result is not None
    assert match.changed_at == FRIDAY_NOON + 3 * DAY + 9 * DAY, "a week to claim the win rests too"


async def test_weekends_off_does_not_go_with_minutes_nor_without_a_clock(table: Table) -> None:
    async with table.refuses(Refused, Problem.WEEKENDS_TOO_FAST):
        await table.challenge(pace="30m", weekends_off=True)
    async with table.refuses(Refused, Problem.NO_CLOCK_TO_PAUSE):
        await table.challenge(pace="none", weekends_off=True)


async def test_a_rematch_keeps_the_weekends_off(table: Table) -> None:
    await begun(table, "1d", FRIDAY_NOON)
    await table.matches.play.resign(table.id, CHALLENGER)
    match = await table.matches.challenges.rematch(table.id, CHALLENGER)
    assert match.rematch is not None
    assert (await table.matches.load(match.rematch)).terms.weekends_off
