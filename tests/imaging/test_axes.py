from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from imaging.charts.axes import MONTHS, MOST_DAYS, MOST_LINES, MOST_MONTHS, lines, ticks

DAYS = st.integers(date.min.toordinal(), date.max.toordinal())


def names(first: date, last: date) -> list[str]:
    return [name for _, name in ticks(first.toordinal(), last.toordinal())]


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (1400, 1650, [1400, 1450, 1500, 1550, 1600, 1650]),
        (1401, 1699, [1450, 1500, 1550, 1600, 1650]),
        (1400, 1800, [1400, 1500, 1600, 1700, 1800]),
        (1150, 1850, [1200, 1400, 1600, 1800]),
        (-120, 110, [-100, -50, 0, 50, 100]),
        (0, 4000, [0, 1000, 2000, 3000, 4000]),
    ],
)
def test_lines_are_at_round_ratings(low: float, high: float, expected: list[int]) -> None:
    assert lines(low, high) == expected


def _to_a_tenth(rating: float) -> float:
    """No rating differs from a round one by less than a float can tell."""
    return round(rating, 1)


@settings(max_examples=200)
@given(st.floats(-5000, 5000).map(_to_a_tenth), st.floats(150, 10_000).map(_to_a_tenth))
def test_there_are_some_lines_and_not_too_many(low: float, span: float) -> None:
    found = lines(low, low + span)
    assert 2 <= len(found) <= MOST_LINES
    assert all(low <= rating <= low + span and rating % 50 == 0 for rating in found)


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        (date(2026, 3, 14), date(2026, 3, 14), ["14 Mar"]),
        (date(2026, 12, 30), date(2027, 1, 2), ["30 Dec", "31 Dec", "1 Jan", "2 Jan"]),
        (date(2026, 3, 1), date(2026, 3, 10), ["1 Mar", "3 Mar", "5 Mar", "7 Mar", "9 Mar"]),
        (date(2026, 3, 1), date(2026, 5, 9), ["1 Mar", "15 Mar", "29 Mar", "12 Apr", "26 Apr"]),
        (date(2026, 3, 1), date(2026, 5, 10), ["Mar", "Apr", "May"]),
        (date(2026, 3, 2), date(2026, 11, 21), ["May", "Jul", "Sep", "Nov"]),
        (date(2026, 3, 2), date(2027, 2, 28), ["Apr", "Jul", "Oct", "Jan"]),
        (date(2020, 1, 2), date(2026, 11, 21), ["Jan 2022", "Jan 2024", "Jan 2026"]),
    ],
)
def test_a_short_while_is_told_in_days_and_a_long_one_in_months(
    first: date, last: date, expected: list[str]
) -> None:
    assert names(first, last) == expected


@settings(max_examples=200)
@given(DAYS, st.one_of(st.integers(0, 90), st.integers(0, 4000), DAYS))
def test_there_are_a_few_days_of_those_shown(first: int, days: int) -> None:
    last = min(first + days, date.max.toordinal())
    found = ticks(first, last)
    in_days = found[0][1][0].isdigit()
    assert 1 <= len(found) <= (MOST_DAYS if in_days else MOST_MONTHS)
    assert [day for day, _ in found] == sorted({day for day, _ in found})
    assert len({name for _, name in found}) == len(found), "no name is of two days"
    for day, name in found:
        on = date.fromordinal(day)
        assert first <= day <= last
        assert MONTHS[on.month - 1] in name
        assert name in (f"{on.day} {on:%b}", f"{on:%b}", f"{on:%b} {on.year}")
