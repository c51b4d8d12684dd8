"""The painter for boards of squares."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engines import Diagram, Mark, Squares
from imaging.board.cells import Kind, Marks, ground_marks, scene_of_cells
from imaging.board.ground import CellStyle, Land, Terrain, ground, water
from imaging.board.layout import Cell, Layout, layout_for
from imaging.board.marks import over, under
from imaging.board.scene import Scene, Tile
from imaging.themes.theme import Theme

_GROUNDS = 24
"""Kept at most: of some games and themes, from both sides. Each is as many bytes as it has pixels."""


def squares_scene(diagram: Diagram, shape: Squares, theme: Theme, width: int) -> Scene:
    """The picture of a position on squares, ``width`` pixels wide."""
    layout = layout_for(shape, diagram.flipped, width)
    land = _land(layout, ground_marks(diagram), theme)

    def tile(cell: Cell, kind: Kind | None, marks: Marks) -> Tile:
        floor = land.floors.get(cell)
        if floor is not None:
            return _tile(floor, kind, marks, theme, layout.tile)
        # On dry land: coast may run through it, so it is not like any other.
        square = land.ground.colours(layout.box(cell)).convert("RGBA")
        return Tile(_composed(square, kind, marks, theme))

    return scene_of_cells(diagram, layout, land.ground, theme, tile)


@lru_cache(maxsize=_GROUNDS)
def _land(layout: Layout, marks: tuple[Mark, ...], theme: Theme) -> Land:
    terrain = Terrain.of(marks, layout.cell)
    return Land(ground(layout, terrain, theme), terrain.floors(layout.cells(), layout.is_light))


@lru_cache(maxsize=1024)
def _tile(floor: CellStyle, kind: Kind | None, marks: Marks, theme: Theme, size: int) -> Tile:
    return Tile(_composed(water(theme, floor, size).copy(), kind, marks, theme))


def _composed(square: Image.Image, kind: Kind | None, marks: Marks, theme: Theme) -> Image.Image:
    """A square with what is on it, as palette indices (``L``). Draws on ``square`` (``RGBA``)."""
    size = square.width
    square.alpha_composite(under(marks, theme, size))
    if kind is not None:
        square.alpha_composite(kind.token(theme, size))
    square.alpha_composite(over(marks, theme, size, occupied=kind is not None))
    return theme.palette.reduce(square.convert("RGB"))
