from __future__ import annotations

from math import log10

import pytest
from PIL import Image, ImageChops, ImageStat

from imaging.themes import PALETTE_LIMIT, Palette, theme_for
from imaging.tokens import token
from tests.imaging.positions import KINDS, SIDES

LEAST_DECIBELS = 37.0
"""Of a tile brought to the palette, against the same tile in all colours: the eye sees no difference."""


@pytest.mark.parametrize("sides", [SIDES, ("white", "black"), ("dark", "light")])
def test_a_theme_has_two_forms_and_few_colours(sides: tuple[str, ...]) -> None:
    theme = theme_for(sides)
    assert len(theme.palette.colours) <= PALETTE_LIMIT
    assert [theme.coat(side).form for side in sides] == ["round", "square"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("water", ["sea_light", "sea_dark", "sun"])
def test_the_palette_is_enough_for_a_piece(kind: str, side: str, water: str) -> None:
    theme = theme_for(SIDES)
    tile = Image.new("RGBA", (105, 105), getattr(theme, water))
    tile.alpha_composite(token("prawns", kind, kind[0], theme.coat(side), 105))
    wanted = tile.convert("RGB")
    indices = theme.palette.reduce(wanted)
    got = Image.new("P", indices.size)
    got.frombytes(indices.tobytes())
    got.putpalette(theme.palette.content)
    squares = ImageStat.Stat(ImageChops.difference(got.convert("RGB"), wanted)).rms
    mean_square = sum(value * value for value in squares) / 3
    assert 10 * log10(255 * 255 / mean_square) >= LEAST_DECIBELS


def test_too_many_colours_are_refused() -> None:
    with pytest.raises(ValueError, match="65 colours"):
        Palette((value, value, value) for value in range(65))
