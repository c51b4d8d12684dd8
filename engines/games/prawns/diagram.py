"""The diagram of a Prawns position: pieces, marks and gene pools."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engines.core import Action, Diagram, Hand, Mark, MarkKind, Piece, Side, Squares
from engines.diagrams import choice, diagram_of
from engines.games.prawns import describe
from engines.games.prawns.pieces import EMPTY, SIDES, kind_of, side_of, species_of

if TYPE_CHECKING:
    from engines.games.prawns.position import PrawnsPosition


def diagram(
    position: PrawnsPosition,
    last: Sequence[Action] = (),
    *,
    bottom: Side | None = None,
    chosen: Sequence[str] = (),
) -> Diagram:
    """The board, the gene pools, and marks for the sea, the zones, the last turn and what is chosen."""
    grid = position.rules.grid
    return diagram_of(
        position,
        bottom,
        game="prawns",
        shape=Squares(grid.files, grid.ranks),
        sides=SIDES,
        pieces=_pieces(position),
        marks=(*_waters(position), *_last(position, last), *_choice(position, chosen)),
        hands=(
            Hand(side, describe.pool_title(side), describe.pool_in_order(position, side)) for side in SIDES
        ),
        alt=describe.in_words(position, last),
    )


def _pieces(position: PrawnsPosition) -> Iterator[Piece]:
    names = position.rules.grid.names
    for square, piece in enumerate(position.cells):
        if piece != EMPTY:
            yield Piece(names[square], side_of(piece), kind_of(piece), species_of(piece))


def _waters(position: PrawnsPosition) -> Iterator[Mark]:
    names, inside = position.rules.grid.names, set(position.sea.area.squares)
    for square, name in enumerate(names):
        if square not in inside:
            yield Mark("dry", name)
    for side in SIDES:
        for name in names[position.sea.zones[side]]:
            yield Mark("zone", name, side)


def _last(position: PrawnsPosition, last: Sequence[Action]) -> Iterator[Mark]:
    """Mark the squares that the last turn left and entered; one left after evolving counts as left."""
    numbers = position.rules.grid.numbers
    found: dict[str, MarkKind] = {}
    for action in last:
        start, end = action.path[0], action.path[-1]
        if start not in numbers:
            continue
        if end in numbers or end == "dry":
            found[start] = "last-from"
        if end != "dry":
            found[end if end in numbers else start] = "last-to"
    return (Mark(kind, at) for at, kind in found.items())


def _choice(position: PrawnsPosition, chosen: Sequence[str]) -> Iterator[Mark]:
    numbers = position.rules.grid.numbers
    return choice(position, chosen, numbers, lambda at: position.cells[numbers[at]] != EMPTY)
