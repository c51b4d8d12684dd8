"""The pictures of the page: the ground of a board and each piece, drawn by the code of the cards.

The name of a picture says everything that is drawn, and has a part of the file's hash: browsers may keep it
for a year, and any process can draw it again.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from hashlib import sha256
from typing import Final, NamedTuple
from urllib.parse import quote

from engines import GAMES, Diagram, Hexes, Mark, MarkKind, Piece, Side, Squares
from imaging import THEMES, Picture, Studio
from imaging.board.painter import GROUND_MARKS

_KINDS: Final[dict[str, MarkKind]] = {"z": "zone", "g": "goal", "d": "dry"}
"""The marks of a ground by the letter that a name has for them."""
_LETTERS: Final = {kind: letter for letter, kind in _KINDS.items()}
_NONE: Final = "-"
_HASH_LENGTH: Final = 12
_SEAL_LENGTH: Final = 20


class PieceName(NamedTuple):
    """The look of a piece, besides its theme."""

    game: str
    sides: tuple[Side, ...]
    piece: Piece


class BoardPictures:
    """Names pictures, and draws those that were named: a name ends with a seal that only the server can make.

    All processes have the same ``key``. So nobody can have boards drawn that no match has.
    """

    def __init__(self, studio: Studio, key: bytes) -> None:
        self._studio = studio
        self._key = key

    async def ground(self, diagram: Diagram, theme: str) -> str:
        """The name of the empty board of a position."""
        shape = diagram.shape
        form, rows = ("h", shape.rows) if isinstance(shape, Hexes) else ("s", shape.ranks)
        parts = (diagram.game, str(diagram.sides.index(diagram.bottom)), f"{form}{shape.files}x{rows}")
        name = "/".join(("ground", theme, *parts, _marks_in_name(diagram)))
        return self._named(name, await self._studio.ground(diagram, theme=theme))

    async def piece(self, diagram: Diagram, one: Piece, theme: str) -> str:
        """The name of a piece of a position."""
        side = str(diagram.sides.index(one.side))
        name = "/".join(("piece", theme, diagram.game, one.kind, one.letter, side, str(one.count)))
        return self._named(name, await self._studio.piece(diagram.game, diagram.sides, one, theme=theme))

    async def drawn(self, name: str) -> tuple[Picture, bool] | None:
        """The picture with a name, and whether it is still the one that was named.

        None for a name that the server didn't make.
        """
        path, _, end = name.rpartition("/")
        seal = end.removesuffix(".png").partition("-")[2]
        if not hmac.compare_digest(seal.encode(), self._seal(path).encode()):
            return None
        what, theme, *described = path.split("/")
        if theme not in THEMES:
            return None  # it was named by a version that had it
        if what == "ground":
            picture = await self._studio.ground(_ground_named(*described), theme=theme)
        else:
            picture = await self._studio.piece(*_piece_named(*described), theme=theme)
        return picture, self._named(path, picture) == quote(name)

    def _named(self, path: str, picture: Picture) -> str:
        return f"{quote(path)}/{sha256(picture.png).hexdigest()[:_HASH_LENGTH]}-{self._seal(path)}.png"

    def _seal(self, path: str) -> str:
        return hmac.digest(self._key, path.encode(), "sha256").hex()[:_SEAL_LENGTH]


def _marks_in_name(diagram: Diagram) -> str:
    """The marks of a ground: a letter and the number of a side before the points of each kind."""
    found: dict[str, list[str]] = {}
    for mark in diagram.marks:
        if mark.kind in GROUND_MARKS:
            number = _NONE if mark.side is None else diagram.sides.index(mark.side)
            found.setdefault(f"{_LETTERS[mark.kind]}{number}", []).append(mark.at)
    return "_".join(".".join((key, *found[key])) for key in sorted(found)) or _NONE


def _ground_named(game: str, bottom: str, shape: str, marks: str) -> Diagram:
    """A bare diagram of that ground."""
    sides, form = GAMES[game].sides, Hexes if shape.startswith("h") else Squares
    files, rows = map(int, shape[1:].split("x"))
    shown = tuple(_marks_named(marks, sides))
    return Diagram(game, form(files, rows), sides, (), shown, (), sides[int(bottom)], None, "")


def _marks_named(name: str, sides: tuple[Side, ...]) -> Iterator[Mark]:
    for group in () if name == _NONE else name.split("_"):
        kind, *points = group.split(".")
        side = None if kind[1:] == _NONE else sides[int(kind[1:])]
        yield from (Mark(_KINDS[kind[:1]], at, side) for at in points)


def _piece_named(game: str, kind: str, letter: str, side: str, count: str) -> PieceName:
    sides = GAMES[game].sides
    return PieceName(game, sides, Piece("", sides[int(side)], kind, letter, int(count)))
