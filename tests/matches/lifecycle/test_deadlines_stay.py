"""Deadlines stay: neither a time zone nor a weekend moves one, and nothing revives a time that is up."""

from __future__ import annotations

import json
import random
from datetime import UTC, datetime, timedelta
from typing import Final

import pytest

from data.clocks import plain_clocks
from data.schema import match as match_table
from matches import Match, Opponent, UserId
from matches.errors import VacationError
from matches.model import EntryKind, OfferKind
from matches.time import DAY, HOUR
from matches.time.intervals import FRIDAY, SATURDAY, DaysOff
from tests.matches.table import CHALLENGER, GUILD, OPPONENT, STRANGER, Table
from tests.store import write

MONDAY: Final = datetime(2026, 3, 2, tzinfo=UTC)
SUNDAY: Final = MONDAY + 6 * DAY
ZONES: Final = ("Etc/GMT+12", "Pacific/Kiritimati", "Europe/Berlin", "Asia/Kolkata", "UTC")


async def begun(table: Table, *, at: datetime = MONDAY, pace: str = "1d", weekends_off: bool = True) -> Match:
    """A match in which the challenger plays white and has to act."""
    table.now = at
    return await table.begun(2, pace=pace, weekends_off=weekends_off)


async def deadline(table: Table) -> datetime:
    clocks = (await table.match()).clocks
    assert clocks is not None
    at = clocks.deadline()
    assert at is not None
    return at


async def is_up(table: Table) -> bool:
    clocks = (await table.match()).clocks
    return clocks is not None and clocks.is_up(table.now)


async def days_off(table: Table, user: UserId) -> DaysOff:
    match = await table.match()
    side = match.side_of(user)
    assert match.clocks is not None and side is not None
    return match.clocks.days_off[side]


@pytest.mark.gate(draw=6)
@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("late", [False, True])
async def test_another_zone_moves_no_deadline(table: Table, zone: str, late: bool) -> None:
    await begun(table, at=SUNDAY + 11 * HOUR)
    stands = await deadline(table)
    assert stands == MONDAY + 8 * DAY
    table.now = stands + 30 * timedelta(minutes=1) if late else stands - 30 * timedelta(minutes=1)
    await table.sweep()
    await table.notifications.prefer(CHALLENGER, {"zone": zone, "weekend": "fri"})
    assert await deadline(table) == stands
    assert await is_up(table) == late
    if late:
        ended = await table.matches.time.claim_time(table.id, OPPONENT)
        assert ended.result is not None and ended.result.winner == ended.side_of(OPPONENT)


async def test_both_players_weekends_are_kept_from_the_start(table: Table) -> None:
    await table.notifications.prefer(OPPONENT, {"zone": "Asia/Dubai", "weekend": "fri"})
    await begun(table)
    assert await days_off(table, CHALLENGER) == DaysOff("UTC", SATURDAY)
    assert await days_off(table, OPPONENT) == DaysOff("Asia/Dubai", FRIDAY)


@pytest.mark.parametrize("weekend", ["fri", "sat"])
@pytest.mark.usefixtures("still_clock")
async def test_a_weekend_can_be_friday_and_saturday(table: Table, weekend: str) -> None:
    await table.notifications.prefer(CHALLENGER, {"weekend": weekend})
    await begun(table, at=MONDAY + 3 * DAY + 12 * HOUR)  # Thursday noon
    rested = {"fri": SUNDAY + 12 * HOUR, "sat": MONDAY + 4 * DAY + 12 * HOUR}
    assert await deadline(table) == rested[weekend]


@pytest.mark.usefixtures("still_clock")
async def test_a_change_counts_from_the_next_turn_on_once_a_week(table: Table) -> None:
    await begun(table, pace="3d")
    await table.notifications.prefer(CHALLENGER, {"zone": "Asia/Tokyo"})
    assert (await days_off(table, CHALLENGER)).zone == "UTC"
    await table.act()
    assert (await days_off(table, CHALLENGER)).zone == "UTC"
    table.wait(hours=1)
    await table.act()
    changed = DaysOff("Asia/Tokyo", SATURDAY, table.now)
    assert await days_off(table, CHALLENGER) == changed
    await table.notifications.prefer(CHALLENGER, {"zone": "Europe/Berlin"})
    await table.turns(2)
    assert await days_off(table, CHALLENGER) == changed, "it has changed in this week"
    table.wait(days=6)
    await table.turns(2)
    assert await days_off(table, CHALLENGER) == changed
    table.wait(days=1)
    await table.turns(2)
    assert (await days_off(table, CHALLENGER)).zone == "Europe/Berlin"


