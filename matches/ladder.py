"""Ladders: their places, numbered by their order, and the matches for a place."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import islice
from typing import Final, NamedTuple, Self

from matches.errors import MatchError
from matches.guilds.settings import GuildRules
from matches.lifecycle.finish import WITHOUT_RESULT
from matches.lifecycle.leaving import stayed_away
from matches.model import EntryKind, GuildId, Match, MatchFacts, UserId
from matches.players import Human, Player
from matches.time.pace import DEFAULT_PACE, Pace

REACH: Final = 3
"""The number of places above their own that a player can challenge."""
SLIDES_AFTER: Final = timedelta(days=30)
"""Time without a ladder match after which a player slides down one place, and again after as long."""
DELAYED_BY: Final = timedelta(days=1)
"""Delay of a slide that comes due while the player has a ladder match."""
OFF_THE_LADDER: Final = 0
"""The place, in the history of places, of a player who has left the ladder."""
MOST_AS_CHALLENGED: Final = 2
"""The most matches in which a player defends their place at a time."""
HOLDS_FOR: Final = timedelta(days=60)
"""Time from its beginning for which a match counts for its players' limits and keeps them from sliding."""
AGAIN_AFTER: Final = timedelta(days=7)
"""Time after the end of a ladder match before the same two can play another."""


class LadderProblem(StrEnum):
    """Why something cannot be done on a ladder."""

    CLOSED = "closed"
    NOT_ON_IT = "not on it"
    OUT_OF_REACH = "out of reach"
    CHALLENGING = "challenging"
    CHALLENGED = "challenged"
    MET = "met"
    AWAY = "away"


class LadderError(MatchError):
    """The ladder refuses, for ``problem``; ``until`` is when the challenged player is back, if away."""

    def __init__(self, problem: LadderProblem, until: datetime | None = None) -> None:
        super().__init__(f"ladder {problem}")
        self.problem = problem
        self.until = until


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
                rungs[at] = replace(rung, slides_at=now + DELAYED_BY)
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


class LadderMatch(NamedTuple):
    """A running match for a place: its players, and when it began."""

    challenger: UserId
    challenged: UserId
    begun_at: datetime

    def is_long(self, now: datetime) -> bool:
        """True if the match is so old that it no longer holds its players' places."""
        return now - self.begun_at > HOLDS_FOR


@dataclass(frozen=True, slots=True)
class LadderState:
    """A ladder ``at`` a moment.

    ``running`` are its running matches, ``met`` the players that the challenger in question has met on it
    lately, ``away`` the players on vacation and until when; ``pace`` is the pace of the server's ladder
    matches.
    """

    ladder: Ladder
    at: datetime
    running: tuple[LadderMatch, ...] = ()
    met: frozenset[UserId] = field(default_factory=frozenset)
    away: Mapping[UserId, datetime] = field(default_factory=dict)
    pace: Pace = DEFAULT_PACE

    @property
    def busy(self) -> frozenset[UserId]:
        """The players with a running ladder match."""
        return frozenset(user for one in self.running for user in (one.challenger, one.challenged))

    @property
    def held(self) -> frozenset[UserId]:
        """The players kept from sliding: not away, and in a ladder match that is not long."""
        short = replace(self, running=tuple(one for one in self.running if not one.is_long(self.at)))
        return short.busy - self.away.keys()

    @property
    def skipped(self) -> frozenset[UserId]:
        """The players who are skipped because they are away for longer than the time for a move."""
        patience = self.pace.start or timedelta(0)
        return frozenset(user for user, until in self.away.items() if until - self.at > patience)

    def in_reach(self, user: UserId) -> tuple[UserId, ...]:
        """The players that ``user`` can challenge by place, nearest first."""
        return self.ladder.in_reach(user, self.skipped)

    def problem(self, challenger: UserId, challenged: UserId) -> LadderProblem | None:
        """Why ``challenger`` cannot challenge ``challenged``, or None.

        A long match, or one whose other player is away, counts for neither limit.
        """
        if self.ladder.place_of(challenger) is None:
            return LadderProblem.NOT_ON_IT
        above = self.ladder.in_reach(challenger, self.skipped - {challenged})
        if challenged not in above:
            return LadderProblem.OUT_OF_REACH
        if challenged in self.away:
            return LadderProblem.AWAY
        if any({challenger, challenged} == {*one[:2]} for one in self.running) or challenged in self.met:
            return LadderProblem.MET
        counted = [one for one in self.running if not one.is_long(self.at)]
        if any(one.challenger == challenger and one.challenged not in self.away for one in counted):
            return LadderProblem.CHALLENGING
        defended = [
            one for one in counted if one.challenged == challenged and one.challenger not in self.away
        ]
        return LadderProblem.CHALLENGED if len(defended) >= MOST_AS_CHALLENGED else None

    def check(self, challenger: UserId, challenged: UserId) -> None:
        """Raise LadderError unless ``challenger`` can challenge ``challenged``."""
        if problem := self.problem(challenger, challenged):
            raise LadderError(problem, self.away.get(challenged))


@dataclass(frozen=True, slots=True)
class LadderEnding:
    """The end of a ladder match.

    ``climbs``: the challenger takes the other's place. ``played``: the players whose slides are put off.
    """

    key: LadderKey
    challenger: UserId
    challenged: UserId
    climbs: bool
    played: tuple[UserId, ...]
    at: datetime


def key_of(match: MatchFacts) -> LadderKey:
    """The ladder of a match."""
    return LadderKey(match.guild_id, match.game_key)


def check_open(rules: GuildRules, game: str) -> None:
    """Raise LadderError unless a server's ladders are open, NotAllowedError unless ``game`` may be played."""
    if not rules.ladders:
        raise LadderError(LadderProblem.CLOSED)
    rules.check_game(game)


def pace_on(usual: Pace) -> Pace:
    """The pace of ladder matches in a server whose default pace is ``usual``.

    Always in days and with a clock: ladder matches begin without an acceptance, and must end.
    """
    return usual if usual.timed and not usual.fast else DEFAULT_PACE


def ladder_ending(before: Match, after: Match) -> LadderEnding | None:
    """The changes that the end of a ladder match makes, or None.

    None too if an administrator handed over a side: then neither of the two has won the place.
    """
    result = after.result
    if not after.terms.ladder or result is None:
        return None
    challenger, challenged = after.challenger, after.opponent
    if not (isinstance(challenger, Human) and isinstance(challenged, Human)) or _handed_over(after):
        return None
    winner = None if result.winner is None else after.player_of(result.winner)
    players: Collection[Player] = (challenger, challenged)
    if result.reason in WITHOUT_RESULT:
        if stayed_away(before, after) != {challenged}:
            return None
        winner, players = challenger, (challenger,)
    return LadderEnding(
        key_of(after),
        challenger.user_id,
        challenged.user_id,
        climbs=winner == challenger,
        played=tuple(one.user_id for one in players if isinstance(one, Human)),
        at=after.changed_at,
    )


def _handed_over(match: Match) -> bool:
    return any(entry.kind is EntryKind.HANDED_OVER_BY_ADMIN for entry in match.entries)
