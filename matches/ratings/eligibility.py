"""Eligibility of matches for rating, and the scores that the end of one brings its players."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta
from enum import Enum, auto
from itertools import islice
from operator import attrgetter
from typing import Final

from engines import Side
from engines.record import History
from matches.lifecycle.finish import AGREED, ON_TIME, RESIGNED
from matches.lifecycle.leaving import has_begun
from matches.lifecycle.progress import turns_made
from matches.model import LEAVING_COUNTS, EntryKind, Match, RatedStatus, Result, UserId
from matches.players import Human, Seat
from matches.ratings.rating import day_of
from matches.ratings.scores import DRAW, LOSS, WIN, MatchScores, RatedStart, Score

PAIR_WINDOW: Final = timedelta(days=30)
"""The time within which the more rated matches of a game two people begin, the less each of them weighs."""
LEAST_TURNS: Final = 2
"""Finished turns of each side without which a match is too short to be rated."""
OPENING_TURNS: Final = 2
"""Turns of a player that make up how they opened."""


def rated_start(game: str, one: UserId, other: UserId, now: datetime) -> RatedStart:
    """A rated match of these two that begins ``now``, which weighs by how many they have begun lately."""
    return RatedStart(game, one, other, now, now - PAIR_WINDOW)


class Unrated(Enum):
    """Why a finished match changes no ratings."""

    NO_RESULT = auto()
    """Its result counts for nothing."""
    FRIENDLY = auto()
    """So the challenge asked for it."""
    OFTEN = auto()
    """These two had begun as many rated matches as they might, when there was a limit, and agreed to that."""
    HANDED_OVER = auto()
    """An administrator put somebody else in a player's place: what came of it says nothing of either."""
    SHORT = auto()
    """One of the sides made fewer than LEAST_TURNS turns."""
    NOT_BEGUN = auto()
    """Its loser left it before they had begun it."""


def why_unrated(match: Match, history: History | None) -> Unrated | None:
    """Why a finished match changes no ratings; None for one that does. ``history`` is None before play."""
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
    """The score of the person in a match against the computer; None where somebody was put in a place."""
    seat = next((seat for seat in match.seats if isinstance(seat.player, Human)), None)
    if seat is None or _handed_over(match):
        return None
    return _score(match, result, history, seat, rated=False)


def _handed_over(match: Match) -> bool:
    return any(entry.kind is EntryKind.HANDED_OVER_BY_ADMIN for entry in match.entries)


def _score(match: Match, result: Result, history: History | None, seat: Seat, *, rated: bool) -> Score:
    return Score(
        match_id=match.id,
        player=seat.player,
        rival=match.player_of(match.game.other(seat.side)),
        game=match.game_key,
        guild_id=match.guild_id,
        side=seat.side,
        points=DRAW if result.winner is None else WIN if result.winner == seat.side else LOSS,
        reason=result.reason,
        ended_at=match.changed_at,
        rated=rated,
        day=day_of(match.changed_at),
        opening="" if history is None else opening_of(history, seat.side),
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
