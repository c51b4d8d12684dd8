"""From a diagram to a picture."""

from __future__ import annotations

from engines import Diagram, Squares
from imaging.board.hex_layout import hex_layout_for
from imaging.board.hexes import hexes_scene
from imaging.board.layout import BoardPage, layout_for
from imaging.board.scene import Scene
from imaging.board.squares import squares_scene
from imaging.picture import Picture
from imaging.themes.catalog import DEFAULT_THEME, theme_for

WIDTH = 900
"""Pixels across a board's picture unless asked otherwise: sharp on a phone, small to send."""


def draw(diagram: Diagram, *, theme: str = DEFAULT_THEME, width: int = WIDTH) -> Picture:
    """The picture of a position, ``width`` pixels wide. The same diagram gives the same bytes.

    Raises KeyError for a theme that is not in :data:`imaging.THEMES`.
    """
    scene = scene_of(diagram, theme, width)
    return Picture(scene.png(), *scene.ground.size, alt=diagram.alt)


def scene_of(diagram: Diagram, theme: str, width: int) -> Scene:
    """The scene that the picture of a position is put together from. Raises KeyError for an unknown theme."""
    colours = theme_for(diagram.sides, theme)
    if isinstance(diagram.shape, Squares):
        return squares_scene(diagram, diagram.shape, colours, width)
    return hexes_scene(diagram, diagram.shape, colours, width)


def page_of(diagram: Diagram, width: int) -> BoardPage:
    """The layout of that picture."""
    shape = diagram.shape
    if isinstance(shape, Squares):
        return layout_for(shape, diagram.flipped, width)
    return hex_layout_for(shape, diagram.flipped, width)
