"""Wall-clock times of a time zone: the moments at which its clocks show a time.

When clocks are put forward, a skipped time stands for the moment of the change. When they are put back, a
time comes twice. All results are in UTC.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Final

_DAY: Final = timedelta(days=1)
_SECOND: Final = timedelta(seconds=1)


def has_day(zone: tzinfo, day: date) -> bool:
    """True if the calendar of ``zone`` has ``day``: places that crossed the date line have left one out."""
    return first_at(zone, day, time()) < first_at(zone, day + _DAY, time())


def first_at(zone: tzinfo, day: date, at: time) -> datetime:
    """The first moment of ``day`` at which the clocks of ``zone`` show ``at``."""
    return min(_times(zone, day, at))


def last_at(zone: tzinfo, day: date, at: time) -> datetime:
    """The last moment of ``day`` at which the clocks of ``zone`` show ``at``."""
    return max(_times(zone, day, at))


def _times(zone: tzinfo, day: date, at: time) -> tuple[datetime, datetime]:
    """The two moments at which the clocks show ``at``, the earlier first; equal if there is only one."""
    shown = datetime.combine(day, at, zone)
    earlier, later = (shown.replace(fold=fold).astimezone(UTC) for fold in (0, 1))
    if earlier <= later:
        return earlier, later
    change = _change(zone, later, earlier)
    return change, change


def _change(zone: tzinfo, before: datetime, after: datetime) -> datetime:
    """The moment between two at which the clocks are put forward, to the second."""
    offset = after.astimezone(zone).utcoffset()
    before, after = before.replace(microsecond=0), after.replace(microsecond=0)
    while after - before > _SECOND:
        middle = before + (after - before) // _SECOND // 2 * _SECOND
        if middle.astimezone(zone).utcoffset() == offset:
            after = middle
        else:
            before = middle
    return after
