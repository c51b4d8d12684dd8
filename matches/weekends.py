"""Weekends: two days off a week, as a time zone has them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from typing import Final

from matches.intervals import Interval
from matches.wall_clock import first_at

_DAY: Final = timedelta(days=1)
FRIDAY: Final = 4
SATURDAY: Final = 5
"""The days on which weekends begin."""


@dataclass(frozen=True, slots=True)
class DaysOff:
    """A player's weekend in a match: the name of its time zone, and the day on which it begins.

    ``changed_at``: when the player last changed it in the match (UTC); None if they have not.
    """

    zone: str
    first: int = SATURDAY
    changed_at: datetime | None = None


def weekends(zone: tzinfo, start: datetime, end: datetime, first: int = SATURDAY) -> Iterator[Interval]:
    """The weekends in ``zone`` that begin before ``end``, in order, from the last that began by ``start``.

    ``first`` is the day on which they begin: FRIDAY or SATURDAY.
    """
    day = start.astimezone(zone).date()
    begins = day - (day.weekday() - first) % 7 * _DAY
    while (weekend := _weekend(zone, begins)).start < end:
        yield weekend
        begins += 7 * _DAY


@lru_cache(maxsize=4096)
def _weekend(zone: tzinfo, begins: date) -> Interval:
    return Interval(first_at(zone, begins, time()), first_at(zone, begins + 2 * _DAY, time()))
