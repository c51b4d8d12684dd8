"""The painter for boards of hexes."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engines import Diagram, Hexes
from imaging.cells import Kind, Marks, contents
from imaging.ground import Floor, Terrain
from imaging.hex_ground import Size, add_name, edge, hex_ground, hex_pen, hex_water, hexagon, name_ink
from imaging.hex_layout import HexLayout
from imaging.hex_marks import hex_over, hex_under
from imaging.strips import paste_strips
from imaging.themes import Theme, theme_for


def paint_hexes(diagram: Diagram, shape: Hexes, width: int) -> tuple[Image.Image, bytes]:
    """The picture as palette indices (``L``), and the palette (3 bytes a colour)."""
    theme = theme_for(diagram.sides)
    layout = HexLayout(shape, flipped=diagram.flipped, width=width)
    # No game on hexes has a board that dries up, so that is not drawn.
    terrain = Terrain.of([mark for mark in diagram.marks if mark.kind != "dry"], layout.cell)
    canvas = hex_ground(layout, terrain, theme).indices.copy()
    here = contents(diagram, layout.cell)
    floors = terrain.floors(here, layout.is_light)
    size = layout.across, layout.tall
    stencil = _stencil(size)
    for cell, (kind, marks) in here.items():
        # A piece covers the name of its point.
        name = layout.name(cell) if kind is None else ""
        canvas.paste(_tile(floors[cell], kind, marks, name, theme, size), layout.box(cell), stencil)
    paste_strips(canvas, diagram, layout, theme)
    return canvas, theme.palette.content


@lru_cache(maxsize=16)
def _stencil(size: Size) -> Image.Image:
    """Which pixels of its box belong to a hex: all that its water touches."""
    pen = hex_pen(size)
    pen.polygon(hexagon(edge(size)), (0, 0, 0))
    return pen.finish().getchannel("A").point([255 if value else 0 for value in range(256)])


@lru_cache(maxsize=1024)
def _tile(floor: Floor, kind: Kind | None, marks: Marks, name: str, theme: Theme, size: Size) -> Image.Image:
    """A hex with what is on it, as palette indices (``L``)."""
    across, tall = size
    tile = Image.new("RGBA", size, theme.foam)
    tile.alpha_composite(hex_water(theme, floor, size))
    tile.alpha_composite(hex_under(marks, theme, size))
    if kind is not None:
        tile.alpha_composite(kind.token(theme, across), (0, (tall - across) // 2))
    tile.alpha_composite(hex_over(marks, theme, size, occupied=kind is not None))
    if name:
        add_name(tile, name, theme.text if marks else name_ink(theme, floor))
    return theme.palette.reduce(tile.convert("RGB"))
