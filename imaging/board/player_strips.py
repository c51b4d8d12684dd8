"""The strips above and below a board: the side, whether it is to act, and what it holds.

A strip has two parts that change at different times: the cap at its left end, where a flag says whose turn
it is and which move it is, and the rest, with the side's title and what it holds. A flag says "Move", since
a number alone reads like a count of pieces. Both lie in a rock pool: water with foam around it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from PIL import Image

from engines import Diagram, Hand, Side
from imaging.board.layout import Box, Layout
from imaging.board.scene import Strip, Tile
from imaging.board.tokens import token
from imaging.draw.canvas import Canvas, Colour, Corner, Point, fitting, lettering, turned, write
from imaging.themes.theme import DIMMED, PieceStyle, Theme

_TITLE = 0.38
"""The size of a title, as a share of a strip's height."""

_LEGIBLE = 0.8
"""The share of that size below which a title can't be read on a phone."""

_FORM = 0.62
"""The size of a token beside a title, as a share of a strip's height."""

_SLOT = 1.47
"""Room for a piece and its count, as a share of a strip's height."""


def strips_of(diagram: Diagram, layout: Layout, theme: Theme) -> tuple[Strip, Strip]:
    """The strips of the side at the top and of the one at the bottom."""
    top = next(side for side in diagram.sides if side != diagram.bottom)
    return (
        _strip_of(diagram, top, layout.upper_strip, theme),
        _strip_of(diagram, diagram.bottom, layout.lower_strip, theme),
    )


def _strip_of(diagram: Diagram, side: Side, box: Box, theme: Theme) -> Strip:
    left, above, right, below = box
    state, size = state_of(diagram, side), (right - left, below - above)
    number = diagram.number if state != "waits" else 0
    hand = hand_of(side, diagram.hands)
    if state == "acts" and number:
        cap, bare = _numbered_caps(theme, number, size)
    else:
        cap = bare = _cap(diagram.game, hand, state, theme, size)
    rest = _rest(diagram.game, hand, state, theme, number > 0, size)
    return Strip((left, above), (left + cap_width(size), above), cap, rest, bare, state)


def state_of(diagram: Diagram, side: Side) -> State:
    """The state that the flag of a side shows."""
    if side == diagram.to_act:
        return "acts"
    return "won" if diagram.to_act is None and side == diagram.winner else "waits"


@lru_cache(maxsize=256)
def _numbered_caps(theme: Theme, number: int, size: Corner) -> tuple[Tile, Tile]:
    """The cap of the side to act in a match, and the same with an empty flag.

    The title begins beside it, so it is the same in all games.
    """
    image = _empty(theme, "acts", size).crop((0, 0, cap_width(size), size[1]))
    add_flag(image, "acts", theme, number)
    return Tile(theme.palette.reduce(image.convert("RGB"))), _bare_cap(theme, size)


@lru_cache(maxsize=16)
def _bare_cap(theme: Theme, size: Corner) -> Tile:
    """The cap of the side to act, with an empty flag."""
    image = _empty(theme, "acts", size).crop((0, 0, cap_width(size), size[1]))
    image.alpha_composite(_flag(theme, "acts", image.size, plain=False))
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
    if theme.forms and state != "waits":
        form = token("", "", "", theme.coat(hand.side), round(slots.height * _FORM))
        _put(image, form, left)
        left += form.width + slots.height * 0.08
    _put(image, _title(hand, slots, left, theme.text), left)
    for index, (kind, letter, count) in enumerate(hand.pieces):
        piece = token(game, kind, letter, theme.coat(hand.side), slots.icon)
        _put(image, piece if count else _dimmed(piece), slots.x(index))
        number = lettering(f"×{count}", slots.points, theme.text if count else theme.faint)
        _put(image, number, slots.x(index) + slots.icon * 1.04)
    return image


def _title(hand: Hand, slots: _Slots, left: float, ink: Colour) -> Image.Image:
    """The title of a hand, or only the name of its side if the title would be too small to read."""
    most, room = round(slots.height * _TITLE), slots.left - left - slots.height * 0.2
    points = fitting(hand.title, most, room)
    if points >= most * _LEGIBLE:
        return lettering(hand.title, points, ink)
    name = hand.side.capitalize()
    return lettering(name, fitting(name, most, room), ink)


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


# --- caps ----------------------------------------------------------------------------------------


State = Literal["acts", "waits", "won"]
"""The state of a side: it acts, it waits (or has not won), or it has won."""

_NARROW = 1.22
"""The width of a flag or token without words, as a share of a strip's height."""
_WIDE = 2.14
"""The width of a flag with words."""
_WORDS = 1.36
"""The room for the words on a flag."""
_LETTERS = 0.31
"""The height of the letters on a flag."""


def cap_width(size: tuple[int, int]) -> int:
    """The width of a strip's cap in pixels, the same for all caps."""
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
        at, room = (high * (0.23 + _WORDS / 2), high * 0.5), high * _WORDS
        write(image, f"Move {number}", round(high * _LETTERS), theme.foam, at, room=room)


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


# --- rock pools ----------------------------------------------------------------------------------


EDGE = 9
"""The distance of the water of a :func:`framed` drawing from the edge of its pool, in pixels."""

_RIM = 10
"""The distance of the water from the edge, in units."""

_FRAME_UNIT = EDGE / _RIM
_FRAME_CORNER = 34


@lru_cache(maxsize=16)
def pool(
    size: tuple[int, int],
    rim: Colour,
    water: Colour,
    *,
    unit: float,
    corner: float = 50,
    foam: Colour = Theme.foam,
) -> Image.Image:
    """A pool of ``size`` pixels with a rim, foam and water in these colours, ``RGBA``.

    ``unit`` is the length of one unit in pixels, ``corner`` the radius of its corners in units. Cached: not
    to be changed by the caller.
    """
    pen = Canvas(size, unit=unit)
    far, deep = size[0] / 2 / unit, size[1] / 2 / unit
    for inset, paint in ((0, rim), (6, foam), (_RIM, water)):
        pen.box((-far + inset, -deep + inset), (far - inset, deep - inset), corner - inset, paint)
    return pen.finish()


def framed(drawing: Image.Image, rim: Colour = Theme.wet, water: Colour = Theme.sea_light) -> Image.Image:
    """A pool with a drawing for its water, :data:`EDGE` larger at every side, ``RGBA``."""
    width, height = drawing.size
    size = width + 2 * EDGE, height + 2 * EDGE
    image = pool(size, rim, water, unit=_FRAME_UNIT, corner=_FRAME_CORNER).copy()
    image.paste(drawing, (EDGE, EDGE), _opening(drawing.size))
    return image


@lru_cache(maxsize=4)
def _opening(size: tuple[int, int]) -> Image.Image:
    """The mask (``L``) of the visible water, with round corners."""
    pen = Canvas.pixels(size)
    pen.box((0, 0), size, (_FRAME_CORNER - _RIM) * _FRAME_UNIT, Theme.foam)
    return pen.finish().getchannel("A")
