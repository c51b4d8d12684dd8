"""Pjawns as a game: its start, and how a position text is read.

A text whose parts contradict each other is refused; the position need not be reachable.
"""

from __future__ import annotations

import re

from engines.core import Credit, Game, OptionError, Options, Picks, PositionTextError, Side
from engines.games.pjawns.board import (
    AHEAD,
    ALL,
    BLACK,
    GRID,
    NUMBERS,
    OTHER,
    PJAWNS,
    RANK_1,
    RANK_2,
    RANK_8,
    SIDES,
    WHITE,
    Bits,
    bit,
    seen_by,
)
from engines.games.pjawns.describe import LETTERS, LETTERS_TO_ACT
from engines.games.pjawns.position import PjawnsPosition
from engines.ranks import RefusedText, parts_of, squares_of


class Pjawns(Game):
    """The rules of Pjawns. Outcomes have the reason ``"rank-8"`` or ``"no-action"``."""

    key = "pjawns"
    name = "Pjawns"
    sides = SIDES
    options = ()
    credit = Credit(None, None)

    def start(
        self, options: Options | None = None, *, first: Side | None = None, picks: Picks | None = None
    ) -> PjawnsPosition:
        """The empty board. White always starts, and there are no picks."""
        self.complete_options(options)
        if first not in (None, WHITE):
            raise OptionError(f"in Pjawns white starts, not {first!r}")
        if picks:
            raise OptionError("in Pjawns there is nothing to pick")
        return PjawnsPosition(white=0, black=0, side=WHITE)

    def from_text(self, text: str, options: Options | None = None) -> PjawnsPosition:
        self.complete_options(options)
        return read(text)


# --- reading a position text ---------------------------------------------------------------------


_UNKNOWN = "is no pjawn: they are written P for white and p for black"
_HANDS = re.compile(r"([0-8])/([0-8])")
_SIDES: dict[str, Side] = {letter: side for side, letter in LETTERS_TO_ACT.items()}


def read(text: str) -> PjawnsPosition:
    """The position that a text states. Raises PositionTextError with what is wrong."""
    try:
        return _position(text)
    except RefusedText as refusal:
        raise PositionTextError(text, str(refusal)) from None


def _position(text: str) -> PjawnsPosition:
    ranks, side, hands, passed = parts_of(text, "ranks", "side", "hands", "square passed over")
    if side not in _SIDES:
        raise RefusedText(f"the side to move is w or b, not {side!r}")
    row = squares_of(ranks, GRID, "".join(LETTERS.values()), _UNKNOWN)
    position = PjawnsPosition(_squares(row, WHITE), _squares(row, BLACK), _SIDES[side], _passed(passed))
    _check_hands(position, hands)
    _check_crossings(position)
    _check_passed(position)
    return position


def _squares(board: str, side: Side) -> Bits:
    return sum(1 << square for square, sign in enumerate(board) if sign == LETTERS[side])


def _check_hands(position: PjawnsPosition, text: str) -> None:
    """Check that every pjawn that is not on the board is in hand. Raises RefusedText."""
    found = _HANDS.fullmatch(text)
    if found is None:
        raise RefusedText(f"hands are written like 8/7, white's first, not {text!r}")
    for side, hand in zip(SIDES, map(int, found.groups()), strict=True):
        there = position.on_board(side).bit_count() + hand
        if there != PJAWNS:
            raise RefusedText(f"{side} owns {PJAWNS} pjawns, and {there} are on the board and in its hand")


def _passed(text: str) -> Bits:
    if text == "-":
        return 0
    if text not in NUMBERS:
        raise RefusedText(f"the square passed over is a square of the board or -, not {text!r}")
    return bit(text)


def _check_crossings(position: PjawnsPosition) -> None:
    """Refuse more than one pjawn across the board: the first ends the match."""
    side = position.side
    acted = OTHER[side]
    own, enemy = position.seen_by(acted)
    if enemy & RANK_1:
        raise RefusedText(f"a pjawn of {side}'s has crossed the board, so it is not {side}'s turn")
    if (own & RANK_8).bit_count() > 1:
        raise RefusedText(f"the first pjawn that crosses the board wins, and {acted} has two there")


def _check_passed(position: PjawnsPosition) -> None:
    """Refuse a passed square that no double step has passed."""
    acted = OTHER[position.side]
    own, enemy = position.seen_by(acted)
    passed, empty = seen_by(acted, position.passed), ALL ^ own ^ enemy
    if passed and not passed & RANK_2 & empty & empty << AHEAD & own >> AHEAD:
        raise RefusedText(
            f"the square passed over lies between an empty first rank and a pjawn of {acted}'s ahead of it"
        )
