"""The reply rhythm of a player: which turns count, how long they took, and at what time of day."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from matches.model import EntryKind
from matches.rhythm import (
    TELLING_TURNS,
    PartOfDay,
    RecordStep,
    ShownRhythm,
    TurnTaken,
    rhythm_of,
    turns_taken,
)
from matches.time.intervals import Interval
from matches.time.wall_clock import find_zone

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
ACTION = EntryKind.ACTION


def step(side: str, hours: float, kind: EntryKind = ACTION) -> RecordStep:
    return RecordStep(kind, side, NOON + timedelta(hours=hours))


def hours(*steps: RecordStep, away: tuple[Interval, ...] = ()) -> list[float]:
    """The hours that white took for each turn that counts."""
    return [turn.took / timedelta(hours=1) for turn in turns_taken(steps, "white", away)]


def test_a_turn_is_counted_from_the_end_of_the_other_sides_to_its_own_end() -> None:
    both = [step("black", 0), step("white", 3), step("black", 4), step("white", 9)]
    assert hours(*both) == [3, 5]
    slowly = [step("black", 0), step("black", 2), step("white", 3), step("white", 5), step("black", 6)]
    assert hours(*slowly) == [3]


def test_the_first_turn_of_a_match_does_not_count() -> None:
    assert hours(step("white", 3), step("black", 4)) == []


@pytest.mark.parametrize(
    "kind",
    [EntryKind.PAUSED, EntryKind.GONE_ON, EntryKind.TAKE_BACK, EntryKind.REWOUND_BY_ADMIN],
    ids=lambda kind: kind.value,
)
def test_a_turn_after_the_clock_stood_still_does_not_count(kind: EntryKind) -> None:
    steps = [
        step("black", 0),
        step("white", 1, kind),
        step("white", 90),
        step("black", 91),
        step("white", 92),
    ]
    assert hours(*steps) == [1]


def test_offers_and_warnings_change_nothing() -> None:
    said = [step("black", 1, EntryKind.DRAW_OFFER), step("white", 2, EntryKind.DRAW_REFUSAL)]
    assert hours(step("black", 0), *said, step("white", 4)) == [4]


def test_what_is_played_automatically_does_not_count() -> None:
    forced = step("white", 0, EntryKind.FORCED)
    assert hours(step("black", 0), forced, step("black", 2), step("white", 5)) == [3]


def test_turns_before_somebody_took_over_do_not_count() -> None:
    handed = step("white", 2, EntryKind.HANDED_OVER_BY_ADMIN)
    assert hours(step("black", 0), step("white", 1), handed, step("black", 3), step("white", 7)) == [4]


def test_a_turn_during_a_vacation_does_not_count() -> None:
    steps = [step("black", 0), step("white", 3), step("black", 4), step("white", 9)]
    vacation = Interval(NOON + timedelta(hours=8), NOON + timedelta(hours=30))
    assert hours(*steps, away=(vacation,)) == [3]


def taken(count: int, took: float = 5, at: float = 8) -> list[TurnTaken]:
    """So many turns that each took so many hours, finished so many hours after noon in UTC."""
    return [TurnTaken(timedelta(hours=took), NOON + timedelta(hours=at))] * count


def test_nothing_is_told_below_twenty_turns() -> None:
    assert rhythm_of(taken(TELLING_TURNS - 1)) is None
    assert rhythm_of(taken(TELLING_TURNS)) is not None


@pytest.mark.parametrize(("took", "told"), [(0.01, 1), (1, 1), (4.2, 5), (5, 5), (49, 49)])
def test_the_usual_time_is_the_median_in_hours_rounded_up(took: float, told: int) -> None:
    rhythm = rhythm_of([*taken(11, took), *taken(5, 300), *taken(5, 0)])
    assert rhythm is not None and rhythm.shown(None).hours == told


def test_the_part_of_the_day_is_that_of_the_readers_clock() -> None:
    rhythm = rhythm_of(taken(20, at=8))  # at 20:00 UTC
    assert rhythm is not None
    shown = {zone: rhythm.shown(find_zone(zone)).mostly for zone in ("UTC", "Asia/Tokyo", "America/New_York")}
    assert shown == {
        "UTC": PartOfDay.EVENING,
        "Asia/Tokyo": PartOfDay.NIGHT,
        "America/New_York": PartOfDay.AFTERNOON,
    }
    assert rhythm.shown(None) == ShownRhythm(5)


def test_half_of_the_turns_is_not_mostly() -> None:
    half = rhythm_of([*taken(10, at=8), *taken(10, at=20)])
    more = rhythm_of([*taken(11, at=8), *taken(10, at=20)])
    assert half is not None and half.shown(find_zone("UTC")).mostly is None
    assert more is not None and more.shown(find_zone("UTC")).mostly is PartOfDay.EVENING
