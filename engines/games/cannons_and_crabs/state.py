"""The fields of a position of Cannons and Crabs, and queries shared by its rules and its words."""

from __future__ import annotations

from dataclasses import dataclass, field

from engines.core import Action, Position, Side
from engines.games.cannons_and_crabs.board import ALL_RIGHTS, Army, Board
from engines.games.cannons_and_crabs.safety import Attack, threats


@dataclass(frozen=True, slots=True, init=False)
class CannonsState(Position):
    """A position of Cannons and Crabs.

    ``cells`` holds one letter a square, ``side`` is the side to act, ``rights`` has a bit for each castling
    right left; ``clock`` counts the plies since the last capture or move of a pawn or crab, ``number`` the
    moves, from 1, black's reply belonging to white's.
    """

    board: Board
    cells: bytes
    side: Side
    rights: int = ALL_RIGHTS
    clock: int = 0
    number: int = 1
    ply: int = field(default=0, compare=False)
    _found: tuple[Action, ...] | None = field(default=None, compare=False, repr=False)

    def __init__(
        self,
        board: Board,
        cells: bytes,
        side: Side,
        rights: int = ALL_RIGHTS,
        clock: int = 0,
        number: int = 1,
        ply: int = 0,
    ) -> None:
        # The generated __init__ of a frozen dataclass takes twice as long, and a search makes little else.
        _set_board(self, board)
        _set_cells(self, cells)
        _set_side(self, side)
        _set_rights(self, rights)
        _set_clock(self, clock)
        _set_number(self, number)
        _set_ply(self, ply)
        set_found(self, None)

    @property
    def army(self) -> Army:
        return self.board.armies[self.side]

    def king(self, side: Side) -> int:
        return self.cells.index(self.board.armies[side].king)

    def attacks(self, side: Side | None = None) -> list[Attack]:
        """The attacks on a side's king (default: that of the side to act)."""
        side = side or self.side
        return threats(self.board.armies[side], self.cells, self.king(side))[0]


_set_board, _set_cells, _set_side, _set_rights, _set_clock, _set_number, _set_ply, set_found = (
    getattr(CannonsState, name).__set__ for name in CannonsState.__slots__
)
