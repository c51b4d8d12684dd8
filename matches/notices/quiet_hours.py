"""Times to notify a player: quiet hours and the daily digest, in the player's time zone.

Times of day are local wall-clock times: see :mod:`matches.wall_clock`. If a time comes twice when clocks are
put back, quiet hours begin at the first and end at the second, and a digest comes at the first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, timezone, tzinfo
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from matches.clock import as_utc
from matches.wall_clock import first_at, has_day, last_at

AHEAD_OF_QUIET: Final = timedelta(hours=1)
"""The time before quiet hours at which a player is told what cannot wait for their end."""

_DAY: Final = timedelta(days=1)
_QUARTER: Final = timedelta(minutes=15)
_LEAST_AHEAD: Final = timedelta(hours=-12)
_MOST_AHEAD: Final = timedelta(hours=14)
_OFFSET: Final = re.compile(r"UTC([-+])([0-9]{2}):([0-9]{2})")
_OF_THE_HOST: Final = frozenset({"localtime", "Factory"})
"""Names in the time zone database that stand for the host's own setting, not for a place."""


class QuietHoursError(ValueError):
    """Invalid quiet hours or time zone; ``reason`` is a sentence for people."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


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
        last = day if self.start < self.end else day + _DAY
        return first_at(self.zone, day, self.start), last_at(self.zone, last, self.end)


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
    return timezone(ahead) if ahead else ZoneInfo("UTC")


def is_fixed(zone: tzinfo) -> bool:
    """True if ``zone`` is an offset from UTC; UTC itself is none."""
    return isinstance(zone, timezone)


def zone_names() -> tuple[str, ...]:
    """The names of all time zones, in order."""
    return tuple(sorted(_names().values()))


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
        day += _DAY
    return first_at(zone, day, at)


def _around(moment: datetime, quiet: QuietHours | None) -> Iterator[tuple[datetime, datetime]]:
    """The quiet hours that contain ``moment``, and those that follow without a gap."""
    if quiet is None:
        return
    today = moment.astimezone(quiet.zone).date()
    for day in (today - _DAY, today, today + _DAY):
        begin, end = quiet.on(day)
        if begin <= moment < end:
            yield begin, end
            moment = end


@cache
def _names() -> dict[str, str]:
    return {name.casefold(): name for name in available_timezones() - _OF_THE_HOST}
