from __future__ import annotations

from itertools import product
from math import log10

import pytest
from PIL import Image, ImageChops, ImageStat

from engines import MarkKind
from imaging.board.ground import CellStyle, water
from imaging.board.hexes import hex_of
from imaging.board.marks import over, under
from imaging.board.squares import square
from imaging.board.tokens import token
from imaging.draw.palette import PALETTE_LIMIT, Palette
from imaging.themes.catalog import DEFAULT_THEME, THEMES, theme_for
from imaging.themes.theme import Theme
from tests.imaging.positions import DRAWN, SIDES

LEAST_DECIBELS = dict.fromkeys(THEMES, 32.0) | {"light-sea": 37.0, "wood": 37.0}
"""Of a tile brought to the palette, against the same tile in all colours: the eye sees no difference.

Where contrasts are stronger, the steps of an edge are larger, and so is what they are off by.
"""


ALL_SIDES = [SIDES, ("white", "black"), ("dark", "light"), ("predator", "prey"), ("north", "south")]

PIECES = [(game, kind, side, 1) for game, (sides, kinds) in DRAWN.items() for kind in kinds for side in sides]
STACKS = [("prudh", "stack", side, count) for side in ("dark", "light") for count in (1, 3, 36)]


@pytest.mark.parametrize("key", THEMES)
@pytest.mark.parametrize("sides", ALL_SIDES)
def test_a_theme_has_two_forms_and_few_colours(key: str, sides: tuple[str, ...]) -> None:
    theme = theme_for(sides, key)
    assert len(theme.palette.colours) <= PALETTE_LIMIT
    assert [theme.coat(side).form for side in sides] == ["round", "square"]


def test_themes_are_told_apart_and_described() -> None:
    assert DEFAULT_THEME in THEMES
    assert len({look.name for look in THEMES.values()}) == len(THEMES) >= 5
    for look in THEMES.values():
        assert 0 < len(look.name) <= 25
        assert 0 < len(look.sentence) <= 100 and look.sentence.endswith(".")


def test_a_theme_that_is_not_there_is_refused() -> None:
    with pytest.raises(KeyError):
        theme_for(SIDES, "lava")


@pytest.mark.parametrize("key", THEMES)
def test_sides_without_colours_of_their_own_are_white_and_black(key: str) -> None:
    assert theme_for(("north", "south"), key).coats == theme_for(("white", "black"), key).coats


def test_every_game_has_colours_of_its_own() -> None:
    faces = {theme_for(sides).coat(side).face for sides in ALL_SIDES[:4] for side in sides}
    assert len(faces) == 8


@pytest.mark.gate(draw=8)
@pytest.mark.parametrize(("game", "kind", "side", "count"), PIECES + STACKS)
def test_the_palette_is_enough_for_a_piece(game: str, kind: str, side: str, count: int) -> None:
    for key, sea in product(THEMES, ("sea_light", "sea_dark", "sun")):
        theme = theme_for(next(sides for sides in ALL_SIDES if side in sides), key)
        tile = Image.new("RGBA", (105, 105), getattr(theme, sea))
        tile.alpha_composite(token(game, kind, "?", theme.coat(side), 105, count))
        assert _decibels(theme, tile.convert("RGB")) >= LEAST_DECIBELS[key], (key, sea)


@pytest.mark.gate(draw=5)
@pytest.mark.parametrize("key", THEMES)
@pytest.mark.parametrize("light", [True, False])
@pytest.mark.parametrize("side", ["predator", "prey"])
def test_the_palette_is_enough_for_zones_and_goals(key: str, side: str, light: bool) -> None:
    theme = theme_for(("predator", "prey"), key)
    floor = CellStyle(light, zone=side, goal="prey")
    tile = water(theme, floor, hex_of(80))
    assert _decibels(theme, tile.convert("RGB")) >= LEAST_DECIBELS[key]


@pytest.mark.gate(draw=8)
@pytest.mark.parametrize("key", THEMES)
@pytest.mark.parametrize("kind", ["check", "moved"])
@pytest.mark.parametrize("sides", ALL_SIDES)
def test_the_palette_is_enough_for_a_badge(key: str, kind: MarkKind, sides: tuple[str, ...]) -> None:
    theme = theme_for(sides, key)
    tile = Image.new("RGBA", (105, 105), theme.sea_dark)
    for drawing in (under, over):
        tile.alpha_composite(drawing(frozenset({kind}), theme, square(105)))
    assert _decibels(theme, tile.convert("RGB")) >= LEAST_DECIBELS[key]


def _decibels(theme: Theme, wanted: Image.Image) -> float:
    """How near a tile comes to what it should be when it is brought to the palette."""
    indices = theme.palette.reduce(wanted)
    got = theme.palette.coloured(indices)
    squares = ImageStat.Stat(ImageChops.difference(got, wanted)).rms
    mean_square = sum(value * value for value in squares) / 3
    return 10 * log10(255 * 255 / mean_square)


def test_too_many_colours_are_refused() -> None:
    with pytest.raises(ValueError, match="64 colours"):
        Palette((value, value, value) for value in range(64))
