"""The coin that settles who starts: a golden penny that has come to rest on the board."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product
from typing import Literal

from imaging.draw.canvas import Canvas, Colour, Paint, Point, arc, mirrored, symmetric, turned
from imaging.draw.palette import Palette, mix, ramp
from imaging.picture import Picture, finished
from imaging.themes.theme import SHADOW, SHADOW_SHARE, Theme


def head(pen: Canvas, metal: Paint, cut: Paint) -> None:
    """A crowned prawn in profile, looking left."""
    for feeler in (
        [(-16.0, 9.0), (-27.0, 7.0), (-33.0, 14.0), (-32.0, 25.0)],
        [(-14.0, 13.0), (-22.0, 15.0), (-25.0, 22.0), (-22.0, 30.0)],
    ):
        pen.sweep(feeler, 2.0, metal, end=1.5)
    for leg in (
        [(-4.0, 18.0), (-9.0, 26.0), (-6.0, 32.0)],
        [(4.0, 20.0), (0.0, 28.0), (3.0, 33.0)],
        [(12.0, 19.0), (9.0, 27.0), (12.0, 31.0)],
    ):
        pen.line(leg, 2.6, metal, end=1.8)
    neck: list[Point] = [(2.0, -10.0), (17.0, -9.0), (29.0, 2.0), (30.0, 17.0), (22.0, 23.0), (10.0, 20.0)]
    pen.blob(neck, metal)
    pen.blob([(0.0, -11.5), (-16.0, -9.0), (-34.0, -13.0), (-25.0, -4.5), (-14.0, 4.0)], metal)
    for x in (-14.0, -19.5, -25.0):
        pen.polygon([(x + 3.5, -8.0), (x - 1.5, -13.5), (x - 2.0, -8.5)], metal)
    skull: list[Point] = [(-19.0, 1.0), (-10.0, -9.0), (4.0, -12.0), (15.0, -5.0), (16.0, 10.0), (8.0, 20.0)]
    pen.blob([*skull, (-6.0, 19.0), (-17.0, 12.0)], metal)
    for bend in (
        [(9.5, -10.0), (17.0, 2.0), (15.0, 13.0), (9.0, 21.0)],
        [(17.0, -10.0), (24.0, 4.0), (21.0, 23.0)],
        [(24.0, -5.0), (28.5, 6.0), (27.0, 22.0)],
    ):
        pen.sweep(bend, 1.7, cut)
    pen.disc((-8.5, 0.5), 4.4, cut)
    pen.disc((-9.2, 0.5), 2.3, metal)
    _crown(pen.moved(0.0, 1.6), metal, cut)


def _crown(pen: Canvas, metal: Paint, cut: Paint) -> None:
    points: list[Point] = [
        (-7.0, -12.5),
        (-11.0, -26.0),
        (-3.5, -20.0),
        (1.0, -30.0),
        (5.5, -20.0),
        (13.0, -26.0),
    ]
    crown = turned([*points, (9.0, -12.5)], 4, about=(1.0, -12.0))
    pen.polygon(crown, metal)
    for tip in (crown[1], crown[3], crown[5]):
        pen.disc(tip, 2.3, metal)
    pen.line(turned([(-6.0, -15.5), (8.0, -15.5)], 4, about=(1.0, -12.0)), 1.5, cut)


def tail(pen: Canvas, metal: Paint, cut: Paint) -> None:
    """The last rings of a prawn from above, and its fan spread wide."""
    lobe: list[Point] = [(0.0, 0.0), (7.0, 8.0), (9.0, 20.0), (5.0, 28.0), (0.0, 30.0)]
    root: Point = (0.0, 0.0)
    for degrees in (66.0, -66.0, 33.0, -33.0, 0.0):
        outline = turned(symmetric(lobe), degrees)
        pen.blob([(x * 1.07, y * 1.05) for x, y in outline], cut)
        pen.blob(outline, metal)
        for spread in (-7.0, 0.0, 7.0):
            pen.line(turned([(0.0, 13.0), (spread * 0.55, 26.0)], degrees, root), 1.3, cut)
    rings = ((-27.0, 12.0), (-18.0, 11.5), (-9.0, 10.5), (0.0, 9.0))
    for y, half in reversed(rings):
        plate: list[Point] = [
            (0.0, y - 4.0),
            (half, y - 4.5),
            (half + 2.5, y + 4.0),
            (half * 0.5, y + 5.5),
            (0.0, y + 6.0),
        ]
        pen.blob([(x * 1.06, y + (dy - y) * 1.25) for x, dy in symmetric(plate)], cut)
        pen.blob(symmetric(plate), metal)
    for side in (list, mirrored):
        pen.sweep(side([(-12.5, -25.0), (-17.0, -22.0), (-16.0, -17.0)]), 2.2, metal)
        pen.sweep(side([(-12.0, -15.0), (-16.5, -12.0), (-15.5, -7.0)]), 2.2, metal)


CoinSide = Literal["heads", "tails"]

_LIGHT: Colour = (0xFF, 0xEC, 0xA6)
_GOLD: Colour = (0xF7, 0xCB, 0x55)
_WORN: Colour = (0xD3, 0x93, 0x24)
_DARK: Colour = (0x8A, 0x57, 0x14)
_SHADOW: Paint = (*SHADOW, round(255 * SHADOW_SHARE))
_RADIUS = 41.0
_RELIEF = 0.55
"""The distance of the relief's light and dark edges from it, in units."""


@lru_cache(maxsize=4)
def draw_coin(face: CoinSide, *, width: int = 480) -> Picture:
    """The picture of a tossed coin, ``width`` pixels each way; each face is drawn once."""
    pen = Canvas(width)
    _board(pen)
    _blank(pen)
    strike = head if face == "heads" else tail
    inside = pen.scaled(0.88)
    strike(inside.moved(-_RELIEF, -_RELIEF), _LIGHT, _LIGHT)
    strike(inside.moved(_RELIEF, _RELIEF), _DARK, _GOLD)
    strike(inside, _WORN, _LIGHT)
    return finished(pen.finish(), _palette(), f"The coin shows {face}.")


def _board(pen: Canvas) -> None:
    """Four squares of the sea, whose corner is the middle of the coin."""
    for x, y in product((-50, 0), repeat=2):
        pen.box((x, y), (x + 50, y + 50), 0, Theme.sea_dark if x == y else Theme.sea_light)


def _blank(pen: Canvas) -> None:
    pen.disc((0.8, 2.2), _RADIUS, _SHADOW)
    pen.disc((0, 0), _RADIUS, _DARK)
    pen.disc((0, 0), _RADIUS - 1.0, _GOLD)
    pen.ring((0, 0), _RADIUS - 2.4, 1.4, _LIGHT)
    for bead in arc((0, 0), _RADIUS - 5.2, 0, 360, steps=72)[1:]:
        pen.disc(bead, 0.95, _WORN)


@cache
def _palette() -> Palette:
    metals = (_LIGHT, _GOLD, _WORN, _DARK)
    colours = [*metals, Theme.sea_light, Theme.sea_dark]
    for one, other in product(metals, repeat=2):
        colours += ramp(one, other, 2)
    for water in (Theme.sea_light, Theme.sea_dark):
        shadow = mix(water, SHADOW, SHADOW_SHARE)
        colours += [shadow, *ramp(water, shadow, 2), *ramp(shadow, _DARK, 2), *ramp(water, _DARK, 2)]
    return Palette(colours)
