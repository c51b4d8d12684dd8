"""What a picture of a position shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engines.core import Action, Diagram, Hand, Mark, Piece, Side, Squares
from engines.games.cannons_and_crabs import words
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
    grid, outcome = position.board.grid, position.outcome()
    return Diagram(
        game="cannons-and-crabs",
        shape=Squares(grid.files, grid.ranks),
        sides=SIDES,
        pieces=tuple(_pieces(position)),
        marks=(*_last(last), *_check(position), *_choice(position, chosen)),
        hands=tuple(Hand(side, side.capitalize(), ()) for side in SIDES),
        bottom=bottom or position.to_act or (outcome and outcome.winner) or SIDES[0],
        to_act=position.to_act,
        alt=words.in_words(position, last),
        number=position.ply,
        winner=outcome.winner if outcome else None,
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
    """What is chosen so far, and the squares an action can go on to from there, each once."""
    if not chosen:
        return
    numbers, so_far = position.board.grid.numbers, tuple(chosen)
    for part in so_far:
        if part in numbers:
            yield Mark("chosen", part)
    going_on = (
        action.path[len(so_far)]
        for action in position.legal_actions()
        if len(action.path) > len(so_far) and action.path[: len(so_far)] == so_far
    )
    for target in dict.fromkeys(going_on):
        if target in numbers:
            yield Mark("target" if position.cells[numbers[target]] == EMPTY else "capture", target)
