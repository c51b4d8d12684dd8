"""The board: every move on an empty board, and the squares from which a king is attacked.

The tables are made once for each size. ``safety`` and ``position`` handle the pieces on the squares.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from engines.core import Action, Side
from engines.games.cannons_and_crabs.pieces import (
    AHEAD,
    FOOT,
    KINDS,
    OTHER,
    OWN,
    PROMOTIONS,
    SIDES,
    START,
    WHITE,
    letter_of,
    piece_of,
    pieces_of,
)
from engines.grids import DIAGONAL, EVERY_WAY, KNIGHT, ORTHOGONAL, Area, Direction, Grid

Reach = tuple[int, Action, Action]
"""The target square, the action if it is empty, the action if an enemy is on it."""

Step = tuple[int, tuple[Action, ...]]
"""The target square of a pawn or a crab, and its actions: one, or two promotions on the last rank."""

Ways = tuple[tuple[Reach, ...], tuple[tuple[Reach, ...], ...], tuple[Step, ...], tuple[Step, ...]]
"""The possible moves of a piece from a square.

First its leaps, which nothing blocks; then its lines, which end at the first piece; then the steps of a pawn
or a crab to an empty square, and its captures.
"""

Line = frozenset[int]
"""Squares where a move answers a check: those between checker and king, and the checker's."""

Sight = tuple[int, frozenset[int], Line]
"""A square, the enemies that attack the king from there with nothing between, and their line."""

_LEAPS: Mapping[str, tuple[Direction, ...]] = {
    "K": EVERY_WAY,
    "N": KNIGHT,
    "C": EVERY_WAY + tuple((2 * right, 2 * up) for right, up in EVERY_WAY),
    "M": KNIGHT,
    "D": KNIGHT,
}
_LINES: Mapping[str, tuple[Direction, ...]] = {"R": ORTHOGONAL, "M": ORTHOGONAL, "D": DIAGONAL}

ALL_RIGHTS = 0b1111
_HOME, _SECOND = START
_KING_FILE = _HOME.index("K")
_ROOK_FILES = (_HOME.index("R"), _HOME.rindex("R"))


@dataclass(frozen=True, slots=True)
class Castling:
    """A king's move of two squares towards a rook, which lands on its other side.

    ``right`` is one bit of a position's rights, ``letter`` how a position text names it; ``between`` are
    the squares from king to rook, ``crossed`` those the king comes through, the last of them its own.
    """

    right: int
    letter: str
    king: int
    rook: int
    between: tuple[int, ...]
    crossed: tuple[int, int]
    action: Action

    @property
    def flank(self) -> str:
        """The side of the board, such as ``"a-side"``."""
        return f"{self.letter.lower()}-side"


class Army:
    """The tables of one side: its possible moves, and the attacks that the enemy can make on its king.

    ``ways`` is looked up by the letter of a piece first (None when it is not of this side), then by its
    square. ``takeable`` are the enemies except the king. ``sights`` are, by the king's square, the lines
    it is seen along; ``hops`` the squares from where one of ``hoppers`` attacks it like a knight.
    """

    __slots__ = ("castlings", "hoppers", "hops", "king", "own", "rights", "sights", "takeable", "ways")

    def __init__(self, area: Area, side: Side, castlings: tuple[Castling, ...]) -> None:
        squares, enemy = area.squares, OTHER[side]
        self.king = piece_of(side, "K")
        self.own = OWN[side]
        self.takeable = OWN[enemy] - {piece_of(enemy, "K")}
        self.castlings = castlings
        self.rights = sum(castling.right for castling in castlings)
        self.ways: list[tuple[Ways, ...] | None] = [None] * 128
        for piece in self.own:
            self.ways[piece] = tuple(_ways(area, side, piece, square) for square in squares)
        self.sights = tuple(tuple(_sights(area, side, square)) for square in squares)
        self.hoppers = pieces_of(enemy, "NMD")
        self.hops = tuple(tuple(_steps(area, square, KNIGHT)) for square in squares)


class Board:
    """A size of board with its tables. Two boards are equal when they are of the same size.

    ``moves`` gives for an action's text the start, the target, the piece's promotion (0: none) and the
    castling rights that remain; ``rooks`` where the rook of a castling goes, by the king's target.
    """

    __slots__ = ("armies", "castlings", "grid", "last_rank", "moves", "rooks")

    def __init__(self, grid: Grid) -> None:
        area = Area.whole(grid)
        self.grid = grid
        self.last_rank: Mapping[Side, int] = {side: grid.ranks - 1 if side == WHITE else 0 for side in SIDES}
        self.castlings = tuple(_castlings(area))
        self.armies: Mapping[Side, Army] = {
            SIDES[0]: Army(area, SIDES[0], self.castlings[:2]),
            SIDES[1]: Army(area, SIDES[1], self.castlings[2:]),
        }
        self.moves = dict(_moves(grid, self.castlings))
        self.rooks = {one.crossed[1]: (one.rook, one.crossed[0]) for one in self.castlings}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.grid == other.grid

    def __hash__(self) -> int:
        return hash(self.grid)

    def __repr__(self) -> str:
        return f"Board({self.grid.files}x{self.grid.ranks})"


