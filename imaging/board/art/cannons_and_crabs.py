"""The court of Cannons and Crabs, in the manner of a linocut: one ink, details cut out of it.

Its chessmen come from the sea: castles of sand, sea horses for knights, pearls on pawns. A marshall is a
sea horse in a castle (rook and knight), a cardinal one in a mitre (bishop and knight); they look opposite
ways. Units are those of :class:`imaging.draw.canvas.Canvas`; a piece stays within 38 units of the middle.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from imaging.board.art import Art
from imaging.board.art.prawns import plain_crab
from imaging.draw.canvas import Canvas, Colour, Point, arc, mirrored, symmetric, turned

_SKULL: list[Point] = [
    (2.0, -15.0),
    (-6.0, -17.0),
    (-14.0, -11.0),
    (-22.0, -6.0),
    (-29.0, -4.5),
    (-31.5, 0.5),
    (-28.0, 5.0),
    (-19.0, 5.5),
    (-9.0, 9.0),
    (4.0, 10.0),
    (12.0, 2.0),
    (10.0, -9.0),
]
"""The head of a sea horse that looks left, its eye at the origin."""


def king(pen: Canvas, ink: Colour, cut: Colour) -> None:
    """A crown with pearls on its points and a cross on top."""
    crown = symmetric([(0.0, -20.0), (11.0, 4.0), (31.0, -13.0), (24.5, 30.0)])
    pen.polygon(crown, ink)
    pen.line([(0.0, -37.0), (0.0, -22.0)], 6.0, ink)
    pen.line([(-7.0, -30.5), (7.0, -30.5)], 6.0, ink)
    for x in (-31.0, 31.0):
        pen.disc((x, -14.0), 5.6, ink)
    pen.line([(-20.0, 18.5), (20.0, 18.5)], 3.2, cut)
    for x in (-12.0, 0.0, 12.0):
        pen.disc((x, 9.5), 3.0, cut)


def rook(pen: Canvas, ink: Colour, cut: Colour) -> None:
    """A castle of sand: battlements, an arched gate, and the joints of the bucket."""
    pen.box((-27.0, 24.0), (27.0, 34.0), 3.0, ink)
    pen.polygon(symmetric([(0.0, -12.0), (17.0, -12.0), (21.0, 25.0), (0.0, 25.0)]), ink)
    _battlements(pen, ink, top=-34.0, foot=-10.0, half=24.0)
    pen.line([(-19.0, -8.5), (19.0, -8.5)], 2.8, cut)
    pen.polygon([(-7.5, 24.5), *arc((0.0, 9.0), 7.5, -180.0, 0.0), (7.5, 24.5)], cut)


def _battlements(pen: Canvas, ink: Colour, *, top: float, foot: float, half: float) -> None:
    """Three merlons on a wall that reaches ``half`` units to both sides."""
    pen.box((-half, top + 10.0), (half, foot), 1.5, ink)
    wide = half * 0.48
    for left in (-half, -wide / 2, half - wide):
        pen.box((left, top), (left + wide, top + 13.0), 1.5, ink)


def knight(pen: Canvas, ink: Colour, cut: Colour) -> None:
    """A sea horse from the side, its tail rolled up."""
    fin: list[Point] = [(12.0, -4.0), (26.0, -8.0), (29.0, 2.0), (25.0, 12.0), (12.0, 10.0)]
    pen.blob(fin, ink)
    tail: list[Point] = [(4.0, 8.0), (5.0, 19.0), (2.0, 29.0), (-8.0, 33.5), (-16.0, 28.0), (-13.0, 20.5)]
    pen.sweep([*tail, (-7.5, 22.5)], 19.0, ink, end=5.0)
    trunk: list[Point] = [(-6.0, -20.0), (10.0, -22.0), (16.0, -8.0), (14.0, 8.0), (2.0, 18.0)]
    pen.blob([*trunk, (-9.0, 10.0), (-9.0, -4.0)], ink)
    _mane(pen, ink, ((-1.0, -37.0, 0.0), (9.0, -33.0, 32.0), (15.0, -24.0, 62.0), (18.0, -14.0, 85.0)))
    _head(pen.moved(-1.0, -22.0), ink, cut)
    for y, left, right in ((-4.5, -7.0, 13.0), (3.0, -8.0, 13.5), (10.5, -6.0, 11.0), (18.0, -2.5, 9.5)):
        pen.sweep([(left, y + 1.0), (3.0, y + 2.6), (right, y - 1.0)], 2.6, cut)
    for edge in ((16.5, -1.0), (16.5, 5.5)):
        pen.line([edge, (edge[0] + 8.5, edge[1] - 1.2)], 2.2, cut)


def _mane(pen: Canvas, ink: Colour, spikes: Sequence[tuple[float, float, float]]) -> None:
    """Spikes along the crest of a sea horse: where each is, and how far from upright it is turned."""
    for x, y, degrees in spikes:
        spike: list[Point] = [(x, y - 3.5), (x + 5.0, y + 8.0), (x - 5.0, y + 8.0)]
        pen.polygon(turned(spike, degrees, (x, y)), ink)


def _head(pen: Canvas, ink: Colour, cut: Colour, *, right: bool = False) -> None:
    look = mirrored if right else list
    pen.blob(look(_SKULL), ink)
    pen.disc((0.0, -4.0), 4.2, cut)
    pen.disc((0.0, -4.0), 1.8, ink)
    pen.line(look([(-22.5, 1.0), (-29.0, 0.5)]), 2.0, cut)


def marshall(pen: Canvas, ink: Colour, cut: Colour) -> None:
    """A sea horse that looks left out of a castle."""
    _mane(pen, ink, ((3.0, -35.0, 5.0), (12.5, -30.0, 40.0), (17.0, -20.0, 75.0)))
    neck: list[Point] = [(-8.0, -20.0), (8.0, -31.0), (17.0, -18.0), (16.0, 4.0), (-9.0, 4.0), (-7.0, -8.0)]
    pen.blob(neck, ink)
    _head(pen.moved(2.0, -20.0), ink, cut)
    _battlements(pen, cut, top=-6.0, foot=20.0, half=30.0)
    _battlements(pen, ink, top=-2.5, foot=20.0, half=27.0)
    pen.box((-22.0, 16.0), (22.0, 30.0), 0.0, ink)
    pen.box((-29.0, 25.0), (29.0, 34.0), 3.0, ink)
    pen.line([(-21.0, 20.5), (21.0, 20.5)], 2.8, cut)


def cardinal(pen: Canvas, ink: Colour, cut: Colour) -> None:
    """A sea horse that looks right, in a mitre and a cape."""
    pen.blob(symmetric([(0.0, 10.0), (16.0, 15.0), (30.0, 24.0), (32.0, 34.0), (0.0, 37.0)]), ink)
    _mane(pen, ink, ((-19.5, -2.0, -62.0), (-21.0, 8.0, -85.0), (-20.0, 18.0, -100.0)))
    pen.blob([(-15.0, -4.0), (4.0, -2.0), (6.0, 10.0), (11.0, 23.0), (-17.0, 23.0), (-17.0, 8.0)], ink)
    _head(pen.moved(-4.0, 3.0), ink, cut, right=True)
    mitre: list[Point] = [(-20.0, -11.0), (-27.0, -26.0), (-5.0, -43.0), (17.0, -26.0), (10.0, -11.0)]
    pen.line([(-20.0, -9.0), (11.0, -9.0)], 3.0, cut)
    pen.polygon(mitre, ink)
    pen.line([(-5.0, -33.0), (-5.0, -17.0)], 4.2, cut)
    pen.line([(-11.5, -26.5), (1.5, -26.5)], 4.2, cut)
    pen.sweep([(-22.0, 23.0), (0.0, 27.0), (22.0, 23.0)], 2.8, cut)


def cannon(pen: Canvas, ink: Colour, cut: Colour) -> None:
    """A cannon on its wheel, and the balls beside it."""
    pen.line([(-8.0, 10.0), (-35.0, 31.0)], 8.0, ink)
    barrel: list[Point] = [(-30.0, -10.5), (27.0, -8.5), (27.0, 8.5), (-30.0, 12.5)]
    mouth: list[Point] = [(24.0, -12.0), (33.0, -12.0), (33.0, 12.0), (24.0, 12.0)]
    pen.disc(_raised([(-31.0, 1.0)])[0], 11.3, ink)
    pen.disc(_raised([(-44.0, 1.0)])[0], 4.5, ink)
    pen.polygon(_raised(barrel), ink)
    pen.polygon(_raised(mouth), ink)
    for x, half in ((20.0, 9.0), (-18.0, 12.0)):
        pen.line(_raised([(x, -half), (x, half)]), 2.8, cut)
    pen.disc((-7.0, 16.5), 19.5, cut)
    pen.disc((-7.0, 16.5), 17.0, ink)
    pen.ring((-7.0, 16.5), 11.2, 2.6, cut)
    for degrees in (0.0, 60.0, 120.0):
        ends: list[Point] = [(-17.0, 16.5), (3.0, 16.5)]
        pen.line(turned(ends, degrees, (-7.0, 16.5)), 2.6, cut)
    pen.disc((-7.0, 16.5), 3.4, ink)
    for ball in ((19.5, 27.5), (32.0, 27.5), (25.75, 16.5)):
        pen.disc(ball, 5.9, ink)


def _raised(points: list[Point]) -> list[Point]:
    """The points of a level barrel, as it is aimed."""
    return [(x + 3.0, y - 8.0) for x, y in turned(points, -28.0)]


def pawn(pen: Canvas, ink: Colour, cut: Colour) -> None:
    """A chess pawn whose head is a pearl."""
    pen.blob(symmetric([(0.0, -8.0), (6.5, -8.0), (8.5, 6.0), (17.0, 22.0), (0.0, 24.0)]), ink)
    pen.box((-22.0, 21.0), (22.0, 33.0), 4.5, ink)
    pen.box((-14.5, -8.0), (14.5, -2.0), 3.0, ink)
    pen.disc((0.0, -20.0), 14.0, ink)
    pen.line(arc((0.0, -20.0), 8.5, 180.0, 265.0), 2.8, cut)
    pen.line([(-16.0, 24.5), (16.0, 24.5)], 2.6, cut)


def crab(pen: Canvas, ink: Colour, cut: Colour) -> None:
    """The crab of the family, with the fork of its steps ahead on its shell."""
    plain_crab(pen, ink, cut)
    pen.line([(0.0, 13.0), (0.0, -7.5)], 4.2, cut)
    for x in (-10.5, 10.5):
        pen.line([(0.0, 7.0), (x, -4.5)], 4.2, cut)


ART: Mapping[str, Art] = {
    "king": king,
    "rook": rook,
    "knight": knight,
    "cannon": cannon,
    "pawn": pawn,
    "crab": crab,
    "marshall": marshall,
    "cardinal": cardinal,
}
