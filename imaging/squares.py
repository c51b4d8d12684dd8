"""The painter for boards of squares."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache

from PIL import Image

from engines import Diagram, MarkKind, Piece, Side, Squares
from imaging.ground import Ground, Terrain, ground, water
from imaging.layout import Box, Cell, Layout
from imaging.marks import Marks, over, under
from imaging.strips import hand_of, size_of, strip
from imaging.themes import Theme, theme_for
from imaging.tokens import token

Kind = tuple[str, str, str, Side]
"""All that the look of a piece depends on: game, kind, letter and side."""

GROUND_MARKS: Marks = frozenset({"zone", "dry"})
"""Marks that are part of the ground."""


def paint_squares(diagram: Diagram, shape: Squares, width: int) -> tuple[Image.Image, bytes]:
    """The picture as palette indices (``L``), and the palette (3 bytes a colour)."""
    theme = theme_for(diagram.sides)
    layout = Layout(shape, flipped=diagram.bottom != diagram.sides[0], width=width)
    terrain = terrain_of(diagram, layout)
    below = ground(layout, terrain, theme)
    canvas = below.indices.copy()
    _paste_cells(canvas, diagram, layout, terrain, below, theme)
    _paste_strips(canvas, diagram, layout, theme)
    return canvas, theme.palette.content


def terrain_of(diagram: Diagram, layout: Layout) -> Terrain:
    """The ground that a diagram stands on."""
    dry = frozenset(layout.cell(mark.at) for mark in diagram.marks if mark.kind == "dry")
    zones = frozenset(
        (layout.cell(mark.at), mark.side)
        for mark in diagram.marks
        if mark.kind == "zone" and mark.side is not None and layout.cell(mark.at) not in dry
    )
    return Terrain(dry, zones)


def _paste_cells(
    canvas: Image.Image, diagram: Diagram, layout: Layout, terrain: Terrain, below: Ground, theme: Theme
) -> None:
    marks: defaultdict[Cell, set[MarkKind]] = defaultdict(set)
    for mark in diagram.marks:
        if mark.kind not in GROUND_MARKS:
            marks[layout.cell(mark.at)].add(mark.kind)
    kinds = {layout.cell(piece.at): _kind(diagram, piece) for piece in diagram.pieces}
    zones = dict(terrain.zones)
    for cell in sorted(kinds.keys() | marks.keys()):
        box = layout.box(cell)
        here = frozenset(marks.get(cell, ()))
        if cell in terrain.dry:
            # Coast may run through it, so it is not like any other.
            tile = _composed(below.colours.crop(box).convert("RGBA"), kinds.get(cell), here, theme)
        else:
            tile = _tile(layout.is_light(cell), zones.get(cell), kinds.get(cell), here, theme, layout.tile)
        canvas.paste(tile, box)


def _kind(diagram: Diagram, piece: Piece) -> Kind:
    return diagram.game, piece.kind, piece.letter, piece.side


@lru_cache(maxsize=1024)
def _tile(
    light: bool, zone: Side | None, kind: Kind | None, marks: Marks, theme: Theme, size: int
) -> Image.Image:
    return _composed(water(theme, light, zone, size).copy(), kind, marks, theme)


def _composed(square: Image.Image, kind: Kind | None, marks: Marks, theme: Theme) -> Image.Image:
    """A square with what is on it, as palette indices (``L``). Draws on ``square`` (``RGBA``)."""
    size = square.width
    square.alpha_composite(under(marks, theme, size))
    if kind is not None:
        game, name, letter, side = kind
        square.alpha_composite(token(game, name, letter, theme.coat(side), size))
    square.alpha_composite(over(marks, theme, size))
    return theme.palette.reduce(square.convert("RGB"))


def _paste_strips(canvas: Image.Image, diagram: Diagram, layout: Layout, theme: Theme) -> None:
    top = next(side for side in diagram.sides if side != diagram.bottom)
    places: tuple[tuple[Side, Box], ...] = ((top, layout.upper_strip), (diagram.bottom, layout.lower_strip))
    for side, box in places:
        hand = hand_of(side, diagram.hands)
        canvas.paste(strip(diagram.game, hand, side == diagram.to_act, theme, size_of(box)), box)
