"""Ladder matches: the rules for challenging a player, and what the end of a match changes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from matches.errors import LadderError, LadderProblem
from matches.ladder.places import Ladder, LadderKey
from matches.lifecycle.finish import WITHOUT_RESULT
from matches.lifecycle.leaving import stayed_away
from matches.model import EntryKind, Match, MatchFacts, UserId
from matches.players import Human, Player
from matches.time.pace import DEFAULT_PACE, Pace

MOST_AS_CHALLENGED: Final = 2
"""The most matches in which a player defends their place at a time."""
HOLDS_FOR: Final = timedelta(days=60)
"""Time from its beginning for which a match counts for its players' limits and keeps them from sliding."""
AGAIN_AFTER: Final = timedelta(days=7)
"""Time after the end of a ladder match before the same two can play another."""


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


def pace_on(usual: Pace) -> Pace:
    """The pace of ladder matches in a server whose default pace is ``usual``.

    Always in days and with a clock: ladder matches begin without an acceptance, and must end.
    """
    return usual if usual.timed and not usual.fast else DEFAULT_PACE


def ending_of(before: Match, after: Match) -> LadderEnding | None:
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
