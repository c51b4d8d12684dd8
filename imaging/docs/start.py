"""The picture at the head of a game's rules: how a match begins, with arrows that say how pieces go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from engines import GAMES, Diagram
from engines.games import part_of
from imaging.docs import games
from imaging.explained import Arrow, draw_arrows
from imaging.picture import Picture
from imaging.themes.catalog import DEFAULT_THEME

START_WIDTH = 640
"""Pixels across these pictures."""


@dataclass(frozen=True)
class RulesStart:
    """The position text ``before`` of a game's first picture, its ``arrows``, and a sentence about them."""

    before: str
    arrows: tuple[Arrow, ...]
    sentence: str
    options: Mapping[str, str] = field(default_factory=dict)

    def diagram(self, key: str) -> Diagram:
        """The diagram without the arrows, seen from the side named first. Raises PositionTextError."""
        game = GAMES[key]
        shown = game.from_text(self.before, self.options).diagram(bottom=game.sides[0])
        return replace(shown, number=0)


@cache
def rules_start_of(key: str) -> RulesStart | None:
    """The first picture of a game's rules; None if it has none."""
    found: RulesStart | None = getattr(part_of(games.__name__, key), "START", None)
    return found


def draw_rules_start(key: str, *, theme: str = DEFAULT_THEME, width: int = START_WIDTH) -> Picture:
    """Draw it. Raises KeyError for a game that has none."""
    start = rules_start_of(key)
    if start is None:
        raise KeyError(key)
    return draw_arrows(start.diagram(key), start.arrows, theme=theme, width=width)
