"""The one piece of Pjawns: half a prawn, half a pawn.

Units are those of :class:`imaging.draw.canvas.Canvas`; it stays within 38 units of the middle.
"""

from __future__ import annotations

from collections.abc import Mapping

from imaging.board.art import Art
from imaging.draw.canvas import Canvas, Colour, mirrored, symmetric


def pjawn(pen: Canvas, ink: Colour, cut: Colour) -> None:
    """A prawn's head and rings on the foot of a pawn."""
    for side in (list, mirrored):
        pen.sweep(side([(5.0, -24.0), (9.0, -33.0), (17.0, -38.0), (26.0, -36.0)]), 3.4, ink, end=2.6)
        for y, reach in ((1.0, 24.0), (8.5, 25.5)):
            pen.sweep(side([(9.0, y), (reach - 5.0, y - 1.0), (reach, y + 5.5)]), 4.2, ink, end=3.0)
        pen.line(side([(6.0, -19.0), (14.0, -21.5)]), 5.0, ink)
    pen.blob(symmetric([(0.0, -36.0), (6.0, -27.0), (12.5, -14.0), (14.0, -3.0), (10.0, 6.0)]), ink)
    pen.blob(symmetric([(0.0, -8.0), (13.0, -6.0), (13.0, 6.0), (18.0, 22.0), (0.0, 26.0)]), ink)
    for x in (-15.5, 15.5):
        pen.disc((x, -22.0), 6.0, ink)
        pen.disc((x, -22.0), 2.5, cut)
    pen.box((-24.0, 22.5), (24.0, 34.0), 4.5, ink)
    for y, half in ((-3.5, 10.5), (5.0, 10.5), (13.5, 11.5)):
        pen.sweep([(-half, y - 1.8), (0.0, y + 1.8), (half, y - 1.8)], 2.9, cut)
    pen.line([(-18.0, 24.5), (18.0, 24.5)], 2.6, cut)


ART: Mapping[str, Art] = {"pjawn": pjawn}
