"""Hours of quiet in matches: news wait for their end, the last warning comes before them, clocks change."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import Final
from zoneinfo import ZoneInfo

import pytest

from matches.model import NoticeKind, NoticePlace
from matches.time import DAY, HOUR
from tests.matches.table import CHALLENGER, Table

BERLIN: Final = "Europe/Berlin"
HOME: Final = NoticePlace.HOME
NIGHTS: Final = ["2026-02-10", "2026-03-28", "2026-10-24", "2026-12-31"]
"""Days whose nights are usual, short by an hour, long by an hour, and the last of a year."""


def local(day: str, hour: int, minute: int = 0, *, days: int = 0) -> datetime:
    """The moment at which the clocks in Berlin show this, so many days later."""
    then = date.fromisoformat(day) + days * DAY
    return datetime.combine(then, time(hour, minute), ZoneInfo(BERLIN)).astimezone(UTC)


@pytest.fixture
async def table(table: Table) -> Table:
    """A challenger in Berlin who sleeps from ten to eight."""
    await table.notifications.prefer(CHALLENGER, {"zone": BERLIN, "quiet": "22:00-08:00"})
    return table


@pytest.mark.gate(draw=6)
@pytest.mark.parametrize("day", NIGHTS)
@pytest.mark.parametrize(("hour", "days"), [(22, 0), (23, 0), (0, 1), (3, 1), (7, 1)])
@pytest.mark.usefixtures("still_clock")
async def test_what_happens_at_night_is_told_in_the_morning(
    table: Table, day: str, hour: int, days: int
) -> None:
    table.now = local(day, hour, days=days)
    match = await table.begun(1, pace="7d")
    match = await table.act()
    assert (await table.pinged(match, [CHALLENGER])).users == ()
    morning = local(day, 8, days=1)
    await table.live_until(morning + HOUR)
    assert table.told_to(CHALLENGER) == [(NoticeKind.NEWS, HOME, morning)]
    assert [(told.pinged, told.silent) for told in table.told] == [(True, False)]


@pytest.mark.parametrize("hour", [8, 12, 21])
async def test_what_happens_by_day_is_told_by_the_card(table: Table, hour: int) -> None:
    table.now = local("2026-03-29", hour)
    match = await table.begun(2, pace="7d")
    told = await table.pinged(match, [CHALLENGER])
    assert (told.users, told.silent) == ((CHALLENGER,), False)
    await table.live(hours=12)
    assert table.told == []


async def test_a_card_that_is_late_pings_without_a_sound_at_night(table: Table) -> None:
    """The change was by day; Discord could not be reached until the night."""
    table.now = local("2026-03-28", 21, 30)
    match = await table.begun(2, pace="7d")
    table.wait(hours=3)
    told = await table.pinged(match, [CHALLENGER])
    assert (told.users, told.silent) == ((CHALLENGER,), True)


async def test_what_is_answered_before_the_morning_is_not_told(table: Table) -> None:
    table.now = local("2026-03-28", 23)
    await table.begun(2, pace="7d")
    await table.live(hours=2)
    await table.act()
    await table.live(hours=12)
    assert table.told_to(CHALLENGER) == []


@pytest.mark.parametrize("day", NIGHTS)
@pytest.mark.usefixtures("still_clock")
async def test_a_reminder_of_the_night_comes_in_the_morning(table: Table, day: str) -> None:
    table.now = local(day, 23, days=-2)
    await table.begun(2, pace="3d")
    await table.live_until(local(day, 20, days=1))
    # A quarter before the deadline, 23:00 or so, is 05:00 or so.
    reminded = table.told_to(CHALLENGER, NoticeKind.QUARTER)
    assert reminded == [(NoticeKind.QUARTER, HOME, local(day, 8, days=1))]


@pytest.mark.parametrize("day", NIGHTS)
@pytest.mark.usefixtures("still_clock")
async def test_the_last_warning_comes_before_a_night_in_which_time_runs_out(table: Table, day: str) -> None:
    table.now = local(day, 6, 0)
    await table.begun(2, pace="1d")
    await table.live_until(table.now + DAY)
    assert table.told_to(CHALLENGER, NoticeKind.LAST) == [(NoticeKind.LAST, HOME, local(day, 21))]
    assert [told.silent for told in table.told if told.notice.kind is NoticeKind.LAST] == [False]


@pytest.mark.parametrize("day", NIGHTS)
@pytest.mark.usefixtures("still_clock")
async def test_the_last_warning_waits_for_the_morning_where_that_is_early_enough(
    table: Table, day: str
) -> None:
    table.now = local(day, 9, 30)
    match = await table.begun(2, pace="1d")
    assert match.clocks is not None
    deadline = match.clocks.deadline()
    assert deadline is not None
    await table.live_until(deadline)
    assert table.told_to(CHALLENGER, NoticeKind.LAST) == [
        (NoticeKind.LAST, HOME, max(local(day, 8, days=1), deadline - 2 * HOUR))
    ]


@pytest.mark.usefixtures("still_clock")
async def test_a_warning_that_should_have_come_before_the_turn_comes_at_once(table: Table) -> None:
    """The turn begins at half past nine in the evening, with five hours left and the quiet near."""
    table.now = local("2026-02-10", 1, 30)
    await table.begun(pace="1d+1h<1d")
    table.now = local("2026-02-10", 21, 30)
    await table.turns(2)
    evening = table.now
    await table.live(hours=5)
    assert table.told_to(CHALLENGER, NoticeKind.LAST) == [(NoticeKind.LAST, HOME, evening)]


@pytest.mark.usefixtures("still_clock")
async def test_quiet_that_is_turned_off_holds_nothing_back(table: Table) -> None:
    table.now = local("2026-02-10", 23)
    await table.begun(2, pace="7d")
    await table.live(hours=1)
    await table.notifications.prefer(CHALLENGER, {"quiet": None})
    off = table.now
    await table.live(hours=1)
    assert table.told_to(CHALLENGER) == [(NoticeKind.NEWS, HOME, off)]
