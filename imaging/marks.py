"""What is shown about a square besides the piece on it: under the piece, and over it."""

from __future__ import annotations

from functools import lru_cache
from math import acos, degrees

from PIL import Image

from engines import MarkKind
from imaging.pen import Colour, Pen, arc, turned
from imaging.themes import Theme

Marks = frozenset[MarkKind]


@lru_cache(maxsize=64)
def under(marks: Marks, theme: Theme, size: int) -> Image.Image:
    """What lies below the piece, on a transparent ``RGBA`` square of ``size`` pixels."""
    pen = Pen(size)
    if "last-to" in marks:
        _frame(pen, 0.0, 50.0, theme.sun)
        _frame(pen, 0.0, 5.5, theme.amber)
    elif "last-from" in marks:
        # Short of the edges: on a square that has dried up since, coast may run along them.
        pen.box((-38, -38), (38, 38), 12.0, theme.glow)
        pen.ring((0, 0), 14.0, 5.5, theme.amber)
    elif "chosen" in marks:
        _frame(pen, 0.0, 50.0, theme.glow)
    return pen.finish()


@lru_cache(maxsize=64)
def over(marks: Marks, theme: Theme, size: int) -> Image.Image:
    """What lies above the piece, on a transparent ``RGBA`` square of ``size`` pixels."""
    pen = Pen(size)
    if "chosen" in marks:
        _frame(pen, 0.0, 3.0, theme.deep)
        _frame(pen, 3.0, 5.0, theme.foam)
    if "capture" in marks:
        # In the corners, where neither form of piece reaches: a ring would hide which it is.
        _corners(pen, 50.0, theme.foam)
        _corners(pen, 53.0, theme.coral)
    elif "target" in marks:
        pen.disc((0, 0), 16.0, theme.foam)
        pen.disc((0, 0), 12.5, theme.deep)
    return pen.finish()


def _frame(pen: Pen, inset: float, width: float, paint: Colour) -> None:
    far = 50.0 - inset
    near = far - width
    for a, b in (((-far, -far), (far, -near)), ((-far, near), (far, far))):
        pen.box(a, b, 0, paint)
        # The same bar, turned by a quarter.
        pen.box((a[1], a[0]), (b[1], b[0]), 0, paint)


def _corners(pen: Pen, radius: float, paint: Colour) -> None:
    """Fill what a disc around the middle leaves of the square."""
    free = degrees(acos(50.0 / radius))
    for quarter in range(4):
        outline = [(50.0, 50.0), *arc((0, 0), radius, 90.0 - free, free)]
        pen.polygon(turned(outline, 90.0 * quarter), paint)