async def test_a_turn_taken_back_goes_on_with_its_deadline(table: Table) -> None:
    await begun(table, at=SUNDAY + 11 * HOUR)
    stands = await deadline(table)
    table.wait(hours=1)
    await table.act()
    await table.notifications.prefer(CHALLENGER, {"zone": "Etc/GMT+12"})
    table.wait(seconds=30)
    await table.matches.play.oops(table.id, CHALLENGER)
    assert await deadline(table) == stands


async def test_whoever_takes_a_seat_over_brings_their_own_weekend(table: Table) -> None:
    await table.notifications.prefer(STRANGER, {"zone": "Asia/Tokyo", "weekend": "fri"})
    match = await begun(table)
    side = match.side_of(CHALLENGER)
    assert side is not None
    await table.matches.admin.hand_over(table.id, UserId(99), GUILD, side, Opponent(STRANGER))
    assert await days_off(table, STRANGER) == DaysOff("Asia/Tokyo", FRIDAY)


async def test_a_match_from_before_goes_by_the_present_zone(table: Table) -> None:
    await begun(table, at=SUNDAY + 11 * HOUR)
    await write(table.store, match_table.update().values(conduct=1, clocks=await _without_days_off(table)))
    await table.notifications.prefer(CHALLENGER, {"zone": "Etc/GMT+12"})
    assert await deadline(table) == MONDAY + 8 * DAY + 12 * HOUR


async def _without_days_off(table: Table) -> str:
    """The clocks of the match as an older bot writes them."""
    clocks = (await table.match()).clocks
    assert clocks is not None
    return json.dumps({name: value for name, value in plain_clocks(clocks).items() if name != "days_off"})


# --- vacations and minutes -----------------------------------------------------------------------


@pytest.mark.parametrize("pace", ["10m", "2h", "30m+1m<1h"])
async def test_a_vacation_stops_no_clock_of_minutes(table: Table, pace: str) -> None:
    await begun(table, pace=pace, weekends_off=False)
    stands = await deadline(table)
    table.now = stands - timedelta(seconds=10)
    await table.notifications.go_away(CHALLENGER, 14)
    assert await deadline(table) == stands
    kinds = [entry.kind for entry in (await table.match()).entries]
    assert EntryKind.AWAY not in kinds
    table.wait(seconds=20)
    assert await is_up(table)


async def test_a_vacation_stops_clocks_of_days_as_ever(table: Table) -> None:
    await begun(table, weekends_off=False)
    stands = await deadline(table)
    await table.notifications.go_away(CHALLENGER, 3)
    assert await deadline(table) == stands + 3 * DAY


# --- whatever comes ------------------------------------------------------------------------------


@pytest.mark.gate(draw=8)
@pytest.mark.parametrize("seed", range(40))
async def test_in_any_order_a_deadline_moves_only_as_said(table: Table, seed: int) -> None:
    """Zones and weekends never; later only by a vacation, a pause or time given; up stays up."""
    chance = random.Random(seed)
    await begun(table, at=MONDAY + chance.randrange(7 * 24) * HOUR, pace=chance.choice(["1d", "3d"]))
    for _ in range(12):
        was, was_up = await deadline(table), await is_up(table)
        done = chance.choice(["zone", "weekend", "wait", "away", "back", "pause"])
        if done == "zone":
            await table.notifications.prefer(
                chance.choice((CHALLENGER, OPPONENT)), {"zone": chance.choice(ZONES)}
            )
        elif done == "weekend":
            await table.notifications.prefer(
                chance.choice((CHALLENGER, OPPONENT)), {"weekend": chance.choice(["sat", "fri"])}
            )
        elif done == "wait":
            table.wait(hours=chance.randrange(1, 20))
        elif done == "pause" and (await table.match()).pause is None:
            await table.matches.play.offer(table.id, CHALLENGER, OfferKind.PAUSE)
            await table.matches.play.answer(table.id, OPPONENT, agree=True)
        else:
            try:
                if done == "away":
                    await table.notifications.go_away(CHALLENGER, 1)
                elif done == "back":
                    await table.notifications.come_back(CHALLENGER)
            except VacationError:
                pass
        is_now = await deadline(table)
        if done in ("zone", "weekend", "wait"):
            assert is_now == was, done
        if was_up:
            assert is_now == was and await is_up(table), done
