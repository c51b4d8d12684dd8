"""The diagram of a Pjawns position: pieces, marks and hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engines.core import Action, Diagram, Hand, Mark, Piece, Side, Squares
from engines.diagrams import choice, diagram_of
from engines.games.pjawns import describe
from engines.games.pjawns.board import GRID, NAMES, NUMBERS, OTHER, SIDES, bit

if TYPE_CHECKING:
    from engines.games.pjawns.position import PjawnsPosition


def diagram(
    position: PjawnsPosition,
    last: Sequence[Action] = (),
    *,
    bottom: Side | None = None,
    chosen: Sequence[str] = (),
) -> Diagram:
    """The board, the hands, and marks for the last turn and what is chosen."""
    return diagram_of(
        position,
        bottom,
        game="pjawns",
        shape=Squares(GRID.files, GRID.ranks),
        sides=SIDES,
        pieces=_pieces(position),
        marks=(*_last(last), *_choice(position, chosen)),
        hands=(
            Hand(side, describe.hand_title(side), (("pjawn", "P", position.in_hand(side)),)) for side in SIDES
        ),
        alt=describe.in_words(position, last),
    )


def _pieces(position: PjawnsPosition) -> Iterator[Piece]:
    for name in NAMES:
        for side in SIDES:
            if bit(name) & position.on_board(side):
                yield Piece(name, side, "pjawn", "P")


def _last(last: Sequence[Action]) -> Iterator[Mark]:
    for action in last:
        start, target = action.path
        if start in NUMBERS:
            yield Mark("last-from", start)
        yield Mark("last-to", target)


def _choice(position: PjawnsPosition, chosen: Sequence[str]) -> Iterator[Mark]:
    """Mark what is chosen, its targets, and what it captures, which en passant is on another square."""
    enemies = position.on_board(OTHER[position.side])
    for mark in choice(position, chosen, NUMBERS, lambda at: bit(at) & enemies):
        yield mark
        if mark.kind == "target" and bit(mark.at) == position.passed:
            yield Mark("capture", describe.passed_by(position))
