"""The layout of a picture of a board of hexes. All lengths are in pixels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import ceil, sqrt

from engines import Hexes
from imaging.board.layout import PAD, STRIP, BoardPage, Box, Cell

# On a picture 900 pixels wide; see BoardPage.scaled.
_ACROSS = 780
_DOWN = 926
_AROUND = 46


@dataclass(frozen=True)
class HexLayout(BoardPage):
    """A board of hexes pointed at the top, as large as fits; all of them on the same grid of pixels."""

    shape: Hexes

    @cached_property
    def across(self) -> int:
        """The width of a hex; even, since every other row is set in by half of it."""
        widest = self.scaled(_ACROSS) / self.shape.files
        highest = self.scaled(_DOWN) / ((self.shape.rows - 1) * sqrt(3) / 2 + 2 / sqrt(3))
        return int(min(widest, highest)) // 2 * 2

    @cached_property
    def step(self) -> int:
        """From one row to the next."""
        # Rather rounded up: rows a little apart only widen the net, rows too close would share pixels.
        return ceil(self.across * sqrt(3) / 2 - 0.3)

    @cached_property
    def tall(self) -> int:
        """The height of a hex, points included; even, so that its middle is on the grid."""
        return -(-self.step * 2 // 3) * 2

    @property
    def content(self) -> int:
        """The height of the board with all that is above and below it, in pixels."""
        around = 2 * self.scaled(PAD + STRIP + _AROUND)
        return around + self.step * (self.shape.rows - 1) + self.tall

    @cached_property
    def board(self) -> Box:
        """See :attr:`BoardPage.board`."""
        wide = self.across * self.shape.files
        high = self.step * (self.shape.rows - 1) + self.tall
        left, top = (self.width - wide) // 2, (self.height - high) // 2
        return left, top, left + wide, top + high

    def row_number(self, row: int) -> int:
        """The number of a row, counted on the picture from the top."""
        return row + 1 if self.flipped else self.shape.rows - row

    def _length(self, number: int) -> int:
        """The number of hexes in a row, by the row's number: odd rows are the long ones."""
        return self.shape.files if number % 2 else self.shape.files - 1

    def cell(self, point: str) -> Cell:
        """See :meth:`BoardPage.cell`."""
        file, number = ord(point[0]) - ord("a"), int(point[1:])
        if self.flipped:
            return self._length(number) - 1 - file, number - 1
        return file, self.shape.rows - number

    def name(self, cell: Cell) -> str:
        """See :meth:`BoardPage.name`."""
        column, row = cell
        number = self.row_number(row)
        file = self._length(number) - 1 - column if self.flipped else column
        return f"{chr(ord('a') + file)}{number}"

    def cells(self) -> Iterator[Cell]:
        """See :meth:`BoardPage.cells`."""
        for row in range(self.shape.rows):
            yield from self.row(row)

    def row(self, row: int) -> Iterator[Cell]:
        """The cells of a row of the picture, from the left."""
        return ((column, row) for column in range(self._length(self.row_number(row))))

    def is_light(self, cell: Cell) -> bool:
        """True if the cell is in a light row: the short rows are light."""
        return self.row_number(cell[1]) % 2 == 0

    def box(self, cell: Cell) -> Box:
        """See :meth:`BoardPage.box`."""
        column, row = cell
        left, top, _, _ = self.board
        inset = 0 if self.row_number(row) % 2 else self.across // 2
        x, y = left + inset + column * self.across, top + row * self.step
        return x, y, x + self.across, y + self.tall


@lru_cache(maxsize=16)
def hex_layout_for(shape: Hexes, flipped: bool, width: int) -> HexLayout:
    """The layout of a board: kept, since it remembers its places."""
    return HexLayout(shape, flipped=flipped, width=width)
