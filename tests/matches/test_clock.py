"""Paces as text, and clocks: what runs, what is left, what they call for and when."""

from __future__ import annotations

import random
from dataclasses import FrozenInstanceError, replace
from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matches.time import DAY, HOUR, as_utc
from matches.time.clocks import Clocks, Due, Moment, SideClock, due_now, reminders
from matches.time.intervals import Interval, merged
from matches.time.pace import DAYS_PER_MOVE, DEFAULT_PACE, NO_CLOCK, Pace, PaceError

NOON: Final = datetime(2026, 3, 1, 12, tzinfo=UTC)
MINUTE: Final = timedelta(minutes=1)
TICK: Final = timedelta.resolution
NO_TIME: Final = timedelta(0)
SIDES: Final = ("green", "blue")
THREE_DAYS: Final = Pace.read("3d")
BANK: Final = Pace.read("5d+12h<7d")
FAST: Final = ("10m", "30m", "2h", "30m+1m<1h", "10m+1m<10m", "2h+30m<6h")
TIMED: Final = [
    *map(Pace.per_move, DAYS_PER_MOVE),
    *map(Pace.read, FAST),
    BANK,
    *map(Pace.read, ("1d+1h<1d", "2d+1d<3d", "14d+6h<28d")),
]


def other(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


def running(pace: Pace, at: datetime = NOON) -> Clocks:
    """Green's clock, just started."""
    return Clocks.full(pace, SIDES).started("green", at)


def stopped(clocks: Clocks, *times: tuple[datetime, datetime]) -> Clocks:
    """``clocks`` that stand still from each first moment until the second."""
    return replace(clocks, stops=merged([*clocks.stops, *(Interval(start, end) for start, end in times)]))


def at(moments: tuple[Moment, ...], due: Due) -> datetime:
    return next(moment.at for moment in moments if moment.due is due)


# --- paces ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["none", "1d", "2d", "3d", "5d", "7d", "14d", "5d+12h<7d", "1d12h+1h<2d1h", *FAST]
)
def test_a_pace_is_read_as_it_is_written(text: str) -> None:
    assert str(Pace.read(text)) == text


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        (" 3D ", "3d"),
        ("72h", "3d"),
        ("120 m", "2h"),
        ("90m+1m<360m", "1h30m+1m<6h"),
        ("None", "none"),
        ("5 d + 12 h < 168 h", "5d+12h<7d"),
    ],
)
def test_a_pace_is_read_in_any_case_and_with_blanks(typed: str, text: str) -> None:
    assert str(Pace.read(typed)) == text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "Write none"),
        ("3", "Write none"),
        ("three days", "Write none"),
        ("-3d", "Write none"),
        ("٣d", "Write none"),
        ("99999d", "Write none"),
        ("5d+12h", "Write none"),
        ("+<", "Write none"),
        ("0d", "10m, 30m, 2h, 1d, 2d, 3d, 5d, 7d, 14d"),
        ("4d", "10m, 30m, 2h, 1d, 2d, 3d, 5d, 7d, 14d"),
        ("1d1h", "10m, 30m, 2h, 1d, 2d, 3d, 5d, 7d, 14d"),
        ("15m", "10m, 30m, 2h, 1d"),
        ("23h+1h<2d", "starts with 10m to 2h, or with 1d to 28d"),
        ("9m+1m<1h", "starts with 10m to 2h, or with 1d to 28d"),
        ("30m+0m<1h", "adds at least 1m"),
        ("30m+1m<7h", "holds at most 6h"),
        ("1h+1m<30m", "more than it may hold"),
        ("1d30m+1h<2d", "whole hours"),
        ("1d+0h<2d", "adds at least 1h"),
        ("1d+1h<29d", "holds at most 28d"),
        ("3d+1h<2d", "more than it may hold"),
        ("1d+3d<2d", "more than it may hold"),
    ],
)
def test_what_is_no_pace_is_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(PaceError, match=reason) as refusal:
        Pace.read(text)
    assert reason in refusal.value.reason
    assert isinstance(refusal.value, ValueError)


