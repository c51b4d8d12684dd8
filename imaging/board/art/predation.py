"""Predator and prey of Predation: a shark that comes straight at you, and a small fish.

Units are those of :class:`imaging.draw.canvas.Canvas`; both stay within 40 units of the middle.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from imaging.board.art import Art
from imaging.draw.canvas import Canvas, Colour, Point, arc, mirrored, symmetric


def predator(pen: Canvas, ink: Colour, cut: Colour) -> None:
    """A shark's head from the front: a pointed snout, two slanted eyes, and far too many teeth."""
    fins = symmetric([(0.0, 8.0), (24.0, 10.0), (42.0, 27.0), (22.0, 26.0), (0.0, 34.0)])
    pen.polygon(fins, ink)
    skull = [(0.0, -40.0), (9.0, -33.0), (19.0, -17.0), (25.0, 2.0), (24.0, 20.0), (13.0, 33.0), (0.0, 37.0)]
    pen.blob(symmetric(skull), ink)
    for side in (list, mirrored):
        pen.blob(side([(7.0, -11.0), (17.0, -16.0), (16.0, -8.0), (9.0, -6.5)]), cut)
    _mouth(pen, ink, cut)


def _mouth(pen: Canvas, ink: Colour, cut: Colour) -> None:
    """Open, its corners drawn down, with a row of teeth above and one below."""
    upper = [(-20.0, 20.0), (-12.0, 6.0), (0.0, 1.5), (12.0, 6.0), (20.0, 20.0)]
    pen.blob([*upper, (11.0, 27.0), (0.0, 29.0), (-11.0, 27.0)], cut)
    gums: list[Point] = [(-13.5, 8.5), (-7.0, 4.5), (0.0, 3.0), (7.0, 4.5), (13.5, 8.5)]
    for (ax, ay), (bx, by) in pairwise(gums):
        pen.polygon([(ax, ay - 3.5), (bx, by - 3.5), ((ax + bx) / 2, (ay + by) / 2 + 10.0)], ink)
    for x in (-10.0, 0.0, 10.0):
        pen.polygon([(x - 5.0, 30.5), (x + 5.0, 30.5), (x, 19.5)], ink)


def prey(pen: Canvas, ink: Colour, cut: Colour) -> None:
    """A round little fish that swims to the left, wide-eyed."""
    pen.blob([(14.0, 0.0), (27.0, -18.0), (38.0, -20.0), (33.0, 0.0), (38.0, 20.0), (27.0, 18.0)], ink)
    pen.blob([(-8.0, -18.0), (4.0, -31.0), (17.0, -27.0), (14.0, -12.0)], ink)
    pen.blob([(-2.0, 18.0), (6.0, 30.0), (15.0, 27.0), (12.0, 13.0)], ink)
    body: list[Point] = [(-36.0, 2.0), (-27.0, -14.0), (-8.0, -22.0), (11.0, -15.0), (22.0, 0.0)]
    pen.blob([*body, (11.0, 15.0), (-8.0, 22.0), (-27.0, 16.0)], ink)
    pen.disc((-20.0, -5.0), 6.4, cut)
    pen.disc((-21.5, -5.0), 3.0, ink)
    pen.line(arc((-17.0, 0.0), 16.0, -48.0, 48.0), 2.8, cut)
    pen.line(arc((-2.0, 0.0), 14.0, -45.0, 45.0), 2.8, cut)
    pen.sweep([(-34.5, 6.5), (-29.0, 8.0), (-26.0, 5.5)], 2.4, cut)


ART: Mapping[str, Art] = {"predator": predator, "prey": prey}
