"""The diagram of a Prudh position: stacks, marks and points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engines.core import Action, Diagram, Hand, Mark, MarkKind, Piece, Side, Squares
from engines.diagrams import diagram_of
from engines.games.prudh import describe
from engines.games.prudh.board import GRID, NAMES, NUMBERS, RUNS, SIDES, side_of

if TYPE_CHECKING:
    from engines.games.prudh.position import PrudhPosition


def diagram(
    position: PrudhPosition,
    last: Sequence[Action] = (),
    *,
    bottom: Side | None = None,
    chosen: Sequence[str] = (),
) -> Diagram:
    """The board, the points, and marks for the last turn and what is chosen."""
    return diagram_of(
        position,
        bottom,
        game="prudh",
        shape=Squares(GRID.files, GRID.ranks),
        sides=SIDES,
        pieces=_pieces(position),
        marks=(*_last(last), *_choice(position, chosen)),
        hands=(Hand(side, _title(position, side), ()) for side in SIDES),
        alt=describe.in_words(position, last),
    )


def _pieces(position: PrudhPosition) -> Iterator[Piece]:
    for space, height in enumerate(position.cells):
        if height:
            yield Piece(NAMES[space], side_of(space), "stack", str(height), height)


def _title(position: PrudhPosition, side: Side) -> str:
    """A side's points; after the end, when all is awarded, its score. The pit is beside the first side."""
    outcome = position.outcome()
    if outcome and outcome.scores:
        return f"{side.capitalize()}: {describe.counted_points(outcome.scores[side])}"
    title = describe.captured(position, side)
    if position.rules.edge == "tomio" and side == SIDES[0]:
        return f"{title} · {position.pit} in the pit"
    return title


def _last(last: Sequence[Action]) -> Iterator[Mark]:
    """Mark the spaces that the last turn left and entered; a run enters several."""
    for action in last:
        start, target = action.path
        yield Mark("last-from", start)
        if action.text in RUNS:
            yield from (Mark("last-to", NAMES[space]) for space in RUNS[action.text][1])
        else:
            yield Mark("last-to", target)


def _choice(position: PrudhPosition, chosen: Sequence[str]) -> Iterator[Mark]:
    """Mark what is chosen so far, the targets an action can go on to, and what it would capture."""
    for name in chosen:
        if name in NUMBERS:
            yield Mark("chosen", name)
    if len(chosen) == 1:
        for action in position.legal_actions():
            if action.path[0] == chosen[0]:
                yield from _target(position, action)


def _target(position: PrudhPosition, action: Action) -> Iterator[Mark]:
    captures = position.captures(*RUNS[action.text]) if action.text in RUNS else []
    found: dict[str, MarkKind] = {action.path[1]: "target"}
    found.update((NAMES[space], "capture") for space in captures)
    return (Mark(kind, at) for at, kind in found.items())
