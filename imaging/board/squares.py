"""Boards of squares: their layout, what is drawn on a square, and the coast around them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from math import acos, degrees

from PIL import Image

from engines import Squares
from imaging.board.art import beach
from imaging.board.layout import PAD, STRIP, Box, Cell, Layout
from imaging.board.marks import Outline, dot, stripes
from imaging.draw.canvas import Canvas, Colour, Paint, Point, arc, turned
from imaging.draw.palette import mix
from imaging.themes.theme import Form, Theme

SPOT = 92
"""Width and height of the flotsam on the sand, on a picture 900 pixels wide."""

# On a picture 900 pixels wide; see Layout.scaled.
_BOARD = 840
_LEFT = 40
_ABOVE = 24
_BELOW = 50
_FILE_AWAY = 28
_RANK_AWAY = 24
_COAST = 11
_STONE_LENGTH = 30
_STONE_WIDTH = 11

_WAVES = 3
"""The number of waves along one tile."""


class Square(Outline):
    """A square; :func:`square` gives it."""

    dashes = 6
    rim = (0.0, 3.0)
    dot_at = (35.0, 35.0)
    alarm_at = (32.0, -32.0)
    tick_at = (33.0, 33.0)
    names_targets = False

    def corners(self, inset: float) -> list[Point]:
        """See :meth:`Outline.corners`."""
        far = 50.0 - inset
        return [(-far, -far), (far, -far), (far, far), (-far, far)]

    def fill(self, pen: Canvas, paint: Paint, inset: float = 0.0) -> None:
        """See :meth:`Outline.fill`."""
        far = 50.0 - inset
        pen.box((-far, -far), (far, far), 0, paint)

    def frame(self, pen: Canvas, inset: float, width: float, paint: Paint) -> None:
        """See :meth:`Outline.frame`."""
        far = 50.0 - inset
        near = far - width
        for a, b in (((-far, -far), (far, -near)), ((-far, near), (far, far))):
            pen.box(a, b, 0, paint)
            # The same bar, turned by a quarter.
            pen.box((a[1], a[0]), (b[1], b[0]), 0, paint)

    def _stencil(self) -> None:
        return None

    def pattern(self, pen: Canvas, form: Form, paint: Colour, water: Colour) -> None:
        """Dots or slanted lines all over the ``water``."""
        if form == "round":
            for row, column in product(range(4), repeat=2):
                pen.disc((-37.5 + 25 * column, -37.5 + 25 * row), 3.6, paint)
        else:
            stripes(pen, paint, 50.0)

    def departure(self, pen: Canvas, theme: Theme) -> None:
        """See :meth:`Outline.departure`."""
        # Short of the edges: on a square that has dried up since, coast may run along them.
        pen.box((-38, -38), (38, 38), 12.0, theme.glow)
        pen.ring((0, 0), 14.0, 5.5, theme.amber)

    def target(self, pen: Canvas, theme: Theme) -> None:
        """See :meth:`Outline.target`."""
        dot(pen, theme)

    def threat_below(self, pen: Canvas, theme: Theme) -> None:
        """Draw nothing: there is room beside the piece."""

    def threat(self, pen: Canvas, theme: Theme) -> None:
        """Fill the corners, which neither form of piece covers: a ring would hide the form."""
        _corners(pen, 50.0, theme.foam)
        _corners(pen, 53.0, theme.coral)


def _corners(pen: Canvas, radius: float, paint: Colour) -> None:
    """Fill the square outside a disc around its middle."""
    free = degrees(acos(50.0 / radius))
    for quarter in range(4):
        outline = [(50.0, 50.0), *arc((0, 0), radius, 90.0 - free, free)]
        pen.polygon(turned(outline, 90.0 * quarter), paint)


@cache
def square(across: int) -> Square:
    """The square of ``across`` pixels."""
    return Square(across, across, across)


@dataclass(frozen=True)
class SquareLayout(Layout):
    """A board of squares, as large as fits a square in the middle of the picture."""

    shape: Squares

    label_height = 30
    dries = True

    @cached_property
    def outline(self) -> Square:
        """See :attr:`Layout.outline`."""
        return square(self.scaled(_BOARD) // max(self.shape.files, self.shape.ranks))

    @property
    def rows(self) -> int:
        """See :attr:`Layout.rows`."""
        return self.shape.ranks

    def length(self, number: int) -> int:
        """See :meth:`Layout.length`."""
        return self.shape.files

    @property
    def margins(self) -> int:
        """See :attr:`Layout.margins`."""
        return self.scaled(2 * PAD + 2 * STRIP + _ABOVE + _BELOW)

    @property
    def origin(self) -> tuple[int, int]:
        """See :attr:`Layout.origin`."""
        spare_across, spare_down = self.scaled(_BOARD) - self.size[0], self.height - self.content
        return self.scaled(_LEFT) + spare_across // 2, self.scaled(PAD + STRIP + _ABOVE) + spare_down // 2

    def is_light(self, cell: Cell) -> bool:
        """True if the cell is a light one; ``a1`` is dark."""
        return (self.file(cell) + self.row_number(cell[1])) % 2 == 0

    def labels(self) -> Iterator[tuple[str, Point]]:
        """The letters below the board, and the numbers at its left."""
        left, _, _, bottom = self.board
        for cell in self.row(self.rows - 1):
            yield self.names[cell][0], (self.middle(cell)[0], bottom + self.scaled(_FILE_AWAY))
        for row in range(self.rows):
            yield str(self.row_number(row)), (left - self.scaled(_RANK_AWAY), self.middle((0, row))[1])

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

    def add_coast(self, image: Image.Image, dry: Collection[Cell], theme: Theme) -> None:
        """Draw foam and wet sand around the sea, a stone at each of its corners, and flotsam on the beach."""
        sea = _sea(self, dry)
        _add_shore(image, self, sea, theme)
        _add_stones(image, self, sea, theme)
        if theme.surf:
            _add_flotsam(image, self, theme)


def _sea(layout: SquareLayout, dry: Collection[Cell]) -> Box:
    """The rectangle of the cells in play."""
    boxes = [layout.box(cell) for cell in layout.cells() if cell not in dry]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _add_shore(image: Image.Image, layout: SquareLayout, sea: Box, theme: Theme) -> None:
    tile, depth = layout.outline.across, layout.scaled(_COAST)
    left, top, right, bottom = sea
    shore = _shore(theme, tile, depth)
    along, down = range(left, right, tile), range(top, bottom, tile)
    sides: Mapping[Image.Transpose | None, list[tuple[int, int]]] = {
        None: [(x, top - depth) for x in along],
        Image.Transpose.ROTATE_180: [(x, bottom) for x in along],
        Image.Transpose.ROTATE_90: [(left - depth, y) for y in down],
        Image.Transpose.ROTATE_270: [(right, y) for y in down],
    }
    for turn, corners in sides.items():
        piece = shore if turn is None else shore.transpose(turn)
        for corner in corners:
            image.alpha_composite(piece, corner)


def _shore(theme: Theme, length: int, depth: int) -> Image.Image:
    """A stretch of coast one tile long, with the sea below it: wet sand, and waves that run up on it."""
    pen = Canvas((length, depth), unit=length / 100)
    water_line = 50 * depth / length
    pen.box((-50, water_line - 7.5), (50, water_line), 0, theme.wet)
    pen.box((-50, water_line - 3.0), (50, water_line), 0, theme.foam)
    for wave in range(_WAVES if theme.surf else 0):
        middle = (wave + 0.5) * 100 / _WAVES - 50
        pen.disc((middle, water_line + 9.0), 14.5, theme.foam)
    return pen.finish()


def _add_stones(image: Image.Image, layout: SquareLayout, sea: Box, theme: Theme) -> None:
    """The corner pieces of the game: red angles around the four corners of the sea."""
    reach, thick = layout.scaled(_STONE_LENGTH), layout.scaled(_STONE_WIDTH)
    size = reach + thick
    pen = Canvas(size)
    edge, inner = 100 * thick / size - 50, 50.0
    pen.box((-50, -50), (inner, edge), 5, theme.stone_colour)
    pen.box((-50, -50), (edge, inner), 5, theme.stone_colour)
    stone = pen.finish()
    left, top, right, bottom = sea
    image.alpha_composite(stone, (left - thick, top - thick))
    image.alpha_composite(stone.transpose(Image.Transpose.ROTATE_270), (right - reach, top - thick))
    image.alpha_composite(stone.transpose(Image.Transpose.ROTATE_180), (right - reach, bottom - reach))
    image.alpha_composite(stone.transpose(Image.Transpose.ROTATE_90), (left - thick, bottom - reach))


def _add_flotsam(image: Image.Image, layout: SquareLayout, theme: Theme) -> None:
    """Draw a starfish and a shell, if there is a beach with room for them."""
    size = layout.scaled(SPOT)
    pale = mix(theme.sand, theme.coral, 0.5)
    for (x, y), (draw, body, details) in zip(
        layout.bare_spots,
        ((beach.starfish, pale, theme.coral), (beach.shell, theme.foam, theme.wet)),
        strict=False,
    ):
        pen = Canvas(size)
        draw(pen, body, details)
        image.alpha_composite(pen.finish(), (x - size // 2, y - size // 2))
