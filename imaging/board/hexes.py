"""The painter for boards of hexes."""

from __future__ import annotations

from functools import lru_cache

from engines import Diagram, Hexes, Mark
from imaging.board.cells import Kind, Marks, ground_marks, scene_of_cells
from imaging.board.ground import CellStyle, Land, Terrain
from imaging.board.hex_ground import Size, hex_ground, hex_water, stencil
from imaging.board.hex_layout import HexLayout, hex_layout_for
from imaging.board.hex_marks import add_name, hex_over, hex_under
from imaging.board.layout import Cell
from imaging.board.scene import Scene, Tile
from imaging.themes.theme import Theme


def hexes_scene(diagram: Diagram, shape: Hexes, theme: Theme, width: int) -> Scene:
    """The picture of a position on hexes, ``width`` pixels wide."""
    layout = hex_layout_for(shape, diagram.flipped, width)
    land = _land(layout, ground_marks(diagram), theme)
    size = layout.across, layout.tall

    def tile(cell: Cell, kind: Kind | None, marks: Marks) -> Tile:
        # Only where a piece may go: that is what somebody has to name.
        name = layout.name(cell) if kind is None and "target" in marks else ""
        return _tile(land.floors[cell], kind, marks, name, theme, size)

    return scene_of_cells(diagram, layout, land.ground, theme, tile)


@lru_cache(maxsize=16)
def _land(layout: HexLayout, marks: tuple[Mark, ...], theme: Theme) -> Land:
    # No game on hexes has a board that dries up, so that is not drawn.
    terrain = Terrain.of([mark for mark in marks if mark.kind != "dry"], layout.cell)
    return Land(hex_ground(layout, terrain, theme), terrain.floors(layout.cells(), layout.is_light))


@lru_cache(maxsize=2048)
def _tile(floor: CellStyle, kind: Kind | None, marks: Marks, name: str, theme: Theme, size: Size) -> Tile:
    """A hex with what is on it."""
    across, tall = size
    tile = hex_water(theme, floor, size).copy()
    tile.alpha_composite(hex_under(marks, theme, size))
    if kind is not None:
        tile.alpha_composite(kind.token(theme, across), (0, (tall - across) // 2))
    tile.alpha_composite(hex_over(marks, theme, size, occupied=kind is not None))
    if name:
        add_name(tile, name, theme)
    return Tile(theme.palette.reduce(tile.convert("RGB")), stencil(size))