@pytest.mark.parametrize(
    "spans",
    [(None, HOUR, None), (None, None, DAY), (DAY, HOUR, None), (DAY, None, DAY), (DAY, 90 * MINUTE, DAY)],
)
def test_a_pace_is_checked_however_it_is_made(spans: tuple[timedelta | None, ...]) -> None:
    with pytest.raises(PaceError):
        Pace(*spans)


@given(st.text(max_size=12) | st.from_regex(r"\d{1,3}[dhm]\+\d{1,3}[dhm]<\d{1,3}[dhm]", fullmatch=True))
def test_any_text_is_a_pace_or_refused(text: str) -> None:
    try:
        pace = Pace.read(text)
    except PaceError:
        return
    assert Pace.read(str(pace)) == pace


def test_the_default_is_three_days_a_move() -> None:
    assert DEFAULT_PACE == THREE_DAYS
    assert (DEFAULT_PACE.timed, DEFAULT_PACE.is_bank) == (True, False)
    assert (BANK.timed, BANK.is_bank) == (True, True)
    assert (NO_CLOCK.timed, NO_CLOCK.is_bank) == (False, False)


# --- one clock at a time -------------------------------------------------------------------------


def test_no_clock_runs_before_the_start() -> None:
    clocks = Clocks.full(THREE_DAYS, SIDES)
    assert (clocks.running, clocks.since, clocks.deadline(), clocks.moments()) == (None, None, None, ())
    assert clocks.left("green", NOON) == clocks.left("blue", NOON + 9 * DAY) == 3 * DAY


def test_every_time_that_is_allowed_is_a_term_of_its_own_counted_up() -> None:
    clock = SideClock(DAY, DAY)
    terms = [clock.term]
    for _ in range(3):
        clock = clock.given(timedelta(hours=1), THREE_DAYS)
        terms.append(clock.term)
    assert terms == [terms[0], terms[0] + 1, terms[0] + 2, terms[0] + 3]


def test_only_the_time_of_the_side_to_act_goes_by() -> None:
    clocks = running(THREE_DAYS)
    assert clocks.left("green", NOON + DAY) == 2 * DAY
    assert clocks.left("blue", NOON + DAY) == 3 * DAY
    assert clocks.deadline() == NOON + 3 * DAY


def test_an_action_at_the_deadline_is_in_time() -> None:
    clocks = running(THREE_DAYS)
    assert not clocks.is_up(NOON + 3 * DAY)
    assert clocks.is_up(NOON + 3 * DAY + TICK)


def test_left_stops_at_nothing() -> None:
    assert running(THREE_DAYS).left("green", NOON + 30 * DAY) == NO_TIME


def test_a_clock_that_is_set_back_gives_no_time() -> None:
    assert running(THREE_DAYS).left("green", NOON - DAY) == 3 * DAY


def test_a_running_clock_is_not_started_anew() -> None:
    clocks = running(THREE_DAYS)
    assert clocks.started("green", NOON + DAY) == clocks


def test_clocks_never_change() -> None:
    with pytest.raises(FrozenInstanceError):
        running(THREE_DAYS).running = "blue"  # type: ignore[misc]


def test_a_match_without_a_clock_never_is_late() -> None:
    clocks = running(NO_CLOCK)
    for _ in range(3):
        clocks = clocks.turned("green", "blue", NOON + 100 * DAY).given("blue", DAY, NOON)
        clocks = clocks.started("green", NOON).counted(NOON + DAY).taken_back(("green",), "green", NOON)
        assert clocks.running == "green"
        assert (clocks.deadline(), clocks.left("green", NOON), clocks.moments()) == (None, None, ())
        assert not clocks.is_up(NOON + 1000 * DAY)
    assert stopped(clocks, (NOON, NOON + DAY)).deadline() is None


# --- turns ---------------------------------------------------------------------------------------


def test_days_per_move_are_full_again_after_a_turn() -> None:
    clocks = running(THREE_DAYS).turned("green", "blue", NOON + 2 * DAY)
    assert clocks.running == "blue"
    assert clocks.left("green", NOON + 2 * DAY) == clocks.left("blue", NOON + 2 * DAY) == 3 * DAY


def test_a_bank_gets_its_increment_after_a_turn() -> None:
    clocks = running(BANK).turned("green", "blue", NOON + 2 * DAY)
    assert clocks.left("green", NOON + 3 * DAY) == 3 * DAY + 12 * HOUR
    assert clocks.left("blue", NOON + 3 * DAY) == 4 * DAY, "the increment comes after one's own turn"


