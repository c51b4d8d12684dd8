"""The colours of charts: readable grounds, their ink, and the metals of medals."""

from __future__ import annotations

from dataclasses import dataclass

from imaging.draw.canvas import Colour
from imaging.draw.palette import mix
from imaging.themes.catalog import DEFAULT_THEME, theme_for
from imaging.themes.theme import Theme

_PALER = 0.15
"""The share of the ground in pale ink. With more of it, text can't be read on all grounds."""

_READABLE = 4.5
"""The contrast that pale ink needs on each ground, in every theme."""


def chart_theme(key: str = DEFAULT_THEME) -> Theme:
    """The colours of a theme for a picture that shows no side's pieces."""
    return theme_for(("green", "blue"), key)


def paler(ground: Colour, ink: Colour = Theme.text) -> Colour:
    """The pale ink on a ground, for what counts less than the rest, such as a provisional rating."""
    return mix(ink, ground, _PALER)


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of two colours, from 1 to 21 (WCAG)."""
    dark, bright = sorted(map(_luminance, (one, other)))
    return (bright + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    parts = (value / 255 for value in colour)
    red, green, blue = (part / 12.92 if part <= 0.04 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def grounds_of(theme: Theme) -> tuple[Colour, ...]:
    """The grounds of tables and brackets: the sand, then those of :data:`GROUNDS`."""
    light, ink = theme.pool_colour, theme.text
    return (
        theme.sand,
        light,
        _towards(theme.sea_dark, light, 0.35, ink),
        _towards(theme.foam, light, 0.62, ink),
        _towards(mix(light, theme.foam, 0.28), light, 1.0, ink),
        _towards(theme.glow, light, 1.0, ink),
    )


def _towards(colour: Colour, ground: Colour, share: float, ink: Colour) -> Colour:
    """A ground mixed with up to a ``share`` of a colour, as far as pale ink stays readable on it."""
    while contrast(made := mix(ground, colour, share), paler(made, ink)) < _READABLE and share > 0.02:
        share -= 0.02
    return made


GROUNDS = grounds_of(chart_theme())
_, LIGHT, DARK, BRIGHT, HALF_BRIGHT, OWN = GROUNDS
"""The usual ground; those of a loss, a win and a draw; and that of the viewer's own row."""


@dataclass(frozen=True, slots=True)
class Metal:
    """The colours of a metal: its light parts, its face and its dark parts."""

    light: Colour
    face: Colour
    dark: Colour


METALS: dict[int, Metal] = {
    1: Metal((0xFF, 0xEC, 0xA6), (0xF7, 0xCB, 0x55), (0x8A, 0x57, 0x14)),
    2: Metal((0xF6, 0xF8, 0xFA), (0xC6, 0xD0, 0xD8), (0x4E, 0x5C, 0x68)),
    3: Metal((0xF3, 0xC9, 0x9C), (0xD1, 0x8A, 0x4C), (0x6B, 0x37, 0x15)),
}
"""The metals of medals, by rank."""
