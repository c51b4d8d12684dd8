"""Typed notation, and explanations of why an action cannot be played."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engines.core import Action, ActionError, AmbiguousActionError, IllegalActionError, UnreadableActionError
from engines.games.cannons_and_crabs import describe
from engines.games.cannons_and_crabs.board import Castling
from engines.games.cannons_and_crabs.pieces import (
    AHEAD,
    EMPTY,
    FOOT,
    KINDS,
    KINGS,
    OTHER,
    OWN,
    PROMOTIONS,
    kind_of,
    letter_of,
    piece_of,
    side_of,
)
from engines.games.cannons_and_crabs.safety import threats, unsafe_moves
from engines.games.cannons_and_crabs.state import CannonsState

_WORDS = {**{letter.lower(): letter for letter in KINDS}, **{kind: letter for letter, kind in KINDS.items()}}
_WORDS |= {"marshal": "M", "cr": "A", "wcr": "A", "bcr": "A"}
"""Names of a kind of piece, and its letter; the designer's crab is CR, by its colour WCR or BCR."""

_CARDINAL = {"cd": "D", "wcd": "D", "bcd": "D"}
"""The designer's cardinal: in short forms CD may be a cannon of the d-file as well."""

_NAMES = {**_WORDS, **_CARDINAL}

_BECOMING = {**_NAMES, "q": "Q", "queen": "Q", "b": "B", "bishop": "B"}
"""The same for a promotion: chess players' promotions are understood, and refused with a reason."""


def _one_of(words: Iterable[str]) -> str:
    return f"({'|'.join(sorted(words, key=len, reverse=True))})"


_KIND = _one_of(_NAMES)
_SQUARE = r"([a-z][0-9]{1,2})"
_BETWEEN = r"(?:x|to|takes|captures|[^a-z0-9]*)"
_NOISE = r"[^a-z0-9]*"
_BECOMES = rf"(?:{_NOISE}{_one_of(_BECOMING)})?{_NOISE}"
_LONG = re.compile(rf"{_KIND}?{_NOISE}([a-g][0-9]{{1,2}}){_BETWEEN}{_SQUARE}{_BECOMES}")
_LONG_OFF_BOARD = re.compile(rf"{_KIND}?{_NOISE}{_SQUARE}{_BETWEEN}{_SQUARE}{_BECOMES}")
_SHORT = [
    re.compile(rf"{_one_of(words)}{_NOISE}([a-g]?)([0-9]?){_BETWEEN}{_SQUARE}{_BECOMES}")
    for words in (_WORDS, _CARDINAL)
]
_FOOT = re.compile(rf"([a-g]?){_BETWEEN}{_SQUARE}{_BECOMES}")
_CASTLE = re.compile(rf"[o0]{_NOISE}[o0]({_NOISE}[o0])?{_NOISE}")


@dataclass(frozen=True, slots=True)
class Said:
    """A typed move, legal or not.

    ``kind`` is the letter of the piece, ``start`` its square or the part of it that was typed, ``becomes``
    the letter of a promotion; each is empty if not typed.
    """

    kind: str
    start: str
    target: str
    becomes: str = ""

    @property
    def is_long(self) -> bool:
        """True if both squares are named."""
        return len(self.start) > 1

    @property
    def is_bare(self) -> bool:
        """True if only a square is named, as for a pawn that goes there."""
        return not self.start and self.kind == "P" and not self.becomes

    def fits(self, position: CannonsState, action: Action) -> bool:
        """True if the text may mean this legal action. Without a promotion, any promotion fits."""
        start, target, *becomes = action.path
        return (
            target == self.target
            and (not self.becomes or becomes == [self.becomes])
            and self.fits_start(position, start)
        )

    def fits_start(self, position: CannonsState, square: str) -> bool:
        """True if the text may mean the piece on a square."""
        if self.kind and letter_of(position.cells[position.board.grid.numbers[square]]) != self.kind:
            return False
        return self.start in (square, *square, "")


