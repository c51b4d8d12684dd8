"""Notices: users' preferences, and the recipients of a change.

Preferences say where to tell a user, with or without a sound, when, and one by one or as a digest. They are
read from the user's settings: keys and values are stored, never rename one.

One useful ping a turn, never two: a user gets a notice only if the card does not ping them at once.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, time, tzinfo
from typing import Final, Self

from matches.model import Match, MatchFacts, NewNotice, NoticeKind, NoticePlace, Person, UserId
from matches.time.intervals import FRIDAY, SATURDAY, DaysOff, Interval, end_of_stop, merged
from matches.time.wall_clock import UTC_ZONE, QuietHours, next_digest, told_at, warned_at, zone_called

TELL: Final = "tell"
PLACES: Final = ("thread", "direct", "both", "none")
"""The values of TELL: where users are told that it is their turn."""
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
    ``digest``: the time of day, in ``zone``, of a daily digest instead. ``away``: their vacations, merged,
    without any notifications. ``snoozes``: the times in which only the last warning of this match is sent.
    """

    home: bool = True
    direct: bool = False
    silent: bool = False
    zone: tzinfo = UTC_ZONE
    quiet: QuietHours | None = None
    digest: time | None = None
    away: tuple[Interval, ...] = ()
    snoozes: tuple[Interval, ...] = ()

    @classmethod
    def of(cls, person: Person, *, fast: bool = False) -> Self:
        """The preferences of ``person``. An invalid one (such as a removed time zone) counts as unset.

        ``fast``: for a fast match, which cannot wait for quiet hours or a digest, so both are ignored. A
        muted match counts as if they had switched all notifications off.
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
        """True if they have switched all notifications off."""
        return not self.home and not self.direct and self.digest is None

    @property
    def warned_at_home(self) -> bool:
        """True if the last warning in the thread pings them: with ``home`` or a digest."""
        return self.home or self.digest is not None

    def told_at(self, due: datetime) -> datetime:
        """The time to notify them of something ``due``: not while away, snoozed, or in quiet hours."""
        while True:
            moment = told_at(end_of_stop(end_of_stop(due, self.away), self.snoozes), self.quiet)
            if moment == due:
                return moment
            due = moment

    def warned_at(self, due: datetime, deadline: datetime) -> datetime:
        """The time to warn them of ``deadline``: see :func:`matches.time.wall_clock.warned_at`."""
        return warned_at(end_of_stop(due, self.away), deadline, self.quiet)

    @property
    def woken(self) -> Self:
        """The same preferences without snoozes, for notices that a snooze does not delay."""
        return replace(self, snoozes=())

    def hushed(self, moment: datetime) -> bool:
        """True if messages at ``moment`` must be silent."""
        return self.silent or self.told_at(moment) != moment

    def pinged_at_once(self, moment: datetime) -> bool:
        """True if a card that is for them and posted at ``moment`` pings them."""
        return self.home and self.digest is None and self.told_at(moment) == moment

    def next_digest(self, user: UserId, after: datetime) -> NewNotice | None:
        """Their next digest later than ``after``, or None."""
        if self.digest is None:
            return None
        at = end_of_stop(next_digest(after, self.zone, self.digest), self.away)
        name = f"digest:{at.astimezone(self.zone).date()}"
        return NewNotice(user, NoticeKind.DIGEST, NoticePlace.DIRECT, name, at)


def quiet_text(start: str, end: str) -> str:
    """Quiet hours as stored text, empty if both are empty. Raises NotificationPreferencesError."""
    if not start.strip() and not end.strip():
        return ""
    begin, until = _read_time(start), _read_time(end)
    if begin == until:
        raise NotificationPreferencesError("The quiet has to end at another time than it begins.")
    return f"{begin.strftime(_HOUR)}-{until.strftime(_HOUR)}"


def time_text(text: str) -> str:
    """A time of day as stored text, empty if ``text`` is. Raises NotificationPreferencesError."""
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
    # 12 am is hour 0, 12 pm is hour 12.
    return time(hour % 12 + (12 if half == "p" else 0) if half else hour, minute)


def _no_time(text: str) -> str:
    return f"“{text.strip()[:20]}” is no time of day. Write it like 22:00."


def _time(text: str | None) -> time | None:
    try:
        return _read_time(text) if text else None
    except NotificationPreferencesError:
        return None


def zone_of(person: Person) -> tzinfo:
    """The time zone that ``person`` has set; UTC if none, or if it no longer exists."""
    return zone_called(person.preferences.get(ZONE, ""))


def days_off_of(person: Person) -> DaysOff:
    """The weekend that ``person`` has set; Saturday and Sunday if none."""
    first = WEEKENDS.get(person.preferences.get(WEEKEND, ""), SATURDAY)
    return DaysOff(str(zone_of(person)), first)


def _quiet(chosen: Mapping[str, str], zone: tzinfo) -> QuietHours | None:
    start, _, end = chosen.get(QUIET, "").partition("-")
    begin, until = _time(start), _time(end)
    return None if begin is None or until is None or begin == until else QuietHours(zone, begin, until)


@dataclass(frozen=True, slots=True)
class Mentions:
    """The users that a new card pings, and whether it is silent."""

    users: tuple[UserId, ...]
    silent: bool


def contact(match: MatchFacts, user: UserId, person: Person) -> NotificationPreferences:
    """The user's notification preferences for ``match``; for watchers even a fast match can wait."""
    return NotificationPreferences.of(person, fast=match.terms.pace.fast and user in match.users)