def test_a_bank_never_holds_more_than_its_cap() -> None:
    clocks = running(BANK)
    for _ in range(10):
        clocks = clocks.turned("green", "blue", NOON).turned("blue", "green", NOON)
    assert clocks.left("green", NOON) == clocks.left("blue", NOON) == 7 * DAY
    assert clocks.given("green", DAY, NOON).left("green", NOON) == 7 * DAY


def test_a_turn_that_nobody_claimed_in_time_can_still_end() -> None:
    late = NOON + 6 * DAY
    assert running(THREE_DAYS).turned("green", "blue", late).left("green", late) == 3 * DAY
    assert running(BANK).turned("green", "blue", late).left("green", late) == 12 * HOUR


def test_an_interrupt_runs_the_choosers_clock_and_the_mover_goes_on_with_the_rest() -> None:
    clocks = running(THREE_DAYS).started("blue", NOON + DAY)
    assert clocks.deadline() == NOON + 4 * DAY
    clocks = clocks.started("green", NOON + 2 * DAY)
    assert clocks.deadline() == NOON + 4 * DAY, "two days were left of the turn"
    assert clocks.left("blue", NOON + 2 * DAY) == 2 * DAY


def test_a_second_interrupt_in_a_turn_has_what_the_first_left() -> None:
    clocks = (
        running(THREE_DAYS).started("blue", NOON).started("green", NOON + DAY).started("blue", NOON + DAY)
    )
    assert clocks.deadline() == NOON + 3 * DAY


def test_an_interrupt_costs_nothing_of_the_choosers_next_turn_by_days_per_move() -> None:
    clocks = running(THREE_DAYS).started("blue", NOON).started("green", NOON + DAY)
    assert clocks.turned("green", "blue", NOON + DAY).left("blue", NOON + DAY) == 3 * DAY


def test_an_interrupt_brings_a_bank_no_increment() -> None:
    clocks = running(BANK).started("blue", NOON).started("green", NOON + DAY)
    assert clocks.turned("green", "blue", NOON + DAY).left("blue", NOON + DAY) == 4 * DAY


def test_a_choice_that_ends_the_turn_ends_it_for_the_mover() -> None:
    clocks = running(BANK).started("blue", NOON + DAY).turned("green", "blue", NOON + 2 * DAY)
    assert clocks.left("green", NOON + 2 * DAY) == 4 * DAY + 12 * HOUR
    assert clocks.left("blue", NOON + 2 * DAY) == 4 * DAY


# --- stops, gifts, downtime ----------------------------------------------------------------------


def test_a_stopped_clock_goes_on_with_what_it_had() -> None:
    clocks = stopped(running(THREE_DAYS), (NOON + DAY, NOON + 20 * DAY))
    assert clocks.running == "green"
    assert clocks.left("green", NOON + DAY) == clocks.left("green", NOON + 20 * DAY) == 2 * DAY
    assert clocks.left("green", NOON + 21 * DAY) == DAY
    assert clocks.deadline() == NOON + 22 * DAY


def test_a_stop_is_for_the_clock_that_runs() -> None:
    clocks = stopped(running(THREE_DAYS), (NOON + DAY, NOON + 20 * DAY)).turned("green", "blue", NOON + DAY)
    assert clocks.stops == (), "another side's clock runs now, and stands still at other times"
    assert clocks.deadline() == NOON + 4 * DAY


def test_time_that_is_up_is_not_stopped_any_more() -> None:
    up = NOON + 3 * DAY
    assert stopped(running(THREE_DAYS), (up - TICK, up + DAY)).deadline() == up + DAY + TICK
    for start in (up, up + TICK, up + DAY):
        clocks = stopped(running(THREE_DAYS), (start, start + 9 * DAY))
        assert clocks.deadline() == up
        assert clocks.is_up(up + TICK)


def test_stops_that_overlap_are_counted_once() -> None:
    clocks = stopped(running(THREE_DAYS), (NOON + DAY, NOON + 3 * DAY), (NOON + 2 * DAY, NOON + 4 * DAY))
    assert clocks.deadline() == NOON + 6 * DAY


