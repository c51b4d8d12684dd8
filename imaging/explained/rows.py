"""The rows of a board that are next to the side at the bottom, without the rest."""

from __future__ import annotations

from engines import Diagram
from imaging.board.painter import WIDTH, layout_of, scene_of
from imaging.draw.png import encode
from imaging.picture import Picture
from imaging.themes.catalog import DEFAULT_THEME

_SHORE = 16
"""Sand and foam above the rows, and _LETTERS below them, on a picture 900 pixels wide."""
_LETTERS = 50


def draw_rows(diagram: Diagram, rows: int, *, theme: str = DEFAULT_THEME, width: int = WIDTH) -> Picture:
    """The picture of so many ``rows``; ``diagram`` shows nothing in the others. Raises KeyError."""
    scene, layout = scene_of(diagram, theme, width), layout_of(diagram, width)
    _, _, _, bottom = layout.board
    upper = layout.box((0, max(0, layout.rows - rows)))[1] - layout.scaled(_SHORE)
    cut = scene.indices().crop((0, upper, width, bottom + layout.scaled(_LETTERS)))
    return Picture(encode(cut, scene.theme.palette.content), *cut.size, alt=diagram.alt)