@cache
def board(files: int, ranks: int) -> Board:
    """The board with these numbers of files and ranks, with its tables."""
    return Board(Grid(files, ranks))


def start_cells(grid: Grid) -> bytes:
    """The contents of all squares at the start."""
    gap = ["." * grid.files] * (grid.ranks - 4)
    return "".join([_HOME, _SECOND, *gap, _SECOND.lower(), _HOME.lower()]).encode()


# --- actions ------------------------------------------------------------------------------------


@cache
def _action(start: str, sign: str, target: str, becomes: str = "") -> Action:
    if becomes:
        return Action(f"{start}{sign}{target}={becomes}", (start, target, becomes))
    return Action(f"{start}{sign}{target}", (start, target))


def _reach(area: Area, start: int, target: int) -> Reach:
    names = area.grid.names
    return target, _action(names[start], "-", names[target]), _action(names[start], "x", names[target])


def _moves(grid: Grid, castlings: tuple[Castling, ...]) -> Iterator[tuple[str, tuple[int, int, int, int]]]:
    """Every action that some position of the board may have."""
    lost = dict.fromkeys(range(len(grid.names)), 0)
    for castling in castlings:
        for square in (castling.king, castling.rook):
            lost[square] |= castling.right
    for start, name in enumerate(grid.names):
        for target, to in enumerate(grid.names):
            kept = ALL_RIGHTS & ~lost[start] & ~lost[target]
            side = SIDES[0] if target > start else SIDES[1]
            for sign in "-x":
                yield f"{name}{sign}{to}", (start, target, 0, kept)
                for becomes in PROMOTIONS:
                    yield f"{name}{sign}{to}={becomes}", (start, target, piece_of(side, becomes), kept)


# --- how pieces go ------------------------------------------------------------------------------


def _steps(area: Area, start: int, ways: Iterable[Direction]) -> list[int]:
    targets = (area.step(start, way) for way in ways)
    return [target for target in targets if target is not None]


def _ways(area: Area, side: Side, piece: int, start: int) -> Ways:
    letter = letter_of(piece)
    leaps = tuple(_reach(area, start, target) for target in _steps(area, start, _LEAPS.get(letter, ())))
    rays = (tuple(area.ray(start, way)) for way in _LINES.get(letter, ()))
    lines = tuple(tuple(_reach(area, start, target) for target in ray) for ray in rays if ray)
    if piece not in FOOT:
        return leaps, lines, (), ()
    ahead = AHEAD[side]
    askew = _steps(area, start, [(-1, ahead), (1, ahead)])
    straight = _steps(area, start, [(0, ahead)])
    steps = straight if letter == "P" else sorted([*askew, *straight])
    return (
        leaps,
        lines,
        tuple((target, _foot_actions(area, side, start, "-", target)) for target in steps),
        tuple((target, _foot_actions(area, side, start, "x", target)) for target in askew),
    )


def _foot_actions(area: Area, side: Side, start: int, sign: str, target: int) -> tuple[Action, ...]:
    names, (_, rank) = area.grid.names, area.grid.place(target)
    if rank == (area.top if side == WHITE else area.bottom):
        return tuple(_action(names[start], sign, names[target], becomes) for becomes in PROMOTIONS)
    return (_action(names[start], sign, names[target]),)


# --- how kings are attacked ---------------------------------------------------------------------


def _sights(area: Area, side: Side, king: int) -> Iterator[tuple[Sight, ...]]:
    """One line in each direction, the nearest square first."""
    for way in EVERY_WAY:
        ray = tuple(area.ray(king, way))
        if ray:
            yield tuple(
                (square, _attackers(side, way, distance), frozenset(ray[:distance]))
                for distance, square in enumerate(ray, 1)
            )


def _attackers(side: Side, way: Direction, distance: int) -> frozenset[int]:
    """The enemies of a king of ``side`` that attack it from so far along a line with nothing between."""
    letters = "".join(letter for letter in KINDS if way in _LINES.get(letter, ()))
    if distance <= 2:
        letters += "C"
    if distance == 1:
        letters += "K"
        if way in DIAGONAL and way[1] == AHEAD[side]:
            letters += "PA"
    return pieces_of(OTHER[side], letters)


# --- castling -----------------------------------------------------------------------------------


def _castlings(area: Area) -> Iterator[Castling]:
    """White's towards the first files and the last ones, then black's: the order of a position text."""
    grid, right = area.grid, 1
    for side, rank in ((SIDES[0], area.bottom), (SIDES[1], area.top)):
        king = grid.square(_KING_FILE, rank)
        for file in _ROOK_FILES:
            rook, way = grid.square(file, rank), 1 if file > _KING_FILE else -1
            letter = grid.names[rook][0]
            yield Castling(
                right=right,
                letter=letter.upper() if side == WHITE else letter,
                king=king,
                rook=rook,
                between=tuple(range(king + way, rook, way)),
                crossed=(king + way, king + 2 * way),
                action=_action(grid.names[king], "-", grid.names[king + 2 * way]),
            )
            right *= 2
