"""All of a board that play does not change: sand, sea, zones, coast, corner stones and coordinates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from engines import Mark, MarkKind, Side
from imaging.art import beach
from imaging.layout import SPOT, Box, Cell, Layout
from imaging.pen import Colour, Pen, Point
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
    """Which cells are no longer in play, special to a side, or where a side wants to go."""

    dry: frozenset[Cell]
    zones: frozenset[tuple[Cell, Side]]
    goals: frozenset[tuple[Cell, Side]]

    @staticmethod
    def of(marks: Sequence[Mark], cell: Callable[[str], Cell]) -> Terrain:
        """The terrain that marks speak of; ``cell`` says where a point is."""
        special: dict[MarkKind, set[tuple[Cell, Side]]] = {"zone": set(), "goal": set()}
        dry = frozenset(cell(mark.at) for mark in marks if mark.kind == "dry")
        for mark in marks:
            if mark.kind in special and mark.side is not None and cell(mark.at) not in dry:
                special[mark.kind].add((cell(mark.at), mark.side))
        return Terrain(dry, frozenset(special["zone"]), frozenset(special["goal"]))

    def floors(self, cells: Iterable[Cell], is_light: Callable[[Cell], bool]) -> dict[Cell, Floor]:
        """What each of the cells looks like, those no longer in play left out."""
        zones, goals = dict(self.zones), dict(self.goals)
        return {
            cell: Floor(is_light(cell), zones.get(cell), goals.get(cell))
            for cell in cells
            if cell not in self.dry
        }


class Floor(NamedTuple):
    """All that the look of a cell in play depends on, with nothing on it."""

    light: bool
    zone: Side | None = None
    goal: Side | None = None


@dataclass(frozen=True, slots=True)
class Ground:
    """A finished ground, as ``RGB`` and as palette indices (``L``). Not to be changed."""

    colours: Image.Image
    indices: Image.Image


@lru_cache(maxsize=16)
def ground(layout: Layout, terrain: Terrain, theme: Theme) -> Ground:
    """The picture of a board with nothing on it."""
    image = Image.new("RGBA", (layout.width, layout.height), theme.sand)
    for cell in terrain.dry:
        image.paste(theme.dry_light if layout.is_light(cell) else theme.dry_dark, layout.box(cell))
    for cell, floor in terrain.floors(layout.cells(), layout.is_light).items():
        image.paste(water(theme, floor, layout.tile), layout.box(cell))
    _add_coast(image, layout, _sea(layout, terrain), theme)
    _add_coordinates(image, layout, theme)
    _add_flotsam(image, layout, theme)
    colours = image.convert("RGB")
    return Ground(colours, theme.palette.reduce(colours))


@lru_cache(maxsize=64)
def water(theme: Theme, floor: Floor, size: int) -> Image.Image:
    """A square of sea, ``RGBA``, with what shows whose zone it is and who wants to go there."""
    square = Image.new("RGBA", (size, size), water_colour(theme, floor))
    pen = Pen(size)
    if floor.zone is not None:
        pattern(pen, theme.coat(floor.zone), theme, light=floor.light)
    if floor.goal is not None:
        corners: list[Point] = [(-47.0, -47.0), (47.0, -47.0), (47.0, 47.0), (-47.0, 47.0)]
        finish_line(pen, corners, 6, theme.coat(floor.goal), theme)
    square.alpha_composite(pen.finish())
    return square


def water_colour(theme: Theme, floor: Floor) -> Colour:
    """The colour of a cell below its patterns."""
    if floor.zone is None:
        return theme.sea_light if floor.light else theme.sea_dark
    return theme.zones(theme.coat(floor.zone))[0 if floor.light else 1]


def pattern(pen: Pen, coat: Coat, theme: Theme, *, light: bool, reach: float = 50.0) -> None:
    """Dots for the round side; slanted lines for the square one, ``reach`` units up and down."""
    paint = theme.pattern(coat)[0 if light else 1]
    if coat.form == "round":
        for row in range(4):
            for column in range(4):
                pen.disc((-37.5 + 25 * column, -37.5 + 25 * row), 3.6, paint)
    else:
        for foot in range(-150, 75, 25):
            # Four lines cross each edge of a square, so that they run on from one to the next.
            low, high = foot + 50 - reach, foot + 50 + reach
            pen.polygon([(low, reach), (low + 4.5, reach), (high + 4.5, -reach), (high, -reach)], paint)


def finish_line(pen: Pen, corners: Sequence[Point], dashes: int, coat: Coat, theme: Theme) -> None:
    """A chequered line along the edges of a cell, so many dashes an edge, like the one that ends a race."""
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        for dash in range(dashes):
            ends = [(ax + (bx - ax) * at / dashes, ay + (by - ay) * at / dashes) for at in (dash, dash + 1)]
            pen.line(ends, 6.0, coat.rim if dash % 2 else theme.foam)


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
