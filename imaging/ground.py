"""All of a board that play does not change: sand, sea, zones, coast, corner stones and coordinates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from engines import Side
from imaging.art import beach
from imaging.layout import SPOT, Box, Cell, Layout
from imaging.pen import Pen
from imaging.text import centre, lettering
from imaging.themes import Coat, Theme, mix

# Pixels on a picture 900 pixels wide.
_COAST = 11
_COORDINATE = 30
_STONE_LENGTH = 30
_STONE_WIDTH = 11

_WAVES = 3
"""Along one tile."""


@dataclass(frozen=True, slots=True)
class Terrain:
    """What kind of ground the cells are: those no longer in play, and those special to a side."""

    dry: frozenset[Cell]
    zones: frozenset[tuple[Cell, Side]]


@dataclass(frozen=True, slots=True)
class Ground:
    """A finished ground, as ``RGB`` and as palette indices (``L``). Not to be changed."""

    colours: Image.Image
    indices: Image.Image


@lru_cache(maxsize=16)
def ground(layout: Layout, terrain: Terrain, theme: Theme) -> Ground:
    """The picture of a board with nothing on it."""
    image = Image.new("RGBA", (layout.width, layout.height), theme.sand)
    zones = dict(terrain.zones)
    for cell in layout.cells():
        light = layout.is_light(cell)
        if cell in terrain.dry:
            image.paste(theme.dry_light if light else theme.dry_dark, layout.box(cell))
        else:
            image.paste(water(theme, light, zones.get(cell), layout.tile), layout.box(cell))
    _add_coast(image, layout, _sea(layout, terrain), theme)
    _add_coordinates(image, layout, theme)
    _add_flotsam(image, layout, theme)
    colours = image.convert("RGB")
    return Ground(colours, theme.palette.reduce(colours))


@lru_cache(maxsize=64)
def water(theme: Theme, light: bool, zone: Side | None, size: int) -> Image.Image:
    """A square of sea, ``RGBA``, with the pattern of the side whose zone it is."""
    if zone is None:
        return Image.new("RGBA", (size, size), theme.sea_light if light else theme.sea_dark)
    coat = theme.coat(zone)
    base = theme.zones(coat)[0 if light else 1]
    square = Image.new("RGBA", (size, size), base)
    square.alpha_composite(_pattern(coat, theme, light, size))
    return square


def _pattern(coat: Coat, theme: Theme, light: bool, size: int) -> Image.Image:
    """Dots for the round side, slanted lines for the square one."""
    pen = Pen(size)
    paint = theme.pattern(coat)[0 if light else 1]
    if coat.form == "round":
        for row in range(4):
            for column in range(4):
                pen.disc((-37.5 + 25 * column, -37.5 + 25 * row), 3.6, paint)
    else:
        for foot in range(-150, 75, 25):
            # Four lines cross each edge, so that they run on from square to square.
            pen.polygon([(foot, 50), (foot + 4.5, 50), (foot + 104.5, -50), (foot + 100, -50)], paint)
    return pen.finish()


def _sea(layout: Layout, terrain: Terrain) -> Box:
    """The rectangle of the cells in play."""
    boxes = [layout.box(cell) for cell in layout.cells() if cell not in terrain.dry]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _add_coast(image: Image.Image, layout: Layout, sea: Box, theme: Theme) -> None:
    """Foam and wet sand around the sea, and a stone at each of its corners."""
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


def _shore(theme: Theme, length: int, depth: int) -> Image.Image:
    """A stretch of coast one tile long, with the sea below it: wet sand, and waves that run up on it."""
    pen = Pen((length, depth), unit=length / 100)
    water_line = 50 * depth / length
    pen.box((-50, water_line - 7.5), (50, water_line), 0, theme.wet)
    pen.box((-50, water_line - 3.0), (50, water_line), 0, theme.foam)
    for wave in range(_WAVES):
        middle = (wave + 0.5) * 100 / _WAVES - 50
        pen.disc((middle, water_line + 9.0), 14.5, theme.foam)
    return pen.finish()


def _add_stones(image: Image.Image, layout: Layout, sea: Box, theme: Theme) -> None:
    """The corner pieces of the game: red angles around the four corners of the sea."""
    reach, thick = layout.scaled(_STONE_LENGTH), layout.scaled(_STONE_WIDTH)
    size = reach + thick
    pen = Pen(size)
    edge, inner = 100 * thick / size - 50, 50.0
    pen.box((-50, -50), (inner, edge), 5, theme.coral)
    pen.box((-50, -50), (edge, inner), 5, theme.coral)
    stone = pen.finish()
    left, top, right, bottom = sea
    image.alpha_composite(stone, (left - thick, top - thick))
    image.alpha_composite(stone.transpose(Image.Transpose.ROTATE_270), (right - reach, top - thick))
    image.alpha_composite(stone.transpose(Image.Transpose.ROTATE_180), (right - reach, bottom - reach))
    image.alpha_composite(stone.transpose(Image.Transpose.ROTATE_90), (left - thick, bottom - reach))


def _add_coordinates(image: Image.Image, layout: Layout, theme: Theme) -> None:
    left, top, _, bottom = layout.board
    size = layout.scaled(_COORDINATE)
    for column, name in enumerate(layout.file_names()):
        x = left + (column + 0.5) * layout.tile
        centre(image, lettering(name, size, theme.text), (x, bottom + layout.scaled(28)))
    for row, name in enumerate(layout.rank_names()):
        y = top + (row + 0.5) * layout.tile
        centre(image, lettering(name, size, theme.text), (left - layout.scaled(24), y))


def _add_flotsam(image: Image.Image, layout: Layout, theme: Theme) -> None:
    """A starfish and a shell, where there is room for them."""
    size = layout.scaled(SPOT)
    pale = mix(theme.sand, theme.coral, 0.5)
    for (x, y), (draw, body, details) in zip(
        layout.bare_spots,
        ((beach.starfish, pale, theme.coral), (beach.shell, theme.foam, theme.wet)),
        strict=False,
    ):
        pen = Pen(size)
        draw(pen, body, details)
        image.alpha_composite(pen.finish(), (x - size // 2, y - size // 2))
