"""Saying moves in advance: from a line tried on the private board to what is kept of it.

A *stretch* is a run of actions of one side: a turn, or the part of a turn before or after a choice that the
other side makes in it. Every stretch of the player's own that follows one of the other side in the line is a
move in advance; those before it, and those of the match itself, are not.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum, auto
from typing import Final

from engines import EngineError, Side
from engines.record import History, Played
from matches.advances import (
    ANY_TURN,
    DEEPEST,
    MOST_BRANCHES,
    Advance,
    ConditionKind,
    appearance_of,
    with_followers,
)
from matches.errors import MatchError
from matches.lifecycle.checks import check_playing
from matches.model import Match, UserId

MOST_ACTIONS: Final = 400
"""The most actions of a line that is read."""
MOST_POINTS: Final = 200
"""The most points in the order of a choice; no board has more."""
_LONGEST_POINT: Final = 8
_NUMBERS: Final = range(1, 2**31)


class AdvanceProblem(StrEnum):
    """Why a move cannot be said in advance, or taken back."""

    ALONE = auto()
    """The match has no other person."""
    NOT_HERE = auto()
    """The match was agreed without lines."""
    OVERTAKEN = auto()
    """The match has gone on since the line was tried."""
    ILLEGAL = auto()
    NOTHING = auto()
    """The line has no move of one's own after one of the other side."""
    UNFINISHED = auto()
    TOO_DEEP = auto()
    TOO_MANY = auto()
    NO_POINT = auto()
    """A text names no point of the board."""
    GONE = auto()
    """It was played or taken back, or its turn has passed."""


class AdvanceError(MatchError):
    """A move in advance in ``match`` is refused for ``problem``; ``limit`` is the most that there may be."""

    def __init__(self, match: Match, problem: AdvanceProblem, limit: int = 0) -> None:
        super().__init__(f"advance {problem} match={match.id} version={match.version}")
        self.match = match
        self.problem = problem
        self.limit = limit


@dataclass(frozen=True, slots=True)
class Said:
    """A change to a user's moves in advance: ``new`` are added, those with numbers in ``gone`` deleted."""

    new: tuple[Advance, ...]
    gone: frozenset[int]


def check_may_say(match: Match, user: UserId) -> Side:
    """The side of ``user``, who may say moves in advance in ``match``.

    Raises AdvanceError, NotAPlayerError, and WrongPhaseError unless the match is in play.
    """
    side = check_playing(match, user, None)
    if match.alone:
        raise AdvanceError(match, AdvanceProblem.ALONE)
    if not match.terms.lines:
        raise AdvanceError(match, AdvanceProblem.NOT_HERE)
    return side


def moves_of_line(
    match: Match,
    history: History,
    user: UserId,
    line: Sequence[str],
    ply: int,
    now: datetime,
    *,
    whatever: int | None = None,
) -> tuple[Advance, ...]:
    """The moves in advance of ``user`` in ``line``, numbered from 1, each following the one before.

    ``history`` is that of ``match``. The ``line`` are canonical actions from the position after the first
    ``ply`` actions that stand. With ``whatever``, the last move is for any turn of the other side that has
    the action with this index in the line. Raises AdvanceError.
    """
    side = check_may_say(match, user)
    played = _with_line(match, history, line, ply)
    found: list[Advance] = []
    for before, own in _answers(played, side, len(history.played)):
        found.append(
            Advance(
                user,
                len(found) + 1,
                len(found),
                own[0].turn,
                ConditionKind.POSITION,
                own[0].before.to_text(),
                tuple(map(str, before)),
                tuple(map(str, own)),
                now,
            )
        )
    if not found:
        gone_on = ply < len(history.played)
        raise AdvanceError(match, AdvanceProblem.OVERTAKEN if gone_on else AdvanceProblem.NOTHING)
    if played[-1].side != side or played[-1].after.to_act == side:
        raise AdvanceError(match, AdvanceProblem.UNFINISHED)
    if whatever is not None:
        named = _named(match, played, side, ply + whatever)
        found[-1] = replace(found[-1], kind=ConditionKind.ACTION, condition=named)
    return tuple(found)


def choice_of(match: Match, user: UserId, points: Sequence[str], now: datetime) -> Advance:
    """The move in advance that has ``user`` choose the first of ``points`` that can be chosen.

    Without any, the first that the game lists. Raises AdvanceError.
    """
    check_may_say(match, user)
    order = tuple(dict.fromkeys(points))
    if len(order) > MOST_POINTS or any(not _is_a_point(one) for one in order):
        raise AdvanceError(match, AdvanceProblem.NO_POINT)
    return Advance(user, 1, 0, ANY_TURN, ConditionKind.CHOICE, "", (), order, now)