def test_what_is_counted_needs_its_stops_no_more() -> None:
    clocks = stopped(running(THREE_DAYS), (NOON + DAY, NOON + 5 * DAY))
    later = clocks.counted(NOON + 6 * DAY)
    assert (later.stops, later.deadline()) == ((), clocks.deadline())
    assert (later.left("green", NOON + 6 * DAY), later.since) == (DAY, NOON + 6 * DAY)
    assert names(later) == names(clocks)


def test_what_was_up_when_it_is_counted_stays_up_since_then() -> None:
    clocks = running(THREE_DAYS)
    later = clocks.counted(NOON + 5 * DAY)
    assert [moment.at for moment in later.moments()] == [moment.at for moment in clocks.moments()]
    assert stopped(later, (NOON + 5 * DAY, NOON + 9 * DAY)).is_up(NOON + 5 * DAY)


def test_time_given_comes_on_top() -> None:
    assert running(THREE_DAYS).given("green", DAY, NOON + DAY).deadline() == NOON + 4 * DAY


def test_time_given_after_the_deadline_counts_from_then() -> None:
    clocks = running(THREE_DAYS).given("green", DAY, NOON + 5 * DAY)
    assert clocks.deadline() == NOON + 6 * DAY
    assert not clocks.is_up(NOON + 6 * DAY)


def test_time_given_is_for_one_turn_by_days_per_move() -> None:
    clocks = running(THREE_DAYS).given("green", 2 * DAY, NOON).given("blue", 2 * DAY, NOON)
    clocks = clocks.turned("green", "blue", NOON)
    assert clocks.left("green", NOON) == 3 * DAY
    assert clocks.left("blue", NOON) == 5 * DAY, "blue's turn is still to come"
    assert clocks.turned("blue", "green", NOON).left("blue", NOON) == 3 * DAY


def test_time_given_to_one_side_leaves_the_others_deadline() -> None:
    clocks = running(THREE_DAYS)
    assert clocks.given("blue", DAY, NOON + 5 * DAY).deadline() == clocks.deadline()


def test_time_can_be_given_to_a_stopped_clock() -> None:
    clocks = Clocks.full(BANK, SIDES).given("blue", DAY, NOON)
    assert (clocks.running, clocks.left("blue", NOON)) == (None, 6 * DAY)


def test_time_is_not_taken() -> None:
    with pytest.raises(ValueError, match="not taken"):
        running(BANK).given("green", -HOUR, NOON)


@pytest.mark.parametrize(
    ("start", "end", "back"),
    [
        (DAY, 2 * DAY, DAY),  # in the middle
        (-DAY, DAY, DAY),  # only what the clock ran of it
        (-2 * DAY, -DAY, NO_TIME),  # before
        (2 * DAY, 9 * DAY, 7 * DAY),  # over the deadline
        (2 * DAY, DAY, NO_TIME),
    ],
)
def test_downtime_is_given_back(start: timedelta, end: timedelta, back: timedelta) -> None:
    clocks = running(THREE_DAYS)
    after = stopped(clocks, (NOON + start, NOON + end))
    assert after.deadline() == NOON + 3 * DAY + back
    assert [moment.name for moment in after.moments()] == [moment.name for moment in clocks.moments()]


def test_downtime_wakes_no_time_that_was_up() -> None:
    clocks = stopped(running(THREE_DAYS), (NOON + 4 * DAY, NOON + 5 * DAY))
    assert clocks.is_up(NOON + 5 * DAY)
    assert at(clocks.moments(), Due.UNCLAIMED) == NOON + 11 * DAY, "the win can be claimed for seven days"


def test_downtime_is_nothing_to_a_clock_that_does_not_run() -> None:
    clocks = stopped(Clocks.full(THREE_DAYS, SIDES), (NOON, NOON + DAY))
    assert (clocks.deadline(), clocks.left("green", NOON + DAY)) == (None, 3 * DAY)


# --- take-backs ----------------------------------------------------------------------------------


