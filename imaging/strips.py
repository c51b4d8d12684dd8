"""The strips above and below a board: whose side it is, whether it is to act, and what it holds."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engines import Diagram, Hand, Side
from imaging.layout import Box, Page
from imaging.pen import Pen
from imaging.pools import pool
from imaging.text import fitting, lettering
from imaging.themes import DIMMED, Theme
from imaging.tokens import token


def paste_strips(canvas: Image.Image, diagram: Diagram, page: Page, theme: Theme) -> None:
    """Put both sides' strips on a picture of palette indices (``L``)."""
    top = next(side for side in diagram.sides if side != diagram.bottom)
    places: tuple[tuple[Side, Box], ...] = ((top, page.upper_strip), (diagram.bottom, page.lower_strip))
    for side, box in places:
        hand = hand_of(side, diagram.hands)
        canvas.paste(strip(diagram.game, hand, side == diagram.to_act, theme, size_of(box)), box)


@lru_cache(maxsize=64)
def strip(game: str, hand: Hand, active: bool, theme: Theme, size: tuple[int, int]) -> Image.Image:
    """A strip of ``size`` pixels as palette indices (``L``)."""
    image = Image.new("RGBA", size, theme.sand)
    rim = theme.coral if active else theme.wet
    image.alpha_composite(pool(size, rim, theme.sea_light, unit=size[1] / 100))
    slots = _Slots(len(hand.pieces), size)
    left = slots.height * 0.62
    if active:
        _put(image, _pointer(theme, round(slots.height * 0.5)), slots.height * 0.37)
        left = slots.height * 1.12
    points = fitting(hand.title, round(slots.height * 0.38), slots.left - left - slots.height * 0.2)
    _put(image, lettering(hand.title, points, theme.text), left)
    for index, (kind, letter, count) in enumerate(hand.pieces):
        piece = token(game, kind, letter, theme.coat(hand.side), slots.icon)
        _put(image, piece if count else _dimmed(piece), slots.x(index))
        number = lettering(f"×{count}", slots.points, theme.text if count else theme.faint)
        _put(image, number, slots.x(index) + slots.icon * 1.04)
    return theme.palette.reduce(image.convert("RGB"))


class _Slots:
    """Room for pieces with their counts, at the right end of a strip. All lengths are pixels."""

    def __init__(self, count: int, size: tuple[int, int]) -> None:
        width, self.height = size
        # Many kinds stand closer and smaller, so that the title keeps its room.
        scale = min(1.0, width * 0.62 / (self.height * 1.57 * max(count, 1)))
        self.icon = round(self.height * 0.84 * scale)
        self.points = round(self.height * 0.40 * scale)
        self._step = self.height * 1.57 * scale
        self.left = width - self.height * 0.2 - count * self._step

    def x(self, index: int) -> float:
        """The left end of a slot."""
        return self.left + index * self._step


def _put(image: Image.Image, drawing: Image.Image, left: float) -> None:
    """Put a drawing half way down."""
    image.alpha_composite(drawing, (round(left), round((image.height - drawing.height) / 2)))


def _dimmed(piece: Image.Image) -> Image.Image:
    piece = piece.copy()
    piece.putalpha(piece.getchannel("A").point([round(value * DIMMED) for value in range(256)]))
    return piece


def _pointer(theme: Theme, size: int) -> Image.Image:
    pen = Pen(size)
    pen.polygon([(-24, -36), (34, 0), (-24, 36)], theme.coral)
    pen.line([(-24, -36), (34, 0), (-24, 36), (-24, -36)], 14, theme.coral)
    return pen.finish()


def hand_of(side: Side, hands: tuple[Hand, ...]) -> Hand:
    """What a side holds; an empty hand in its name where the game gives it none."""
    return next((hand for hand in hands if hand.side == side), Hand(side, side.capitalize(), ()))


def size_of(box: Box) -> tuple[int, int]:
    """The width and height of a box."""
    left, top, right, bottom = box
    return right - left, bottom - top
