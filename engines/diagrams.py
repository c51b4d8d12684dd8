"""Helpers that build the parts common to the diagrams of all games."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence

from engines.core import Diagram, Hand, Mark, Piece, Position, Shape, Side


def diagram_of(
    position: Position,
    bottom: Side | None,
    *,
    game: str,
    shape: Shape,
    sides: tuple[Side, ...],
    pieces: Iterable[Piece],
    marks: Iterable[Mark],
    hands: Iterable[Hand],
    alt: str,
) -> Diagram:
    """The diagram of a position, seen from ``bottom``, or as :meth:`Position.diagram` says for None."""
    outcome, to_act = position.outcome(), position.to_act
    winner = outcome.winner if outcome else None
    seen_from = bottom or to_act or winner or sides[0]
    shown = (tuple(pieces), tuple(marks), tuple(hands))
    return Diagram(game, shape, sides, *shown, seen_from, to_act, alt, winner=winner)


def choice(
    position: Position, chosen: Sequence[str], points: Container[str], takes: Callable[[str], object]
) -> Iterator[Mark]:
    """Mark the points chosen so far, and those that an action can continue to from there, each once.

    ``points`` are the names of all points; ``takes`` says whether continuing to a point captures there.
    """
    so_far = tuple(chosen)
    if not so_far:
        return
    yield from (Mark("chosen", part) for part in so_far if part in points)
    longer = (action.path for action in position.legal_actions() if len(action.path) > len(so_far))
    for at in dict.fromkeys(path[len(so_far)] for path in longer if path[: len(so_far)] == so_far):
        if at in points:
            yield Mark("capture" if takes(at) else "target", at)