def test_a_turn_taken_back_goes_on_with_what_was_left_of_it() -> None:
    clocks = running(THREE_DAYS).turned("green", "blue", NOON + 2 * DAY)
    clocks = clocks.taken_back(("green",), "green", NOON + 4 * DAY)
    assert clocks.deadline() == NOON + 5 * DAY
    assert clocks.left("blue", NOON + 4 * DAY) == 3 * DAY, "who agreed has a new position to think about"
    assert clocks.turned("green", "blue", NOON + 4 * DAY).left("green", NOON + 4 * DAY) == 3 * DAY


@settings(max_examples=60)
@given(
    pace=st.sampled_from(TIMED),
    turns=st.lists(st.tuples(st.floats(0, 0.9), st.booleans()), max_size=6),
    thinks=st.floats(0, 0.99),
    waits=st.floats(0, 1.5),
)
def test_a_turn_that_is_reopened_at_once_is_as_if_it_had_not_been_made(
    pace: Pace, turns: list[tuple[float, bool]], thinks: float, waits: float
) -> None:
    clocks, side, now = running(pace), "green", NOON
    for share, taken_back in turns:
        now += share * clocks.sides[side].left
        clocks = clocks.turned(side, other(side), now)
        if taken_back:
            clocks = clocks.taken_back((side,), side, now)
        else:
            side = other(side)
    made = now + thinks * clocks.sides[side].left
    again = clocks.turned(side, other(side), made).reopened(side)
    later = made + waits * clocks.sides[side].left
    assert again.running == side
    for one in SIDES:
        assert again.left(one, later) == clocks.left(one, later)
    assert again.deadline() == clocks.deadline()
    ended, meant = (each.turned(side, other(side), later) for each in (again, clocks))
    assert [ended.left(one, later) for one in SIDES] == [meant.left(one, later) for one in SIDES]


def test_taking_back_over_the_others_answer_gives_no_time() -> None:
    clocks = running(THREE_DAYS).turned("green", "blue", NOON + DAY).turned("blue", "green", NOON + 2 * DAY)
    one = clocks.taken_back(("blue", "green"), "green", NOON + 2 * DAY)
    assert one.left("green", NOON + 2 * DAY) == 2 * DAY, "what was left of the turn"
    later = NOON + 4 * DAY + 12 * HOUR
    two = clocks.taken_back(("blue", "green"), "green", later)
    assert two.left("green", later) == 12 * HOUR, "what it has now, since that is less"


def test_taking_back_further_gives_no_time() -> None:
    clocks = running(THREE_DAYS)
    for turn in range(4):
        side = SIDES[turn % 2]
        clocks = clocks.turned(side, other(side), NOON + (turn + 1) * HOUR)
    clocks = clocks.taken_back(("blue", "green"), "green", NOON + DAY)
    before = clocks.left("green", NOON + 2 * DAY)
    clocks = clocks.taken_back(("blue", "green"), "green", NOON + 2 * DAY)
    assert clocks.left("green", NOON + 2 * DAY) == before


def test_time_given_after_a_take_back_is_kept_when_more_is_taken_back() -> None:
    clocks = running(THREE_DAYS).turned("green", "blue", NOON + 2 * DAY)
    clocks = clocks.taken_back(("green",), "green", NOON + 2 * DAY).given("green", DAY, NOON + 2 * DAY)
    clocks = clocks.taken_back(("blue", "green"), "green", NOON + 2 * DAY)
    assert clocks.left("green", NOON + 2 * DAY) == 2 * DAY


def test_a_turn_brings_a_bank_its_increment_once() -> None:
    clocks = running(BANK).turned("green", "blue", NOON + DAY)
    again = clocks.taken_back(("green",), "green", NOON + DAY)
    assert again.left("green", NOON + DAY) == clocks.left("green", NOON + DAY)
    assert again.turned("green", "blue", NOON + DAY).sides["green"].left == 4 * DAY + 12 * HOUR
    twice = clocks.turned("blue", "green", NOON + DAY).turned("green", "blue", NOON + DAY)
    twice = twice.taken_back(("green",), "green", NOON + DAY).taken_back(
        ("blue", "green"), "green", NOON + DAY
    )
    for _ in range(2):
        twice = twice.turned("green", "blue", NOON + DAY).turned("blue", "green", NOON + DAY)
    assert twice.left("green", NOON + DAY) == 5 * DAY, "two turns, two increments"
    assert twice.left("blue", NOON + DAY) == 6 * DAY


