"""Standing offers: players who want some matches of a game running, and who is paired with them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from heapq import heapify, heappop, heappush
from typing import Final, NamedTuple

from engines import OptionError
from engines.record import History
from matches.errors import MatchError
from matches.lifecycle import leaving
from matches.lifecycle.finish import ON_TIME
from matches.model import ChannelId, EntryKind, GuildId, Match, NewNotice, NoticeKind, NoticePlace, UserId
from matches.notices import NotificationPreferences
from matches.players import users_of
from matches.time.pace import DEFAULT_PACE, PACES, Pace

MOST_WANTED: Final = 5
"""The most matches that one offer keeps running."""
PACES_OFFERED: Final = tuple(pace for pace in PACES if pace.timed and not pace.fast)
"""The paces of standing offers: such matches begin unasked, and must end."""
APART: Final = timedelta(days=7)
"""Time after the end of a match by offer before the same two meet in another one."""
PAIRED_AFTER: Final = timedelta(minutes=1)
"""Time after a change for which an offer is not paired, so that its owner can change more."""
CHECK_EVERY: Final = timedelta(minutes=30)
"""Time between two searches for partners where nothing has changed."""
FORGIVEN: Final = 1
"""Matches not begun lately that leave an offer on: the next one turns it off."""


class OffersChangedError(MatchError):
    """Two standing offers do not go together any more, since one of them or its owner has changed."""


class OfferPool(NamedTuple):
    """The standing offers of a game in a server: partners are found among them."""

    guild_id: GuildId
    game: str


class OfferKey(NamedTuple):
    """The standing offer of a player for a game in a server."""

    guild_id: GuildId
    game: str
    user_id: UserId

    @property
    def pool(self) -> OfferPool:
        """The pool that the offer is in."""
        return OfferPool(self.guild_id, self.game)


class WhyOff(StrEnum):
    """Why a standing offer is off. The values are stored: never rename one."""

    OWNER = "owner"
    LATE = "late"
    """Its owner lost one of its matches on time."""
    NOT_BEGUN = "not begun"
    """Its owner has left some of its matches before beginning them."""
    CHANNEL = "channel"
    """The channel for its matches is gone."""


class OfferTerms(NamedTuple):
    """The wishes of a standing offer: how many matches at a time, at what pace, and whether rated.

    Two offers go together if they have the same pace and are both rated or both not.
    """

    wanted: int
    pace: Pace
    rated: bool

    def fits(self, other: OfferTerms) -> bool:
        """True if a match can be on the terms of both."""
        return (self.pace, self.rated) == (other.pace, other.rated)


@dataclass(frozen=True, slots=True)
class StandingOffer:
    """A standing offer. ``channel`` is where it was made, and where its matches are announced.

    ``created_at`` is when it was last turned on. ``off_since`` and ``why`` are None while it is on.
    """

    key: OfferKey
    channel: ChannelId
    terms: OfferTerms
    created_at: datetime
    changed_at: datetime
    off_since: datetime | None = None
    why: WhyOff | None = None

    @property
    def user(self) -> UserId:
        """Its owner."""
        return self.key.user_id


class OfferPair(NamedTuple):
    """Two offers that are to have a match."""

    one: StandingOffer
    other: StandingOffer


@dataclass(frozen=True, slots=True)
class PoolState:
    """The offers of a pool whose owners want another match now, and who has to be kept apart.

    ``free``: how many matches each owner still wants, at least 1. ``apart``: pairs that met lately, or in
    which one has blocked the other.
    """

    offers: Mapping[UserId, StandingOffer]
    free: Mapping[UserId, int]
    apart: frozenset[frozenset[UserId]] = frozenset()

    def can_meet(self, one: UserId, other: UserId) -> bool:
        """True if a match between the two can begin."""
        if one == other or one not in self.offers or other not in self.offers:
            return False
        fits = self.offers[one].terms.fits(self.offers[other].terms)
        return fits and frozenset((one, other)) not in self.apart

    def pairings(
        self, ratings: Mapping[UserId, float], barred: Collection[frozenset[UserId]] = ()
    ) -> tuple[OfferPair, ...]:
        """The matches to begin, until no two are left that want one and can meet.

        In rounds, so that all get a first match before any gets a second; in each round the nearest ratings
        go first, of equal ones the offer that is on for longest. ``barred``: single players and pairs to be
        left out.
        """
        apart = {*self.apart, *barred}
        free = {user: many for user, many in self.free.items() if frozenset((user,)) not in apart}
        found: list[OfferPair] = []
        while made := list(self._round(free, ratings, apart)):
            for one, other in made:
                found.append(OfferPair(self.offers[one], self.offers[other]))
                apart.add(frozenset((one, other)))
                free[one] -= 1
                free[other] -= 1
        return tuple(found)

    def _round(
        self, free: Mapping[UserId, int], ratings: Mapping[UserId, float], apart: set[frozenset[UserId]]
    ) -> Iterator[tuple[UserId, UserId]]:
        groups: dict[tuple[str, bool], list[UserId]] = {}
        for user, many in free.items():
            if many > 0:
                terms = self.offers[user].terms
                groups.setdefault((str(terms.pace), terms.rated), []).append(user)
        for _, users in sorted(groups.items()):
            users.sort(key=lambda user: (ratings[user], self.offers[user].created_at, user))
            yield from nearest_pairs(users, ratings, apart)


def nearest_pairs(
    users: list[UserId], ratings: Mapping[UserId, float], apart: Collection[frozenset[UserId]]
) -> Iterator[tuple[UserId, UserId]]:
    """Pairs of ``users``, who are in the order of their ratings: nearest first, each user at most once.

    Every pair that is not in ``apart`` has a member in one of them. Each user's candidates are looked at one
    by one, upwards, so that of many users only few pairs are made.
    """

    def gap(at: int, to: int) -> tuple[float, int, int]:
        return ratings[users[to]] - ratings[users[at]], at, to

    waiting = [gap(at, at + 1) for at in range(len(users) - 1)]
    heapify(waiting)
    taken: set[int] = set()
    while waiting:
        _, at, to = heappop(waiting)
        if at in taken:
            continue
        if to not in taken and frozenset((users[at], users[to])) not in apart:
            taken |= {at, to}
            yield users[at], users[to]
        elif to + 1 < len(users):
            heappush(waiting, gap(at, to + 1))


@dataclass(frozen=True, slots=True)
class OwnOffers:
    """A user's standing offers in a server, on or off, and the number of their running matches, by game.

    ``usual`` are the terms of an offer that names none. ``away_until``: the end of the user's vacation, in
    which no match begins, or None.
    """

    offers: Mapping[str, StandingOffer]
    running: Mapping[str, int]
    usual: OfferTerms
    away_until: datetime | None

    def is_on(self, game: str) -> bool:
        """True if the offer for a game is on."""
        offer = self.offers.get(game)
        return offer is not None and offer.off_since is None

    def terms(self, game: str) -> OfferTerms:
        """The terms of the offer for a game: as it is or was, else the usual ones."""
        offer = self.offers.get(game)
        return self.usual if offer is None else offer.terms


def check_terms(terms: OfferTerms) -> None:
    """Raise OptionError for terms that no offer can have."""
    if not 1 <= terms.wanted <= MOST_WANTED:
        raise OptionError(f"You can keep 1 to {MOST_WANTED} matches of a game going.")
    if terms.pace not in PACES_OFFERED:
        raise OptionError("Matches that begin by themselves need a clock with a day a move or more.")


def usual_terms(pace: Pace) -> OfferTerms:
    """The terms of an offer that names none, in a server whose default pace is ``pace``."""
    return OfferTerms(1, pace if pace in PACES_OFFERED else DEFAULT_PACE, rated=True)


# --- the end of a match ---------------------------------------------------------------------------


class OfferFault(NamedTuple):
    """A fault of ``user`` in a match by offer, and the notice that tells them if it turns their offer off.

    ``why`` is LATE, which turns it off at once, or NOT_BEGUN: see :data:`FORGIVEN`. ``notice`` is None for
    users who want none.
    """

    user: UserId
    why: WhyOff
    notice: NewNotice | None


@dataclass(frozen=True, slots=True)
class OfferEnding:
    """The end of a match by offer: the offers of its ``players`` look for another one."""

    pool: OfferPool
    players: tuple[UserId, ...]
    at: datetime
    faults: tuple[OfferFault, ...] = ()


def offer_ending(
    before: Match, after: Match, history: History | None, contacts: Mapping[UserId, NotificationPreferences]
) -> OfferEnding | None:
    """The consequences of the end of a match for its players' offers, or None if it is not by offer.

    After an administrator handed over a side, there are no faults. ``contacts`` are the notification
    preferences of the players.
    """
    if not after.terms.by_offer or after.result is None:
        return None
    faults = tuple(
        OfferFault(user, why, _notice(user, why, contacts[user], after.changed_at))
        for user, why in _faults(before, after, history).items()
    )
    pool = OfferPool(after.guild_id, after.game_key)
    return OfferEnding(pool, after.users, after.changed_at, faults)


def _faults(before: Match, after: Match, history: History | None) -> Mapping[UserId, WhyOff]:
    if any(entry.kind is EntryKind.HANDED_OVER_BY_ADMIN for entry in after.entries):
        return {}
    result = after.result
    assert result is not None, "it has ended"
    left = users_of(leaving.not_begun_by(before, after, history))
    faults = dict.fromkeys(left, WhyOff.NOT_BEGUN)
    if result.reason == ON_TIME and result.winner is not None:
        loser = after.player_of(after.game.other(result.winner))
        faults |= dict.fromkeys(users_of([loser]), WhyOff.LATE)
    return faults


NOTICE_NAME: Final = "offer:"
"""Begins the name of a notice that an offer is off; why follows."""


def _notice(user: UserId, why: WhyOff, contact: NotificationPreferences, now: datetime) -> NewNotice | None:
    """The notice that their offer is off; None for a user without notifications."""
    if contact.wants_nothing:
        return None
    digest = contact.next_digest(user, now)
    at = contact.told_at(now) if digest is None else digest.due_at
    place = NoticePlace.HOME if contact.home and digest is None else NoticePlace.DIRECT
    return NewNotice(user, NoticeKind.OFFER_OFF, place, f"{NOTICE_NAME}{why.value}", at)


def why_told(notice_name: str) -> WhyOff:
    """Why the offer that a notice is about is off, from the notice's name."""
    return WhyOff(notice_name.removeprefix(NOTICE_NAME))
