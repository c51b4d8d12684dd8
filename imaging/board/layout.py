"""The layout of a picture: the page around every board, and a board of squares. All in pixels."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from engines import Squares

Cell = tuple[int, int]
"""Column and row on the picture, from the top left."""

Box = tuple[int, int, int, int]
"""Left, top, right, bottom; the last two are just outside."""

SPOT = 92
"""Width and height of the flotsam on the sand, on a picture 900 pixels wide."""

# On a picture 900 pixels wide; see BoardPage.scaled.
_BOARD = 840
_LEFT = 40
PAD = 14
STRIP = 76
_ABOVE = 24
_BELOW = 50
LEAST_ASPECT = 1.08


@dataclass(frozen=True, kw_only=True)
class BoardPage(ABC):
    """A picture ``width`` pixels wide with a strip above a board and one below.

    ``flipped`` boards are seen from the second side.
    """

    flipped: bool
    width: int

    def scaled(self, length: float) -> int:
        """A length on a picture of 900 pixels, on this one."""
        return round(length * self.width / 900)

    @cached_property
    def height(self) -> int:
        """The height of the picture, which is always taller than wide."""
        return max(self.content, round(self.width * LEAST_ASPECT))

    @property
    @abstractmethod
    def content(self) -> int:
        """The height of the board with all that is above and below it, in pixels."""

    @abstractmethod
    def cell(self, point: str) -> Cell:
        """The cell of a point such as ``"a1"``."""

    @abstractmethod
    def cells(self) -> Iterator[Cell]:
        """All cells, row by row."""

    @abstractmethod
    def box(self, cell: Cell) -> Box:
        """The pixels of a cell, or around one that is no rectangle."""

    @abstractmethod
    def name(self, cell: Cell) -> str:
        """The point of a cell, such as ``"a1"``."""

    @cached_property
    def places(self) -> Mapping[str, Cell]:
        """The cell of every point."""
        return {self.name(cell): cell for cell in self.cells()}

    @cached_property
    def corners(self) -> Mapping[Cell, tuple[int, int]]:
        """The upper left corner of the box of every cell."""
        return {cell: self.box(cell)[:2] for cell in self.cells()}

    @cached_property
    def cells_at(self) -> Mapping[tuple[int, int], Cell]:
        """The cell whose box has an upper left corner."""
        return {corner: cell for cell, corner in self.corners.items()}

    @cached_property
    def cuts(self) -> tuple[int, ...]:
        """Pixels from the top: the edges of the picture, and where strips and rows of cells begin and end."""
        strips = {
            edge for _, top, _, bottom in (self.upper_strip, self.lower_strip) for edge in (top, bottom)
        }
        rows = {top for _, top in self.corners.values()}
        return tuple(sorted({0, self.height, self.board[3], *rows, *strips}))

    @property
    @abstractmethod
    def board(self) -> Box:
        """The board without its coast."""

    @cached_property
    def upper_strip(self) -> Box:
        """The room for what the side at the top holds."""
        return self._strip(self.scaled(PAD))

    @cached_property
    def lower_strip(self) -> Box:
        """The room for what the side at the bottom holds."""
        return self._strip(self.height - self.scaled(PAD + STRIP))

    def _strip(self, top: int) -> Box:
        pad = self.scaled(PAD)
        return pad, top, self.width - pad, top + self.scaled(STRIP)


@dataclass(frozen=True)
class Layout(BoardPage):
    """A board of squares; the tiles are as large as fits a square in the middle of the picture."""

    shape: Squares

    @cached_property
    def tile(self) -> int:
        """The side of a square."""
        return self.scaled(_BOARD) // max(self.shape.files, self.shape.ranks)

    @property
    def content(self) -> int:
        """The height of the board with all that is above and below it, in pixels."""
        around = self.scaled(2 * PAD + 2 * STRIP + _ABOVE + _BELOW)
        return around + self.tile * self.shape.ranks

    @cached_property
    def board(self) -> Box:
        """See :attr:`BoardPage.board`."""
        wide, high = self.tile * self.shape.files, self.tile * self.shape.ranks
        spare_across = self.scaled(_BOARD) - wide
        spare_down = self.height - self.content
        left = self.scaled(_LEFT) + spare_across // 2
        top = self.scaled(PAD + STRIP + _ABOVE) + spare_down // 2
        return left, top, left + wide, top + high

    @property
    def bare_spots(self) -> tuple[tuple[int, int], ...]:
        """Middles of two places with room for :data:`SPOT`, where a narrow or a low board leaves sand."""
        left, top, right, bottom = self.board
        room = 2 * self.scaled(SPOT)
        if self.scaled(_BOARD) - (right - left) >= room:
            sand_left, sand_right = (left - self.scaled(_LEFT)) // 2, (right + self.width) // 2
            return (sand_left, round(self.height * 0.72)), (sand_right, round(self.height * 0.3))
        if self.height - self.content >= room:
            sand_above = (self.upper_strip[3] + top) // 2
            sand_below = (bottom + self.scaled(_BELOW) + self.lower_strip[1]) // 2
            return (round(self.width * 0.82), sand_above), (round(self.width * 0.18), sand_below)
        return ()

    def cell(self, point: str) -> Cell:
        """See :meth:`BoardPage.cell`."""
        file, rank = ord(point[0]) - ord("a"), int(point[1:]) - 1
        if self.flipped:
            return self.shape.files - 1 - file, rank
        return file, self.shape.ranks - 1 - rank

    def name(self, cell: Cell) -> str:
        """See :meth:`BoardPage.name`."""
        column, row = cell
        return f"{self.file_names()[column]}{self.rank_names()[row]}"

    def cells(self) -> Iterator[Cell]:
        """See :meth:`BoardPage.cells`."""
        return ((column, row) for row in range(self.shape.ranks) for column in range(self.shape.files))

    def is_light(self, cell: Cell) -> bool:
        """True if the cell is a light one; ``a1`` is dark."""
        column, row = cell
        # From the second side, the first rank is at the top and the last file at the left.
        file = self.shape.files - 1 - column if self.flipped else column
        rank = row if self.flipped else self.shape.ranks - 1 - row
        return (file + rank) % 2 == 1

    def box(self, cell: Cell) -> Box:
        """See :meth:`BoardPage.box`."""
        left, top, _, _ = self.board
        x, y = left + cell[0] * self.tile, top + cell[1] * self.tile
        return x, y, x + self.tile, y + self.tile

    def file_names(self) -> list[str]:
        """The letters below the board, from the left."""
        letters = [chr(ord("a") + file) for file in range(self.shape.files)]
        return letters[::-1] if self.flipped else letters

    def rank_names(self) -> list[str]:
        """The numbers beside the board, from the top."""
        numbers = [str(rank + 1) for rank in range(self.shape.ranks)]
        return numbers if self.flipped else numbers[::-1]


@lru_cache(maxsize=64)
def layout_for(shape: Squares, flipped: bool, width: int) -> Layout:
    """The layout of a board: kept, since it remembers its places."""
    return Layout(shape, flipped=flipped, width=width)
