"""The contents of the cells of a board, pieces and marks: the same for every shape."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import NamedTuple

from PIL import Image

from engines import Diagram, Mark, MarkKind, Side
from imaging.board.ground import Background
from imaging.board.layout import BoardPage, Cell
from imaging.board.scene import Scene, Tile
from imaging.board.strips import strip_tiles
from imaging.board.tokens import token
from imaging.draw.frame_blocks import Corner
from imaging.themes.theme import Theme

Marks = frozenset[MarkKind]

NO_MARKS: Marks = frozenset()

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


def contents(diagram: Diagram, places: Mapping[str, Cell]) -> dict[Cell, tuple[Kind | None, Marks]]:
    """The piece and the marks on every cell that has any; ``places`` says where a point is."""
    marks: defaultdict[Cell, set[MarkKind]] = defaultdict(set)
    for mark in diagram.marks:
        if mark.kind not in GROUND_MARKS:
            marks[places[mark.at]].add(mark.kind)
    game = diagram.game
    here: dict[Cell, tuple[Kind | None, Marks]] = {
        cell: (None, frozenset(kinds)) for cell, kinds in marks.items()
    }
    for piece in diagram.pieces:
        cell = places[piece.at]
        kind = Kind(game, piece.kind, piece.letter, piece.side, piece.count)
        here[cell] = kind, here[cell][1] if cell in here else NO_MARKS
    return here


def scene_of_cells(
    diagram: Diagram,
    page: BoardPage,
    ground: Background,
    theme: Theme,
    tile: Callable[[Cell, Kind | None, Marks], Tile],
) -> Scene:
    """The picture of a position; ``tile`` draws a cell with the piece and the marks on it."""

    def plain(corner: Corner) -> Tile:
        return tile(page.cells_at[corner], None, NO_MARKS)

    here = contents(diagram, page.places)
    tiles = {page.corners[cell]: tile(cell, kind, marks) for cell, (kind, marks) in here.items()}
    tiles.update(strip_tiles(diagram, page, theme))
    return Scene(ground, theme, tiles, plain, page.cuts)


def ground_marks(diagram: Diagram) -> tuple[Mark, ...]:
    """The marks that are part of the ground."""
    return tuple(mark for mark in diagram.marks if mark.kind in GROUND_MARKS)
