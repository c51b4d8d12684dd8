"""Cannons and Crabs as a game: its options, its start, and how a position text is read.

A text whose parts contradict each other is refused; the position need not be reachable.
"""

from __future__ import annotations

import re
from collections import Counter

from engines.core import Credit, Game, Option, OptionError, Options, Picks, PositionTextError, Side
from engines.games.cannons_and_crabs.board import Board, board, start_cells
from engines.games.cannons_and_crabs.describe import listed, rights_text
from engines.games.cannons_and_crabs.pieces import (
    BLACK,
    FOOT,
    KINDS,
    OTHER,
    PROMOTIONS,
    SIDES,
    START,
    WHITE,
    kind_of,
    piece_of,
)
from engines.games.cannons_and_crabs.position import FIFTY_MOVES, CannonsPosition
from engines.ranks import RefusedText, parts_of, squares_of


class CannonsAndCrabs(Game):
    """The rules. Outcomes have the reason ``"checkmate"``, ``"stalemate"`` or ``"fifty-moves"``."""

    key = "cannons-and-crabs"
    name = "Cannons and Crabs"
    sides = SIDES
    options = (Option("board", "Board", ("7x6", "7x7"), "7x6"),)
    credit = Credit("David Short", "https://www.chessvariants.com/42.dir/cannons-and-crabs.html")
    draws = True

    def start(
        self, options: Options | None = None, *, first: Side | None = None, picks: Picks | None = None
    ) -> CannonsPosition:
        """The start. White moves first unless told otherwise; there is nothing to pick."""
        where = self._board(options)
        side = WHITE if first is None else first
        if unknown := {side, *(picks or {})} - set(SIDES):
            raise OptionError(
                f"{self.name} is played by white and black, not by {', '.join(map(repr, unknown))}"
            )
        if picks:
            raise OptionError(f"in {self.name} nothing is picked before the start")
        return CannonsPosition(where, start_cells(where.grid), side)

    def from_text(self, text: str, options: Options | None = None) -> CannonsPosition:
        return read(text, self._board(options))

    def _board(self, options: Options | None) -> Board:
        files, ranks = map(int, self.complete_options(options)["board"].split("x"))
        return board(files, ranks)


# --- reading a position text ---------------------------------------------------------------------


_PLACED = "".join(KINDS) + "".join(KINDS).lower()
_UNKNOWN = f"is no piece: they are written {' '.join(_PLACED)}"
_SIDES: dict[str, Side] = {"w": WHITE, "b": BLACK}
_COUNT = re.compile(r"0|[1-9][0-9]{0,8}", re.ASCII)
_OWNED = Counter("".join(START))
"""The pieces a side starts with, by letter."""


def read(text: str, board: Board) -> CannonsPosition:
    """The position that a text states. Raises PositionTextError with what is wrong."""
    try:
        return _checked(_Reader(board).position(text))
    except RefusedText as refusal:
        raise PositionTextError(text, str(refusal)) from None


class _Reader:
    """Reads the parts of a text, each by itself."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.grid = board.grid

    def position(self, text: str) -> CannonsPosition:
        """The position as written, not checked for contradictions."""
        names = ("ranks", "side", "castling", "clock", "move number")
        ranks, side, rights, clock, number = parts_of(text, *names)
        if side not in _SIDES:
            raise RefusedText(f"the side to move is w or b, not {side!r}")
        return CannonsPosition(
            board=self.board,
            cells=squares_of(ranks, self.grid, _PLACED, _UNKNOWN).encode(),
            side=_SIDES[side],
            rights=self.rights(rights),
            clock=self.count(clock, "the half-move clock"),
            number=self.count(number, "the move number"),
        )

    def rights(self, text: str) -> int:
        castlings = self.board.castlings
        rights = sum(one.right for one in castlings if one.letter in text)
        written = "".join(one.letter for one in castlings if rights & one.right) or "-"
        if text != written:
            every = "".join(one.letter for one in castlings)
            raise RefusedText(f"castling rights are letters of {every} in this order, or -, not {text!r}")
        return rights

    def count(self, text: str, what: str) -> int:
        if _COUNT.fullmatch(text) is None:
            raise RefusedText(f"{what} is a number such as 0 or 12, not {text!r}")
        return int(text)


# --- what the parts say of each other -----------------------------------------------------------


def _checked(position: CannonsPosition) -> CannonsPosition:
    reasons = (
        *(_wrong_count(position, side) for side in SIDES),
        _misplaced_foot(position),
        _wrong_rights(position),
        _wrong_clock(position),
    )
    # Attacks can be looked for only where each side has its king.
    if reason := next(filter(None, reasons), "") or _wrong_check(position):
        raise RefusedText(reason)
    return position


def _wrong_count(position: CannonsPosition, side: Side) -> str:
    """The fault in the numbers of pieces: pieces are captured and promoted, never added."""
    there = {letter: position.cells.count(piece_of(side, letter)) for letter in KINDS}
    if there["K"] != 1:
        return f"{side} has {there['K'] or 'no'} king{'s' if there['K'] else ''}, and must have one"
    for letter, kind in KINDS.items():
        if letter not in PROMOTIONS and there[letter] > _OWNED[letter]:
            return f"{side} started with {_OWNED[letter]} {kind}s, and {there[letter]} are on the board"
    promoted = sum(there[letter] for letter in PROMOTIONS)
    if promoted > _OWNED["P"] + _OWNED["A"] - there["P"] - there["A"]:
        return f"{side} has more marshalls and cardinals than its pawns and crabs can have become"
    return ""


def _misplaced_foot(position: CannonsPosition) -> str:
    """The fault in the ranks of pawns and crabs, which start on the second and promote on the last."""
    grid = position.board.grid
    for square, piece in enumerate(position.cells):
        if piece in FOOT and grid.place(square)[1] in (0, grid.ranks - 1):
            return f"a {kind_of(piece)} cannot stand on {grid.names[square]}: not on the first or last rank"
    return ""


def _wrong_rights(position: CannonsPosition) -> str:
    names = position.board.grid.names
    for side in SIDES:
        for one in position.board.armies[side].castlings:
            if not position.rights & one.right:
                continue
            for square, letter in ((one.king, "K"), (one.rook, "R")):
                if position.cells[square] != piece_of(side, letter):
                    return (
                        f"castling right {one.letter} needs {side}'s {KINDS[letter]} on {names[square]}, "
                        f"where it has never moved (rights: {rights_text(position)})"
                    )
    return ""


def _wrong_clock(position: CannonsPosition) -> str:
    if position.clock > FIFTY_MOVES:
        return f"the match was over when the half-move clock had come to {FIFTY_MOVES}"
    if position.number < 1:
        return "the move number counts from 1"
    plies = 2 * (position.number - 1) + (position.side == BLACK)
    if position.clock > plies:
        return f"the half-move clock cannot be {position.clock}: by the move number {plies} plies were played"
    return ""


def _wrong_check(position: CannonsPosition) -> str:
    waiting = OTHER[position.side]
    if attacks := position.attacks(waiting):
        attackers = listed(position, [square for square, _ in attacks])
        return f"{waiting} has moved and left its king attacked by {attackers}"
    if len(position.attacks()) > 2:
        return "no single move attacks a king with three pieces"
    return ""
