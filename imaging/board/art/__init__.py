"""Drawings: functions that are given a pen. A game's are in a module named like its engine.

Such a module has ``ART``, a drawing for each kind of piece, or ``STACKS``, kinds that are drawn as a pile
with a number on it. A game without a module, and a kind without a drawing, is shown by its letters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from engines.games import part_of
from imaging.draw.canvas import Canvas, Colour, Point
from imaging.themes.theme import PieceStyle

Art = Callable[[Canvas, Colour, Colour], None]
"""Draws a piece with a pen: in an ink, with details cut out of it in the colour of the token."""

Stack = Callable[[Canvas, PieceStyle, int], Point]
"""Draws so many pieces on top of each other; returns the middle of the face on top."""


@cache
def art_of(game: str) -> Mapping[str, Art]:
    """The drawings of a game's pieces, by kind."""
    return _part(game, "ART")


@cache
def stacks_of(game: str) -> Mapping[str, Stack]:
    """The drawings of a game's stacks, by kind."""
    return _part(game, "STACKS")


def _part(game: str, name: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = getattr(part_of(__name__, game), name, {})
    return found
