"""Intervals in which a clock is stopped: a vacation, a pause, a downtime of the bot, a weekend.

They are stored separately and applied whenever a clock is read. So a clock needs no update when one begins or
ends, and none can be counted twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from typing import Final

from matches.time import DAY, NO_TIME
from matches.time.wall_clock import first_at


@dataclass(frozen=True, slots=True)
class Interval:
    """From ``start`` until just before ``end`` (UTC); the end may lie in the future."""

    start: datetime
    end: datetime

    def holds(self, moment: datetime) -> bool:
        """True if ``moment`` is in the interval."""
        return self.start <= moment < self.end


def merged(stops: Iterable[Interval]) -> tuple[Interval, ...]:
    """The intervals merged where they overlap, earliest first, without empty ones."""
    found: list[Interval] = []
    for stop in sorted(stops, key=lambda one: one.start):
        if stop.end <= stop.start:
            continue
        if found and stop.start <= found[-1].end:
            found[-1] = Interval(found[-1].start, max(found[-1].end, stop.end))
        else:
            found.append(stop)
    return tuple(found)


def running_time(start: datetime, end: datetime, stops: Iterable[Interval]) -> timedelta:
    """The time that a clock ran from ``start`` to ``end``. ``stops`` must not overlap."""
    stopped = sum(
        (max(min(stop.end, end) - max(stop.start, start), NO_TIME) for stop in stops), start=NO_TIME
    )
    return max(end - start - stopped, NO_TIME)


def when_run(start: datetime, span: timedelta, stops: Iterable[Interval]) -> datetime:
    """The moment at which a clock started at ``start`` has run for ``span``.

    ``stops`` must be merged. A stop that begins at exactly that moment does not delay it.
    """
    moment = start
    for stop in stops:
        if stop.end <= moment:
            continue
        before = max(stop.start - moment, NO_TIME)
        if span <= before:
            break
        span, moment = span - before, stop.end
    return moment + span


def end_of_stop(moment: datetime, stops: Iterable[Interval]) -> datetime:
    """The end of the stop that contains ``moment``, or ``moment`` itself."""
    return next((stop.end for stop in stops if stop.holds(moment)), moment)


# --- vacations -----------------------------------------------------------------------------------

VACATION_DAYS: Final = 30
"""A player's days of vacation in a calendar year (UTC); a part of a day counts as a day."""


def vacation_left(away: tuple[Interval, ...], now: datetime) -> int:
    """The days of vacation left in the year of ``now``; ``away`` are the player's vacations, as stored."""
    year = now.astimezone(UTC).year
    taken = sum(-((stop.start - stop.end) // DAY) for stop in away if stop.start.year == year)
    return max(VACATION_DAYS - taken, 0)


def away_until(away: tuple[Interval, ...], now: datetime) -> datetime | None:
    """The end of the vacation that includes ``now``, or None."""
    end = end_of_stop(now, away)
    return None if end == now else end


# --- weekends ------------------------------------------------------------------------------------

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
    begins = day - (day.weekday() - first) % 7 * DAY
    while (weekend := _weekend(zone, begins)).start < end:
        yield weekend
        begins += 7 * DAY


@lru_cache(maxsize=4096)
def _weekend(zone: tzinfo, begins: date) -> Interval:
    return Interval(first_at(zone, begins, time()), first_at(zone, begins + 2 * DAY, time()))
