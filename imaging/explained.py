"""Boards that explain something: with arrows, which say at a glance how pieces go, or some rows alone."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, degrees, hypot

from PIL import Image

from engines import Diagram
from imaging.board.layout import Layout
from imaging.board.painter import WIDTH, alt_of, layout_of, scene_of
from imaging.draw.canvas import Canvas, Point, turned
from imaging.draw.png import encode
from imaging.picture import Picture, finished
from imaging.themes.catalog import DEFAULT_THEME
from imaging.themes.theme import Theme

Arrow = tuple[str, str]
"""The points that an arrow goes from and to."""

_SHAFT = 0.15
_HEAD = 0.36
_EDGE = 0.045
"""Thickness of an arrow, length of its head and the rim around it, as shares of a cell's width."""
_SHORT = 0.22
"""The distance that an arrow begins and ends before the middles of its cells."""
_LEAST = 0.115
"""The cell of the smallest arrows, as a share of the picture's width: on a phone they have to be seen."""

_SHORE = 16
"""Sand and foam above the rows of :func:`draw_rows`, on a picture 900 pixels wide."""
_LETTERS = 50
"""The room for the letters below them."""


def draw_arrows(
    diagram: Diagram, arrows: Sequence[Arrow], *, theme: str = DEFAULT_THEME, width: int
) -> Picture:
    """The picture of a position with arrows, which its alt text names. Raises KeyError as ``draw`` does."""
    scene, layout = scene_of(diagram, theme, width), layout_of(diagram, width)
    palette = scene.theme.palette
    image = palette.coloured(scene.indices()).convert("RGBA")
    for start, end in arrows:
        _add(image, layout, scene.theme, start, end)
    named = ", ".join(f"{start} to {end}" for start, end in arrows)
    return finished(image, palette, f"{alt_of(diagram, theme)} Arrows: {named}.")


def _add(image: Image.Image, layout: Layout, theme: Theme, start: str, end: str) -> None:
    (ax, ay), (bx, by) = layout.middle(layout.places[start]), layout.middle(layout.places[end])
    unit = max(layout.outline.across, layout.width * _LEAST)
    length, angle = hypot(bx - ax, by - ay) / unit - 2 * _SHORT, degrees(atan2(by - ay, bx - ax))
    size = round(abs(bx - ax) + unit), round(abs(by - ay) + unit)
    pen = Canvas(size, unit=unit)
    for edge, paint in ((_EDGE, theme.foam), (0.0, theme.coral)):
        pen.polygon(turned(_outline(length, edge), angle), paint)
    drawing = pen.finish()
    corner = round((ax + bx - drawing.width) / 2), round((ay + by - drawing.height) / 2)
    image.alpha_composite(drawing, corner)


def _outline(length: float, edge: float) -> list[Point]:
    """An arrow to the right around the origin, ``edge`` larger on all sides, in widths of a cell."""
    back, tip = -length / 2 - edge, length / 2 + 1.9 * edge
    neck, half, wing = length / 2 - _HEAD - edge, _SHAFT / 2 + edge, _HEAD * 0.58 + 1.6 * edge
    upper: list[Point] = [(back, -half), (neck, -half), (neck, -wing), (tip, 0.0)]
    return [*upper, *((x, -y) for x, y in reversed(upper[:-1]))]


def draw_rows(diagram: Diagram, rows: int, *, theme: str = DEFAULT_THEME, width: int = WIDTH) -> Picture:
    """The picture of so many ``rows`` next to the side at the bottom, without the rest of the board.

    ``diagram`` shows nothing in the others. Raises KeyError as :func:`imaging.draw` does.
    """
    scene, layout = scene_of(diagram, theme, width), layout_of(diagram, width)
    _, _, _, bottom = layout.board
    upper = layout.box((0, max(0, layout.rows - rows)))[1] - layout.scaled(_SHORE)
    cut = scene.indices().crop((0, upper, width, bottom + layout.scaled(_LETTERS)))
    return Picture(encode(cut, scene.theme.palette.content), *cut.size, alt=diagram.alt)
