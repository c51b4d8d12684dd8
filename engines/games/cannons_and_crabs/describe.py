"""Cannons and Crabs in words and as a diagram: the position text, an action, and the whole position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engines.core import Action, Diagram, Hand, Mark, Piece, Side, Squares
from engines.diagrams import choice, diagram_of
from engines.games.cannons_and_crabs.pieces import (
    EMPTY,
    KINDS,
    KINGS,
    SIDES,
    WHITE,
    kind_of,
    letter_of,
    piece_of,
    side_of,
)
from engines.games.cannons_and_crabs.state import CannonsState
from engines.ranks import ranks_text

# --- the position text --------------------------------------------------------------------------


def position_text(position: CannonsState) -> str:
    """The one-line form of a position: ranks from the top, side, castling rights, clock, move number."""
    ranks = ranks_text(position.cells.decode(), position.board.grid.files)
    side = "w" if position.side == WHITE else "b"
    rights = rights_text(position)
    return f"{ranks} {side} {rights} {position.clock} {position.number}"


def rights_text(position: CannonsState) -> str:
    """The castling rights by the rooks' files, or a dash."""
    castlings = position.board.castlings
    return "".join(one.letter for one in castlings if position.rights & one.right) or "-"


# --- an action ----------------------------------------------------------------------------------


def describe(position: CannonsState, action: Action) -> str:
    """A legal action in words: ``"knight b1 takes crab c3"``."""
    numbers = position.board.grid.numbers
    start, target, *promotion = action.path
    piece, taken = position.cells[numbers[start]], position.cells[numbers[target]]
    if piece in KINGS and abs(numbers[target] - numbers[start]) == 2:
        flank = next(one.flank for one in position.army.castlings if one.action == action)
        return f"king {start} castles to {target}, on the {flank}"
    deed = f"to {target}" if taken == EMPTY else f"takes {kind_of(taken)} {target}"
    becomes = [f"and becomes a {KINDS[letter]}" for letter in promotion]
    return " ".join([f"{kind_of(piece)} {start} {deed}", *becomes])


# --- the whole position -------------------------------------------------------------------------


def in_words(position: CannonsState, last: Sequence[Action]) -> str:
    """Everything a picture of the position shows, for people who hear it."""
    grid = position.board.grid
    return " ".join(
        [
            f"Cannons and Crabs on {grid.files} by {grid.ranks} squares.",
            *(_side_in_words(position, side) for side in SIDES),
            *(_castling(position, side) for side in SIDES),
            *_quiet(position.clock),
            *([f"Last turn: {' '.join(map(str, last))}."] if last else []),
            _state_of_play(position),
        ]
    )


def _quiet(turns: int) -> list[str]:
    """The turns since the last capture or move of a pawn or crab, where there are any."""
    return (
        [f"No capture, nor a move of a pawn or crab, for {turns} turn{'s' if turns > 1 else ''}."]
        if turns
        else []
    )


def _side_in_words(position: CannonsState, side: Side) -> str:
    names = position.board.grid.names
    parts = []
    for letter, kind in KINDS.items():
        piece = piece_of(side, letter)
        if squares := [names[square] for square, there in enumerate(position.cells) if there == piece]:
            parts.append(f"{kind}{'s' if len(squares) > 1 else ''} {' '.join(squares)}")
    return f"{side.capitalize()}: {'; '.join(parts)}."


def _castling(position: CannonsState, side: Side) -> str:
    castlings = position.board.armies[side].castlings
    flanks = [one.flank for one in castlings if position.rights & one.right]
    if not flanks:
        return f"{side.capitalize()} has no castling right."
    return f"{side.capitalize()} has castling rights: {' and '.join(flanks)}."


def ending(position: CannonsState) -> str:
    """The outcome of a finished game in words."""
    outcome = position.outcome()
    assert outcome is not None
    if outcome.reason == "checkmate":
        return f"{outcome.winner} has won: {position.side} is checkmated"
    if outcome.reason == "stalemate":
        return f"a draw: stalemate, {position.side} has no move and isn't in check"
    return "a draw: fifty moves by each side without a capture or a move of a pawn or crab"


def _state_of_play(position: CannonsState) -> str:
    attacks = [square for square, _ in position.attacks()]
    check = f" {position.side.capitalize()} is in check from {listed(position, attacks)}." if attacks else ""
    if position.to_act is None:
        told = ending(position)
        outcome = position.outcome()
        # Other endings tell whose turn it would be.
        turn = f"It would be {position.side}'s turn. " if outcome and outcome.reason == "fifty-moves" else ""
        return f"{turn}{told[0].upper()}{told[1:]}.{check}"
    return f"{position.side.capitalize()} to move.{check}"


def listed(position: CannonsState, squares: Iterable[int]) -> str:
    """The pieces on some squares: ``"rook a1 and knight b3"``."""
    names = position.board.grid.names
    return " and ".join(f"{kind_of(position.cells[square])} {names[square]}" for square in squares)


# --- the diagram ---------------------------------------------------------------------------------


def diagram(
    position: CannonsState,
    last: Sequence[Action] = (),
    *,
    bottom: Side | None = None,
    chosen: Sequence[str] = (),
) -> Diagram:
    """The board, and marks for the last turn, a king in check and what is chosen."""
    grid = position.board.grid
    return diagram_of(
        position,
        bottom,
        game="cannons-and-crabs",
        shape=Squares(grid.files, grid.ranks),
        sides=SIDES,
        pieces=_pieces(position),
        marks=(*_last(last), *_check(position), *_choice(position, chosen)),
        hands=(Hand(side, side.capitalize(), ()) for side in SIDES),
        alt=in_words(position, last),
    )


def _pieces(position: CannonsState) -> Iterator[Piece]:
    names = position.board.grid.names
    for square, piece in enumerate(position.cells):
        if piece != EMPTY:
            yield Piece(names[square], side_of(piece), kind_of(piece), letter_of(piece))


def _last(last: Sequence[Action]) -> Iterator[Mark]:
    for action in last:
        yield Mark("last-from", action.path[0])
        yield Mark("last-to", action.path[1])


def _check(position: CannonsState) -> Iterator[Mark]:
    if position.attacks():
        yield Mark("check", position.board.grid.names[position.king(position.side)], position.side)


def _choice(position: CannonsState, chosen: Sequence[str]) -> Iterator[Mark]:
    numbers = position.board.grid.numbers
    return choice(position, chosen, numbers, lambda at: position.cells[numbers[at]] != EMPTY)
