from __future__ import annotations

from typing import get_args

import pytest

from imaging import CoinSide, draw_coin
from tests.imaging.compare import distance, rgb, same


@pytest.mark.parametrize("face", get_args(CoinSide))
def test_a_coin_says_what_it_shows(face: CoinSide) -> None:
    picture = draw_coin(face)
    assert picture.alt == f"The coin shows {face}."
    assert rgb(picture).size == (picture.width, picture.height) == (480, 480)
    assert len(picture.png) <= 25_000
    assert same(draw_coin(face), picture)


def test_the_faces_differ_without_colour_on_a_small_screen() -> None:
    heads, tails = (rgb(draw_coin(face)).resize((120, 120)).convert("L") for face in get_args(CoinSide))
    assert distance(heads, tails) >= 5.0
