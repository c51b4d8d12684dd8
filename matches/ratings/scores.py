"""The players' scores of a finished match, made once, when it ends; and if it may be rated."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, auto
from itertools import islice
from operator import attrgetter
from typing import Final

from engines import Side
from engines.record import History
from matches.lifecycle.finish import AGREED, ON_TIME, RESIGNED
from matches.lifecycle.history import turns_made
from matches.lifecycle.leaving import has_begun
from matches.model import LEAVING_COUNTS, EntryKind, GuildId, Match, MatchId, RatedStatus, Result, UserId
from matches.players import Human, Player, Seat
from matches.ratings.rating import day_of

LOSS, DRAW, WIN = 0, 1, 2
"""The points of a result, in halves, so that they are a whole number."""
FULL: Final = 2
"""The number of rated matches of a pair that weigh 1.

The third weighs two thirds, the fourth a half, the tenth a fifth. So every match still counts, but a hundred
in a row weigh no more than ten apart from each other.
"""
EVERYBODY: Final = None
"""The player of a tally over all players, as for how often a side wins."""
PAIR_WINDOW: Final = timedelta(days=30)
"""The window in which rated matches of a game between two players weigh less, the more they begin."""
LEAST_TURNS: Final = 2
"""The least number of finished turns of each side in a rated match."""
OPENING_TURNS: Final = 2
"""The number of a player's turns that make up the opening."""


@dataclass(frozen=True, slots=True)
class Score:
    """The score of one of the two players of a match that counts.

    ``points`` is LOSS, DRAW or WIN; ``reason`` that of the result; ``fast``: the match was fast.
    ``opening``: the canonical actions of the player's first turns, empty if there were none, and for a
    private match. Final only once stored: ``day``, the rating period for which it counts, until then the
    day of ``ended_at``; the points of the player's rating ``before`` and ``after`` it, None for an
    unrated one; and ``weight``, its weight for the ratings, which its match got when it began.
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


def rated_start(game: str, one: UserId, other: UserId, now: datetime) -> RatedStart:
    """A rated match of two players that begins ``now``; its weight depends on how many they began lately."""
    return RatedStart(game, one, other, now, now - PAIR_WINDOW)


class Unrated(Enum):
    """Why a finished match changes no ratings."""

    NO_RESULT = auto()
    """Its result does not count."""
    FRIENDLY = auto()
    """The challenge asked for an unrated match."""
    OFTEN = auto()
    """The two had reached the limit of rated matches, in the times when there was one, and agreed to this."""
    HANDED_OVER = auto()
    """An administrator handed a side over: the result says nothing about either of its players."""
    SHORT = auto()
    """One of the sides made fewer than LEAST_TURNS turns."""
    NOT_BEGUN = auto()
    """Its loser left it before they had begun it."""


def why_unrated(match: Match, history: History | None) -> Unrated | None:
    """Why a finished match changes no ratings, or None. ``history`` is None if play never began."""
    if match.result is None or not match.result.counts:
        return Unrated.NOT_BEGUN if _not_begun(match, history) else Unrated.NO_RESULT
    if not match.rated:
        return Unrated.OFTEN if match.stakes is RatedStatus.OFTEN else Unrated.FRIENDLY
    if _handed_over(match):
        return Unrated.HANDED_OVER
    return None if _rated_sides(match, match.result, history) else Unrated.SHORT


def _not_begun(match: Match, history: History | None) -> bool:
    """True if the loser of a match that does not count had not begun it."""
    result = match.result
    if match.terms.conduct < LEAVING_COUNTS or result is None or result.reason not in (RESIGNED, ON_TIME):
        return False
    return result.winner is not None and not has_begun(match, history, match.game.other(result.winner))


def _rated_sides(match: Match, result: Result, history: History | None) -> tuple[Side, ...]:
    """The sides whose ratings the end of a rated match changes.

    A loss always does. A win does once the winner has finished LEAST_TURNS turns, or a match that is thrown
    would need none; so does a draw that the two agree on.
    """
    turns: Counter[Side] = Counter() if history is None else turns_made(history)
    lasting = tuple(side for side in match.game.sides if turns[side] >= LEAST_TURNS)
    whole = len(lasting) == len(match.game.sides)
    if match.terms.conduct < LEAVING_COUNTS or result.reason == AGREED:
        return lasting if whole else ()
    if result.winner is None:
        return match.game.sides
    return tuple(side for side in match.game.sides if side != result.winner or side in lasting)


def ending_of(match: Match, history: History | None) -> MatchScores:
    """The scores that the end of ``match`` brings; none when it does not count.

    ``history`` is None for one that was left before play.
    """
    result = match.result
    if result is None or not result.counts:
        return MatchScores()
    if match.practice:
        return MatchScores()
    if match.computer is not None:
        return MatchScores(against_computer=_against_computer(match, result, history))
    rated = () if why_unrated(match, history) else _rated_sides(match, result, history)
    seats = sorted(match.seats, key=attrgetter("side"))
    return MatchScores(
        tuple(_score(match, result, history, seat, rated=seat.side in rated) for seat in seats)
    )


def _against_computer(match: Match, result: Result, history: History | None) -> Score | None:
    """The score of the person in a match against the computer; None if a side was handed over."""
    seat = next((seat for seat in match.seats if isinstance(seat.player, Human)), None)
    if seat is None or _handed_over(match):
        return None
    return _score(match, result, history, seat, rated=False)


def _handed_over(match: Match) -> bool:
    return any(entry.kind is EntryKind.HANDED_OVER_BY_ADMIN for entry in match.entries)


def _score(match: Match, result: Result, history: History | None, seat: Seat, *, rated: bool) -> Score:
    # A profile's openings are for anybody to see, a private match's moves aren't.
    shown = None if match.terms.private else history
    return Score(
        match_id=match.id,
        player=seat.player,
        rival=match.player_of(match.game.other(seat.side)),
        game=match.game_key,
        guild_id=match.place_of(seat.player).guild_id,
        side=seat.side,
        points=DRAW if result.winner is None else WIN if result.winner == seat.side else LOSS,
        reason=result.reason,
        ended_at=match.changed_at,
        rated=rated,
        day=day_of(match.changed_at),
        opening="" if shown is None else opening_of(shown, seat.side),
        fast=match.terms.pace.fast,
    )


def opening_of(history: History, side: Side) -> str:
    """The opening of ``side``: its actions in its first OPENING_TURNS turns, in canonical form."""
    own: list[list[str]] = [[]]
    for played in history.played:
        if played.side == side:
            own[-1].append(str(played.action))
        if played.before.turn_of == side and played.after.turn_of != side:
            own.append([])
            if len(own) > OPENING_TURNS:
                break
    return " ".join(" ".join(turn) for turn in islice(own, OPENING_TURNS) if turn)
