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
"""The number of places above their own that a player can challenge."""
SLIDES_AFTER: Final = timedelta(days=30)
"""Time without a ladder match after which a player slides down one place, and again after as long."""
LOOKS_AGAIN: Final = timedelta(days=1)
"""Delay of a slide that comes due while the player has a ladder match."""
OFF_THE_LADDER: Final = 0
"""The place, in the history of places, of a player who has left the ladder."""


class LadderKey(NamedTuple):
    """A ladder, of one server and one game."""

    guild_id: GuildId
    game: str


class PlaceReason(StrEnum):
    """Why a player's place changed. The values are stored: never rename one."""

    JOINED = "joined"
    LEFT = "left"
    WON = "won"
    """They beat the player who had the place."""
    SLID = "slid"
    """They have not played a ladder match for a long time."""
    DOWN = "down"
    """A player below them won a place above, or passed them."""
    UP = "up"
    """A player above them slid or left."""


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """A player's new place, an entry of the history of places."""

    user_id: UserId
    place: int
    reason: PlaceReason
    at: datetime


@dataclass(frozen=True, slots=True)
class Rung:
    """A player on a ladder: when they joined, and when they slide down unless they play before that."""

    user_id: UserId
    joined_at: datetime
    slides_at: datetime


@dataclass(frozen=True, slots=True)
class Ladder:
    """The players on a ladder, first place first. Changes return a new ladder."""

    rungs: tuple[Rung, ...] = ()

    def place_of(self, user: UserId) -> int | None:
        """The place of ``user``, counted from 1; None if not on the ladder."""
        return next((place for place, rung in enumerate(self.rungs, 1) if rung.user_id == user), None)

    def in_reach(self, user: UserId, skipped: Collection[UserId] = ()) -> tuple[UserId, ...]:
        """The players that ``user`` can challenge by place, nearest first, without those ``skipped``."""
        above = reversed(self.rungs[: (self.place_of(user) or 1) - 1])
        return tuple(islice((rung.user_id for rung in above if rung.user_id not in skipped), REACH))

    def joined(self, user: UserId, now: datetime) -> Self:
        """Add ``user`` at the bottom; no change if they are on the ladder already."""
        if self.place_of(user) is not None:
            return self
        return replace(self, rungs=(*self.rungs, Rung(user, now, now + SLIDES_AFTER)))

    def left(self, user: UserId) -> Self:
        """Remove ``user``; the players below move up."""
        return replace(self, rungs=tuple(rung for rung in self.rungs if rung.user_id != user))

    def won(self, winner: UserId, beaten: UserId) -> Self:
        """Give ``winner`` the higher place of ``beaten``, who moves down by one, as do those between.

        No change if one of the two is not on the ladder, or the winner is above already.
        """
        own, other = self.place_of(winner), self.place_of(beaten)
        if own is None or other is None or own < other:
            return self
        rungs = list(self.rungs)
        rungs.insert(other - 1, rungs.pop(own - 1))
        return replace(self, rungs=tuple(rungs))

    def played(self, users: Collection[UserId], now: datetime) -> Self:
        """Restart the time until they slide for ``users``, who have played."""
        rungs = (
            replace(rung, slides_at=now + SLIDES_AFTER) if rung.user_id in users else rung
            for rung in self.rungs
        )
        return replace(self, rungs=tuple(rungs))

    def slid(self, now: datetime, busy: Collection[UserId] = ()) -> Self:
        """Apply all slides that are due by ``now``: one place for each 30 days.

        The slides of ``busy`` players, who have a ladder match, are put off by a day.
        """
        ladder = self
        while late := [rung.user_id for rung in ladder.rungs if rung.slides_at <= now]:
            ladder = ladder._slid_once(set(late), busy, now)
        return ladder

    def _slid_once(self, late: Collection[UserId], busy: Collection[UserId], now: datetime) -> Self:
        rungs = list(self.rungs)
        # From the bottom up: two neighbours who both slide both end up below the player after them.
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
    """The changed places between two ladders, top down.

    ``reasons`` are those of the players who caused the change; the others moved up or down by it.
    """
    places = {rung.user_id: place for place, rung in enumerate(before.rungs, 1)}
    for place, rung in enumerate(after.rungs, 1):
        had = places.pop(rung.user_id, None)
        if had != place:
            others = PlaceReason.UP if had is None or place < had else PlaceReason.DOWN
            yield PlaceChange(rung.user_id, place, reasons.get(rung.user_id, others), at)
    for user in places:
        yield PlaceChange(user, OFF_THE_LADDER, reasons.get(user, PlaceReason.LEFT), at)
