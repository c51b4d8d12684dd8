"""The coin that settles who starts: a golden penny that has come to rest on the board."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product
from typing import Literal

from imaging.board.art import penny
from imaging.draw.canvas import Canvas, Colour, Paint, arc
from imaging.draw.png import encode
from imaging.picture import Picture
from imaging.themes.catalog import SHADOW, SHADOW_SHARE, Palette, Theme, mix, ramp

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
    strike = penny.head if face == "heads" else penny.tail
    inside = pen.scaled(0.88)
    strike(inside.moved(-_RELIEF, -_RELIEF), _LIGHT, _LIGHT)
    strike(inside.moved(_RELIEF, _RELIEF), _DARK, _GOLD)
    strike(inside, _WORN, _LIGHT)
    palette = _palette()
    indices = palette.reduce(pen.finish().convert("RGB"))
    return Picture(encode(indices, palette.content), width, width, f"The coin shows {face}.")


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
