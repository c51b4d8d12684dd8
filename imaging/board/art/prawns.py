"""The four prawns, in the manner of a linocut: one ink, details cut out of it.

Each carries the moves of its species, as the symbols of the game do: a crab a cross along ranks and
files, a lobster a cross along the diagonals, a shrimp the corner of its leap. A krill carries nothing.
Units are those of :class:`imaging.draw.canvas.Canvas`; a prawn stays within 37 units of the middle.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from imaging.board.art import Art
from imaging.draw.canvas import Canvas, Colour, Point, arc, mirrored, symmetric, turned

_HINT = 5.4
"""Thickness of the strokes that show the moves."""


def krill(pen: Canvas, ink: Colour, cut: Colour) -> None:
    """Small, straight and plain: two eyes, a few rings, two feelers."""
    feeler = [(3.5, -18.0), (6.0, -27.0), (13.0, -33.0)]
    for side in (list, mirrored):
        pen.sweep(side(feeler), 3.2, ink)
    _fan(pen, ink, root=(0.0, 20.0), lobe=(4.6, 15.0), degrees=(-38.0, 38.0))
    body = [(0.0, -22.0), (8.5, -17.0), (11.5, -6.0), (9.0, 9.0), (5.0, 22.0), (0.0, 25.0)]
    pen.blob(symmetric(body), ink)
    for x in (-10.0, 10.0):
        pen.disc((x, -17.0), 5.8, ink)
        pen.disc((x, -17.0), 2.3, cut)
    for y, half in ((-0.5, 11.0), (7.5, 9.0), (15.5, 6.5)):
        pen.sweep([(-half, y - 1.5), (0.0, y + 1.5), (half, y - 1.5)], 2.6, cut)


def shrimp(pen: Canvas, ink: Colour, cut: Colour) -> None:
    """Curled up, with long feelers and a fan, and the corner of its leap on its shell."""
    for feeler in (
        [(-22.0, -20.0), (-30.0, -29.0), (-28.0, -40.0)],
        [(-22.0, -12.0), (-33.0, -8.0), (-36.0, 5.0)],
    ):
        pen.sweep(feeler, 2.8, ink, end=2.0)
    _fan(pen, ink, root=(-6.0, 27.0), lobe=(4.6, 18.0), degrees=(-128.0, -52.0, -90.0))
    pen.line(arc((1.0, 0.0), 24.0, -95.0, 105.0, steps=40), 26.0, ink, end=9.0)
    head = [
        (-29.0, -12.0),
        (-24.0, -23.0),
        (-12.0, -34.0),
        (4.0, -37.0),
        (12.0, -26.0),
        (6.0, -11.0),
        (-10.0, -8.0),
    ]
    pen.blob([*head, (-21.0, -7.0)], ink)
    pen.polygon([(-19.0, -28.0), (-36.5, -26.0), (-26.0, -16.0)], ink)
    for angle in (-38.0, -10.0, 18.0, 46.0, 74.0):
        pen.line([_polar(40.0, angle), _polar(10.0, angle - 8.0)], 2.4, cut)
    for angle in (-24.0, 4.0, 32.0):
        pen.line([_polar(15.0, angle), _polar(6.5, angle + 14.0)], 3.0, ink, end=2.0)
    pen.disc((-19.5, -19.0), 4.2, cut)
    pen.disc((-20.2, -19.0), 2.0, ink)
    pen.line([(-4.5, -29.0), (-4.5, -15.5), (5.5, -15.5)], _HINT, cut)


def _polar(radius: float, degrees: float) -> Point:
    """A point around the middle of the shrimp's curl."""
    return arc((1.0, 0.0), radius, degrees, degrees, steps=1)[0]


def _fan(pen: Canvas, ink: Colour, *, root: Point, lobe: Point, degrees: Sequence[float]) -> None:
    """A tail fan: lobes of a half width and a length, spread from the root, 0 degrees downwards."""
    half, length = lobe
    x, y = root
    outline = symmetric([(0.0, 0.0), (half, length * 0.4), (half, length * 0.8), (0.0, length)])
    for angle in degrees:
        pen.blob(turned([(x + dx, y + dy) for dx, dy in outline], -angle, root), ink)