# --- what a clock calls for ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("allowed", "quarter", "last"),
    [
        (14 * DAY, DAY, 2 * HOUR),
        (5 * DAY, DAY, 2 * HOUR),
        (4 * DAY, DAY, 2 * HOUR),
        (3 * DAY, 18 * HOUR, 2 * HOUR),
        (2 * DAY, 12 * HOUR, 2 * HOUR),
        (2 * DAY - TICK, None, 2 * HOUR),
        (DAY, None, 2 * HOUR),
        (20 * HOUR, None, 2 * HOUR),
        (10 * HOUR, None, HOUR),
        (10 * MINUTE, None, MINUTE),
        (NO_TIME, None, NO_TIME),
    ],
)
def test_reminders_are_few(allowed: timedelta, quarter: timedelta | None, last: timedelta) -> None:
    first = [(Due.QUARTER, quarter)] if quarter is not None else []
    assert list(reminders(allowed)) == [*first, (Due.LAST, last)]


def test_a_running_clock_calls_for_reminders_a_claim_and_an_end() -> None:
    clocks = running(THREE_DAYS)
    deadline = NOON + 3 * DAY
    assert [(moment.due, moment.side, moment.at) for moment in clocks.moments()] == [
        (Due.QUARTER, "green", deadline - 18 * HOUR),
        (Due.LAST, "green", deadline - 2 * HOUR),
        (Due.UP, "green", deadline + TICK),
        (Due.UNCLAIMED, "green", deadline + 7 * DAY),
    ]
    assert clocks.is_up(at(clocks.moments(), Due.UP))


def names(clocks: Clocks) -> set[str]:
    return {moment.name for moment in clocks.moments()}


def test_a_stop_an_interrupt_and_a_downtime_keep_the_names() -> None:
    clocks = running(THREE_DAYS)
    away = stopped(clocks, (NOON + DAY, NOON + 5 * DAY))
    interrupted = away.started("blue", NOON + 5 * DAY)
    resumed = stopped(interrupted.started("green", NOON + 6 * DAY), (NOON + 6 * DAY, NOON + 7 * DAY))
    assert names(away) == names(resumed) == names(clocks)
    assert at(resumed.moments(), Due.QUARTER) == NOON + 9 * DAY - 18 * HOUR, "measured by the whole turn"
    assert not names(interrupted) & names(clocks)


@pytest.mark.parametrize("hours", [9, 53, 54, 55, 69, 70, 71])
def test_a_clock_calls_for_nothing_while_it_stands_still(hours: int) -> None:
    start = NOON + hours * HOUR
    clocks = stopped(running(THREE_DAYS), (start, start + 5 * DAY))
    for moment in clocks.moments():
        assert not start < moment.at < start + 5 * DAY


def test_a_new_turn_a_gift_and_a_take_back_have_names_of_their_own() -> None:
    clocks = running(THREE_DAYS)
    later = [clocks.given("green", DAY, NOON)]
    later.append(clocks.turned("green", "blue", NOON).turned("blue", "green", NOON))
    later.append(later[-1].taken_back(("blue", "green"), "green", NOON))
    later.append(later[-1].turned("green", "blue", NOON))
    everything = [name for one in (clocks, *later) for name in names(one)]
    assert len(everything) == len(set(everything)) == 20


def test_after_a_gift_reminders_go_by_what_there_is_now() -> None:
    clocks = running(THREE_DAYS).given("green", DAY, NOON + 5 * DAY)
    assert [moment.due for moment in clocks.moments()] == [Due.LAST, Due.UP, Due.UNCLAIMED]


def test_what_came_last_stands_for_what_was_missed() -> None:
    moments = running(THREE_DAYS).moments()
    assert due_now(moments, NOON) is None
    assert due_now((), NOON) is None
    for moment in moments:
        assert due_now(moments, moment.at) == moment
        assert due_now(moments, moment.at - TICK) != moment
    assert due_now(moments, NOON + 30 * DAY) == moments[-1]


