"""Typed notation, and explanations of why an action cannot be played."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engines.core import ActionError, IllegalActionError, Side, UnreadableActionError
from engines.games.pjawns import describe
from engines.games.pjawns.board import NUMBERS, OTHER, PJAWNS, WHITE, bit, rank_for
from engines.games.pjawns.state import PjawnsState

_SQUARE = r"([a-z][0-9]{1,2})"
_PLACEMENT = re.compile(r"(?:place|put|drop)?p?@?(?:at|on)?" + _SQUARE)
_MOVE = re.compile(_SQUARE + r"(?:x|to|takes|[^a-z0-9]*)" + _SQUARE + r"(?:e\.?p\.?)?")
_HOW = "type a placement like @e1, an advance like e2-e3, a capture like e4xd5"


@dataclass(frozen=True, slots=True)
class Said:
    """A typed action, legal or not. ``start`` is empty for a placement."""

    start: str
    target: str

    def __str__(self) -> str:
        return f"{self.start} to {self.target}" if self.start else f"place {self.target}"


def understood(text: str) -> Said | None:
    """Parse a text as an action of Pjawns, legal or not; None if it is none."""
    bare = "".join(text.lower().split())
    if found := _MOVE.fullmatch(bare):
        return Said(found[1], found[2])
    if found := _PLACEMENT.fullmatch(bare):
        return Said("", found[1])
    return None


def reading(text: str) -> str:
    """The text in normal form: two squares are a move, and one alone is a placement."""
    said = understood(text)
    return text if said is None else str(said)


def why_not(position: PjawnsState, text: str) -> ActionError:
    """The error for a text that fits no legal action."""
    said = understood(text)
    if said is None:
        return UnreadableActionError.of(text, "Pjawns", _HOW)
    return IllegalActionError(text, _reason(position, said))


def _reason(position: PjawnsState, said: Said) -> str:
    if position.to_act is None:
        return f"the match is over, {describe.winning(position)}"
    for square in (said.start, said.target):
        if square and square not in NUMBERS:
            return f"{square} isn't on the board"
    if not said.start:
        return _no_placement(position, said.target)
    return _not_own(position, said.start) or _no_move(position, said.start, said.target)


# --- placing ------------------------------------------------------------------------------------


def _no_placement(position: PjawnsState, square: str) -> str:
    side = position.side
    if rank_for(side, square) != 1:
        first = 1 if side == WHITE else 8
        return (
            f"{side} can only place pjawns on rank {first}; to move one, type both squares: {_example(side)}"
        )
    if not position.in_hand(side):
        return f"all {PJAWNS} of {side}'s pjawns are on the board"
    blocker = next(name for name in _first_four(square) if _owner(position, name))
    owner = _owner(position, blocker)
    return f"{blocker} is {owner}'s: to place on {square}, {_from_to(square)} must all be empty"


def _example(side: Side) -> str:
    return "e2-e3" if side == WHITE else "e7-e6"


def _first_four(square: str) -> list[str]:
    """The squares of a file on the ranks 1 to 4 of the side whose rank 1 ``square`` is on."""
    ranks = (1, 2, 3, 4) if square.endswith("1") else (8, 7, 6, 5)
    return [f"{square[0]}{rank}" for rank in ranks]


def _from_to(square: str) -> str:
    first, *_, last = _first_four(square)
    return f"{first} to {last}"


# --- moving -------------------------------------------------------------------------------------


def _owner(position: PjawnsState, square: str) -> Side | None:
    return next((side for side in OTHER if bit(square) & position.on_board(side)), None)


def _not_own(position: PjawnsState, start: str) -> str:
    owner = _owner(position, start)
    if owner is None:
        return f"{start} is empty"
    return "" if owner == position.side else f"{start} is {owner}'s, and it's {position.side}'s turn"


def _no_move(position: PjawnsState, start: str, target: str) -> str:
    side = position.side
    if start == target:
        return f"{start} to {target} isn't a move"
    ranks = rank_for(side, target) - rank_for(side, start)
    files = abs(ord(target[0]) - ord(start[0]))
    if (files, ranks) == (0, 1):
        return _in_the_way(position, target) or _alone_on_4(side, start)
    if (files, ranks) == (0, 2):
        return _no_double_step(position, start, target)
    if (files, ranks) == (1, 1):
        return _no_capture(position, start, target)
    if ranks <= 0:
        way = "up" if side == WHITE else "down"
        return f"{start} to {target} isn't ahead: {side}'s pjawns only go {way} the board"
    return f"{start} to {target} is too far: {_STEPS}"


_STEPS = "a pjawn goes one square straight ahead (two from its first rank), or captures one square diagonally"


def _in_the_way(position: PjawnsState, square: str) -> str:
    owner = _owner(position, square)
    if owner is None:
        return ""
    return f"{square} is {owner}'s: straight ahead a pjawn goes onto empty squares only"


def _no_double_step(position: PjawnsState, start: str, target: str) -> str:
    if rank_for(position.side, start) != 1:
        return f"{start} isn't on {position.side}'s first rank: only from there a pjawn goes two squares"
    passed = _first_four(start)[1]
    return _in_the_way(position, passed) or _in_the_way(position, target)


def _no_capture(position: PjawnsState, start: str, target: str) -> str:
    side, owner = position.side, _owner(position, target)
    if owner == side:
        return f"{target} is taken by {side}'s own pjawn"
    if owner is None:
        beside = f"{target[0]}{start[1]}"
        if rank_for(side, start) == 6 and _owner(position, beside) == OTHER[side]:
            return f"{target} is empty, and {beside} hasn't passed it on the turn before, as en passant needs"
        return f"{target} is empty: diagonally a pjawn only captures"
    return _alone_on_4(side, start)


def _alone_on_4(side: Side, start: str) -> str:
    return (
        f"{start} is {side}'s only pjawn on its fourth rank: "
        "to go on to the fifth, another one must stand on the fourth as well"
    )
