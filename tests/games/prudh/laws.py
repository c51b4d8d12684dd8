"""The laws of Prudh at every step."""

from __future__ import annotations

from collections import Counter

from engines import Action, Options, Position
from tests.engines.squares import Squares, both, mirrored, turned_over


def laws(before: Position, action: Action, after: Position, options: Options) -> None:
    """Every piece is on the board, captured or in the pit; a slide takes none, a run some for its side."""
    was, now = counts(before), counts(after)
    assert was.total() == now.total() == 36
    if "-" in action.text:
        assert was == now
        assert len(after.diagram().pieces) == len(before.diagram().pieces) - 1
    else:
        gained = now - was
        assert before.to_act is not None
        assert gained[before.to_act] >= 2
        assert set(gained) <= {before.to_act, *(["pit"] if options["edge"] == "tomio" else [])}
    assert len(before.describe(action)) <= 100, "a line of a menu holds 100 characters"


def counts(position: Position) -> Counter[str]:
    """The pieces on the board, those captured by each side, and those in the pit."""
    *_, points, pit = position.to_text().split()
    dark, light = map(int, points.split(":"))
    board = sum(piece.count for piece in position.diagram().pieces)
    return Counter(board=board, dark=dark, light=light, pit=int(pit))


def symmetries(_: Options) -> list[Squares]:
    """The board turned and mirrored in every way: those that keep the colours of the spaces first."""

    def transposed(file: int, rank: int) -> tuple[int, int]:
        return rank, file

    half = both(mirrored(6), turned_over(6))
    keeping = [transposed, half, both(half, transposed)]
    return [*keeping, mirrored(6), *(both(one, mirrored(6)) for one in keeping)]