# --- time zones ----------------------------------------------------------------------------------


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe"])
@pytest.mark.parametrize("month", range(1, 13))
def test_a_day_is_24_hours_in_any_time_zone(zone: str, month: int) -> None:
    begin = datetime(2026, month, 1, tzinfo=ZoneInfo(zone))
    for days in range(31):
        local = (begin.astimezone(UTC) + days * DAY).astimezone(ZoneInfo(zone))
        clocks = running(THREE_DAYS, local)
        assert clocks.deadline() == local.astimezone(UTC) + 3 * DAY
        assert clocks.since is not None
        assert clocks.since.tzinfo is UTC
        end = (local.astimezone(UTC) + DAY).astimezone(ZoneInfo(zone))
        assert clocks.left("green", end) == 2 * DAY


def test_a_time_without_a_zone_is_refused() -> None:
    naive = NOON.replace(tzinfo=None)
    with pytest.raises(ValueError, match="without a zone"):
        as_utc(naive)
    for act in (
        lambda: Clocks.full(NO_CLOCK, SIDES).started("green", naive),
        lambda: running(BANK).left("green", naive),
        lambda: running(BANK).counted(naive),
        lambda: due_now((), naive),
    ):
        with pytest.raises(ValueError, match="without a zone"):
            act()


# --- months --------------------------------------------------------------------------------------


