"""Wall-clock times: time zones, quiet hours and the daily digest, as the clocks of a place show them.

When clocks are put forward, a skipped time stands for the moment of the change. When they are put back, a
time comes twice: quiet hours begin at the first and end at the second, and a digest comes at the first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from matches.time import DAY, HOUR, MINUTE, as_utc

UTC_ZONE: Final = ZoneInfo("UTC")
AHEAD_OF_QUIET: Final = HOUR
"""The time before quiet hours at which a player gets warnings that cannot wait for their end."""

_SECOND: Final = timedelta(seconds=1)
_QUARTER: Final = 15 * MINUTE
_LEAST_AHEAD: Final = -12 * HOUR
_MOST_AHEAD: Final = 14 * HOUR
_OFFSET: Final = re.compile(r"UTC([-+])([0-9]{2}):([0-9]{2})")
_OF_THE_HOST: Final = frozenset({"localtime", "Factory"})
"""Names in the time zone database that stand for the host's own setting, not for a place."""


class QuietHoursError(ValueError):
    """Invalid quiet hours or time zone; ``reason`` is a sentence for people."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


# --- zones -------------------------------------------------------------------------------------------


def find_zone(name: str) -> tzinfo:
    """The time zone called ``name``: Europe/Berlin, in any case, or UTC+05:30. Raises QuietHoursError.

    Its ``str`` is the name by which it is stored.
    """
    found = _names().get(name.strip().casefold())
    if found is not None:
        return ZoneInfo(found)
    offset = _OFFSET.fullmatch(name)
    if offset is None:
        raise QuietHoursError("There is no time zone of this name. Names are like Europe/Berlin.")
    ahead = timedelta(hours=int(offset[2]), minutes=int(offset[3]))
    return fixed_zone(-ahead if offset[1] == "-" else ahead)


def fixed_zone(ahead: timedelta) -> tzinfo:
    """The time zone that is always ``ahead`` of UTC, with no summer time. Raises QuietHoursError."""
    if not _LEAST_AHEAD <= ahead <= _MOST_AHEAD or ahead % _QUARTER:
        raise QuietHoursError("Nowhere on earth do clocks differ from UTC by that much.")
    return timezone(ahead) if ahead else UTC_ZONE


def is_fixed(zone: tzinfo) -> bool:
    """True if ``zone`` is an offset from UTC; UTC itself is none."""
    return isinstance(zone, timezone)


def zone_names() -> tuple[str, ...]:
    """The names of all time zones, in order."""
    return tuple(sorted(_names().values()))


def zone_called(name: str) -> tzinfo:
    """The time zone of this name; UTC if it does not exist."""
    try:
        return find_zone(name)
    except QuietHoursError:
        return UTC_ZONE


@cache
def _names() -> dict[str, str]:
    return {name.casefold(): name for name in available_timezones() - _OF_THE_HOST}


# --- times of day ------------------------------------------------------------------------------------


def has_day(zone: tzinfo, day: date) -> bool:
    """True if the calendar of ``zone`` has ``day``: places that crossed the date line have left one out."""
    return first_at(zone, day, time()) < first_at(zone, day + DAY, time())


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


# --- quiet hours and digests -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class QuietHours:
    """Quiet hours in ``zone``, every day from ``start`` until just before ``end``.

    They may cross midnight. Raises QuietHoursError if they are empty or the times have a time zone.
    """

    zone: tzinfo
    start: time
    end: time

    def __post_init__(self) -> None:
        if self.start == self.end:
            raise QuietHoursError("The quiet has to end at another time than it begins.")
        if self.start.tzinfo or self.end.tzinfo:
            raise QuietHoursError("Hours of quiet are times of day, without a time zone of their own.")

    def on(self, day: date) -> tuple[datetime, datetime]:
        """The start and end of the quiet hours that begin on ``day`` in the player's zone.

        The two are equal if a change of the clocks leaves nothing of them.
        """
        last = day if self.start < self.end else day + DAY
        return first_at(self.zone, day, self.start), last_at(self.zone, last, self.end)


def told_at(due: datetime, quiet: QuietHours | None) -> datetime:
    """The time to tell the player something ``due``: at once, or when the quiet hours end."""
    moment = as_utc(due)
    for _, end in _around(moment, quiet):
        moment = end
    return moment


def warned_at(due: datetime, deadline: datetime, quiet: QuietHours | None) -> datetime:
    """The time for a warning about ``deadline`` that is ``due``: at once, or when the quiet hours end.

    If that is too late, an hour before they begin, which can be in the past.
    """
    moment = told_at(due, quiet)
    if moment < as_utc(deadline):
        return moment
    begin = next((begin for begin, _ in _around(as_utc(due), quiet)), None)
    return as_utc(due) if begin is None else begin - AHEAD_OF_QUIET


def next_digest(after: datetime, zone: tzinfo, at: time) -> datetime:
    """The next time of the daily digest, later than ``after``; ``at`` is its time of day."""
    moment = as_utc(after)
    day = moment.astimezone(zone).date()
    while not has_day(zone, day) or first_at(zone, day, at) <= moment:
        day += DAY
    return first_at(zone, day, at)


def _around(moment: datetime, quiet: QuietHours | None) -> Iterator[tuple[datetime, datetime]]:
    """The quiet hours that contain ``moment``, and those that follow without a gap."""
    if quiet is None:
        return
    today = moment.astimezone(quiet.zone).date()
    for day in (today - DAY, today, today + DAY):
        begin, end = quiet.on(day)
        if begin <= moment < end:
            yield begin, end
            moment = end
