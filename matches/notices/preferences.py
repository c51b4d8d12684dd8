"""Notification preferences: where, with or without a sound, when, and all at once or singly.

Read from what they have set for themselves. Keys and values are stored: never rename one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta, tzinfo
from typing import Final, Self
from zoneinfo import ZoneInfo

from matches.intervals import Interval, end_of_stop, merged
from matches.model import NewNotice, NoticeKind, NoticePlace, Person, UserId
from matches.notices.quiet_hours import (
    QuietHours,
    QuietHoursError,
    find_zone,
    next_digest,
    told_at,
    warned_at,
)
from matches.weekends import FRIDAY, SATURDAY, DaysOff

TELL: Final = "tell"
PLACES: Final = ("thread", "direct", "both", "none")
"""The values of TELL: where somebody is told that it is their turn."""
SOUND: Final = "sound"
"""``on`` or ``off``."""
ZONE: Final = "zone"
"""The name of a time zone, or an offset: ``UTC+05:30``."""
WEEKEND: Final = "weekend"
WEEKENDS: Final[Mapping[str, int]] = {"sat": SATURDAY, "fri": FRIDAY}
"""The values of WEEKEND, the usual one first, each with the day on which such a weekend begins."""
QUIET: Final = "quiet"
"""Two times of day with a dash between: ``22:00-08:00``."""
DIGEST: Final = "digest"
"""A time of day: ``09:00``."""

_UTC_ZONE: Final = ZoneInfo("UTC")
_HOUR: Final = "%H:%M"


class NotificationPreferencesError(ValueError):
    """Preferences that cannot be set; ``reason`` is a sentence for people."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class NotificationPreferences:
    """The notification preferences of a person.

    ``home``: by a ping where the match is played; ``direct``: by direct message; both, or neither.
    ``digest``: the time of day, in ``zone``, at which everything is told at once instead. ``away``: when
    they are away, merged; nothing is told then. ``snoozes``: when they want to hear nothing of a match, but
    for the last warning.
    """

    home: bool = True
    direct: bool = False
    silent: bool = False
    zone: tzinfo = _UTC_ZONE
    quiet: QuietHours | None = None
    digest: time | None = None
    away: tuple[Interval, ...] = ()
    snoozes: tuple[Interval, ...] = ()

    @classmethod
    def of(cls, person: Person, *, fast: bool = False) -> Self:
        """The preferences of ``person``. One that cannot be read (a zone that is no more) counts as unset.

        ``fast``: in a match by minutes, which neither quiet hours nor a digest can wait for. In a match that
        they have muted they are told as if they had chosen to be told nothing at all.
        """
        chosen, mute = person.preferences, person.mute
        tell = chosen.get(TELL)
        tell = tell if tell in PLACES else PLACES[0]
        zone = zone_of(person)
        muted = mute is not None and mute.until is None
        if muted:
            tell = "none"
        return cls(
            home=tell in ("thread", "both"),
            direct=tell in ("direct", "both"),
            silent=chosen.get(SOUND) == "off",
            zone=zone,
            quiet=None if fast else _quiet(chosen, zone),
            digest=None if fast or muted else _time(chosen.get(DIGEST)),
            away=merged(person.away),
            snoozes=() if mute is None or mute.until is None else (Interval(mute.since, mute.until),),
        )

    @property
    def wants_nothing(self) -> bool:
        """True if they chose to be told nothing at all."""
        return not self.home and not self.direct and self.digest is None

    @property
    def warned_at_home(self) -> bool:
        """True if the last warning in the thread pings them: not with direct messages chosen, or nothing."""
        return self.home or self.digest is not None

    def told_at(self, due: datetime) -> datetime:
        """The moment from which they may be told what is ``due``: not while away, snoozing or in quiet."""
        while True:
            moment = told_at(end_of_stop(end_of_stop(due, self.away), self.snoozes), self.quiet)
            if moment == due:
                return moment
            due = moment

    def warned_at(self, due: datetime, deadline: datetime) -> datetime:
        """The moment to warn them of ``deadline``: see :func:`matches.notices.quiet_hours.warned_at`."""
        return warned_at(end_of_stop(due, self.away), deadline, self.quiet)

    @property
    def woken(self) -> Self:
        """The same for what a snooze does not put off."""
        return replace(self, snoozes=())

    def hushed(self, moment: datetime) -> bool:
        """True if nothing may make a sound then."""
        return self.silent or self.told_at(moment) != moment

    def pinged_at_once(self, moment: datetime) -> bool:
        """True if a card that is for them pings them when it is posted at ``moment``."""
        return self.home and self.digest is None and self.told_at(moment) == moment

    def next_digest(self, user: UserId, after: datetime) -> NewNotice | None:
        """The digest they are owed next, or None."""
        if self.digest is None:
            return None
        at = end_of_stop(next_digest(after, self.zone, self.digest), self.away)
        name = f"digest:{at.astimezone(self.zone).date()}"
        return NewNotice(user, NoticeKind.DIGEST, NoticePlace.DIRECT, name, at)


