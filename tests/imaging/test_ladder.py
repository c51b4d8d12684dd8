"""The picture of a ladder: a rung a player, told in words too."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from imaging import LadderPage, Ranked, draw_ladder
from imaging.charts.ranking import WIDTH
from tests.imaging.compare import rgb, same
from tests.imaging.ratings import avatar


def page(places: Iterable[int]) -> LadderPage:
    """A page with these places, every other player with an avatar, and the first of them playing."""
    found = list(places)
    return LadderPage(
        "Cannons and Crabs",
        tuple(
            Ranked(
                place,
                1900 - place,
                place % 3 == 0,
                "playing" if place == found[0] else "",
                avatar(place) if place % 2 else None,
                place * 7919,
            )
            for place in found
        ),
    )


def test_a_ladder_is_told_in_words() -> None:
    assert draw_ladder(page((2, 3))).alt == "2. rating 1898, playing; 3. rating 1897 (provisional)"


def test_a_rung_more_makes_it_higher() -> None:
    heights = [draw_ladder(page(range(1, last))).height for last in (2, 3, 4)]
    assert heights[2] - heights[1] == heights[1] - heights[0] > 0


def test_the_longest_page_fits_a_message() -> None:
    picture = draw_ladder(page(range(9_991, 10_001)))
    assert rgb(picture).size == (WIDTH, picture.height)
    assert picture.height < 1.4 * WIDTH
    assert len(picture.png) < 120_000
    assert same(picture, draw_ladder(page(range(9_991, 10_001))))


@pytest.mark.parametrize("places", [(), range(1, 12), (2, 1), (0, 1), (1, 3), (1, 1)])
def test_a_page_has_places_one_after_the_other(places: Iterable[int]) -> None:
    with pytest.raises(ValueError, match=r"rungs|places"):
        page(places) if list(places) else LadderPage("Prudh", ())
