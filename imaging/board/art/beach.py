"""Flotsam for the sand beside a narrow board: a starfish and a shell.

Units are those of :class:`imaging.draw.canvas.Canvas`; both stay within 45 units of the middle.
"""

from __future__ import annotations

from imaging.draw.canvas import Canvas, Colour, arc, symmetric, turned


def starfish(pen: Canvas, skin: Colour, dots: Colour) -> None:
    """Five round arms with a row of dots along each."""
    arm = symmetric([(0.0, -42.0), (6.0, -38.0), (9.0, -20.0), (12.0, 0.0)])
    for number in range(5):
        degrees = number * 72.0 + 14.0
        pen.blob(turned(arm, degrees), skin)
        for distance in (14.0, 23.0, 31.0):
            pen.disc(turned([(0.0, -distance)], degrees)[0], 2.4, dots)
    pen.disc((0, 0), 13.0, skin)
    pen.disc((0, 0), 3.0, dots)


def shell(pen: Canvas, body: Colour, ribs: Colour) -> None:
    """A scallop: a fan of ribs over a small hinge."""
    pen.box((-12.0, 26.0), (12.0, 36.0), 3.0, ribs)
    fan = [(0.0, 32.0), *arc((0.0, 2.0), 36.0, -200.0, 20.0, steps=11)]
    pen.polygon(fan, body)
    for rim in arc((0.0, 2.0), 33.0, -190.0, 10.0, steps=6):
        pen.disc(rim, 9.5, body)
        pen.line([(rim[0] * 0.18, 26.0), (rim[0] * 0.92, 2.0 + (rim[1] - 2.0) * 0.92)], 2.6, ribs)
