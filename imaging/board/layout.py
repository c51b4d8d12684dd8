"""The layout of a picture: two strips, and between them a board whose cells stand in rows. All in pixels."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from PIL import Image

from imaging.board.marks import Outline
from imaging.draw.canvas import Point
from imaging.themes.theme import Theme

Cell = tuple[int, int]
"""Column and row on the picture, from the top left."""

Box = tuple[int, int, int, int]
"""Left, top, right, bottom; the last two are just outside."""

# On a picture 900 pixels wide; see Layout.scaled.
PAD = 14
STRIP = 76
LEAST_ASPECT = 1.08


@dataclass(frozen=True, kw_only=True)
class Layout(ABC):
    """A picture ``width`` pixels wide with a strip above a board and one below.

    ``flipped`` boards are seen from the second side. The kind of board defines the size of its cells, their
    number in a row, and their surroundings.
    """

    flipped: bool
    width: int

    label_height: ClassVar[int]
    """The height of the letters beside the board, on a picture 900 pixels wide."""
    dries: ClassVar[bool]
    """True if cells can go out of play; else the mark ``dry`` is ignored."""

    # --- the kind of board -----------------------------------------------------------------------

    @property
    @abstractmethod
    def outline(self) -> Outline:
        """The outline of a cell."""

    @property
    @abstractmethod
    def rows(self) -> int:
        """The number of rows."""

    @abstractmethod
    def length(self, number: int) -> int:
        """The number of cells in a row, by the row's number. Row 1 is as long as any; others are centred."""

    @property
    @abstractmethod
    def margins(self) -> int:
        """The height of everything above and below the board."""

    @property
    @abstractmethod
    def origin(self) -> tuple[int, int]:
        """The upper left corner of the board."""

    @abstractmethod
    def is_light(self, cell: Cell) -> bool:
        """True if the cell is a light one."""

    @abstractmethod
    def labels(self) -> Iterator[tuple[str, Point]]:
        """The letters of the files and the numbers of the rows, each with its middle."""

    @abstractmethod
    def add_coast(self, image: Image.Image, dry: Collection[Cell], theme: Theme) -> None:
        """Draw the shore around the cells that are not ``dry``, and the things on it (``RGBA``)."""

    # --- the picture -----------------------------------------------------------------------------

    def scaled(self, length: float) -> int:
        """Scale a length on a picture 900 pixels wide to this picture."""
        return round(length * self.width / 900)

    @cached_property
    def content(self) -> int:
        """The height of the board with everything above and below it."""
        return self.margins + self.size[1]

    @cached_property
    def height(self) -> int:
        """The height of the picture, which is always taller than wide."""
        return max(self.content, round(self.width * LEAST_ASPECT))

    @cached_property
    def cuts(self) -> tuple[int, ...]:
        """Pixels from the top: the edges of the picture, and where strips and rows of cells begin and end."""
        strips = {
            edge for _, top, _, bottom in (self.upper_strip, self.lower_strip) for edge in (top, bottom)
        }
        rows = {top for _, top in self.corners.values()}
        return tuple(sorted({0, self.height, self.board[3], *rows, *strips}))

    @cached_property
    def upper_strip(self) -> Box:
        """The strip of the side at the top."""
        return self._strip(self.scaled(PAD))

    @cached_property
    def lower_strip(self) -> Box:
        """The strip of the side at the bottom."""
        return self._strip(self.height - self.scaled(PAD + STRIP))

    def _strip(self, top: int) -> Box:
        pad = self.scaled(PAD)
        return pad, top, self.width - pad, top + self.scaled(STRIP)

    # --- the board and its cells -----------------------------------------------------------------

    @cached_property
    def size(self) -> tuple[int, int]:
        """Width and height of the board."""
        cell = self.outline
        return cell.across * self.length(1), cell.step * (self.rows - 1) + cell.tall

    @cached_property
    def board(self) -> Box:
        """The board without its coast."""
        (left, top), (wide, high) = self.origin, self.size
        return left, top, left + wide, top + high

    def row_number(self, row: int) -> int:
        """The number of a row, counted on the picture from the top."""
        return row + 1 if self.flipped else self.rows - row

    def row(self, row: int) -> Iterator[Cell]:
        """The cells of a row of the picture, from the left."""
        return ((column, row) for column in range(self.length(self.row_number(row))))

    def cells(self) -> Iterator[Cell]:
        """All cells, row by row."""
        for row in range(self.rows):
            yield from self.row(row)

    def file(self, cell: Cell) -> int:
        """The file of a cell, 0 for ``a``."""
        column, row = cell
        return self.length(self.row_number(row)) - 1 - column if self.flipped else column

    def box(self, cell: Cell) -> Box:
        """The box around a cell."""
        column, row = cell
        outline = self.outline
        left, top, _, _ = self.board
        shorter = self.length(1) - self.length(self.row_number(row))
        x, y = left + column * outline.across + shorter * outline.across // 2, top + row * outline.step
        return x, y, x + outline.across, y + outline.tall

    def middle(self, cell: Cell) -> Point:
        """The middle of a cell."""
        left, top, right, bottom = self.box(cell)
        return (left + right) / 2, (top + bottom) / 2

    @cached_property
    def names(self) -> Mapping[Cell, str]:
        """The point of every cell, such as ``"a1"``."""
        return {cell: f"{chr(ord('a') + self.file(cell))}{self.row_number(cell[1])}" for cell in self.cells()}

    @cached_property
    def places(self) -> Mapping[str, Cell]:
        """The cell of every point."""
        return {name: cell for cell, name in self.names.items()}

    @cached_property
    def corners(self) -> Mapping[Cell, tuple[int, int]]:
        """The upper left corner of the box of every cell."""
        return {cell: self.box(cell)[:2] for cell in self.cells()}

    @cached_property
    def cells_at(self) -> Mapping[tuple[int, int], Cell]:
        """The cell whose box has an upper left corner."""
        return {corner: cell for cell, corner in self.corners.items()}
