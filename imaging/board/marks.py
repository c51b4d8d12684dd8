"""The marks of a cell: those under the piece on it, and those over it."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engines import MarkKind
from imaging.board.outline import Outline, dot
from imaging.draw.canvas import Canvas, Colour, arc
from imaging.draw.text import centre, lettering
from imaging.themes.theme import Theme

Marks = frozenset[MarkKind]

NO_MARKS: Marks = frozenset()

_NAME = 0.34
"""Height of the letters of a name, as a share of a cell's width."""


@lru_cache(maxsize=128)
def under(marks: Marks, theme: Theme, outline: Outline) -> Image.Image:
    """The marks below the piece, on a transparent ``RGBA`` image of a cell's size."""
    pen = outline.pen()
    if "check" in marks:
        outline.fill(pen, theme.coral)
        _burst(pen, theme.foam)
    elif "last-to" in marks:
        outline.fill(pen, theme.amber)
        outline.fill(pen, theme.sun, inset=5.5)
    elif "last-from" in marks:
        outline.departure(pen, theme)
    elif "chosen" in marks:
        outline.fill(pen, theme.glow)
    if "capture" in marks:
        outline.threat_below(pen, theme)
    return pen.finish()


@lru_cache(maxsize=128)
def over(marks: Marks, theme: Theme, outline: Outline, *, occupied: bool = False) -> Image.Image:
    """The marks above the piece, on a transparent ``RGBA`` image of a cell's size.

    ``occupied``: True if there is a piece that should stay visible.
    """
    pen = outline.pen()
    if "chosen" in marks:
        outline.frame(pen, *outline.rim, theme.deep)
        outline.frame(pen, 3.0, 5.0, theme.foam)
    if "capture" in marks:
        outline.threat(pen, theme)
    elif "target" in marks:
        if occupied:
            dot(pen.moved(*outline.dot_at), theme)
        else:
            outline.target(pen, theme)
    if "check" in marks:
        _alarm(pen.moved(*outline.alarm_at), theme)
    if "moved" in marks:
        _tick(pen.moved(*outline.tick_at), theme)
    return pen.finish()


def add_name(cell: Image.Image, name: str, theme: Theme) -> None:
    """Write the name of a point on the mark of a target, in the middle of its cell (``RGBA``)."""
    centre(cell, _name(name, round(cell.width * _NAME), theme.foam), (cell.width / 2, cell.height / 2))


@lru_cache(maxsize=512)
def _name(name: str, size: int, ink: Colour) -> Image.Image:
    # Every character starts on a whole pixel and so looks the same everywhere: that saves bytes.
    letters = [lettering(letter, size, ink) for letter in name]
    image = Image.new("RGBA", (sum(letter.width for letter in letters), letters[0].height))
    x = 0
    for letter in letters:
        image.paste(letter, (x, 0))
        x += letter.width
    return image


def _burst(pen: Canvas, paint: Colour) -> None:
    """Draw a star of many rays around a piece."""
    rays = 16
    outline = []
    for ray in range(rays):
        angle = 360.0 * ray / rays
        outline += arc((0, 0), 62.0, angle, angle, steps=1)[:1]
        outline += arc((0, 0), 46.0, angle + 180.0 / rays, angle + 180.0 / rays, steps=1)[:1]
    pen.polygon(outline, paint)


def _alarm(pen: Canvas, theme: Theme) -> None:
    """Draw a badge with an exclamation mark."""
    pen.disc((0, 0), 18.0, theme.foam)
    pen.disc((0, 0), 15.5, theme.coral)
    pen.line([(0.0, -8.0), (0.0, 1.0)], 5.6, theme.foam, end=4.4)
    pen.disc((0.0, 8.5), 3.1, theme.foam)


def _tick(pen: Canvas, theme: Theme) -> None:
    """Draw a badge with a tick."""
    pen.disc((0, 0), 15.5, theme.foam)
    pen.disc((0, 0), 13.0, theme.deep)
    pen.line([(-6.5, 0.5), (-1.8, 5.5), (6.5, -5.0)], 4.4, theme.foam)
