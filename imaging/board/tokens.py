"""The pieces: a token in its side's form, and on it the drawing of its kind or a letter."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from imaging.board.art import art_of, stacks_of
from imaging.draw.canvas import Canvas, Paint, write
from imaging.themes.theme import SHADOW_SHARE, PieceStyle

_SHADE = round(255 * SHADOW_SHARE)
_RADIUS = 43.0
_RIM = 3.2
_CORNER = 25.0
_DROP = 2.6
_BADGE_AT = (30.0, 28.0)


@lru_cache(maxsize=128)
def token(game: str, kind: str, letter: str, coat: PieceStyle, size: int, count: int = 1) -> Image.Image:
    """A piece on a transparent ``RGBA`` square of ``size`` pixels. Not to be changed by the caller.

    ``count`` is written on it where it is more than one, on stacks always.
    """
    pen = Canvas(size)
    stack = stacks_of(game).get(kind)
    if stack is not None:
        x, y = stack(pen, coat, count)
        image = pen.finish()
        _write(image, str(count), coat, 0.42, (0.5 + x / 100, 0.5 + y / 100))
        return image
    _blank(pen, coat)
    art = art_of(game).get(kind)
    if art is not None:
        art(pen.scaled(0.87), coat.ink, coat.face)
    if count > 1:
        _badge(pen, coat)
    image = pen.finish()
    if art is None:
        _write(image, letter, coat, 0.56, (0.5, 0.5))
    if count > 1:
        _write(image, str(count), coat, 0.28, (0.5 + _BADGE_AT[0] / 100, 0.5 + _BADGE_AT[1] / 100))
    return image


def _write(image: Image.Image, text: str, coat: PieceStyle, high: float, middle: tuple[float, float]) -> None:
    """Put a text on a piece; ``high`` and ``middle`` are shares of the piece's width and height."""
    size = image.width
    at = size * middle[0], size * middle[1]
    write(image, text, round(size * high), coat.ink, at, room=size * 0.62)


def _badge(pen: Canvas, coat: PieceStyle) -> None:
    """Draw the badge for a count, at the lower right."""
    pen.disc(_BADGE_AT, 18.0, coat.rim)
    pen.disc(_BADGE_AT, 15.5, coat.face)


def _blank(pen: Canvas, coat: PieceStyle) -> None:
    _form(pen, coat, _RADIUS, (*coat.shadow, _SHADE), drop=_DROP)
    _form(pen, coat, _RADIUS, coat.rim)
    _form(pen, coat, _RADIUS - _RIM, coat.face)


def _form(pen: Canvas, coat: PieceStyle, radius: float, paint: Paint, *, drop: float = 0.0) -> None:
    if coat.form == "round":
        pen.disc((0, drop), radius, paint)
    else:
        # A square reaches further than a disc of the same width: a little less looks as large.
        half = radius - 2.0
        pen.box((-half, drop - half), (half, drop + half), _CORNER - (_RADIUS - radius), paint)
