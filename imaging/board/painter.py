"""From a diagram to a picture."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from engines import Diagram, Mark, MarkKind, Shape, Side, Squares
from imaging.board.ground import Background, CellStyle, Terrain, drawn, water
from imaging.board.hexes import HexLayout
from imaging.board.layout import Cell, Layout
from imaging.board.marks import NO_MARKS, Marks, Outline, add_name, over, under
from imaging.board.player_strips import strips_of
from imaging.board.scene import Scene, Tile
from imaging.board.squares import SquareLayout
from imaging.board.tokens import token
from imaging.draw.canvas import Corner
from imaging.picture import Picture
from imaging.themes.catalog import DEFAULT_THEME, theme_for
from imaging.themes.theme import Theme

WIDTH = 900
"""Pixels across a board's picture unless asked otherwise: sharp on a phone, small to send."""

_GROUNDS = 40
"""The most cached backgrounds: of some games and themes, from both sides. Each has a byte per pixel."""

GROUND_MARKS: Marks = frozenset({"zone", "goal", "dry"})
"""Marks that are part of the ground."""


class Kind(NamedTuple):
    """Everything that determines the look of a piece, except theme and size."""

    game: str
    kind: str
    letter: str
    side: Side
    height: int

    def token(self, theme: Theme, size: int) -> Image.Image:
        """The piece on a transparent ``RGBA`` square. Not to be changed by the caller."""
        return token(self.game, self.kind, self.letter, theme.coat(self.side), size, self.height)


@dataclass(frozen=True, slots=True, eq=False)
class _Land:
    """A finished background, and the style of each cell in play."""

    ground: Background
    floors: Mapping[Cell, CellStyle]


def draw(diagram: Diagram, *, theme: str = DEFAULT_THEME, width: int = WIDTH) -> Picture:
    """The picture of a position, ``width`` pixels wide. The same diagram gives the same bytes.

    Raises KeyError for a theme that is not in :data:`imaging.THEMES`.
    """
    scene = scene_of(diagram, theme, width)
    return Picture(scene.png(), *scene.ground.size, alt=alt_of(diagram, theme))


def alt_of(diagram: Diagram, theme: str) -> str:
    """The picture of a position in a theme, in words."""
    return " ".join(filter(None, (diagram.alt, theme_for(diagram.sides, theme).forms_in_words)))


def scene_of(diagram: Diagram, theme: str, width: int) -> Scene:
    """The scene that the picture of a position is put together from. Raises KeyError for an unknown theme."""
    colours, layout = theme_for(diagram.sides, theme), layout_of(diagram, width)
    outline = layout.outline
    land = _land(layout, tuple(mark for mark in diagram.marks if mark.kind in GROUND_MARKS), colours)

    def tile(cell: Cell, kind: Kind | None, marks: Marks) -> Tile:
        # Only where a piece may go: those are the cells that players have to name.
        named = outline.names_targets and kind is None and "target" in marks
        name = layout.names[cell] if named else ""
        floor = land.floors.get(cell)
        if floor is not None:
            return _tile(floor, kind, marks, name, colours, outline)
        # On dry land: coast may run through it, so it is not like any other.
        bare = land.ground.colours(layout.box(cell)).convert("RGBA")
        return _composed(bare, kind, marks, name, colours, outline)

    def plain(corner: Corner) -> Tile:
        return tile(layout.cells_at[corner], None, NO_MARKS)

    here = contents(diagram, layout.places)
    tiles = {layout.corners[cell]: tile(cell, kind, marks) for cell, (kind, marks) in here.items()}
    strips = strips_of(diagram, layout, colours)
    for strip in strips:
        tiles[strip.cap_corner], tiles[strip.rest_corner] = strip.cap, strip.rest
    return Scene(land.ground, colours, tiles, plain, layout.cuts, strips)


def layout_of(diagram: Diagram, width: int) -> Layout:
    """The layout of a position's picture."""
    return _layout(diagram.shape, diagram.flipped, width)


@lru_cache(maxsize=64)
def _layout(shape: Shape, flipped: bool, width: int) -> Layout:
    """A layout, cached because it caches its places."""
    if isinstance(shape, Squares):
        return SquareLayout(shape, flipped=flipped, width=width)
    return HexLayout(shape, flipped=flipped, width=width)


@lru_cache(maxsize=_GROUNDS)
def _land(layout: Layout, marks: tuple[Mark, ...], theme: Theme) -> _Land:
    terrain = Terrain.of(marks, layout)
    return _Land(Background.of(drawn(layout, terrain, theme), theme), terrain.floors)


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


@lru_cache(maxsize=2048)
def _tile(
    floor: CellStyle, kind: Kind | None, marks: Marks, name: str, theme: Theme, outline: Outline
) -> Tile:
    return _composed(water(theme, floor, outline).copy(), kind, marks, name, theme, outline)


def _composed(
    cell: Image.Image, kind: Kind | None, marks: Marks, name: str, theme: Theme, outline: Outline
) -> Tile:
    """The tile of a cell with its piece and marks. Draws on ``cell`` (``RGBA``)."""
    cell.alpha_composite(under(marks, theme, outline))
    if kind is not None:
        cell.alpha_composite(kind.token(theme, outline.across), (0, (outline.tall - outline.across) // 2))
    cell.alpha_composite(over(marks, theme, outline, occupied=kind is not None))
    if name:
        add_name(cell, name, theme)
    piece = None if kind is None else (kind.side, kind.height)
    return Tile(theme.palette.reduce(cell.convert("RGB")), outline.stencil, piece)
