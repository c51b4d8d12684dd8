"""The places on a ladder, and how they change. Plain values: places are numbered by their order."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import islice
from typing import Final, NamedTuple, Self

from matches.model import GuildId, UserId

REACH: Final = 3
"""Places above somebody that they can challenge."""
SLIDES_AFTER: Final = timedelta(days=30)
"""Time without a ladder match after which somebody slides down a place, and then another."""
LOOKS_AGAIN: Final = timedelta(days=1)
"""Wait before somebody is looked at again who would slide and is playing for a place just now."""
OFF_THE_LADDER: Final = 0
"""The place of somebody who is on it no more, in the history of places."""


class LadderKey(NamedTuple):
    """A ladder: a server's, of one game."""

    guild_id: GuildId
    game: str


class PlaceReason(StrEnum):
    """Why somebody's place changed. The values are stored: never rename one."""

    JOINED = "joined"
    LEFT = "left"
    WON = "won"
    """They beat the player who had the place."""
    SLID = "slid"
    """They have not played a ladder match for a long time."""
    DOWN = "down"
    """Somebody below them won a place above, or came by."""
    UP = "up"
    """Somebody above them slid or left."""


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """A new place of somebody, as the history of places keeps it."""

    user_id: UserId
    place: int
    reason: PlaceReason
    at: datetime


@dataclass(frozen=True, slots=True)
class Rung:
    """Somebody on a ladder: since when, and when they slide down unless they play before that."""

    user_id: UserId
    joined_at: datetime
    slides_at: datetime


@dataclass(frozen=True, slots=True)
class Ladder:
    """Those on a ladder, the first place first. Each change gives a new ladder."""

    rungs: tuple[Rung, ...] = ()

    def place_of(self, user: UserId) -> int | None:
        """The place of somebody, from 1 on; None where they are not on the ladder."""
        return next((place for place, rung in enumerate(self.rungs, 1) if rung.user_id == user), None)

    def in_reach(self, user: UserId, skipped: Collection[UserId] = ()) -> tuple[UserId, ...]:
        """Those whom somebody can challenge by their places, the nearest first, without those ``skipped``."""
        above = reversed(self.rungs[: (self.place_of(user) or 1) - 1])
        return tuple(islice((rung.user_id for rung in above if rung.user_id not in skipped), REACH))

    def joined(self, user: UserId, now: datetime) -> Self:
        """The ladder with somebody at its bottom; the same one where they are on it."""
        if self.place_of(user) is not None:
            return self
        return replace(self, rungs=(*self.rungs, Rung(user, now, now + SLIDES_AFTER)))

    def left(self, user: UserId) -> Self:
        """The ladder without somebody; those below move up."""
        return replace(self, rungs=tuple(rung for rung in self.rungs if rung.user_id != user))

    def won(self, winner: UserId, beaten: UserId) -> Self:
        """The ladder after ``winner`` has beaten somebody above: they take that place.

        The beaten one and those between move down by one. The same ladder where one of the two is not on
        it, or the winner has come by already.
        """
        own, other = self.place_of(winner), self.place_of(beaten)
        if own is None or other is None or own < other:
            return self
        rungs = list(self.rungs)
        rungs.insert(other - 1, rungs.pop(own - 1))
        return replace(self, rungs=tuple(rungs))

    def played(self, users: Collection[UserId], now: datetime) -> Self:
        """The ladder after ``users`` have played: their time until they slide begins anew."""
        rungs = (
            replace(rung, slides_at=now + SLIDES_AFTER) if rung.user_id in users else rung
            for rung in self.rungs
        )
        return replace(self, rungs=tuple(rungs))

    def slid(self, now: datetime, busy: Collection[UserId] = ()) -> Self:
        """The ladder after all have slid who are to by ``now``: a place for each 30 days.

        Those who are ``busy``, with a match for a place, are looked at again tomorrow.
        """
        ladder = self
        while late := [rung.user_id for rung in ladder.rungs if rung.slides_at <= now]:
            ladder = ladder._slid_once(set(late), busy, now)
        return ladder

    def _slid_once(self, late: Collection[UserId], busy: Collection[UserId], now: datetime) -> Self:
        rungs = list(self.rungs)
        # From the bottom up: of two who slide beside each other, both come below whoever follows them.
        for at in range(len(rungs) - 1, -1, -1):
            rung = rungs[at]
            if rung.user_id not in late:
                continue
            if rung.user_id in busy:
                rungs[at] = replace(rung, slides_at=now + LOOKS_AGAIN)
                continue
            rungs[at : at + 2] = [
                *rungs[at + 1 : at + 2],
                replace(rung, slides_at=rung.slides_at + SLIDES_AFTER),
            ]
        return replace(self, rungs=tuple(rungs))


def changes(
    before: Ladder, after: Ladder, reasons: Mapping[UserId, PlaceReason], at: datetime
) -> Iterator[PlaceChange]:
    """The changes of places between two ladders, top down; ``reasons`` of those who brought them about."""
    places = {rung.user_id: place for place, rung in enumerate(before.rungs, 1)}
    for place, rung in enumerate(after.rungs, 1):
        had = places.pop(rung.user_id, None)
        if had != place:
            others = PlaceReason.UP if had is None or place < had else PlaceReason.DOWN
            yield PlaceChange(rung.user_id, place, reasons.get(rung.user_id, others), at)
    for user in places:
        yield PlaceChange(user, OFF_THE_LADDER, reasons.get(user, PlaceReason.LEFT), at)
