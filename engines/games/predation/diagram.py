"""The diagram of a Predation position: pieces, marks, bank and landings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from engines.core import Action, Diagram, Hand, Hexes, Mark, MarkKind, Piece, Side
from engines.diagrams import choice, diagram_of
from engines.games.predation import describe
from engines.games.predation.board import FAR_EDGE, FILES, HEXES, ROWS, Habitat, names_of
from engines.games.predation.pieces import PREDATOR, PREY, SIDES

if TYPE_CHECKING:
    from engines.games.predation.position import PredationPosition


_ARRIVED: tuple[MarkKind, ...] = ("last-to",)
_LEFT_ARRIVED_LEFT: tuple[MarkKind, ...] = ("last-from", "last-to", "last-from")


@cache
def _marks(habitat: Habitat) -> tuple[Mark, ...]:
    """The marks that a board always has: both homes, and where prey wants to go."""
    return (
        *(Mark("zone", name, PREDATOR) for name in names_of(habitat.lair)),
        *(Mark("zone", name, PREY) for name in names_of(habitat.warren)),
        *(Mark("goal", name, PREY) for name in names_of(FAR_EDGE)),
    )


def diagram(
    position: PredationPosition,
    last: Sequence[Action] = (),
    *,
    bottom: Side | None = None,
    chosen: Sequence[str] = (),
) -> Diagram:
    """The board, bank and landings, and marks for the homes, the turn, the last turn and what is chosen."""
    return diagram_of(
        position,
        bottom,
        game="predation",
        shape=Hexes(FILES, ROWS),
        sides=SIDES,
        pieces=(
            *(Piece(name, PREDATOR, "predator", "P") for name in names_of(position.predators)),
            *(Piece(name, PREY, "prey", "Y") for name in names_of(position.prey)),
        ),
        marks=(
            *_marks(position.habitat),
            *(Mark("moved", name) for name in names_of(position.moved)),
            *_last(last),
            *_choice(position, chosen),
        ),
        hands=(Hand(side, describe.bank_title(side, position), ()) for side in SIDES),
        alt=describe.in_words(position, last),
    )


def _last(last: Sequence[Action]) -> Iterator[Mark]:
    """Mark the hexes that the last turn left and entered.

    A hex emptied beside a capture, or by a removal, counts as left.
    """
    found: dict[str, MarkKind] = {}
    for action in last:
        hexes = [name for name in action.path if name in HEXES]
        kinds = _ARRIVED if action.path[0] == "spawn" else _LEFT_ARRIVED_LEFT
        found.update(zip(hexes, kinds, strict=False))
    return (Mark(kind, at) for at, kind in found.items())


def _choice(position: PredationPosition, chosen: Sequence[str]) -> Iterator[Mark]:
    """Mark what is chosen so far and the hexes an action can go on to; helpers to choose from in any case."""
    if position.stage.captured:
        yield from (Mark("chosen", name) for name in chosen if name in HEXES)
        yield from (Mark("capture", name) for name in names_of(position.helpers()))
    else:
        yield from choice(position, chosen, HEXES, lambda at: HEXES[at] & position.pieces)
