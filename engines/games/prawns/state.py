"""The fields of a position of Prawns, and queries shared by its rules and its words."""

from __future__ import annotations

from dataclasses import dataclass, field

from engines.core import Position, Side
from engines.games.prawns.board import Sea
from engines.games.prawns.pieces import (
    EMPTY,
    POOL_PLACE,
    Pools,
    piece_of,
)
from engines.grids import Grid


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of a match: its board, and whether eaten prawns return to their gene pools."""

    grid: Grid
    revival: bool


@dataclass(frozen=True, slots=True)
class Stage:
    """The progress of a turn: whether its move is made, and the squares with evolutions.

    Once the move is made, only the evolutions after it are listed.
    """

    moved: bool = False
    evolved: tuple[int, ...] = ()

    def with_square(self, square: int) -> Stage:
        """The stage after one more evolution. The squares, all on one rank, are sorted by file."""
        return Stage(self.moved, tuple(sorted((*self.evolved, square))))


START_OF_TURN = Stage()
MOVED = Stage(moved=True)


@dataclass(frozen=True, slots=True, init=False)
class PrawnsState(Position):
    """A position of Prawns. ``cells`` holds one letter a square, ``side`` is the side to act."""

    rules: Rules
    sea: Sea
    cells: bytes
    pools: Pools
    side: Side
    stage: Stage = START_OF_TURN
    ply: int = field(default=0, compare=False)

    def __init__(
        self,
        rules: Rules,
        sea: Sea,
        cells: bytes,
        pools: Pools,
        side: Side,
        stage: Stage = START_OF_TURN,
        ply: int = 0,
    ) -> None:
        # The generated __init__ of a frozen dataclass takes twice as long, and a search makes little else.
        _set_rules(self, rules)
        _set_sea(self, sea)
        _set_cells(self, cells)
        _set_pools(self, pools)
        _set_side(self, side)
        _set_stage(self, stage)
        _set_ply(self, ply)

    def prawns(self) -> int:
        return len(self.cells) - self.cells.count(EMPTY)

    def pool(self, species: str, side: Side | None = None) -> int:
        """The number of prawns of a species in a side's gene pool (default: the side to act)."""
        return self.pools[POOL_PLACE[piece_of(side or self.side, species)]]


_set_rules, _set_sea, _set_cells, _set_pools, _set_side, _set_stage, _set_ply = (
    getattr(PrawnsState, name).__set__ for name in PrawnsState.__slots__
)
