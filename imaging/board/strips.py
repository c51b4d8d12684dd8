"""The strips above and below a board: the side, whether it is to act, and what it holds.

A strip has two parts that change at different times: the cap at its left end, where a flag says whose turn
it is and which move it is, and the rest, with the side's title and what it holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from PIL import Image

from engines import Diagram, Hand, Side
from imaging.board.caps import State, add_flag, add_token, cap_end, cap_width, ring_colour
from imaging.board.layout import Layout
from imaging.board.pools import pool
from imaging.board.scene import Tile
from imaging.board.tokens import token
from imaging.draw.frame_blocks import Corner
from imaging.draw.text import fitting, lettering
from imaging.themes.theme import DIMMED, Theme

_SLOT = 1.47
"""Room for a piece and its count, as a share of a strip's height."""


def strip_tiles(diagram: Diagram, layout: Layout, theme: Theme) -> Iterator[tuple[Corner, Tile]]:
    """Both sides' strips, two tiles each."""
    top = next(side for side in diagram.sides if side != diagram.bottom)
    for side, (left, above, right, below) in (
        (top, layout.upper_strip),
        (diagram.bottom, layout.lower_strip),
    ):
        state, size = state_of(diagram, side), (right - left, below - above)
        number = diagram.number if state != "waits" else 0
        hand = hand_of(side, diagram.hands)
        if state == "acts" and number:
            yield (left, above), _numbered_cap(theme, number, size)
        else:
            yield (left, above), _cap(diagram.game, hand, state, theme, size)
        yield (left + cap_width(size), above), _rest(diagram.game, hand, state, theme, number > 0, size)


def state_of(diagram: Diagram, side: Side) -> State:
    """The state that the flag of a side shows."""
    if side == diagram.to_act:
        return "acts"
    return "won" if diagram.to_act is None and side == diagram.winner else "waits"


@lru_cache(maxsize=256)
def _numbered_cap(theme: Theme, number: int, size: Corner) -> Tile:
    """The cap of the side to act in a match: the title begins beside it, so it is the same in all games."""
    image = _empty(theme, "acts", size).crop((0, 0, cap_width(size), size[1]))
    add_flag(image, "acts", theme, number)
    return Tile(theme.palette.reduce(image.convert("RGB")))


@lru_cache(maxsize=256)
def _cap(game: str, hand: Hand, state: State, theme: Theme, size: Corner) -> Tile:
    """The cap of a side that waits or has won, or acts outside of a match: the title reaches into it."""
    image = _strip(game, hand, state, theme, numbered=False, size=size).crop((0, 0, cap_width(size), size[1]))
    if state == "waits":
        add_token(image, theme.coat(hand.side))
    else:
        add_flag(image, state, theme)
    return Tile(theme.palette.reduce(image.convert("RGB")))


@lru_cache(maxsize=128)
def _rest(game: str, hand: Hand, state: State, theme: Theme, numbered: bool, size: Corner) -> Tile:
    image = _strip(game, hand, state, theme, numbered, size).crop((cap_width(size), 0, *size))
    return Tile(theme.palette.reduce(image.convert("RGB")))


@lru_cache(maxsize=8)
def _strip(game: str, hand: Hand, state: State, theme: Theme, numbered: bool, size: Corner) -> Image.Image:
    """A strip, ``RGBA``, with room for its flag or token. Not to be changed by the caller."""
    image = _empty(theme, state, size).copy()
    slots = _Slots(len(hand.pieces), size)
    left = cap_end(state, int(numbered), size) + slots.height * 0.03
    points = fitting(hand.title, round(slots.height * 0.38), slots.left - left - slots.height * 0.2)
    _put(image, lettering(hand.title, points, theme.text), left)
    for index, (kind, letter, count) in enumerate(hand.pieces):
        piece = token(game, kind, letter, theme.coat(hand.side), slots.icon)
        _put(image, piece if count else _dimmed(piece), slots.x(index))
        number = lettering(f"×{count}", slots.points, theme.text if count else theme.faint)
        _put(image, number, slots.x(index) + slots.icon * 1.04)
    return image


class _Slots:
    """Room for pieces with their counts, at the right end of a strip. All lengths are pixels."""

    def __init__(self, count: int, size: tuple[int, int]) -> None:
        width, self.height = size
        # Many kinds stand closer and smaller, so that the title keeps its room.
        scale = min(1.0, width * 0.62 / (self.height * _SLOT * max(count, 1)))
        self.icon = round(self.height * 0.84 * scale)
        self.points = round(self.height * 0.40 * scale)
        self._step = self.height * _SLOT * scale
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


@lru_cache(maxsize=24)
def _empty(theme: Theme, state: State, size: Corner) -> Image.Image:
    """A strip with its pool alone, ``RGBA``. Not to be changed by the caller."""
    image = Image.new("RGBA", size, theme.sand)
    rim = ring_colour(theme, state)
    image.alpha_composite(pool(size, rim, theme.pool_colour, unit=size[1] / 100, foam=theme.foam))
    return image


def hand_of(side: Side, hands: tuple[Hand, ...]) -> Hand:
    """The hand of a side; an empty one under its name if the game gives it none."""
    return next((hand for hand in hands if hand.side == side), Hand(side, side.capitalize(), ()))