@dataclass(frozen=True, slots=True)
class Castle:
    """Castling, towards the first files or the last ones."""

    long: bool

    def of(self, position: CannonsState) -> Castling:
        """The castling of the side to act in this direction."""
        return position.army.castlings[0 if self.long else 1]


def understood(text: str) -> list[Said | Castle]:
    """All readings of a text; an empty list if it is not an action at all.

    There are several if a letter is both a file and a piece: ``axb3`` is a pawn of the a-file or a crab. In
    ``Axb3`` the capital names the piece.
    """
    written = "".join(text.split()).rstrip("+#!?")
    bare = written.lower()
    if found := _CASTLE.fullmatch(bare):
        return [Castle(long=found[1] is not None)]
    if found := _LONG.fullmatch(bare):
        return [_long(found)]
    if short := list(_short_forms(written, bare)):
        return short
    found = _LONG_OFF_BOARD.fullmatch(bare)
    return [_long(found)] if found else []


def _long(found: re.Match[str]) -> Said:
    kind, start, target, becomes = found.groups()
    return Said(_NAMES[kind] if kind else "", start, target, _BECOMING[becomes] if becomes else "")


def _short_forms(written: str, bare: str) -> Iterator[Said | Castle]:
    as_piece, as_pawn = list(filter(None, (form.fullmatch(bare) for form in _SHORT))), _FOOT.fullmatch(bare)
    for found in as_piece:
        kind, file, rank, target, becomes = found.groups()
        yield Said(_NAMES[kind], file + rank, target, _BECOMING[becomes] if becomes else "")
    names_piece = written[:1].isupper() and not written.isupper()
    if as_pawn and not (as_piece and names_piece):
        file, target, becomes = as_pawn.groups()
        # A pawn's file is written where it takes, and so leaves it: "cc3" is a cannon's move.
        if file == target[0]:
            return
        yield Said("P", file, target, _BECOMING[becomes] if becomes else "")


def meant(position: CannonsState, said: list[Said | Castle]) -> list[Action]:
    """The legal actions that fit any of these readings."""
    return [
        action for action in position.legal_actions() if any(_fits(position, one, action) for one in said)
    ]


def _fits(position: CannonsState, said: Said | Castle, action: Action) -> bool:
    if isinstance(said, Said):
        return said.fits(position, action)
    castling = said.of(position)
    return action == castling.action and position.cells[castling.king] == position.army.king


def reading(position: CannonsState, text: str) -> str:
    """The text in normal form: the squares and promotion of the only action that it fits, else unchanged.

    Canonical texts, which name both squares, never fit more than one action.
    """
    said = understood(text)
    if len(said) == 1 and isinstance(said[0], Said) and said[0].is_long and not said[0].kind:
        return f"{said[0].start} {said[0].target} {said[0].becomes}"
    fitting = meant(position, said)
    return " ".join([*fitting[0].path, ""][:3]) if len(fitting) == 1 else text


# --- why an action cannot be played --------------------------------------------------------------


_GOES = {
    "K": "a king goes one square in any direction",
    "R": "a rook goes along ranks and files",
    "N": "a knight leaps two squares one way and one across",
    "C": "a cannon goes one or two squares in a straight or diagonal line",
    "P": "a pawn goes one square straight ahead, and takes one square diagonally ahead",
    "A": "a crab goes one square ahead, straight or diagonally, and takes diagonally",
    "M": "a marshall moves like a rook or a knight",
    "D": "a cardinal moves like a bishop or a knight",
}


def why_not(position: CannonsState, text: str) -> ActionError:
    """The error for a text that fits no legal action, or more than one."""
    said = understood(text)
    if not said:
        return _unreadable(text)
    if position.to_act is None:
        return IllegalActionError(text, f"the match is over, {describe.ending(position)}")
    if len(fitting := meant(position, said)) > 1:
        return AmbiguousActionError(text, fitting)
    if isinstance(said[-1], Said) and said[-1].is_bare:
        return _no_pawn(position, text, said[-1].target)
    # A letter that is a file and a piece at once has a reason for each.
    return IllegalActionError(text, "; ".join(_reason(position, one) for one in said))


