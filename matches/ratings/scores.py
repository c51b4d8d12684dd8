"""The players' scores of a finished match: plain values, made once, when it ends."""

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
"""The number of rated matches of a pair that weigh 1.

The third weighs two thirds, the fourth a half, the tenth a fifth. So every match still counts, but a hundred
in a row weigh no more than ten apart from each other.
"""
EVERYBODY: Final = None
"""The player of a tally over all players, as for how often a side wins."""


@dataclass(frozen=True, slots=True)
class Score:
    """The score of one of the two players of a match that counts.

    ``points`` is LOSS, DRAW or WIN; ``reason`` that of the result; ``fast``: the match was fast. ``opening``:
    the canonical actions of the player's first turns, empty if there were none. Final only once stored:
    ``day``, the rating period for which it counts, until then the day of ``ended_at``; the points of the
    player's rating ``before`` and ``after`` it, None for an unrated one; and ``weight``, its weight for the
    ratings, which its match got when it began.
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
        """True if the player lost on time."""
        return self.points == LOSS and self.reason == ON_TIME


@dataclass(frozen=True, slots=True)
class MatchScores:
    """The scores of a finished match: one for each player, or none if it does not count.

    A match against the computer has no ``scores``: ``against_computer`` is the person's, which counts only
    for their results against that level. ``not_begun`` are the users who left the match before they had begun
    it.
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
    """A rated match that begins; it weighs less, the more matches its pair has begun after ``since``.

    ``waived``: the challenge asked for a rated match, but the two agreed to an unrated one because of a
    former limit.
    """

    game: str
    one: UserId
    other: UserId
    at: datetime
    since: datetime
    waived: bool = False

    @property
    def pair(self) -> tuple[UserId, UserId]:
        """The two players in a fixed order, by id."""
        low, high = sorted((self.one, self.other))
        return low, high

    def weight(self, begun: int) -> float:
        """The weight of the match if its pair has begun ``begun`` others since then."""
        return min(1.0, FULL / (begun + 1))