def news(
    match: Match,
    users: Iterable[UserId],
    contacts: Mapping[UserId, NotificationPreferences],
    stage: str,
    now: datetime,
    *,
    asked: Collection[UserId] = (),
) -> list[NewNotice]:
    """The messages for ``users`` when ``match`` came to ``stage`` at ``now``, besides its card.

    ``asked`` are the users who get a separate direct message asking for their pick.
    """
    found: list[NewNotice] = []
    for user in users:
        contact = contacts[user]
        if contact.digest is not None:
            continue
        at = contact.told_at(now)
        if contact.direct and not match.seen_by(user).shown.direct and user not in asked:
            found.append(NewNotice(user, NoticeKind.NEWS, NoticePlace.DIRECT, stage, at))
        if contact.home and at > now:
            found.append(NewNotice(user, NoticeKind.NEWS, NoticePlace.HOME, stage, at))
    return found


def end_watched(
    match: Match,
    watchers: Iterable[UserId],
    contacts: Mapping[UserId, NotificationPreferences],
    now: datetime,
) -> list[NewNotice]:
    """The messages for ``watchers`` of ``match`` when it ended at ``now``, besides its card.

    At most one each: for users who chose direct messages, or that the card cannot ping now. Turns are told
    only by their cards.
    """
    found: list[NewNotice] = []
    for user in watchers:
        contact = contacts[user]
        at = contact.told_at(now)
        if contact.digest is not None or not (contact.home or contact.direct):
            continue
        if contact.direct:
            found.append(NewNotice(user, NoticeKind.WATCHED, NoticePlace.DIRECT, "end", at))
        elif at > now or match.shown.direct:
            found.append(NewNotice(user, NoticeKind.WATCHED, NoticePlace.HOME, "end", at))
    return found


def pinged(
    match: Match, users: Iterable[UserId], contacts: Mapping[UserId, NotificationPreferences], now: datetime
) -> Mentions:
    """The users, out of those a card of ``match`` is for, that it pings when posted ``now``.

    Their preferences at the time of the change decide who is pinged, as they did for notices; those of
    ``now`` decide the sound. A challenge always pings the challenged user, who gets no other notice of it.
    """
    at = match.changed_at
    reached = tuple(user for user in users if not match.seated or contacts[user].pinged_at_once(at))
    return Mentions(reached, all(contacts[user].hushed(now) for user in reached))
