"""Matches for a place on a ladder: who may challenge whom, and the consequences of the end of one."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from matches.clock import DEFAULT_PACE, Pace
from matches.errors import LadderProblem
from matches.ladder.places import Ladder, LadderKey
from matches.lifecycle.finish import WITHOUT_RESULT
from matches.lifecycle.leaving import stayed_away
from matches.model import EntryKind, Match, MatchFacts, UserId
from matches.players import Human, Player

MOST_AS_CHALLENGED: Final = 2
"""Matches for their place that somebody defends it in at a time."""
AGAIN_AFTER: Final = timedelta(days=7)
"""Time after the end of a ladder match before the same two can play another."""


@dataclass(frozen=True, slots=True)
class LadderState:
    """A ladder with its running matches, challenger first, and the people somebody has met on it lately."""

    ladder: Ladder
    running: tuple[tuple[UserId, UserId], ...] = ()
    met: frozenset[UserId] = field(default_factory=frozenset)

    @property
    def busy(self) -> frozenset[UserId]:
        """Those who play for a place."""
        return frozenset(user for pair in self.running for user in pair)

    def problem(self, challenger: UserId, challenged: UserId) -> LadderProblem | None:
        """Why somebody cannot challenge another; None where they can."""
        if self.ladder.place_of(challenger) is None:
            return LadderProblem.NOT_ON_IT
        if challenged not in self.ladder.in_reach(challenger):
            return LadderProblem.OUT_OF_REACH
        if any({challenger, challenged} == set(pair) for pair in self.running) or challenged in self.met:
            return LadderProblem.MET
        if any(pair[0] == challenger for pair in self.running):
            return LadderProblem.CHALLENGING
        if sum(pair[1] == challenged for pair in self.running) >= MOST_AS_CHALLENGED:
            return LadderProblem.CHALLENGED
        return None


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
    if not after.ladder or result is None:
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
