"""The left ends of the strips: a flag for the side to act or the winner, a token of the side that waits.

The flag of the side to act says which move is to be made: a number alone reads like a count of pieces.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from PIL import Image

from imaging.board.tokens import token
from imaging.draw.canvas import Canvas, Colour, Point, turned
from imaging.draw.text import centre, fitting, lettering
from imaging.themes.theme import PieceStyle, Theme

State = Literal["acts", "waits", "won"]
"""The state of a side: it acts, it waits (or has not won), or it has won."""

_NARROW = 1.22
"""The width of what has no words, as a share of a strip's height."""
_WIDE = 2.14
"""The width of a flag with words."""
_WORDS = 1.36
"""The room for the words on it."""
_LETTERS = 0.31
"""The height of their letters."""


def cap_width(size: tuple[int, int]) -> int:
    """The pixels of a strip's width that belong to its cap, whatever is on it."""
    return round(size[1] * _WIDE)


def cap_end(state: State, number: int, size: tuple[int, int]) -> int:
    """The pixel of a strip at which its title may begin."""
    return round(size[1] * (_WIDE if state == "acts" and number else _NARROW))


def ring_colour(theme: Theme, state: State) -> Colour:
    """The colour around the strip of a side."""
    return {"acts": theme.coral, "waits": theme.wet, "won": theme.amber}[state]


def add_token(image: Image.Image, coat: PieceStyle) -> None:
    """Draw the token of a side that waits on the empty cap of its strip (``RGBA``)."""
    high = image.height
    piece = token("", "", "", coat, round(high * 0.62))
    image.alpha_composite(piece, (round(high * 0.3), round(high * 0.2)))


def add_flag(image: Image.Image, state: State, theme: Theme, number: int = 0) -> None:
    """Draw the flag of a side that acts or has won on the empty cap of its strip (``RGBA``).

    ``number`` is that of the turn to be made now, 0 where it is not told.
    """
    high = image.height
    image.alpha_composite(_flag(theme, state, image.size, plain=not number))
    if number and state == "acts":
        words = _move(number)
        points = fitting(words, round(high * _LETTERS), high * _WORDS)
        centre(image, lettering(words, points, theme.foam), (high * (0.23 + _WORDS / 2), high * 0.5))


def _move(number: int) -> str:
    return f"Move {number}"


@lru_cache(maxsize=64)
def _flag(theme: Theme, state: State, size: tuple[int, int], *, plain: bool) -> Image.Image:
    """A pennant with room for words, or a ``plain`` pointer; for the winner one with a star."""
    pen = Canvas(size, unit=size[1] / 100).moved(-50 * size[0] / size[1] + 50, 0)
    if state == "won":
        _pennant(pen, theme.amber, 38.0, 0.0)
        _pennant(pen, theme.sun, 38.0, 5.0)
        pen.polygon(_star(), theme.text)
    elif plain:
        tip: list[Point] = [(-12.0, -18.0), (17.0, 0.0), (-12.0, 18.0)]
        pen.polygon(tip, theme.coral)
        pen.line([*tip, tip[0]], 7, theme.coral)
    else:
        _pennant(pen, theme.coral, 100.0 * _WORDS - 20.0, 0.0)
    return pen.finish()


def _pennant(pen: Canvas, paint: Colour, shoulder: float, inset: float) -> None:
    """A pennant up to its ``shoulder``, where its tip begins."""
    left, top = -36.0 + inset if shoulder > 38.0 else -25.0 + inset, -26.0 + inset
    shoulder, tip = shoulder + inset, shoulder + 22.0 - 0.6 * inset
    pen.box((left, top), (shoulder - 8, -top), 8.0, paint)
    pen.polygon(
        [(shoulder - 20, top), (shoulder, top), (tip, 0.0), (shoulder, -top), (shoulder - 20, -top)], paint
    )


def _star() -> list[Point]:
    corners: list[Point] = []
    for ray in range(5):
        corners += turned([(0.0, -17.0)], 72.0 * ray) + turned([(0.0, -7.5)], 72.0 * ray + 36.0)
    return [(x + 9.0, y) for x, y in corners]