def _reason(position: CannonsState, said: Said | Castle) -> str:
    if isinstance(said, Castle):
        return _no_castling(position, said.of(position))
    return _no_move(position, said) if said.is_long else _no_such(position, said)


def _unreadable(text: str) -> ActionError:
    how = "type a move like c1-c3 or c1xc3, a promotion like a5-a6=M (M or D), castling as O-O or O-O-O"
    return UnreadableActionError.of(text, "Cannons and Crabs", how)


def _no_pawn(position: CannonsState, text: str, target: str) -> ActionError:
    """The error for a square alone: in a line it is more likely the first half of a move."""
    return UnreadableActionError(
        text,
        f"no pawn of {position.side}'s can go to {target}: for a move of another piece "
        "write both squares, as in c1-c3",
    )


# --- short forms --------------------------------------------------------------------------------


def _no_such(position: CannonsState, said: Said) -> str:
    """Why no piece of a kind can go to a square; if only one piece fits, its own reason."""
    names, piece, kind = position.board.grid.names, piece_of(position.side, said.kind), KINDS[said.kind]
    there = [name for square, name in enumerate(names) if position.cells[square] == piece]
    fitting = [name for name in there if said.fits_start(position, name)]
    if len(fitting) == 1:
        return _no_move(position, Said("", fitting[0], said.target, said.becomes))
    if not there:
        return f"{position.side} has no {kind}"
    if not fitting:
        where = f"rank {said.start}" if said.start.isdigit() else f"the {said.start}-file"
        return f"{position.side} has no {kind} on {where}, but on {' and '.join(there)}"
    if reason := _not_on_board(position, said.target):
        return reason
    reasons = [_no_move(position, Said("", name, said.target, said.becomes)) for name in fitting]
    telling = [reason for reason in reasons if " can't get to " not in reason]
    return telling[0] if telling else f"no {kind} can get to {said.target}: {_GOES[said.kind]}"


# --- a move given by its two squares ------------------------------------------------------------


def _no_move(position: CannonsState, said: Said) -> str:
    return (
        _not_own(position, said)
        or _not_on_board(position, said.target)
        or _not_to(position, said.start, said.target)
        or _out_of_reach(position, said.start, said.target)
        or _wrong_promotion(position, said)
        or _king_exposed(position, said.start, said.target)
    )


def _not_on_board(position: CannonsState, square: str) -> str:
    return "" if square in position.board.grid.numbers else f"{square} isn't on the board"


def _not_own(position: CannonsState, said: Said) -> str:
    if reason := _not_on_board(position, said.start):
        return reason
    piece = position.cells[position.board.grid.numbers[said.start]]
    if piece == EMPTY:
        return f"{said.start} is empty"
    if piece not in OWN[position.side]:
        return f"{said.start} is {OTHER[position.side]}'s, and it's {position.side}'s turn"
    if said.kind and letter_of(piece) != said.kind:
        return f"there's a {kind_of(piece)} on {said.start}, not a {KINDS[said.kind]}"
    return ""


def _not_to(position: CannonsState, start: str, target: str) -> str:
    if start == target:
        return f"{start} to {target} isn't a move"
    there = position.cells[position.board.grid.numbers[target]]
    return f"{target} is taken by {position.side}'s own piece" if there in OWN[position.side] else ""


