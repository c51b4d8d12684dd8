"""The painter for boards of squares."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engines import Diagram, Squares
from imaging.cells import Kind, Marks, contents
from imaging.ground import Floor, Ground, Terrain, ground, water
from imaging.layout import Layout
from imaging.marks import over, under
from imaging.strips import paste_strips
from imaging.themes import Theme, theme_for


def paint_squares(diagram: Diagram, shape: Squares, width: int) -> tuple[Image.Image, bytes]:
    """The picture as palette indices (``L``), and the palette (3 bytes a colour)."""
    theme = theme_for(diagram.sides)
    layout = Layout(shape, flipped=diagram.flipped, width=width)
    terrain = Terrain.of(diagram.marks, layout.cell)
    below = ground(layout, terrain, theme)
    canvas = below.indices.copy()
    _paste_cells(canvas, diagram, layout, terrain, below, theme)
    paste_strips(canvas, diagram, layout, theme)
    return canvas, theme.palette.content


def _paste_cells(
    canvas: Image.Image, diagram: Diagram, layout: Layout, terrain: Terrain, below: Ground, theme: Theme
) -> None:
    here = contents(diagram, layout.cell)
    floors = terrain.floors(here, layout.is_light)
    for cell, (kind, marks) in here.items():
        box = layout.box(cell)
        if cell in terrain.dry:
            # Coast may run through it, so it is not like any other.
            tile = _composed(below.colours.crop(box).convert("RGBA"), kind, marks, theme)
        else:
            tile = _tile(floors[cell], kind, marks, theme, layout.tile)
        canvas.paste(tile, box)


@lru_cache(maxsize=1024)
def _tile(floor: Floor, kind: Kind | None, marks: Marks, theme: Theme, size: int) -> Image.Image:
    return _composed(water(theme, floor, size).copy(), kind, marks, theme)


def _composed(square: Image.Image, kind: Kind | None, marks: Marks, theme: Theme) -> Image.Image:
    """A square with what is on it, as palette indices (``L``). Draws on ``square`` (``RGBA``)."""
    size = square.width
    square.alpha_composite(under(marks, theme, size))
    if kind is not None:
        square.alpha_composite(kind.token(theme, size))
    square.alpha_composite(over(marks, theme, size, occupied=kind is not None))
    return theme.palette.reduce(square.convert("RGB"))
