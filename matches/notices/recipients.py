"""The recipients of a change, each told by the card's ping, by direct message, later, or not at all.

One useful ping a turn, never twice: a person whom the card does not reach at once is owed a notice, and one
whom it reaches is not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from matches.model import Match, MatchFacts, NewNotice, NoticeKind, NoticePlace, Person, UserId
from matches.notices.preferences import NotificationPreferences


@dataclass(frozen=True, slots=True)
class Mentions:
    """The users whom a fresh card pings, and whether it makes no sound."""

    users: tuple[UserId, ...]
    silent: bool


def contact(match: MatchFacts, user: UserId, person: Person) -> NotificationPreferences:
    """The notification preferences of somebody about ``match``; who only watches has time."""
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
    """The messages owed to ``users`` when ``match`` came to ``stage`` at ``now``, besides its card.

    ``asked`` are those whom a direct message of its own asks for their pick.
    """
    found: list[NewNotice] = []
    for user in users:
        contact = contacts[user]
        if contact.digest is not None:
            continue
        at = contact.told_at(now)
        if contact.direct and not match.shown.direct and user not in asked:
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
    """The messages owed to those who watch ``match``, when it ended at ``now``, besides its card.

    One each at most: where somebody chose direct messages, or where the card cannot reach them now. Turns are
    told by their cards alone.
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
    """The users, of those a card of ``match`` is for, whom it pings when posted ``now``.

    Who is pinged is settled by the time of the change, as their notices were; the sound by the present. A
    challenge pings whom it is made to, since nothing else tells them.
    """
    at = match.changed_at
    reached = tuple(user for user in users if not match.seated or contacts[user].pinged_at_once(at))
    return Mentions(reached, all(contacts[user].hushed(now) for user in reached))
