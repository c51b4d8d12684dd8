"""Times at which a clock does not run: a player away, a pause, a downtime of the bot.

They are kept beside a clock and counted whenever it is read. So nothing has to be done to a clock when one
begins or ends, and counting one twice is not possible.
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
    """The same times without overlaps, earliest first; empty ones are left out."""
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
    """The time a clock ran from ``start`` to ``end``. ``stops`` do not overlap."""
    stopped = sum(
        (max(min(stop.end, end) - max(stop.start, start), _NO_TIME) for stop in stops), start=_NO_TIME
    )
    return max(end - start - stopped, _NO_TIME)


def when_run(start: datetime, span: timedelta, stops: Iterable[Interval]) -> datetime:
    """The moment at which a clock started at ``start`` has run for ``span``.

    ``stops`` are merged ones. A stop that begins at that very moment does not put it off.
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
    """``moment``, or the end of the stop that it is in."""
    return next((stop.end for stop in stops if stop.holds(moment)), moment)
