"""The edge of the board: foam and wet sand around the sea, stones at its corners, flotsam on the beach."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from PIL import Image

from imaging.board.art import beach
from imaging.board.layout import SPOT, Box, Cell, Layout
from imaging.draw.canvas import Canvas
from imaging.draw.palette import mix
from imaging.themes.theme import Theme

# Pixels on a picture 900 pixels wide.
_COAST = 11
_STONE_LENGTH = 30
_STONE_WIDTH = 11

_WAVES = 3
"""Along one tile."""


def add_coast(image: Image.Image, layout: Layout, dry: Collection[Cell], theme: Theme) -> None:
    """Foam and wet sand around the cells that are not ``dry``, and a stone at each of their corners."""
    sea = _sea(layout, dry)
    depth = layout.scaled(_COAST)
    left, top, right, bottom = sea
    shore = _shore(theme, layout.tile, depth)
    along, down = range(left, right, layout.tile), range(top, bottom, layout.tile)
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
    _add_stones(image, layout, sea, theme)


def add_flotsam(image: Image.Image, layout: Layout, theme: Theme) -> None:
    """A starfish and a shell, where there is a beach with room for them."""
    if not theme.surf:
        return
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


def _sea(layout: Layout, dry: Collection[Cell]) -> Box:
    """The rectangle of the cells in play."""
    boxes = [layout.box(cell) for cell in layout.cells() if cell not in dry]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


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


def _add_stones(image: Image.Image, layout: Layout, sea: Box, theme: Theme) -> None:
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