@pytest.mark.gate(draw=12)
@pytest.mark.parametrize("pace", TIMED, ids=str)
@pytest.mark.parametrize("seed", range(5))
def test_months_of_turns_agree_with_a_ledger(pace: Pace, seed: int) -> None:
    """A second account in whole minutes, kept by adding and taking off, agrees after every step."""
    chance = random.Random(seed)
    assert pace.start is not None
    full = pace.start // MINUTE
    ledger = dict.fromkeys(SIDES, full)
    mover = actor = "green"
    now, clocks = NOON, running(pace)
    for _ in range(300):
        # Everything that can happen, after any time from none to somewhat more than is left.
        span = chance.randrange(ledger[actor] + 2) if chance.random() < 0.1 else chance.randrange(600)
        now += span * MINUTE
        late = span > ledger[actor]
        assert clocks.is_up(now) == late
        ledger[actor] = max(ledger[actor] - span, 0)
        what = chance.choice(("turn", "turn", "interrupt", "stop", "gift", "count"))
        if what == "turn":
            clocks = clocks.turned(mover, other(mover), now)
            if pace.increment is None or pace.cap is None:
                ledger = {side: full if side == mover else max(ledger[side], full) for side in SIDES}
            else:
                ledger[mover] = min(ledger[mover] + pace.increment // MINUTE, pace.cap // MINUTE)
            mover = actor = other(mover)
        elif what == "interrupt":
            actor = other(actor)
            clocks = clocks.started(actor, now)
        elif what == "stop" and ledger[actor]:
            begin, now = now, now + chance.randrange(20_000) * MINUTE
            clocks = stopped(clocks, (begin, now))
        elif what == "count" and not late:
            clocks = clocks.counted(now)
        else:
            clocks = clocks.given(actor, HOUR, now)
            most = ledger[actor] + 60
            ledger[actor] = most if pace.cap is None else min(most, pace.cap // MINUTE)
        assert clocks.running == actor
        assert {side: clocks.left(side, now) for side in SIDES} == {
            side: left * MINUTE for side, left in ledger.items()
        }
        assert clocks.deadline() == now + ledger[actor] * MINUTE


@pytest.mark.gate(draw=4)
@pytest.mark.parametrize("pace", TIMED, ids=str)
def test_months_of_sweeps_do_each_thing_once_and_in_order(pace: Pace) -> None:
    """The sweep comes at every hour; players act in time, late, or not at all until the end."""
    chance = random.Random(str(pace))
    clocks, now = running(pace), NOON
    done: dict[str, datetime] = {}
    acts_at, turns = now + DAY, 0
    while True:
        now += HOUR
        if now >= acts_at and turns < 60 and clocks.running is not None:
            turns += 1
            clocks = clocks.turned(clocks.running, other(clocks.running), now)
            deadline = clocks.deadline()
            assert deadline is not None
            acts_at = now + (deadline - now) * chance.choice((0.1, 0.8, 0.99, 1.2))
        moment = due_now(clocks.moments(), now)
        if moment is None or moment.name in done:
            continue
        done[moment.name] = now
        assert NO_TIME <= now - moment.at <= HOUR
        if moment.due is Due.UNCLAIMED:
            break
    by_turn: dict[str, list[str]] = {}
    for name in done:
        turn, _, due = name.rpartition(":")
        by_turn.setdefault(turn, []).append(due)
    order = [str(due) for due in Due]
    for dues in by_turn.values():
        assert dues == sorted(dues, key=order.index)
    assert turns == 60


# --- properties ----------------------------------------------------------------------------------

SPANS: Final = st.timedeltas(NO_TIME, 20 * DAY)
KINDS: Final = ("turn", "interrupt", "stop", "gift", "count", "take back")
STEPS: Final = st.lists(st.tuples(st.sampled_from(KINDS), SPANS, SPANS), max_size=40)


def step(clocks: Clocks, what: str, now: datetime, span: timedelta) -> tuple[Clocks, datetime]:
    """``clocks`` after one thing that happens ``now``, and what time it is then."""
    side = clocks.running
    assert side is not None
    match what:
        case "turn":
            return clocks.turned(side, other(side), now), now
        case "interrupt":
            return clocks.started(other(side), now), now
        case "stop":
            return stopped(clocks, (now, now + span)), now + span
        case "gift":
            return clocks.given(side, span, now), now
        case "count":
            return clocks.counted(now), now
        case _:
            return clocks.taken_back((other(side),), other(side), now), now


@settings(max_examples=150)
@given(st.sampled_from(TIMED), STEPS)
def test_left_is_never_negative_and_never_above_the_cap(
    pace: Pace, steps: list[tuple[str, timedelta, timedelta]]
) -> None:
    clocks, now = running(pace), NOON
    for what, wait, span in steps:
        was = clocks.left("green", now + wait), clocks.left("blue", now + wait)
        up = clocks.is_up(now + wait)
        clocks, now = step(clocks, what, now + wait, span)
        left = clocks.left("green", now), clocks.left("blue", now)
        for one in left:
            assert one is not None
            assert NO_TIME <= one <= (pace.cap or timedelta.max)
        if what in ("stop", "interrupt", "count"):
            assert left == was
        if what in ("stop", "count"):
            assert clocks.is_up(now) == up or (what == "stop" and clocks.deadline() == now - span)
        ats = [moment.at for moment in clocks.moments()]
        assert ats == sorted(ats)


@settings(max_examples=150)
@given(st.lists(st.tuples(st.sampled_from(KINDS[:5]), st.timedeltas(NO_TIME, 6 * HOUR)), max_size=30))
def test_the_time_used_is_the_time_that_passed_while_a_clock_ran(steps: list[tuple[str, timedelta]]) -> None:
    pace = Pace(14 * DAY, HOUR, 28 * DAY)
    clocks, now = running(pace), NOON
    ran = had = NO_TIME
    for what, span in steps:
        ran += span
        clocks, now = step(clocks, what, now + span, span)
        had += {"turn": HOUR, "gift": span}.get(what, NO_TIME)
    left = [clocks.left(side, now) for side in SIDES]
    assert sum((one for one in left if one is not None), NO_TIME) == 28 * DAY + had - ran


@settings(max_examples=150)
@given(
    st.sampled_from(TIMED),
    st.lists(SPANS, min_size=1, max_size=8),
    SPANS,
    st.integers(1, 3),
)
def test_taking_back_gives_no_time(pace: Pace, waits: list[timedelta], wait: timedelta, often: int) -> None:
    clocks, now = running(pace), NOON
    for turn, span in enumerate(waits):
        side = SIDES[turn % 2]
        clocks, now = clocks.turned(side, other(side), now + span), now + span
    assert clocks.running is not None
    now += wait
    asker = other(clocks.running)
    turns: tuple[str, ...] = (asker,)
    for _ in range(often):
        was = clocks.left(asker, now)
        clocks = clocks.taken_back(turns, asker, now)
        now_left = clocks.left(asker, now)
        assert was is not None
        assert now_left is not None
        assert now_left <= was
        turns = (other(asker), asker)
    if pace.is_bank:
        # Made again at once, the turns bring nothing that they had not brought.
        left = clocks.left(asker, now)
        for _ in range(often):
            clocks = clocks.turned(asker, other(asker), now).turned(other(asker), asker, now)
        assert clocks.left(asker, now) == left
