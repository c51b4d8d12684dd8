"""Boards of hexes: their layout, what is drawn on a hex, and the coast around them.

Only hexes that a piece may go to show their names: a hundred names are unreadable on a phone, and hide the
pieces.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from math import ceil, sqrt

from PIL import Image

from engines import Hexes
from imaging.board.layout import PAD, STRIP, Cell, Layout
from imaging.board.marks import Outline, stripes
from imaging.draw.canvas import Canvas, Colour, Paint, Point, turned
from imaging.themes.theme import Form, Theme

# On a picture 900 pixels wide; see Layout.scaled.
_ACROSS = 780
_DOWN = 926
_AROUND = 46
_NUMBER_AWAY = 34
_LETTER_AWAY = 24
"""The distance from the tips of the outermost hexes to the middle of the letters."""

_NET = 1.3
"""Half the width of the net between the hexes, in pixels: with less, neighbours would share pixels."""

_TOUCH = 16
"""The coverage of a pixel, of 255, up to which a hex may share it with its neighbour."""

_TARGET = 42.0
"""The distance from the middle of a hex that a piece may go to, to the edge of its mark."""


def hexagon(reach: float) -> list[Point]:
    """A hex whose edges are ``reach`` units from its middle; the point at the top comes first."""
    point = reach * 2 / sqrt(3)
    right: list[Point] = [(0.0, -point), (reach, -point / 2), (reach, point / 2), (0.0, point)]
    return [*right, (-reach, point / 2), (-reach, -point / 2)]


class Hex(Outline):
    """A hex pointed at the top; :func:`hex_of` gives it. Its edges are those of its water, inside the net."""

    dashes = 4
    rim = (-0.25, 3.5)
    dot_at = (24.0, 24.0)
    alarm_at = (22.0, -23.0)
    tick_at = (25.0, 24.0)
    names_targets = True

    @property
    def _reach(self) -> float:
        """The distance from the middle to the edges, in units."""
        return 50.0 - 100.0 * _NET / self.across

    def corners(self, inset: float) -> list[Point]:
        """See :meth:`Outline.corners`."""
        return hexagon(self._reach - inset)

    def fill(self, pen: Canvas, paint: Paint, inset: float = 0.0) -> None:
        """See :meth:`Outline.fill`."""
        pen.polygon(self.corners(inset), paint)

    def frame(self, pen: Canvas, inset: float, width: float, paint: Paint) -> None:
        """See :meth:`Outline.frame`."""
        _line_around(pen, self._reach - (inset + width / 2), width, paint)

    def _stencil(self) -> Image.Image:
        """The mask (``L``) of the pixels that the water covers by more than _TOUCH."""
        pen = self.pen()
        self.fill(pen, (0, 0, 0))
        return pen.finish().getchannel("A").point([255 if value > _TOUCH else 0 for value in range(256)])

    def pattern(self, pen: Canvas, form: Form, paint: Colour, water: Colour) -> None:
        """Beads or slanted lines around plain ``water`` in the middle."""
        if form == "round":
            for bead in (*hexagon(37.5), *turned(hexagon(37.5), 30.0)):
                pen.disc(bead, 4.4, paint)
        else:
            stripes(pen, paint, 60.0)
            pen.polygon(hexagon(29.0), water)

    def departure(self, pen: Canvas, theme: Theme) -> None:
        """See :meth:`Outline.departure`."""
        pen.polygon(hexagon(38.0), theme.glow)
        _line_around(pen, 33.0, 4.0, theme.amber)

    def target(self, pen: Canvas, theme: Theme) -> None:
        """Fill most of the hex, with room for its name."""
        pen.polygon(hexagon(_TARGET), theme.foam)
        pen.polygon(hexagon(_TARGET - 4.0), theme.deep)

    def threat_below(self, pen: Canvas, theme: Theme) -> None:
        """Fill the six corners, as the four of a square are."""
        corners = self.corners(0.0)
        for share, paint in ((0.47, theme.foam), (0.40, theme.coral)):
            for number, corner in enumerate(corners):
                before, after = corners[number - 1], corners[(number + 1) % 6]
                pen.polygon([corner, _along(corner, after, share), _along(corner, before, share)], paint)

    def threat(self, pen: Canvas, theme: Theme) -> None:
        """Draw the edges too: a piece hides most of the corners."""
        self.frame(pen, 0.0, 5.0, theme.coral)


def _line_around(pen: Canvas, reach: float, width: float, paint: Paint) -> None:
    corners = hexagon(reach)
    pen.line([*corners, corners[0]], width, paint)


def _along(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


@cache
def hex_of(across: int) -> Hex:
    """The hex of ``across`` pixels, an even number."""
    # Rather rounded up: rows a little apart only widen the net, rows too close would share pixels.
    step = ceil(across * sqrt(3) / 2 - 0.3)
    # Even, so that its middle is on the grid.
    return Hex(across, step, -(-step * 2 // 3) * 2)


@dataclass(frozen=True)
class HexLayout(Layout):
    """A board of hexes, as large as fits; all of them on the same grid of pixels."""

    shape: Hexes

    label_height = 26
    dries = False

    @cached_property
    def outline(self) -> Hex:
        """See :attr:`Layout.outline`."""
        widest = self.scaled(_ACROSS) / self.shape.files
        highest = self.scaled(_DOWN) / ((self.shape.rows - 1) * sqrt(3) / 2 + 2 / sqrt(3))
        # Even, since every other row is set in by half of it.
        return hex_of(int(min(widest, highest)) // 2 * 2)

    @property
    def rows(self) -> int:
        """See :attr:`Layout.rows`."""
        return self.shape.rows

    def length(self, number: int) -> int:
        """The number of cells in a row; odd rows are the long ones."""
        return self.shape.files if number % 2 else self.shape.files - 1

    @property
    def margins(self) -> int:
        """See :attr:`Layout.margins`."""
        return 2 * self.scaled(PAD + STRIP + _AROUND)

    @property
    def origin(self) -> tuple[int, int]:
        """See :attr:`Layout.origin`."""
        wide, high = self.size
        return (self.width - wide) // 2, (self.height - high) // 2

    def is_light(self, cell: Cell) -> bool:
        """True if the cell is in a light row: the short rows are light."""
        return self.row_number(cell[1]) % 2 == 0

    def labels(self) -> Iterator[tuple[str, Point]]:
        """The numbers on both sides of the board, and the letters above and below it."""
        left, top, right, bottom = self.board
        away = self.scaled(_NUMBER_AWAY)
        for row in range(self.rows):
            for x in (left - away, right + away):
                yield str(self.row_number(row)), (x, self.middle((0, row))[1])
        away = self.scaled(_LETTER_AWAY)
        for row, y in ((0, top - away), (self.rows - 1, bottom + away)):
            for cell in self.row(row):
                yield self.names[cell][0], (self.middle(cell)[0], y)

    def add_coast(self, image: Image.Image, dry: Collection[Cell], theme: Theme) -> None:
        """Draw wet sand and foam around all hexes, the net between them, and red stones at the corners."""
        every = tuple(self.cells())
        layers = (
            (62.5, theme.wet, every),
            (69.0, theme.stone_colour, self._ends()),
            (57.0, theme.foam, every),
        )
        for reach, paint, cells in layers:
            piece = _patch(self.outline.across, reach, paint)
            for cell in cells:
                x, y = self.middle(cell)
                image.alpha_composite(piece, (round(x - piece.width / 2), round(y - piece.height / 2)))

    def _ends(self) -> tuple[Cell, ...]:
        """The cells at the ends of the first and the last row."""
        rows = [list(self.row(row)) for row in (0, self.rows - 1)]
        return tuple(end for row in rows for end in (row[0], row[-1]))


def _patch(across: int, reach: float, paint: Colour) -> Image.Image:
    """A hex of one colour that is larger than those of the board."""
    side = round(across * reach / 36)
    pen = Canvas(side, unit=across / 100)
    pen.polygon(hexagon(reach), paint)
    return pen.finish()
