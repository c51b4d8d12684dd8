"""The parts of a board that is put together elsewhere: its ground, its pieces, and where its cells are."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from engines import Diagram, Piece, Shape, Side
from imaging.board.ground import Terrain, drawn
from imaging.board.hexes import HexLayout
from imaging.board.layout import Box, Layout
from imaging.board.painter import layout_of
from imaging.board.tokens import token
from imaging.draw.canvas import Point
from imaging.picture import Picture, finished
from imaging.themes.catalog import DEFAULT_THEME, theme_for

GROUND_WIDTH = 1200
"""Pixels across the picture that a ground is cut from: sharp on phones with three pixels to one of CSS."""
PIECE_SIZE = 180
"""Pixels across a piece."""

# Sand and letters around the cells: left, above, right and below, on a picture 900 pixels wide.
_AROUND_SQUARES = (42, 22, 22, 46)
_AROUND_HEXES = (52, 46, 52, 46)


@dataclass(frozen=True, slots=True)
class BoardPlan:
    """The size of a ground, and the corners of each cell on it, in pixels. ``across`` is a cell's width."""

    width: int
    height: int
    across: int
    cells: Mapping[str, tuple[Point, ...]]


def board_plan(diagram: Diagram) -> BoardPlan:
    """The plan of a position's ground."""
    return _plan(diagram.shape, layout_of(diagram, GROUND_WIDTH))


@lru_cache(maxsize=32)
def _plan(_shape: Shape, layout: Layout) -> BoardPlan:
    left, top, right, bottom = _cut(layout)
    outline = layout.outline
    unit = outline.across / 100

    def corners(at: str) -> tuple[Point, ...]:
        x, y = layout.middle(layout.places[at])
        return tuple(
            (round(x - left + across * unit, 1), round(y - top + down * unit, 1))
            for across, down in outline.corners(0.0)
        )

    return BoardPlan(right - left, bottom - top, outline.across, {at: corners(at) for at in layout.places})


def _cut(layout: Layout) -> Box:
    """The part of a board's picture that is its ground: the cells with the letters beside them."""
    left, top, right, bottom = layout.board
    around = _AROUND_HEXES if isinstance(layout, HexLayout) else _AROUND_SQUARES
    before, above, beyond, below = map(layout.scaled, around)
    return (
        max(0, left - before),
        max(0, top - above),
        min(layout.width, right + beyond),
        min(layout.height, bottom + below),
    )


def draw_ground(diagram: Diagram, *, theme: str = DEFAULT_THEME) -> Picture:
    """The board of a position without pieces and without marks but those of the ground.

    Raises KeyError for a theme that is not in :data:`imaging.THEMES`.
    """
    colours, layout = theme_for(diagram.sides, theme), layout_of(diagram, GROUND_WIDTH)
    image = drawn(layout, Terrain.of(diagram.marks, layout), colours).crop(_cut(layout))
    return finished(image, colours.palette, "")


def draw_piece(game: str, sides: tuple[Side, ...], piece: Piece, *, theme: str = DEFAULT_THEME) -> Picture:
    """A piece, or a stack, on a transparent square. Raises KeyError as :func:`draw_ground` does."""
    coat = theme_for(sides, theme).coat(piece.side)
    image = token(game, piece.kind, piece.letter, coat, PIECE_SIZE, piece.count)
    file = io.BytesIO()
    image.save(file, format="PNG", optimize=True)
    return Picture(file.getvalue(), *image.size, alt=piece.kind)
