"""What a picture of a position shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engines.core import Action, Diagram, Hand, Mark, Piece, Side, Squares
from engines.games.pjawns import words
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
    outcome = position.outcome()
    return Diagram(
        game="pjawns",
        shape=Squares(GRID.files, GRID.ranks),
        sides=SIDES,
        pieces=tuple(_pieces(position)),
        marks=(*_last(last), *_choice(position, tuple(chosen))),
        hands=tuple(
            Hand(side, words.hand_title(side), (("pjawn", "P", position.in_hand(side)),)) for side in SIDES
        ),
        bottom=bottom or (outcome.winner if outcome else None) or position.side,
        to_act=position.to_act,
        alt=words.in_words(position, last),
        number=position.ply,
        winner=outcome.winner if outcome else None,
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


def _choice(position: PjawnsPosition, chosen: tuple[str, ...]) -> Iterator[Mark]:
    """What is chosen so far, and the squares an action can go on to from there."""
    if not chosen:
        return
    for part in chosen:
        if part in NUMBERS:
            yield Mark("chosen", part)
    for action in position.legal_actions():
        if action.path[:-1] == chosen:
            yield from _way_on(position, action.path[-1])


def _way_on(position: PjawnsPosition, target: str) -> Iterator[Mark]:
    """Where an action ends and what it takes, which en passant stands on another square."""
    if bit(target) & position.on_board(OTHER[position.side]):
        yield Mark("capture", target)
        return
    yield Mark("target", target)
    if bit(target) == position.passed:
        yield Mark("capture", words.passed_by(position))
