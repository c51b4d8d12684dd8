"""The themes there are: five looks, each for every game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engines import Side
from imaging.draw.palette import PALETTE_LIMIT, Palette, mix, ramp
from imaging.themes.looks import colour_blind, dark_sea, high_contrast, light_sea, wood
from imaging.themes.theme import DIMMED, SHADOW, SHADOW_SHARE, Theme, ThemeInfo

__all__ = [
    "DEFAULT_THEME",
    "DIMMED",
    "PALETTE_LIMIT",
    "SHADOW",
    "SHADOW_SHARE",
    "THEMES",
    "Palette",
    "Theme",
    "ThemeInfo",
    "mix",
    "ramp",
    "theme_for",
]

THEMES: Mapping[str, ThemeInfo] = {
    "light-sea": light_sea.LOOK,
    "dark-sea": dark_sea.LOOK,
    "wood": wood.LOOK,
    "high-contrast": high_contrast.LOOK,
    "colour-blind": colour_blind.LOOK,
}
"""Key to look. Keys are stored with people's settings: one that has been offered stays."""

DEFAULT_THEME = "light-sea"


@lru_cache(maxsize=64)
def theme_for(sides: tuple[Side, ...], key: str = DEFAULT_THEME) -> Theme:
    """A theme for a game with these sides: a round coat for the first, a square one for the second.

    Raises KeyError for a key that is not in :data:`THEMES`.
    """
    return THEMES[key].theme(sides)
