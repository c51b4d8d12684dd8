"""Diagrams: the parts shared by all games, and boards in letters for shells and records."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from string import ascii_lowercase

from engines.core import Diagram, Hand, Hexes, Mark, Piece, Position, Shape, Side


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


def board_in_letters(diagram: Diagram, *, flipped: bool = False) -> str:
    """The board, one line a rank from the top, with coordinates; ``flipped``: the first rank at the top.

    Empty points are dots, points out of play blanks. :func:`sides_in_letters` says which side is which.
    """
    there = {mark.at: " " for mark in diagram.marks if mark.kind == "dry"}
    there |= {piece.at: _in_letters(piece, diagram) for piece in diagram.pieces}
    files = ascii_lowercase[: diagram.shape.files]
    if flipped:
        files = files[::-1]
    if isinstance(diagram.shape, Hexes):
        return "\n".join(_rows_of_hexes(there, files, _from_the_top(diagram.shape.rows, flipped)))
    width = max(map(len, there.values()), default=1)
    rows = [
        f"{rank:>2} {' '.join(there.get(f'{file}{rank}', '.').rjust(width) for file in files)}".rstrip()
        for rank in _from_the_top(diagram.shape.ranks, flipped)
    ]
    return "\n".join([*rows, f"   {' '.join(file.rjust(width) for file in files)}"])


def sides_in_letters(diagram: Diagram) -> str:
    """A sentence on which side is which on the board in letters."""
    first, second = diagram.sides
    if _has_case(diagram):
        return f"CAPITALS are {first}, small letters {second}."
    return f"{_initial(first)} is {first}, {_initial(second)} is {second}."


def _in_letters(piece: Piece, diagram: Diagram) -> str:
    """A piece in letters: capitals for the first side, or the side's initial where pieces are numbers."""
    if not _has_case(diagram):
        return f"{piece.letter}{_initial(piece.side)}"
    return piece.letter.upper() if piece.side == diagram.sides[0] else piece.letter.lower()


def _has_case(diagram: Diagram) -> bool:
    """True if all pieces have letters, False if some have numbers."""
    return all(piece.letter.isalpha() for piece in diagram.pieces)


def _initial(side: Side) -> str:
    return side[0].upper()


def _from_the_top(ranks: int, flipped: bool) -> range:
    return range(1, ranks + 1) if flipped else range(ranks, 0, -1)


def _rows_of_hexes(there: dict[str, str], files: str, rows: Iterable[int]) -> list[str]:
    """The rows in letters: even ones are set in by half a hex, and have one hex less."""
    fewer = "".join(file for file in files if file != max(files))
    lines = []
    for row in rows:
        inset, here = ("", files) if row % 2 else (" ", fewer)
        lines.append(f"{row:>2} {inset}{' '.join(there.get(f'{file}{row}', '.') for file in here)}".rstrip())
    return [*lines, f"   {' '.join(files)}"]
