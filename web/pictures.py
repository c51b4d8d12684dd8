"""The pictures of the page: the ground of a board and each piece, drawn by the code of the cards.

The name of a picture says everything that is drawn, and ends with a part of the file's hash: browsers may
keep it for a year, and any process can draw it again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256
from typing import Final, NamedTuple
from urllib.parse import quote

from engines import GAMES, Diagram, Hexes, Mark, MarkKind, Piece, Shape, Side, Squares
from imaging import THEMES, Picture, Studio
from imaging.board.painter import GROUND_MARKS

_KINDS: Final[dict[str, MarkKind]] = {"z": "zone", "g": "goal", "d": "dry"}
"""The marks of a ground by the letter that a name has for them."""
_LETTERS: Final = {kind: letter for letter, kind in _KINDS.items()}
_NONE: Final = "-"
_SHAPE: Final = re.compile(r"([sh])(\d{1,2})x(\d{1,2})")
_MOST: Final = 20
"""The most files and rows of a board."""
_HIGHEST: Final = 99
_WORD: Final = re.compile(r"[\w -]{1,24}")
_HASH_LENGTH: Final = 12


class PieceName(NamedTuple):
    """The look of a piece, besides its theme."""

    game: str
    sides: tuple[Side, ...]
    piece: Piece


async def ground(studio: Studio, diagram: Diagram, theme: str) -> str:
    """The name of the empty board of a position."""
    shape = diagram.shape
    form, rows = ("h", shape.rows) if isinstance(shape, Hexes) else ("s", shape.ranks)
    parts = (diagram.game, str(diagram.sides.index(diagram.bottom)), f"{form}{shape.files}x{rows}")
    name = "/".join(("ground", theme, *parts, _marks_in_name(diagram)))
    return _dated(name, await studio.ground(diagram, theme=theme))


async def piece(studio: Studio, diagram: Diagram, one: Piece, theme: str) -> str:
    """The name of a piece of a position."""
    side = str(diagram.sides.index(one.side))
    name = "/".join(("piece", theme, diagram.game, one.kind, one.letter, side, str(one.count)))
    return _dated(name, await studio.piece(diagram.game, diagram.sides, one, theme=theme))


async def drawn(studio: Studio, name: str) -> tuple[Picture, bool] | None:
    """The picture with a name, and whether it is still the one that was named; None if it names nothing."""
    path, _, _ = name.rpartition("/")
    what, _, rest = path.partition("/")
    theme, _, described = rest.partition("/")
    if theme not in THEMES:
        return None
    try:
        if what == "ground":
            picture = await studio.ground(_ground_named(*described.split("/")), theme=theme)
        elif what == "piece":
            picture = await studio.piece(*_piece_named(*described.split("/")), theme=theme)
        else:
            return None
    except (ValueError, KeyError, TypeError, IndexError):
        return None
    return picture, _dated(path, picture) == quote(name)


def _dated(name: str, picture: Picture) -> str:
    return f"{quote(name)}/{sha256(picture.png).hexdigest()[:_HASH_LENGTH]}.png"


def _marks_in_name(diagram: Diagram) -> str:
    """The marks of a ground: a letter and the number of a side before the points of each kind."""
    found: dict[str, list[str]] = {}
    for mark in diagram.marks:
        if mark.kind in GROUND_MARKS:
            number = _NONE if mark.side is None else diagram.sides.index(mark.side)
            found.setdefault(f"{_LETTERS[mark.kind]}{number}", []).append(mark.at)
    return "_".join(".".join((key, *found[key])) for key in sorted(found)) or _NONE


def _ground_named(game: str, bottom: str, shape: str, marks: str) -> Diagram:
    """A bare diagram of that ground. Raises ValueError and KeyError for one that no match has."""
    sides, board = GAMES[game].sides, _shape_named(shape)
    points = frozenset(board.points)
    shown = tuple(_marks_named(marks, sides))
    if not all(mark.at in points for mark in shown):
        raise ValueError("a mark beside the board")
    return Diagram(game, board, sides, (), shown, (), sides[_index(bottom)], None, "")


def _shape_named(name: str) -> Shape:
    found = _SHAPE.fullmatch(name)
    if found is None or not (1 <= int(found[2]) <= _MOST and 1 <= int(found[3]) <= _MOST):
        raise ValueError("no board")
    return (Hexes if found[1] == "h" else Squares)(int(found[2]), int(found[3]))


def _marks_named(name: str, sides: tuple[Side, ...]) -> Iterator[Mark]:
    for group in () if name == _NONE else name.split("_"):
        kind, *points = group.split(".")
        side = None if kind[1:] == _NONE else sides[_index(kind[1:])]
        yield from (Mark(_KINDS[kind[:1]], at, side) for at in points)


def _piece_named(game: str, kind: str, letter: str, side: str, count: str) -> PieceName:
    if not (_WORD.fullmatch(kind) and _WORD.fullmatch(letter) and 1 <= int(count) <= _HIGHEST):
        raise ValueError("no piece")
    sides = GAMES[game].sides
    return PieceName(game, sides, Piece("", sides[_index(side)], kind, letter, int(count)))


def _index(number: str) -> int:
    if number not in ("0", "1"):
        raise ValueError("no side")
    return int(number)
