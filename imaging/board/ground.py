"""All of a board that play does not change: sand, sea, zones, coordinates, and the coast around them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from engines import Mark, MarkKind, Side
from imaging.board.coast import add_coast, add_flotsam
from imaging.board.layout import Box, Cell, Layout
from imaging.draw.canvas import Canvas, Colour, Point
from imaging.draw.palette import Palette
from imaging.draw.png import filtered
from imaging.draw.text import centre, lettering
from imaging.themes.theme import PieceStyle, Theme

_COORDINATE = 30
"""Height of the letters beside the board in pixels, on a picture 900 pixels wide."""


_VEINS = ((-38.0, 3.0, 1.6), (-21.0, -4.0, 1.1), (-3.0, 5.0, 2.0), (13.0, 3.0, 1.1), (33.0, -5.0, 1.6))
"""The veins of a cell of wood: place, bend and thickness of each, in units."""


@dataclass(frozen=True, slots=True)
class Terrain:
    """The cells no longer in play, those special to a side, and those that a side wants to reach."""

    dry: frozenset[Cell]
    zones: frozenset[tuple[Cell, Side]]
    goals: frozenset[tuple[Cell, Side]]

    @staticmethod
    def of(marks: Sequence[Mark], cell: Callable[[str], Cell]) -> Terrain:
        """The terrain that marks describe; ``cell`` gives the cell of a point."""
        special: dict[MarkKind, set[tuple[Cell, Side]]] = {"zone": set(), "goal": set()}
        dry = frozenset(cell(mark.at) for mark in marks if mark.kind == "dry")
        for mark in marks:
            if mark.kind in special and mark.side is not None and cell(mark.at) not in dry:
                special[mark.kind].add((cell(mark.at), mark.side))
        return Terrain(dry, frozenset(special["zone"]), frozenset(special["goal"]))

    def floors(self, cells: Iterable[Cell], is_light: Callable[[Cell], bool]) -> dict[Cell, CellStyle]:
        """The style of each cell; those no longer in play are left out."""
        zones, goals = dict(self.zones), dict(self.goals)
        return {
            cell: CellStyle(is_light(cell), zones.get(cell), goals.get(cell))
            for cell in cells
            if cell not in self.dry
        }


class CellStyle(NamedTuple):
    """All that the look of a cell in play depends on, with nothing on it."""

    light: bool
    zone: Side | None = None
    goal: Side | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Background:
    """A finished background: its ``rows`` as a PNG file needs them, not to be changed, and its palette.

    Nothing else is kept, since there are many: palette indices and colours are made when asked for.
    """

    rows: Image.Image
    palette: Palette

    @staticmethod
    def of(image: Image.Image, theme: Theme) -> Background:
        """The background that an ``RGBA`` image shows."""
        return Background(filtered(theme.palette.reduce(image.convert("RGB"))), theme.palette)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.rows.width - 1, self.rows.height

    def is_like(self, other: Background) -> bool:
        """True if another background looks the same, even if it was drawn separately."""
        if self is other:
            return True
        return self.size == other.size and self.rows.tobytes() == other.rows.tobytes()

    def indices(self) -> Image.Image:
        """The background as palette indices (``L``)."""
        return self.rows.crop((1, 0, *self.rows.size))

    def colours(self, box: Box | None = None) -> Image.Image:
        """The background, or a part of it, in colours (``RGB``)."""
        left, top, right, bottom = box or (0, 0, *self.size)
        return self.palette.coloured(self.rows.crop((left + 1, top, right + 1, bottom)))


@dataclass(frozen=True, slots=True, eq=False)
class Land:
    """A finished background, and the style of each cell in play."""

    ground: Background
    floors: Mapping[Cell, CellStyle]


def ground(layout: Layout, terrain: Terrain, theme: Theme) -> Background:
    """The picture of a board with nothing on it."""
    return Background.of(drawn(layout, terrain, theme), theme)


def drawn(layout: Layout, terrain: Terrain, theme: Theme) -> Image.Image:
    """The same in all its colours (``RGBA``)."""
    image = Image.new("RGBA", (layout.width, layout.height), theme.sand)
    for cell in terrain.dry:
        image.paste(theme.dry_light if layout.is_light(cell) else theme.dry_dark, layout.box(cell))
    for cell, floor in terrain.floors(layout.cells(), layout.is_light).items():
        image.paste(water(theme, floor, layout.tile), layout.box(cell))
    add_coast(image, layout, terrain.dry, theme)
    _add_coordinates(image, layout, theme)
    add_flotsam(image, layout, theme)
    return image


@lru_cache(maxsize=64)
def water(theme: Theme, floor: CellStyle, size: int) -> Image.Image:
    """A square of sea, ``RGBA``, with the patterns of the side whose zone or goal it is."""
    square = Image.new("RGBA", (size, size), water_colour(theme, floor))
    pen = Canvas(size)
    if theme.grain is not None:
        veins(pen, theme.vein(water_colour(theme, floor)), across=floor.light)
    if floor.zone is not None:
        pattern(pen, theme.coat(floor.zone), theme, light=floor.light)
    if floor.goal is not None:
        corners: list[Point] = [(-47.0, -47.0), (47.0, -47.0), (47.0, 47.0), (-47.0, 47.0)]
        finish_line(pen, corners, 6, theme.coat(floor.goal), theme)
    square.alpha_composite(pen.finish())
    return square


def water_colour(theme: Theme, floor: CellStyle) -> Colour:
    """The colour of a cell below its patterns."""
    if floor.zone is None:
        return theme.sea_light if floor.light else theme.sea_dark
    return theme.zones(theme.coat(floor.zone))[0 if floor.light else 1]


def veins(pen: Canvas, paint: Colour, *, across: bool) -> None:
    """The grain of a piece of wood: lines that run up, or ``across``, and bend a little."""
    for place, bend, width in _VEINS:
        points: list[Point] = [(place, -54.0), (place + bend, -18.0), (place - bend / 2, 20.0), (place, 54.0)]
        pen.sweep([(y, x) for x, y in points] if across else points, width, paint)


def pattern(pen: Canvas, coat: PieceStyle, theme: Theme, *, light: bool, reach: float = 50.0) -> None:
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


def finish_line(pen: Canvas, corners: Sequence[Point], dashes: int, coat: PieceStyle, theme: Theme) -> None:
    """A chequered line along the edges of a cell, with ``dashes`` dashes an edge, like a finish line."""
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        for dash in range(dashes):
            ends = [(ax + (bx - ax) * at / dashes, ay + (by - ay) * at / dashes) for at in (dash, dash + 1)]
            pen.line(ends, 6.0, coat.rim if dash % 2 else theme.foam)


def _add_coordinates(image: Image.Image, layout: Layout, theme: Theme) -> None:
    left, top, _, bottom = layout.board
    size = layout.scaled(_COORDINATE)
    for column, name in enumerate(layout.file_names()):
        x = left + (column + 0.5) * layout.tile
        centre(image, lettering(name, size, theme.text), (x, bottom + layout.scaled(28)))
    for row, name in enumerate(layout.rank_names()):
        y = top + (row + 0.5) * layout.tile
        centre(image, lettering(name, size, theme.text), (left - layout.scaled(24), y))
