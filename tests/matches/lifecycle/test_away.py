"""Vacations: all clocks of a player stand still, the record says so, and news wait for the return."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

import pytest

from matches import Match, Phase
from matches.errors import VacationError
from matches.lifecycle.finish import ON_TIME
from matches.model import EntryKind, NoticeKind, NoticePlace, OfferKind, Result
from matches.time import DAY, HOUR
from tests.matches.table import CHALLENGER, NOON, OPPONENT, Table

HOME: Final = NoticePlace.HOME


def comings_and_goings(match: Match) -> list[tuple[EntryKind, str, datetime]]:
    """What the record says of who is away: the side, and when."""
    kinds = (EntryKind.AWAY, EntryKind.BACK)
    return [(entry.kind, entry.side, entry.at) for entry in match.entries if entry.kind in kinds]


def deadline(match: Match) -> datetime | None:
    return match.clocks.deadline() if match.clocks is not None else None


@pytest.mark.parametrize("pace", ["1d", "3d", "14d", "5d+12h<7d"])
@pytest.mark.usefixtures("still_clock")
async def test_the_clock_stands_still_while_a_player_is_away(table: Table, pace: str) -> None:
    before = deadline(await table.begun(2, pace=pace))
    assert before is not None
    table.sweepers = [table.services, table.another_service()] * 2
    await table.live(hours=10)
    end = await table.notifications.go_away(CHALLENGER, 6)
    assert end == table.now + 6 * DAY
    assert deadline(await table.match()) == before + 6 * DAY
    await table.live_until(end)
    assert table.told == [], "nothing is told while away"
    await table.live_until(before + 6 * DAY)
    assert (await table.match()).phase is Phase.PLAYING
    assert comings_and_goings(await table.match()) == [(EntryKind.AWAY, "white", NOON + 10 * HOUR)]


@pytest.mark.usefixtures("still_clock")
async def test_reminders_come_as_much_later(table: Table) -> None:
    await table.begun(2, pace="3d")
    await table.live(days=1)
    await table.notifications.go_away(CHALLENGER, 10)
    await table.live(days=11, hours=23)
    assert table.told_to(CHALLENGER) == [
        (NoticeKind.QUARTER, HOME, NOON + 10 * DAY + 54 * HOUR),
        (NoticeKind.LAST, HOME, NOON + 10 * DAY + 70 * HOUR),
    ]


async def test_what_was_told_before_is_not_told_again_after(table: Table) -> None:
    await table.begun(2, pace="3d")
    await table.live(hours=60)
    await table.notifications.go_away(CHALLENGER, 3)
    await table.live(days=3, hours=11)
    assert [kind for kind, _, _ in table.told_to(CHALLENGER)] == [NoticeKind.QUARTER, NoticeKind.LAST]


@pytest.mark.usefixtures("still_clock")
async def test_whoever_comes_back_early_has_their_time_from_then(table: Table) -> None:
    await table.begun(2, pace="3d")
    await table.live(days=1)
    await table.notifications.go_away(CHALLENGER, 10)
    await table.live(days=4)
    await table.notifications.come_back(CHALLENGER)
    for _ in range(3):
        await table.sweep()
    match = await table.match()
    assert deadline(match) == NOON + 7 * DAY
    assert comings_and_goings(match) == [
        (EntryKind.AWAY, "white", NOON + DAY),
        (EntryKind.BACK, "white", NOON + 5 * DAY),
    ]
    async with table.refuses(VacationError):
        await table.notifications.come_back(CHALLENGER)


@pytest.mark.usefixtures("still_clock")
async def test_the_record_says_once_that_somebody_is_away_turn_after_turn(table: Table) -> None:
    await table.begun(2, pace="3d")
    await table.notifications.go_away(CHALLENGER, 10)
    await table.live(hours=1)
    await table.turns(6)
    match = await table.match()
    assert comings_and_goings(match) == [(EntryKind.AWAY, "white", NOON)]


@pytest.mark.usefixtures("still_clock")
async def test_a_turn_that_passes_to_somebody_away_says_so_and_waits(table: Table) -> None:
    await table.begun(3, pace="3d")
    end = await table.notifications.go_away(CHALLENGER, 10)
    await table.live(days=2)
    assert comings_and_goings(await table.match()) == [], "it was not their turn"
    match = await table.act()
    assert comings_and_goings(match) == [(EntryKind.AWAY, "white", table.now)]
    assert deadline(match) == end + 3 * DAY
    pinged = await table.pinged(match, table.matches.addressed(match))
    assert pinged.users == (), "the card makes no noise"
    await table.live_until(end + HOUR)
    assert table.told_to(CHALLENGER) == [(NoticeKind.NEWS, HOME, end)]


@pytest.mark.parametrize("days", [1, 4])
@pytest.mark.usefixtures("still_clock")
async def test_the_news_are_told_on_an_early_return(table: Table, days: int) -> None:
    await table.begun(3, pace="3d")
    await table.notifications.go_away(CHALLENGER, 10)
    await table.act()
    await table.live(days=days)
    await table.notifications.come_back(CHALLENGER)
    back = table.now
    await table.live(days=1)
    assert table.told_to(CHALLENGER) == [(NoticeKind.NEWS, HOME, back)]


@pytest.mark.usefixtures("still_clock")
async def test_an_offer_that_came_while_away_is_told_on_an_early_return(table: Table) -> None:
    await table.begun(3, pace="3d")
    await table.notifications.go_away(CHALLENGER, 10)
    await table.matches.play.offer(table.id, OPPONENT, OfferKind.NO_RESULT)
    await table.live(days=1)
    await table.notifications.come_back(CHALLENGER)
    back = table.now
    await table.live(hours=1)
    assert table.told_to(CHALLENGER) == [(NoticeKind.NEWS, HOME, back)]


@pytest.mark.usefixtures("still_clock")
async def test_an_end_that_came_while_away_is_told_on_an_early_return(table: Table) -> None:
    await table.begun(3, pace="3d")
    await table.notifications.go_away(CHALLENGER, 10)
    await table.matches.play.resign(table.id, OPPONENT)
    await table.live(days=1)
    await table.notifications.come_back(CHALLENGER)
    back = table.now
    await table.live(hours=1)
    assert table.told_to(CHALLENGER) == [(NoticeKind.NEWS, HOME, back)]


@pytest.mark.usefixtures("still_clock")
async def test_what_was_answered_while_away_is_no_news(table: Table) -> None:
    await table.begun(3, pace="3d")
    await table.notifications.go_away(CHALLENGER, 10)
    await table.turns(2)
    await table.live(days=12)
    assert table.told_to(CHALLENGER) == []


async def test_time_that_is_up_stays_up(table: Table) -> None:
    await table.begun(4, pace="3d")
    await table.live(days=3, hours=1)
    await table.notifications.go_away(CHALLENGER, 10)
    await table.live(days=1)
    match = await table.matches.time.claim_time(table.id, OPPONENT)
    assert match.result == Result("black", ON_TIME)


@pytest.mark.usefixtures("still_clock")
async def test_only_the_clock_of_whoever_is_away_stands_still(table: Table) -> None:
    await table.begun(2, pace="3d")
    await table.notifications.go_away(OPPONENT, 10)
    assert deadline(await table.match()) == NOON + 3 * DAY
    match = await table.act()
    assert deadline(match) == NOON + 13 * DAY


async def test_all_clocks_of_a_player_stand_still(table: Table) -> None:
    ids = [(await table.begun(2, pace=pace)).id for pace in ("1d", "3d", "5d+12h<7d")]
    before = [deadline(await table.matches.load(id)) for id in ids]
    await table.notifications.go_away(CHALLENGER, 2)
    after = [deadline(await table.matches.load(id)) for id in ids]
    assert after == [one + 2 * DAY for one in before if one is not None]
    await table.sweep()
    assert [len(comings_and_goings(await table.matches.load(id))) for id in ids] == [1, 1, 1]


async def test_a_setup_waits_for_whoever_is_away(table: Table) -> None:
    await table.challenge(blind_start="on")
    await table.accept()
    await table.notifications.go_away(OPPONENT, 8)
    await table.live(days=12)
    assert (await table.match()).phase is Phase.SETUP
    await table.live(days=2)
    assert (await table.match()).phase is Phase.FINISHED


@pytest.mark.usefixtures("still_clock")
async def test_the_days_away_of_one_who_has_picked_are_not_forgotten(table: Table) -> None:
    await table.challenge(blind_start="on")
    await table.accept()
    await table.notifications.go_away(OPPONENT, 8)
    await table.live(days=7)
    match = await table.pick(OPPONENT)
    assert deadline(match) == NOON + 12 * DAY, "five days, none of which has gone by"
    await table.live(days=1)
    assert (await table.match()).phase is Phase.SETUP


# --- how many days -------------------------------------------------------------------------------


@pytest.mark.parametrize("days", [-1, 0, 31, 1000])
async def test_nobody_is_away_for_more_than_there_are_days(table: Table, days: int) -> None:
    async with table.refuses(VacationError) as refusal:
        await table.notifications.go_away(CHALLENGER, days)
    assert refusal.value.left == 30


async def test_the_days_of_a_year_are_counted_together(table: Table) -> None:
    await table.notifications.go_away(CHALLENGER, 12)
    table.wait(days=20)
    await table.notifications.go_away(CHALLENGER, 10)
    table.wait(days=20)
    async with table.refuses(VacationError) as refusal:
        await table.notifications.go_away(CHALLENGER, 9)
    assert refusal.value.left == 8
    await table.notifications.go_away(CHALLENGER, 8)


async def test_nobody_goes_away_twice_at_once(table: Table) -> None:
    await table.notifications.go_away(CHALLENGER, 5)
    table.wait(days=4)
    async with table.refuses(VacationError):
        await table.notifications.go_away(CHALLENGER, 1)
    table.wait(days=1)
    await table.notifications.go_away(CHALLENGER, 1)


@pytest.mark.parametrize(("hours", "taken"), [(1, 1), (24, 1), (25, 2), (73, 4)])
@pytest.mark.usefixtures("still_clock")
async def test_after_an_early_return_only_the_days_begun_are_taken(
    table: Table, hours: int, taken: int
) -> None:
    await table.notifications.go_away(CHALLENGER, 10)
    table.wait(hours=hours)
    await table.notifications.come_back(CHALLENGER)
    async with table.refuses(VacationError) as refusal:
        await table.notifications.go_away(CHALLENGER, 31)
    assert refusal.value.left == 30 - taken


async def test_a_new_year_brings_new_days(table: Table) -> None:
    table.now = datetime(2026, 12, 20, tzinfo=UTC)
    await table.notifications.go_away(CHALLENGER, 30)
    table.now = datetime(2027, 1, 19, tzinfo=UTC)
    await table.notifications.go_away(CHALLENGER, 30)


async def test_a_day_is_24_hours_when_the_clocks_change_during_a_vacation(table: Table) -> None:
    table.now = datetime(2026, 3, 27, 9, tzinfo=UTC)
    await table.notifications.prefer(CHALLENGER, {"zone": "Europe/Berlin"})
    assert await table.notifications.go_away(CHALLENGER, 7) == table.now + timedelta(hours=7 * 24)