def merged(match: Match, known: Collection[Advance], said: Sequence[Advance], chance: random.Random) -> Said:
    """The change that the moves ``said``, those of one line, make to those ``known`` of the same user.

    One that was said before stays. One for the same turn and condition with another answer is replaced, and
    what follows it goes too. New ones are numbered by ``chance``: never again in a match, and so that no
    number tells of another player's. Raises AdvanceError for too many lines.
    """
    gone: set[int] = set()
    new: list[Advance] = []
    taken = {one.number for one in known}
    numbers = {0: 0}
    for one in said:
        left = [each for each in known if each.number not in gone and not each.dropped]
        before = [each for each in left if _same_condition(match, each, one)]
        if same := next((each for each in before if each.reply == one.reply), None):
            numbers[one.number] = same.number
            continue
        gone |= with_followers(known, [each.number for each in before])
        numbers[one.number] = number = _unused(taken, chance)
        taken.add(number)
        follows = numbers[one.follows]
        new.append(replace(one, number=number, follows=0 if follows in gone else follows))
    if ends([*(each for each in known if each.number not in gone), *new]) > MOST_BRANCHES:
        raise AdvanceError(match, AdvanceProblem.TOO_MANY, MOST_BRANCHES)
    return Said(tuple(new), frozenset(gone))


def ends(moves: Collection[Advance]) -> int:
    """The number of lines that a user's ``moves`` in advance are: those that no other follows."""
    followed = {one.follows for one in moves}
    lines = (one for one in moves if one.kind is not ConditionKind.CHOICE and not one.dropped)
    return sum(one.number not in followed for one in lines)


def _with_line(match: Match, history: History, line: Sequence[str], ply: int) -> tuple[Played, ...]:
    """The actions that stand and, after the first ``ply`` of them, those of ``line``. Raises AdvanceError.

    Where the match has gone on since, the line has to go the same way.
    """
    played = len(history.played)
    if not 0 <= ply <= played:
        raise AdvanceError(match, AdvanceProblem.OVERTAKEN)
    since = [str(one) for one in history.played[ply:]]
    if list(line[: len(since)]) != since:
        raise AdvanceError(match, AdvanceProblem.OVERTAKEN)
    now_made = history.turns + 1
    if len(line) - len(since) > MOST_ACTIONS:
        raise AdvanceError(match, AdvanceProblem.TOO_DEEP, DEEPEST)
    for action in line[len(since) :]:
        try:
            history = history.then(action)
        except EngineError:
            raise AdvanceError(match, AdvanceProblem.ILLEGAL) from None
        if history.played[-1].turn - now_made >= DEEPEST:
            raise AdvanceError(match, AdvanceProblem.TOO_DEEP, DEEPEST)
    return history.played


def _answers(
    played: Sequence[Played], side: Side, present: int
) -> Iterable[tuple[Sequence[Played], Sequence[Played]]]:
    """The stretches of ``side`` that begin after the ``present`` ply, each with the one before it."""
    cuts = [number for number in range(1, len(played)) if played[number].side != played[number - 1].side]
    for number, cut in enumerate(cuts):
        if cut > present and played[cut].side == side:
            begin = cuts[number - 1] if number else 0
            end = cuts[number + 1] if number + 1 < len(cuts) else len(played)
            yield played[begin:cut], played[cut:end]


def _named(match: Match, played: Sequence[Played], side: Side, number: int) -> str:
    """The action ``number``, one of the other side's in the turn before the last stretch.

    Raises AdvanceError if it isn't.
    """
    last = len(played)
    while played[last - 1].side == side:
        last -= 1
    if not 0 <= number < last or played[number].side == side or played[number].turn != played[last - 1].turn:
        raise AdvanceError(match, AdvanceProblem.ILLEGAL)
    return str(played[number])


def _same_condition(match: Match, one: Advance, other: Advance) -> bool:
    if (one.turn, one.kind) != (other.turn, other.kind):
        return False
    if one.kind is not ConditionKind.POSITION or one.condition == other.condition:
        return one.condition == other.condition
    appearance = appearance_of(match, one.condition)
    return appearance is not None and appearance == appearance_of(match, other.condition)


def _is_a_point(text: str) -> bool:
    return text.isascii() and text.isalnum() and len(text) <= _LONGEST_POINT


def _unused(taken: Collection[int], chance: random.Random) -> int:
    while (number := chance.choice(_NUMBERS)) in taken:
        pass
    return number
