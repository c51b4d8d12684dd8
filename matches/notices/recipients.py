"""The recipients of a change: each is told by the card's ping, by direct message, later, or not at all.

One useful ping a turn, never two: a user gets a notice only if the card does not ping them at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from matches.model import Match, MatchFacts, NewNotice, NoticeKind, NoticePlace, Person, UserId
from matches.notices.preferences import NotificationPreferences


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
    """The messages for ``watchers`` of ``match`` when it ended at ``now``, besides its card.

    At most one each: for users who chose direct messages, or whom the card cannot ping now. Turns are told
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