def quiet_text(start: str, end: str) -> str:
    """Hours of quiet as they are stored, empty when both are. Raises NotificationPreferencesError."""
    if not start.strip() and not end.strip():
        return ""
    begin, until = _read_time(start), _read_time(end)
    if begin == until:
        raise NotificationPreferencesError("The quiet has to end at another time than it begins.")
    return f"{begin.strftime(_HOUR)}-{until.strftime(_HOUR)}"


def time_text(text: str) -> str:
    """A time of day as it is stored, empty when ``text`` is. Raises NotificationPreferencesError."""
    return _read_time(text).strftime(_HOUR) if text.strip() else ""


_TIME_OF_DAY: Final = re.compile(r"([0-9]{1,2})(?:[:.]([0-9]{0,2}))?\s*(?:([ap])\.?m\.?)?", re.IGNORECASE)
"""``22:00``, ``22.00`` or ``22``; ``10pm`` or ``10:30 p.m.``."""


def _read_time(text: str) -> time:
    read = _TIME_OF_DAY.fullmatch(text.strip())
    if read is None:
        raise NotificationPreferencesError(_no_time(text))
    hour, minute, half = int(read[1]), int(read[2] or 0), (read[3] or "").lower()
    if hour > 23 or minute > 59 or (half and not 1 <= hour <= 12):
        raise NotificationPreferencesError(_no_time(text))
    # Twelve comes before one there.
    return time(hour % 12 + (12 if half == "p" else 0) if half else hour, minute)


def _no_time(text: str) -> str:
    return f"“{text.strip()[:20]}” is no time of day. Write it like 22:00."


def _time(text: str | None) -> time | None:
    try:
        return _read_time(text) if text else None
    except NotificationPreferencesError:
        return None


def zone_of(person: Person) -> tzinfo:
    """The time zone that somebody has set; UTC if none, or one that is no more."""
    return zone_called(person.preferences.get(ZONE, ""))


def days_off_of(person: Person) -> DaysOff:
    """The weekend that somebody has set: Saturday and Sunday unless they have."""
    first = WEEKENDS.get(person.preferences.get(WEEKEND, ""), SATURDAY)
    return DaysOff(str(zone_of(person)), first)


def zone_called(name: str) -> tzinfo:
    """The time zone of this name; UTC if it is no more."""
    try:
        return find_zone(name)
    except QuietHoursError:
        return _UTC_ZONE


def _quiet(chosen: Mapping[str, str], zone: tzinfo) -> QuietHours | None:
    start, _, end = chosen.get(QUIET, "").partition("-")
    begin, until = _time(start), _time(end)
    return None if begin is None or until is None or begin == until else QuietHours(zone, begin, until)


# --- being away ----------------------------------------------------------------------------------

VACATION_DAYS: Final = 30
"""Days away that a player has in a calendar year (UTC); a day begun counts as one."""


def vacation_left(away: tuple[Interval, ...], now: datetime) -> int:
    """The days a player may still be away in the year of ``now``; ``away`` are their times, as stored."""
    year = now.astimezone(UTC).year
    taken = sum(-((stop.start - stop.end) // timedelta(days=1)) for stop in away if stop.start.year == year)
    return max(VACATION_DAYS - taken, 0)


def away_until(away: tuple[Interval, ...], now: datetime) -> datetime | None:
    """Until when somebody is away, or None when they are there."""
    end = end_of_stop(now, away)
    return None if end == now else end
