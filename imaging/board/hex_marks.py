"""The marks of a hex: those under the piece on it, and those over it."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from imaging.board.cells import Marks
from imaging.board.hex_ground import Size, edge, hex_pen, hexagon
from imaging.board.marks import alarm, burst, dot, tick
from imaging.draw.canvas import Canvas, Colour, Point
from imaging.draw.text import centre, lettering
from imaging.themes.theme import Theme

_TARGET = 42.0
"""The distance from the middle of a hex that a piece may go to, to the edge of its mark."""
_NAME = 0.34
"""Height of the letters on it, as a share of the hex's width."""


@lru_cache(maxsize=64)
def hex_under(marks: Marks, theme: Theme, size: Size) -> Image.Image:
    """The marks below the piece, on a transparent ``RGBA`` image."""
    pen = hex_pen(size)
    if "check" in marks:
        pen.polygon(hexagon(edge(size)), theme.coral)
        burst(pen, theme.foam)
    elif "last-to" in marks:
        pen.polygon(hexagon(edge(size)), theme.amber)
        pen.polygon(hexagon(edge(size) - 5.5), theme.sun)
    elif "last-from" in marks:
        pen.polygon(hexagon(38.0), theme.glow)
        _outline(pen, 33.0, 4.0, theme.amber)
    elif "chosen" in marks:
        pen.polygon(hexagon(edge(size)), theme.glow)
    if "capture" in marks:
        _points(pen, edge(size), theme)
    return pen.finish()


@lru_cache(maxsize=64)
def hex_over(marks: Marks, theme: Theme, size: Size, *, occupied: bool = False) -> Image.Image:
    """The marks above the piece, on a transparent ``RGBA`` image."""
    pen = hex_pen(size)
    if "chosen" in marks:
        _outline(pen, edge(size) - 1.5, 3.5, theme.deep)
        _outline(pen, edge(size) - 5.5, 5.0, theme.foam)
    if "capture" in marks:
        # A piece leaves little of the points to be seen.
        _outline(pen, edge(size) - 2.5, 5.0, theme.coral)
    elif "target" in marks:
        if occupied:
            dot(pen.moved(24.0, 24.0), theme)
        else:
            pen.polygon(hexagon(_TARGET), theme.foam)
            pen.polygon(hexagon(_TARGET - 4.0), theme.deep)
    if "check" in marks:
        alarm(pen.moved(22.0, -23.0), theme)
    if "moved" in marks:
        tick(pen.moved(25.0, 24.0), theme)
    return pen.finish()


def add_name(hex_: Image.Image, name: str, theme: Theme) -> None:
    """Write the name of a point on the mark of a target, in the middle of its hex (``RGBA``)."""
    centre(hex_, _name(name, round(hex_.width * _NAME), theme.foam), (hex_.width / 2, hex_.height / 2))


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


def _outline(pen: Canvas, reach: float, width: float, paint: Colour) -> None:
    corners = hexagon(reach)
    pen.line([*corners, corners[0]], width, paint)


def _points(pen: Canvas, reach: float, theme: Theme) -> None:
    """Fill the six corners, as the four of a square are."""
    corners = hexagon(reach)
    for share, paint in ((0.47, theme.foam), (0.40, theme.coral)):
        for number, corner in enumerate(corners):
            before, after = corners[number - 1], corners[(number + 1) % 6]
            pen.polygon([corner, _along(corner, after, share), _along(corner, before, share)], paint)


def _along(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
