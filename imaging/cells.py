"""What is on the cells of a board: the same for every shape."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import NamedTuple

from PIL import Image

from engines import Diagram, MarkKind, Side
from imaging.layout import Cell
from imaging.themes import Theme
from imaging.tokens import token

Marks = frozenset[MarkKind]

GROUND_MARKS: Marks = frozenset({"zone", "goal", "dry"})
"""Marks that are part of the ground."""


class Kind(NamedTuple):
    """All that the look of a piece depends on, but for theme and size."""

    game: str
    kind: str
    letter: str
    side: Side
    height: int

    def token(self, theme: Theme, size: int) -> Image.Image:
        """The piece on a transparent ``RGBA`` square. Not to be changed by the caller."""
        return token(self.game, self.kind, self.letter, theme.coat(self.side), size, self.height)


def contents(diagram: Diagram, cell: Callable[[str], Cell]) -> dict[Cell, tuple[Kind | None, Marks]]:
    """The piece and the marks on every cell that has any; ``cell`` says where a point is."""
    marks: defaultdict[Cell, set[MarkKind]] = defaultdict(set)
    for mark in diagram.marks:
        if mark.kind not in GROUND_MARKS:
            marks[cell(mark.at)].add(mark.kind)
    kinds = {
        cell(piece.at): Kind(diagram.game, piece.kind, piece.letter, piece.side, piece.count)
        for piece in diagram.pieces
    }
    cells = sorted(kinds.keys() | marks.keys())
    return {at: (kinds.get(at), frozenset(marks.get(at, ()))) for at in cells}
