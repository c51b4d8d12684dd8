"""The diagram of a Cannons and Crabs position: pieces and marks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engines.core import Action, Diagram, Hand, Mark, Piece, Side, Squares
from engines.diagrams import choice, diagram_of
from engines.games.cannons_and_crabs import describe
from engines.games.cannons_and_crabs.pieces import EMPTY, SIDES, kind_of, letter_of, side_of

if TYPE_CHECKING:
    from engines.games.cannons_and_crabs.position import CannonsPosition


def diagram(
    position: CannonsPosition,
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
        alt=describe.in_words(position, last),
    )


def _pieces(position: CannonsPosition) -> Iterator[Piece]:
    names = position.board.grid.names
    for square, piece in enumerate(position.cells):
        if piece != EMPTY:
            yield Piece(names[square], side_of(piece), kind_of(piece), letter_of(piece))


def _last(last: Sequence[Action]) -> Iterator[Mark]:
    for action in last:
        yield Mark("last-from", action.path[0])
        yield Mark("last-to", action.path[1])


def _check(position: CannonsPosition) -> Iterator[Mark]:
    if position.attacks():
        yield Mark("check", position.board.grid.names[position.king(position.side)], position.side)


def _choice(position: CannonsPosition, chosen: Sequence[str]) -> Iterator[Mark]:
    numbers = position.board.grid.numbers
    return choice(position, chosen, numbers, lambda at: position.cells[numbers[at]] != EMPTY)