def _out_of_reach(position: CannonsState, start: str, target: str) -> str:
    """Why a piece cannot reach a square, apart from its king's safety."""
    numbers = position.board.grid.numbers
    square, goal = numbers[start], numbers[target]
    piece, there = position.cells[square], position.cells[goal]
    if piece in KINGS and (castling := _castling_to(position, square, goal)):
        return _no_castling(position, castling)
    ways = position.army.ways[piece]
    assert ways is not None
    if any(
        action.path[1] == target
        for action in unsafe_moves(position.cells, ways[square], position.army.takeable)
    ):
        return ""
    if there in KINGS and letter_of(piece) == "C" and any(reach[0] == goal for reach in ways[square][0]):
        over = position.board.grid.names[(square + goal) // 2]
        return f"{over} shields the king: a cannon doesn't take a king over a piece"
    for line in ways[square][1]:
        on_the_way = [reach[0] for reach in line]
        if goal in on_the_way:
            blocker = next(one for one in on_the_way if position.cells[one] != EMPTY)
            return f"{position.board.grid.names[blocker]} is in the way of {kind_of(piece)} {start}"
    if piece in FOOT and (reason := _foot_blocked(position, square, goal)):
        return reason
    return f"{kind_of(piece)} {start} can't get to {target}: {_GOES[letter_of(piece)]}"


def _foot_blocked(position: CannonsState, square: int, goal: int) -> str:
    """Why a pawn or a crab cannot take this step ahead."""
    grid, piece, there = position.board.grid, position.cells[square], position.cells[goal]
    (file, rank), (to_file, to_rank) = grid.place(square), grid.place(goal)
    kind, ahead = kind_of(piece), AHEAD[position.side]
    if to_file == file and to_rank == rank + 2 * ahead:
        return f"a {kind} goes one square at a time, from its start too"
    if to_rank != rank + ahead or abs(to_file - file) > 1:
        return ""
    if to_file == file:
        return f"{grid.names[goal]} is {side_of(there)}'s: a {kind} doesn't take straight ahead"
    return f"{grid.names[goal]} is empty: a {kind} goes diagonally only to take"


def _wrong_promotion(position: CannonsState, said: Said) -> str:
    grid = position.board.grid
    piece, rank = position.cells[grid.numbers[said.start]], grid.place(grid.numbers[said.target])[1]
    if piece in FOOT and rank == position.board.last_rank[position.side]:
        if said.becomes and said.becomes not in PROMOTIONS:
            return (
                f"a {kind_of(piece)} on the last rank becomes a marshall (M) or a cardinal (D), nothing else"
            )
        return ""
    if said.becomes:
        return "only a pawn or a crab that comes to the last rank becomes something else"
    return ""


def _king_exposed(position: CannonsState, start: str, target: str) -> str:
    """The pieces that would attack the king after an otherwise legal move, in words."""
    side, numbers = position.side, position.board.grid.numbers
    square, goal = numbers[start], numbers[target]
    cells = bytearray(position.cells)
    cells[goal], cells[square] = cells[square], EMPTY
    king = cells.index(position.army.king)
    attackers = [one for one, _ in threats(position.army, bytes(cells), king)[0]]
    by = describe.listed(position, attackers)
    if goal == king:
        return f"the king would be attacked on {target} by {by}"
    if before := position.attacks():
        checking = describe.listed(position, [one for one, _ in before])
        return f"{side} is in check from {checking}, and {start}-{target} leaves the king attacked by {by}"
    return f"{kind_of(position.cells[square])} {start} shields {side}'s king from {by}"


# --- castling -----------------------------------------------------------------------------------


def _castling_to(position: CannonsState, square: int, goal: int) -> Castling | None:
    """The castling that a king's move from its first square means, or None."""
    for castling in position.army.castlings:
        if (castling.king, castling.crossed[1]) == (square, goal):
            return castling
    return None


def _no_castling(position: CannonsState, castling: Castling) -> str:
    names, side, army = position.board.grid.names, position.side, position.army
    if not position.rights & castling.right:
        return f"{side} has lost the right to castle on the {castling.flank}: king or rook has moved or gone"
    for square in castling.between:
        if position.cells[square] != EMPTY:
            return f"{names[square]} is in the way: between king and rook all must be empty to castle"
    if attacks := position.attacks():
        by = describe.listed(position, [one for one, _ in attacks])
        return f"{side} is in check from {by}: a king in check doesn't castle"
    for square in castling.crossed:
        if attackers := threats(army, position.cells, square)[0]:
            by = describe.listed(position, [one for one, _ in attackers])
            return f"{names[square]} is attacked by {by}: a king doesn't castle across or onto such a square"
    raise AssertionError("unreachable: nothing is wrong with this castling")
