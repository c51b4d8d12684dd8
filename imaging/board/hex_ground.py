"""All of a board of hexes that play does not change: sand, coast, sea, zones, names of rows and files.

Hexes bear no names: a hundred of them are unreadable on a phone, and hide what is on the board.
"""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

from PIL import Image, ImageChops

from imaging.board.ground import Background, CellStyle, Terrain, finish_line, pattern, veins, water_colour
from imaging.board.hex_layout import HexLayout
from imaging.board.layout import Cell
from imaging.draw.canvas import Canvas, Colour, Point, turned
from imaging.draw.text import centre, lettering
from imaging.themes.theme import PieceStyle, Theme

Size = tuple[int, int]
"""Width and height of a hex in pixels."""

_NUMBER = 26
"""Height of the letters beside the board, on a picture 900 pixels wide."""
_LETTER_AWAY = 24
"""From the tips of the outermost hexes to the middle of the letters there."""

_NET = 1.3
"""Half the width of the net between the hexes in pixels: less, and neighbours would share some."""


_TOUCH = 16
"""Of 255: what covers no more of a pixel may share it with its neighbour."""


def hex_ground(layout: HexLayout, terrain: Terrain, theme: Theme) -> Background:
    """The picture of a board with nothing on it."""
    return Background.of(hex_drawn(layout, terrain, theme), theme)


def hex_drawn(layout: HexLayout, terrain: Terrain, theme: Theme) -> Image.Image:
    """The same in all its colours (``RGBA``)."""
    image = Image.new("RGBA", (layout.width, layout.height), theme.sand)
    _add_coast(image, layout, theme)
    size = layout.across, layout.tall
    for cell, floor in terrain.floors(layout.cells(), layout.is_light).items():
        image.paste(hex_water(theme, floor, size), layout.box(cell), stencil(size))
    _add_numbers(image, layout, theme)
    _add_letters(image, layout, theme)
    return image


def hexagon(reach: float) -> list[Point]:
    """A hex whose edges are ``reach`` units from its middle; the point at the top comes first."""
    point = reach * 2 / sqrt(3)
    right: list[Point] = [(0.0, -point), (reach, -point / 2), (reach, point / 2), (0.0, point)]
    return [*right, (-reach, point / 2), (-reach, -point / 2)]


def edge(size: Size) -> float:
    """The distance from the middle of a hex to the edge of its water, in units: beyond is the net."""
    return 50.0 - 100.0 * _NET / size[0]


def hex_pen(size: Size) -> Canvas:
    """A pen for a hex, which is 100 units wide."""
    return Canvas(size, unit=size[0] / 100)


@lru_cache(maxsize=16)
def stencil(size: Size) -> Image.Image:
    """The mask (``L``) of a hex in its box: the pixels that its water does more than touch."""
    pen = hex_pen(size)
    pen.polygon(hexagon(edge(size)), (0, 0, 0))
    return pen.finish().getchannel("A").point([255 if value > _TOUCH else 0 for value in range(256)])


@lru_cache(maxsize=64)
def hex_water(theme: Theme, floor: CellStyle, size: Size) -> Image.Image:
    """A hex of sea on foam, ``RGBA``, with what shows whose zone it is and who wants to go there."""
    pen = hex_pen(size)
    pen.polygon(hexagon(edge(size)), water_colour(theme, floor))
    water = pen.finish()
    pen = hex_pen(size)
    if theme.grain is not None:
        veins(pen, theme.vein(water_colour(theme, floor)), across=floor.light)
    if floor.zone is not None:
        _zone(pen, floor, theme.coat(floor.zone), theme)
    if floor.goal is not None:
        finish_line(pen, hexagon(edge(size) - 3.0), 4, theme.coat(floor.goal), theme)
    drawing = pen.finish()
    drawing.putalpha(ImageChops.multiply(drawing.getchannel("A"), water.getchannel("A")))
    water.alpha_composite(drawing)
    whole = Image.new("RGBA", size, theme.foam)
    whole.alpha_composite(water)
    return whole


def _zone(pen: Canvas, floor: CellStyle, coat: PieceStyle, theme: Theme) -> None:
    """Beads for the round side, slanted lines for the square one, around plain water in the middle."""
    if coat.form == "round":
        for bead in (*hexagon(37.5), *turned(hexagon(37.5), 30.0)):
            pen.disc(bead, 4.4, theme.pattern(coat)[0 if floor.light else 1])
    else:
        pattern(pen, coat, theme, light=floor.light, reach=60.0)
        pen.polygon(hexagon(29.0), water_colour(theme, floor))


def _middle(layout: HexLayout, cell: Cell) -> Point:
    left, top, right, bottom = layout.box(cell)
    return (left + right) / 2, (top + bottom) / 2


def _add_coast(image: Image.Image, layout: HexLayout, theme: Theme) -> None:
    """Wet sand and foam around the sea, the net between the hexes, and red stones at its corners."""
    every = tuple(layout.cells())
    layers = (
        (62.5, theme.wet, every),
        (69.0, theme.stone_colour, _corners(layout)),
        (57.0, theme.foam, every),
    )
    for reach, paint, cells in layers:
        piece = _patch(layout.across, reach, paint)
        for cell in cells:
            x, y = _middle(layout, cell)
            image.alpha_composite(piece, (round(x - piece.width / 2), round(y - piece.height / 2)))


def _corners(layout: HexLayout) -> tuple[Cell, ...]:
    rows = [list(layout.row(row)) for row in (0, layout.shape.rows - 1)]
    return tuple(end for row in rows for end in (row[0], row[-1]))


def _patch(across: int, reach: float, paint: Colour) -> Image.Image:
    """A hex of one colour that is larger than those of the board."""
    side = round(across * reach / 36)
    pen = Canvas(side, unit=across / 100)
    pen.polygon(hexagon(reach), paint)
    return pen.finish()


def _add_numbers(image: Image.Image, layout: HexLayout, theme: Theme) -> None:
    """The number of every row, on both sides."""
    left, _, right, _ = layout.board
    size, away = layout.scaled(_NUMBER), layout.scaled(34)
    for row in range(layout.shape.rows):
        _, y = _middle(layout, (0, row))
        number = lettering(str(layout.row_number(row)), size, theme.text)
        for x in (left - away, right + away):
            centre(image, number, (x, y))


def _add_letters(image: Image.Image, layout: HexLayout, theme: Theme) -> None:
    """The letters of the files, below the last row and above the first; every other row is set in by half."""
    _, top, _, bottom = layout.board
    size, away = layout.scaled(_NUMBER), layout.scaled(_LETTER_AWAY)
    for row, y in ((0, top - away), (layout.shape.rows - 1, bottom + away)):
        for cell in layout.row(row):
            x, _ = _middle(layout, cell)
            centre(image, lettering(layout.name(cell)[0], size, theme.text), (x, y))
