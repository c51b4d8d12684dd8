"""The lines and ticks of a graph: round numbers up its side, and days or months along its foot."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import count
from math import ceil, floor

Tick = tuple[int, str]
"""A day (its ordinal) and what is written below it."""

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
"""The months' names, the same on every machine, whatever its locale."""
MOST_LINES = 6
MOST_DAYS = 5
MOST_MONTHS = 4

_FINEST = 50
"""The smallest distance between two lines, in rating points."""

_DAY_STEPS = (1, 2, 3, 7, 14)
_MONTH_STEPS = (1, 2, 3, 6, 12, 24)


def lines(low: float, high: float) -> list[int]:
    """The round ratings from ``low`` to ``high``, the lowest first: at most :data:`MOST_LINES`."""
    ways = (_multiples(step, low, high) for step in _rating_steps())
    return list(next(way for way in ways if len(way) <= MOST_LINES))


def ticks(first: int, last: int) -> list[Tick]:
    """Days between two (ordinals, both included) to write below a graph.

    A short while is told in days from its first one on (``14 Mar``, at most :data:`MOST_DAYS`), a long one in
    months (``Mar``, at most :data:`MOST_MONTHS`), with their year (``Mar 2026``) where one could be of two.
    """
    for step in _DAY_STEPS:
        if (last - first) // step < MOST_DAYS:
            return [(day, _day(date.fromordinal(day))) for day in range(first, last + 1, step)]
    ways = (_months(step, date.fromordinal(first), date.fromordinal(last)) for step in _month_steps())
    months = next(way for way in ways if len(way) <= MOST_MONTHS)
    with_year = len(months) > 1 and months[-1] - months[0] >= 12
    return [_beginning(*divmod(month, 12), with_year=with_year) for month in months]


def _rating_steps() -> Iterator[int]:
    """50, 100, 200, 500, 1000 and so on."""
    for power in count(1):
        yield from (step for digit in (1, 2, 5) if (step := digit * 10**power) >= _FINEST)


def _month_steps() -> Iterator[int]:
    """From one month to two years; then five years, ten, fifteen and so on."""
    yield from _MONTH_STEPS
    yield from count(60, 60)


def _multiples(step: int, low: float, high: float) -> range:
    return range(ceil(low / step) * step, floor(high / step) * step + 1, step)


def _months(step: int, first: date, last: date) -> range:
    """Every ``step``-th month that begins between two days, as numbers counted from the year 0."""
    earliest = first.year * 12 + first.month - (1 if first.day == 1 else 0)
    latest = last.year * 12 + last.month - 1
    return range(ceil(earliest / step) * step, latest + 1, step)


def _beginning(year: int, month: int, *, with_year: bool) -> Tick:
    """The first day of a month (0 to 11)."""
    return date(year, month + 1, 1).toordinal(), f"{MONTHS[month]} {year}" if with_year else MONTHS[month]


def _day(on: date) -> str:
    return f"{on.day} {MONTHS[on.month - 1]}"
