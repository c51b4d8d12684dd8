"""From a diagram to a picture."""

from __future__ import annotations

from engines import Diagram, Squares
from imaging.hexes import paint_hexes
from imaging.picture import Picture
from imaging.png import encode
from imaging.squares import paint_squares

WIDTH = 900
"""Pixels across a board's picture unless asked otherwise: sharp on a phone, small to send."""


def draw(diagram: Diagram, *, width: int = WIDTH) -> Picture:
    """The picture of a position, ``width`` pixels wide. The same diagram gives the same bytes."""
    if isinstance(diagram.shape, Squares):
        indices, palette = paint_squares(diagram, diagram.shape, width)
    else:
        indices, palette = paint_hexes(diagram, diagram.shape, width)
    return Picture(encode(indices, palette), *indices.size, alt=diagram.alt)
