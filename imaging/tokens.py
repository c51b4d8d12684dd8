"""The pieces: a token in its side's form, and on it the drawing of its kind or a letter."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from PIL import Image

from imaging.art import prawns
from imaging.pen import Colour, Paint, Pen
from imaging.text import centre, fitting, lettering
from imaging.themes import SHADOW, SHADOW_SHARE, Coat

Art = Callable[[Pen, Colour, Colour], None]
"""Draws a piece with a pen: in an ink, with details cut out of it in the colour of the token."""

ART: dict[tuple[str, str], Art] = {
    ("prawns", "krill"): prawns.krill,
    ("prawns", "shrimp"): prawns.shrimp,
    ("prawns", "crab"): prawns.crab,
    ("prawns", "lobster"): prawns.lobster,
}
"""The drawings there are, by game and kind. What is not here is shown by its letter."""

_SHADOW: Paint = (*SHADOW, round(255 * SHADOW_SHARE))
_RADIUS = 43.0
_RIM = 3.2
_CORNER = 25.0
_DROP = 2.6


@lru_cache(maxsize=256)
def token(game: str, kind: str, letter: str, coat: Coat, size: int) -> Image.Image:
    """A piece on a transparent ``RGBA`` square of ``size`` pixels. Not to be changed by the caller."""
    pen = Pen(size)
    _blank(pen, coat)
    art = ART.get((game, kind))
    if art is not None:
        art(pen.scaled(0.87), coat.ink, coat.face)
        return pen.finish()
    image = pen.finish()
    points = fitting(letter, round(size * 0.56), size * 0.62)
    centre(image, lettering(letter, points, coat.ink), (size / 2, size / 2))
    return image


def _blank(pen: Pen, coat: Coat) -> None:
    _form(pen, coat, _RADIUS, _SHADOW, drop=_DROP)
    _form(pen, coat, _RADIUS, coat.rim)
    _form(pen, coat, _RADIUS - _RIM, coat.face)


def _form(pen: Pen, coat: Coat, radius: float, paint: Paint, *, drop: float = 0.0) -> None:
    if coat.form == "round":
        pen.disc((0, drop), radius, paint)
    else:
        # A square reaches further than a disc of the same width: a little less looks as large.
        half = radius - 2.0
        pen.box((-half, drop - half), (half, drop + half), _CORNER - (_RADIUS - radius), paint)
