"""The fields of a position of Prudh, and queries shared by its rules and its words."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from engines.core import Action, Position, Side
from engines.games.prudh.board import (
    DARK,
    ENEMY,
    SPACES,
    Line,
)

OffBoard = tuple[int, int, int]
"""The pieces no longer on the board: captured by dark, captured by light, in the pit."""

Fate = Literal["back", "captured", "stay", "pit"]
"""The fate of the pieces left over at the edge."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules agreed before the start: the rule for the edge, and the side that starts."""

    edge: str
    first: Side

    def fate_at_edge(self, *, captured: bool) -> Fate:
        """The fate of a run's leftover pieces; ``captured``: the run captured on its last space."""
        if self.edge == "tomio":
            return "pit"
        if self.edge == "ordinary" or not captured:
            return "back"
        return "captured" if self.edge == "traditional" else "stay"


@dataclass(frozen=True, slots=True, init=False)
class PrudhState(Position):
    """A position of Prudh. ``cells`` holds the height of the stack on each space, ``side`` is to act."""

    rules: Rules
    cells: bytes
    side: Side
    off_board: OffBoard
    ply: int = field(default=0, compare=False)
    _legal: Sequence[Action] | None = field(default=None, compare=False, repr=False)
    """The legal actions, cached on first use: every test for the end needs them."""

    def __init__(
        self, rules: Rules, cells: bytes, side: Side, off_board: OffBoard = (0, 0, 0), ply: int = 0
    ) -> None:
        # The generated __init__ of a frozen dataclass takes twice as long, and a search makes little else.
        _set_rules(self, rules)
        _set_cells(self, cells)
        _set_side(self, side)
        _set_off_board(self, off_board)
        _set_ply(self, ply)
        set_legal(self, None)

    @abstractmethod
    def apply(self, action: Action) -> PrudhState: ...

    def points(self, side: Side) -> int:
        return self.off_board[0 if side == DARK else 1]

    @property
    def pit(self) -> int:
        return self.off_board[2]

    def tallest(self, side: Side) -> int:
        """The height of a side's tallest stack, 0 when it has none."""
        return max(self.cells[space] for space in SPACES[side])

    def captures(self, start: int, entered: Line) -> list[int]:
        """The spaces on which a run over the spaces ``entered`` captures."""
        cells, enemy = self.cells, ENEMY[self.side]
        return [space for space in entered if space in enemy and 0 < cells[space] < cells[start]]


_set_rules, _set_cells, _set_side, _set_off_board, _set_ply, set_legal = (
    getattr(PrudhState, name).__set__ for name in PrudhState.__slots__
)
