"""Matches for a place on a ladder: who may challenge whom, and the consequences of the end of one."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from matches.clock import DEFAULT_PACE, Pace
from matches.errors import LadderError, LadderProblem
from matches.ladder.places import Ladder, LadderKey
from matches.lifecycle.finish import WITHOUT_RESULT
from matches.lifecycle.leaving import stayed_away
from matches.model import EntryKind, Match, MatchFacts, UserId
from matches.players import Human, Player

MOST_AS_CHALLENGED: Final = 2
"""Matches for their place that somebody defends it in at a time."""
HOLDS_FOR: Final = timedelta(days=60)
"""Time from its beginning for which a match fills its players' limits, and keeps them from sliding."""
AGAIN_AFTER: Final = timedelta(days=7)
"""Time after the end of a ladder match before the same two can play another."""


class LadderMatch(NamedTuple):
    """A running match for a place: its players, and when it began."""

    challenger: UserId
    challenged: UserId
    begun_at: datetime

    def is_long(self, now: datetime) -> bool:
        """True if it has gone on for so long that it holds nobody's place any more."""
        return now - self.begun_at > HOLDS_FOR


@dataclass(frozen=True, slots=True)
class LadderState:
    """A ladder ``at`` a moment: with its running matches, and the people somebody has met on it lately.

    ``away`` are those who are away, and until when; ``pace`` is that of the server's ladder matches.
    """

    ladder: Ladder
    at: datetime
    running: tuple[LadderMatch, ...] = ()
    met: frozenset[UserId] = field(default_factory=frozenset)
    away: Mapping[UserId, datetime] = field(default_factory=dict)
    pace: Pace = DEFAULT_PACE

    @property
    def busy(self) -> frozenset[UserId]:
        """Those who play for a place."""
        return frozenset(user for one in self.running for user in (one.challenger, one.challenged))

    @property
    def held(self) -> frozenset[UserId]:
        """Those whom a match for a place keeps from sliding: there, in one that has not gone on for long."""
        short = replace(self, running=tuple(one for one in self.running if not one.is_long(self.at)))
        return short.busy - self.away.keys()

    @property
    def skipped(self) -> frozenset[UserId]:
        """Those who are passed over, since they are away for longer than they have for a move."""
        patience = self.pace.start or timedelta(0)
        return frozenset(user for user, until in self.away.items() if until - self.at > patience)

    def in_reach(self, user: UserId) -> tuple[UserId, ...]:
        """Those whom somebody can challenge by their places, the nearest first."""
        return self.ladder.in_reach(user, self.skipped)

    def problem(self, challenger: UserId, challenged: UserId) -> LadderProblem | None:
        """Why somebody cannot challenge another; None where they can.

        A match that has gone on for long, or whose other player is away, fills neither limit.
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
        """Raise LadderError unless somebody can challenge another."""
        if problem := self.problem(challenger, challenged):
            raise LadderError(problem, self.away.get(challenged))


@dataclass(frozen=True, slots=True)
class LadderEnding:
    """The end of a ladder match: whether the challenger ``climbs`` to the other's place, and who played."""

    key: LadderKey
    challenger: UserId
    challenged: UserId
    climbs: bool
    played: tuple[UserId, ...]
    at: datetime


def key_of(match: MatchFacts) -> LadderKey:
    """The ladder of a match."""
    return LadderKey(match.guild_id, match.game_key)


def pace_on(usual: Pace) -> Pace:
    """The pace of ladder matches in a server with this ``usual`` one.

    They begin by themselves, and a place must not wait for ever: by days, with a clock.
    """
    return usual if usual.timed and not usual.fast else DEFAULT_PACE


def ending_of(before: Match, after: Match) -> LadderEnding | None:
    """The consequences of the end of a ladder match; None where there are none.

    Nothing follows where an administrator has had somebody else take over a side: neither of the two has
    won the place then.
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
