"""The scores of a finished match for its players: plain values, made once, when it ends."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from engines import Side
from matches.lifecycle.finish import ON_TIME
from matches.model import GuildId, MatchId, UserId
from matches.players import Player

LOSS, DRAW, WIN = 0, 1, 2
"""The points of a result, in halves, so that they are a whole number."""
FULL: Final = 2
"""Rated matches of a pair that weigh 1; the third weighs two thirds, the fourth a half, the tenth a fifth.

So there is no last one that counts, and a hundred in a row weigh no more than ten apart from each other.
"""
EVERYBODY: Final = None
"""The player of a tally over all players, as for how often a side wins."""


@dataclass(frozen=True, slots=True)
class Score:
    """The score of one of the two players of a match that counts.

    ``points`` is LOSS, DRAW or WIN; ``reason`` that of the result; ``fast``: it was by a clock of minutes.
    ``opening``: how the player began, the canonical actions of the first turns, empty when there were none.
    Settled when it is stored: ``day``, the period for which it counts, until then the day of ``ended_at``;
    the points of the player's rating ``before`` and ``after`` it, None for an unrated one; ``weight``, how
    much of a result it is for the ratings, which its match was given as it began.
    """

    match_id: MatchId
    player: Player
    rival: Player
    game: str
    guild_id: GuildId
    side: Side
    points: int
    reason: str
    ended_at: datetime
    rated: bool
    day: int
    opening: str = ""
    before: int | None = None
    after: int | None = None
    weight: float = 1.0
    fast: bool = False

    @property
    def on_time(self) -> bool:
        """True if the player lost since their time was up."""
        return self.points == LOSS and self.reason == ON_TIME


@dataclass(frozen=True, slots=True)
class MatchScores:
    """The scores that the end of a match brings: one for either player, or none when it does not count.

    A match against the computer has none: ``against_computer`` is that of the person, which is counted among
    their results against that level and nowhere else. ``not_begun`` are those who left it before they had
    begun it.
    """

    scores: tuple[Score, ...] = ()
    against_computer: Score | None = None
    not_begun: tuple[UserId, ...] = ()

    @property
    def rated(self) -> bool:
        """True if the match changes ratings."""
        return any(score.rated for score in self.scores)


@dataclass(frozen=True, slots=True)
class RatedStart:
    """A rated match that begins; it weighs the less, the more its pair has begun after ``since``.

    ``waived``: the two agreed that it is not rated, against its challenge, while there was a limit.
    """

    game: str
    one: UserId
    other: UserId
    at: datetime
    since: datetime
    waived: bool = False

    @property
    def pair(self) -> tuple[UserId, UserId]:
        """The two players, whoever challenged whom."""
        low, high = sorted((self.one, self.other))
        return low, high

    def weight(self, begun: int) -> float:
        """The weight of the match, where its pair has begun so many others since."""
        return min(1.0, FULL / (begun + 1))
