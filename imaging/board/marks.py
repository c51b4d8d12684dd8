"""The marks of a square: those under the piece on it, and those over it."""

from __future__ import annotations

from functools import lru_cache
from math import acos, degrees

from PIL import Image

from imaging.board.cells import Marks
from imaging.draw.canvas import Canvas, Colour, arc, turned
from imaging.themes.theme import Theme


@lru_cache(maxsize=64)
def under(marks: Marks, theme: Theme, size: int) -> Image.Image:
    """The marks below the piece, on a transparent ``RGBA`` square of ``size`` pixels."""
    pen = Canvas(size)
    if "check" in marks:
        _frame(pen, 0.0, 50.0, theme.coral)
        burst(pen, theme.foam)
    elif "last-to" in marks:
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
def over(marks: Marks, theme: Theme, size: int, *, occupied: bool = False) -> Image.Image:
    """The marks above the piece, on a transparent ``RGBA`` square of ``size`` pixels.

    ``occupied``: True if there is a piece that should stay visible.
    """
    pen = Canvas(size)
    if "chosen" in marks:
        _frame(pen, 0.0, 3.0, theme.deep)
        _frame(pen, 3.0, 5.0, theme.foam)
    if "capture" in marks:
        # In the corners, where neither form of piece reaches: a ring would hide which it is.
        _corners(pen, 50.0, theme.foam)
        _corners(pen, 53.0, theme.coral)
    elif "target" in marks:
        dot(pen.moved(35.0, 35.0) if occupied else pen, theme)
    if "check" in marks:
        alarm(pen.moved(32.0, -32.0), theme)
    if "moved" in marks:
        tick(pen.moved(33.0, 33.0), theme)
    return pen.finish()


def dot(pen: Canvas, theme: Theme) -> None:
    """A dot that marks a cell a piece may go to."""
    pen.disc((0, 0), 16.0, theme.foam)
    pen.disc((0, 0), 12.5, theme.deep)


def burst(pen: Canvas, paint: Colour) -> None:
    """A star of many rays around a piece."""
    rays = 16
    outline = []
    for ray in range(rays):
        angle = 360.0 * ray / rays
        outline += arc((0, 0), 62.0, angle, angle, steps=1)[:1]
        outline += arc((0, 0), 46.0, angle + 180.0 / rays, angle + 180.0 / rays, steps=1)[:1]
    pen.polygon(outline, paint)


def alarm(pen: Canvas, theme: Theme) -> None:
    """A badge with an exclamation mark."""
    pen.disc((0, 0), 18.0, theme.foam)
    pen.disc((0, 0), 15.5, theme.coral)
    pen.line([(0.0, -8.0), (0.0, 1.0)], 5.6, theme.foam, end=4.4)
    pen.disc((0.0, 8.5), 3.1, theme.foam)


def tick(pen: Canvas, theme: Theme) -> None:
    """A badge with a tick."""
    pen.disc((0, 0), 15.5, theme.foam)
    pen.disc((0, 0), 13.0, theme.deep)
    pen.line([(-6.5, 0.5), (-1.8, 5.5), (6.5, -5.0)], 4.4, theme.foam)


def _frame(pen: Canvas, inset: float, width: float, paint: Colour) -> None:
    far = 50.0 - inset
    near = far - width
    for a, b in (((-far, -far), (far, -near)), ((-far, near), (far, far))):
        pen.box(a, b, 0, paint)
        # The same bar, turned by a quarter.
        pen.box((a[1], a[0]), (b[1], b[0]), 0, paint)


def _corners(pen: Canvas, radius: float, paint: Colour) -> None:
    """Fill what a disc around the middle leaves of the square."""
    free = degrees(acos(50.0 / radius))
    for quarter in range(4):
        outline = [(50.0, 50.0), *arc((0, 0), radius, 90.0 - free, free)]
        pen.polygon(turned(outline, 90.0 * quarter), paint)
