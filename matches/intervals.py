"""Intervals in which a clock is stopped: a vacation, a pause, a downtime of the bot.

They are stored separately and applied whenever a clock is read. So a clock needs no update when one begins or
ends, and none can be counted twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

_NO_TIME: Final = timedelta(0)


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
        (max(min(stop.end, end) - max(stop.start, start), _NO_TIME) for stop in stops), start=_NO_TIME
    )
    return max(end - start - stopped, _NO_TIME)


def when_run(start: datetime, span: timedelta, stops: Iterable[Interval]) -> datetime:
    """The moment at which a clock started at ``start`` has run for ``span``.

    ``stops`` must be merged. A stop that begins at exactly that moment does not delay it.
    """
    moment = start
    for stop in stops:
        if stop.end <= moment:
            continue
        before = max(stop.start - moment, _NO_TIME)
        if span <= before:
            break
        span, moment = span - before, stop.end
    return moment + span


def end_of_stop(moment: datetime, stops: Iterable[Interval]) -> datetime:
    """The end of the stop that contains ``moment``, or ``moment`` itself."""
    return next((stop.end for stop in stops if stop.holds(moment)), moment)
