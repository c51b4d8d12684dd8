"""Stacks of flat stones for Prudh: round basalt for one side, sandstone with corners for the other.

Seen from a little above. Beyond :data:`MOST_STONES` a stack grows no taller: the number on top counts.
Units are those of :class:`imaging.draw.canvas.Canvas`.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import copysign, cos, pi, sin

from imaging.board.art import Stack
from imaging.draw.canvas import Canvas, Colour, Point
from imaging.draw.palette import ramp
from imaging.themes.theme import SHADOW_SHARE, PieceStyle

MOST_STONES = 6
"""The most stones drawn in one stack."""

_ACROSS = 37.0
_DEEP = 22.5
_THICK = 7.2
_EDGE = 2.0
_STEPS = 72
_SHADE = round(255 * SHADOW_SHARE)


def stack(pen: Canvas, coat: PieceStyle, count: int) -> Point:
    """Draw a stack of ``count`` stones; returns the middle of the face on top."""
    seen = min(count, MOST_STONES)
    foot = (seen - 1) * _THICK / 2
    pen.polygon(_outline(coat, (1.5, foot + _THICK / 2 + 3.5), 3.0), (*coat.shadow, _SHADE))
    for number in range(seen):
        # Piled up by hand, not by a machine.
        middle = (1.3 if number % 2 else -1.3) if seen > 1 else 0.0, foot - number * _THICK
        _stone(pen, coat, middle)
    return middle[0], middle[1] - _THICK / 2


def _stone(pen: Canvas, coat: PieceStyle, middle: Point) -> None:
    x, y = middle
    wall: Colour = ramp(coat.face, coat.rim, 2)[0]
    for paint, grown in ((coat.rim, _EDGE), (wall, 0.0)):
        upper = _outline(coat, (x, y - _THICK / 2), grown)
        lower = _outline(coat, (x, y + _THICK / 2), grown)
        # The far half of the upper edge, and the near half of the lower one.
        pen.polygon([*upper[_STEPS // 2 :], *lower[: _STEPS // 2]], paint)
    pen.polygon(_outline(coat, (x, y - _THICK / 2), 0.0), coat.face)


def _outline(coat: PieceStyle, middle: Point, grown: float) -> list[Point]:
    """The edge of a stone's face, clockwise from the right; ``grown`` units larger all around."""
    # A superellipse: 2 is a disc seen from the side, more gives it corners.
    power = 2 / (2.0 if coat.form == "round" else 4.5)
    across, deep = _ACROSS + grown, _DEEP + grown
    points = []
    for step in range(_STEPS):
        c, s = cos(2 * pi * step / _STEPS), sin(2 * pi * step / _STEPS)
        x, y = copysign(abs(c) ** power, c) * across, copysign(abs(s) ** power, s) * deep
        points.append((middle[0] + x, middle[1] + y))
    return points


STACKS: Mapping[str, Stack] = {"stack": stack}
