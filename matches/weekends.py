"""Weekends: Saturday and Sunday as a time zone has them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from typing import Final

from matches.intervals import Interval
from matches.wall_clock import first_at

_DAY: Final = timedelta(days=1)
_SATURDAY: Final = 5


def weekends(zone: tzinfo, start: datetime, end: datetime) -> Iterator[Interval]:
    """The weekends in ``zone`` that begin before ``end`` and are not long over at ``start``, in order."""
    day = start.astimezone(zone).date()
    saturday = day - (day.weekday() - _SATURDAY) % 7 * _DAY
    while (weekend := _weekend(zone, saturday)).start < end:
        yield weekend
        saturday += 7 * _DAY


@lru_cache(maxsize=4096)
def _weekend(zone: tzinfo, saturday: date) -> Interval:
    return Interval(first_at(zone, saturday, time()), first_at(zone, saturday + 2 * _DAY, time()))