def crab(pen: Canvas, ink: Colour, cut: Colour) -> None:
    """Broad, with raised claws and six legs, and a cross along ranks and files on its shell."""
    plain_crab(pen, ink, cut)
    pen.line([(0.0, -8.5), (0.0, 14.0)], _HINT, cut)
    pen.line([(-11.5, 2.5), (11.5, 2.5)], _HINT, cut)


def plain_crab(pen: Canvas, ink: Colour, cut: Colour) -> None:
    """The crab with nothing on its shell."""
    for leg in (
        [(-16.0, 4.0), (-29.0, 0.0), (-36.0, 9.0)],
        [(-15.0, 10.0), (-27.0, 10.0), (-33.0, 20.0)],
        [(-12.0, 15.0), (-22.0, 20.0), (-25.0, 29.0)],
    ):
        pen.line(leg, 5.0, ink, end=3.2)
        pen.line(mirrored(leg), 5.0, ink, end=3.2)
    arm = [(-15.0, -6.0), (-28.0, -8.0), (-29.0, -19.0)]
    claw = [(-29.0, -12.0), (-37.0, -19.0), (-36.0, -29.0), (-28.0, -35.0), (-18.0, -31.0), (-18.0, -20.0)]
    jaw = [(-24.5, -19.0), (-28.5, -38.0), (-19.0, -36.5)]
    for side in (list, mirrored):
        pen.line(side(arm), 6.4, ink)
        pen.blob(side(claw), ink)
        pen.polygon(side(jaw), cut)
    shell = [(0.0, -16.0), (11.0, -16.5), (21.0, -10.0), (24.0, 0.0), (19.0, 12.0), (9.0, 20.0), (0.0, 21.5)]
    for x in (-7.5, 7.5):
        pen.line([(x, -12.0), (x, -21.0)], 4.0, ink)
        pen.disc((x, -22.5), 4.2, ink)
        pen.disc((x, -22.5), 1.6, cut)
    pen.blob(symmetric(shell), ink)


def lobster(pen: Canvas, ink: Colour, cut: Colour) -> None:
    """Long, with heavy claws and a fan for a tail, and a cross along the diagonals on its back."""
    feeler: list[Point] = [(-3.0, -16.0), (-6.0, -27.0), (-4.0, -38.0)]
    arm = [(-8.0, -8.0), (-19.0, -10.0), (-22.0, -18.0)]
    claw = [(-20.0, -13.0), (-29.0, -19.0), (-30.0, -30.0), (-23.0, -38.0), (-15.0, -33.0), (-14.0, -22.0)]
    jaw = [(-20.5, -22.0), (-21.5, -41.0), (-13.5, -38.0)]
    for side in (list, mirrored):
        pen.sweep(side(feeler), 2.4, ink)
        pen.line(side(arm), 5.6, ink)
        pen.blob(side(claw), ink)
        pen.polygon(side(jaw), cut)
        for y, out in ((-2.0, 25.0), (5.0, 25.0), (11.0, 22.0)):
            pen.line(side([(-9.0, y), (-18.0, y + 1.0), (-out, y + 7.0)]), 3.4, ink, end=2.4)
    _lobster_tail(pen, ink, cut)
    back = [(0.0, -21.0), (8.0, -18.0), (14.0, -8.0), (14.5, 3.0), (11.0, 12.0), (0.0, 14.0)]
    pen.blob(symmetric(back), ink)
    cross = [(-7.8, -12.3), (7.8, 3.3)]
    pen.line(cross, _HINT, cut)
    pen.line(mirrored(cross), _HINT, cut)


def _lobster_tail(pen: Canvas, ink: Colour, cut: Colour) -> None:
    _fan(pen, ink, root=(0.0, 26.0), lobe=(4.6, 15.5), degrees=(-64.0, 64.0, -32.0, 32.0, 0.0))
    pen.blob(symmetric([(0.0, 8.0), (10.0, 10.0), (10.0, 18.0), (7.5, 27.0), (0.0, 31.0)]), ink)
    for y, half in ((14.5, 12.0), (20.5, 10.5), (26.5, 9.0)):
        pen.sweep([(-half, y - 1.5), (0.0, y + 1.0), (half, y - 1.5)], 2.4, cut)


ART: Mapping[str, Art] = {"krill": krill, "shrimp": shrimp, "crab": crab, "lobster": lobster}
