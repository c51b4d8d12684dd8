"""The pieces of all games as small pictures, for buttons and menus."""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from PIL import Image

from engines import GAMES, Game, Side
from imaging.board.art import art_of, stacks_of
from imaging.board.tokens import token
from imaging.themes.catalog import DEFAULT_THEME, theme_for

SIZE: Final = 128
"""Pixels across the square that a piece is drawn on; its empty edges are cut off."""
HIGHEST: Final = 12
"""The highest stack that has an emblem."""
LONGEST_NAME: Final = 32
_DIGITS: Final = 8
"""Digits of the hash of a picture."""


@dataclass(frozen=True, slots=True)
class Emblem:
    """A piece, or a stack of ``count``, as a PNG file.

    ``name`` tells all emblems of today apart, and is fit to be read aloud: ``blue_crab``. ``digest`` tells
    the pictures of a piece apart.
    """

    game: str
    kind: str
    side: Side
    count: int
    name: str
    digest: str
    png: bytes

    @property
    def dated_name(self) -> str:
        """A name with the picture's digest."""
        words = re.sub(r"\W", "", f"{self.kind}_{self.side}")[: LONGEST_NAME - _DIGITS - 1]
        return f"{words}_{self.digest}"


@cache
def emblems() -> tuple[Emblem, ...]:
    """The emblems of every piece that has a drawing, in the default theme. Takes about a second to draw."""
    return tuple(emblem for game in GAMES.values() for emblem in _of_game(game))


def _of_game(game: Game) -> Iterator[Emblem]:
    for side in game.sides:
        for kind in art_of(game.key):
            if kind not in game.sides or kind == side:  # a kind may be called like the side that has it
                yield _emblem(game, kind, side, 1)
        for kind in stacks_of(game.key):
            for count in range(1, HIGHEST + 1):
                yield _emblem(game, kind, side, count)


def _emblem(game: Game, kind: str, side: Side, count: int) -> Emblem:
    coat = theme_for(game.sides, DEFAULT_THEME).coat(side)
    image = _cut(token(game.key, kind, "", coat, SIZE, count))
    # Of the pixels and not of the file, which another version of zlib writes otherwise.
    digest = hashlib.sha256(image.tobytes()).hexdigest()[:_DIGITS]
    file = io.BytesIO()
    image.save(file, format="PNG", optimize=True)
    # A kind may be called like the side that has it; a stack is told by its height.
    words = kind if kind == side else f"{side}_{kind}_of_{count}" if count > 1 else f"{side}_{kind}"
    name = re.sub(r"\W", "", words)[:LONGEST_NAME]
    return Emblem(game.key, kind, side, count, name, digest, file.getvalue())


def _cut(image: Image.Image) -> Image.Image:
    """The image cut to the smallest square around its drawing."""
    left, top, right, bottom = image.getbbox() or (0, 0, *image.size)
    across = max(right - left, bottom - top)
    x, y = (left + right - across) // 2, (top + bottom - across) // 2
    return image.crop((x, y, x + across, y + across))
