"""The fields of a position of Pjawns, and queries shared by its rules and its words."""

from __future__ import annotations

from dataclasses import dataclass, field

from engines.core import Position, Side
from engines.games.pjawns.board import (
    PJAWNS,
    WHITE,
    Bits,
)


@dataclass(frozen=True, slots=True, init=False)
class PjawnsState(Position):
    """A position of Pjawns.

    ``white`` and ``black`` are the squares of the pjawns on the board, ``side`` is the side to act,
    ``passed`` the square that the last action passed over, if it was a double step.
    """

    white: Bits
    black: Bits
    side: Side
    passed: Bits = 0
    ply: int = field(default=0, compare=False)

    def __init__(self, white: Bits, black: Bits, side: Side, passed: Bits = 0, ply: int = 0) -> None:
        # The generated __init__ of a frozen dataclass takes twice as long, and a search makes little else.
        _set_white(self, white)
        _set_black(self, black)
        _set_side(self, side)
        _set_passed(self, passed)
        _set_ply(self, ply)

    def on_board(self, side: Side) -> Bits:
        return self.white if side == WHITE else self.black

    def in_hand(self, side: Side) -> int:
        return PJAWNS - self.on_board(side).bit_count()


_set_white, _set_black, _set_side, _set_passed, _set_ply = (
    getattr(PjawnsState, name).__set__ for name in PjawnsState.__slots__
)
