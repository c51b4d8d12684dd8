"""The background of a board, which play does not change: sand, sea, zones, coordinates, and the coast."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageChops

from engines import Mark, MarkKind, Side
from imaging.board.layout import Box, Cell, Layout
from imaging.board.marks import Outline
from imaging.draw.canvas import Canvas, Colour, Point, write
from imaging.draw.palette import Palette
from imaging.draw.png import filtered
from imaging.themes.theme import PieceStyle, Theme

_VEINS = ((-38.0, 3.0, 1.6), (-21.0, -4.0, 1.1), (-3.0, 5.0, 2.0), (13.0, 3.0, 1.1), (33.0, -5.0, 1.6))
"""The veins of a cell of wood: place, bend and thickness of each, in units."""


class CellStyle(NamedTuple):
    """Everything that determines the look of an empty cell in play."""

    light: bool
    zone: Side | None = None
    goal: Side | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Terrain:
    """The cells no longer in play, and the style of every other cell."""

    dry: frozenset[Cell]
    floors: Mapping[Cell, CellStyle]

    @staticmethod
    def of(marks: Sequence[Mark], layout: Layout) -> Terrain:
        """The terrain that marks describe."""
        dry = frozenset(layout.places[mark.at] for mark in marks if layout.dries and mark.kind == "dry")
        sides: dict[MarkKind, dict[Cell, Side]] = {"zone": {}, "goal": {}}
        for mark in marks:
            if mark.kind in sides and mark.side is not None:
                sides[mark.kind][layout.places[mark.at]] = mark.side
        zones, goals = sides["zone"], sides["goal"]
        floors = {
            cell: CellStyle(layout.is_light(cell), zones.get(cell), goals.get(cell))
            for cell in layout.cells()
            if cell not in dry
        }
        return Terrain(dry, floors)


@dataclass(frozen=True, slots=True, eq=False)
class Background:
    """A finished background: its ``rows`` as a PNG file needs them, not to be changed, and its palette.

    Nothing else is cached, since there are many: palette indices and colours are computed on demand.
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


def drawn(layout: Layout, terrain: Terrain, theme: Theme) -> Image.Image:
    """The picture of an empty board, in all its colours (``RGBA``)."""
    image = Image.new("RGBA", (layout.width, layout.height), theme.sand)
    outline = layout.outline
    for cell in terrain.dry:
        colour = theme.dry_light if layout.is_light(cell) else theme.dry_dark
        image.paste(colour, layout.box(cell), outline.stencil)
    layout.add_coast(image, terrain.dry, theme)
    for cell, floor in terrain.floors.items():
        image.paste(water(theme, floor, outline), layout.box(cell), outline.stencil)
    size = layout.scaled(layout.label_height)
    for text, middle in layout.labels():
        write(image, text, size, theme.text, middle)
    return image


@lru_cache(maxsize=128)
def water(theme: Theme, floor: CellStyle, outline: Outline) -> Image.Image:
    """A cell of sea, ``RGBA``, on foam; with the patterns of the side whose zone or goal it is."""
    colour = _water_colour(theme, floor)
    pen = outline.pen()
    outline.fill(pen, colour)
    sea = pen.finish()
    pen = outline.pen()
    if theme.grain is not None:
        _add_veins(pen, theme.vein(colour), across=floor.light)
    if floor.zone is not None:
        coat = theme.coat(floor.zone)
        outline.pattern(pen, coat.form, theme.pattern(coat)[0 if floor.light else 1], colour)
    if floor.goal is not None:
        _add_finish_line(pen, outline, theme.coat(floor.goal), theme)
    drawing = pen.finish()
    drawing.putalpha(ImageChops.multiply(drawing.getchannel("A"), sea.getchannel("A")))
    sea.alpha_composite(drawing)
    cell = Image.new("RGBA", sea.size, theme.foam)
    cell.alpha_composite(sea)
    return cell


def _water_colour(theme: Theme, floor: CellStyle) -> Colour:
    """The colour of a cell below its patterns."""
    if floor.zone is None:
        return theme.sea_light if floor.light else theme.sea_dark
    return theme.zones(theme.coat(floor.zone))[0 if floor.light else 1]


def _add_veins(pen: Canvas, paint: Colour, *, across: bool) -> None:
    """Draw the grain of a piece of wood: lines that run up, or ``across``, and bend a little."""
    for place, bend, width in _VEINS:
        points: list[Point] = [(place, -54.0), (place + bend, -18.0), (place - bend / 2, 20.0), (place, 54.0)]
        pen.sweep([(y, x) for x, y in points] if across else points, width, paint)


def _add_finish_line(pen: Canvas, outline: Outline, coat: PieceStyle, theme: Theme) -> None:
    corners, dashes = outline.corners(3.0), outline.dashes
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        for dash in range(dashes):
            ends = [(ax + (bx - ax) * at / dashes, ay + (by - ay) * at / dashes) for at in (dash, dash + 1)]
            pen.line(ends, 6.0, coat.rim if dash % 2 else theme.foam)
