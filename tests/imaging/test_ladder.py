"""The picture of a ladder: a rung a player, told in words too."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from imaging import LadderPage, draw_ladder
from imaging.charts.parts import WIDTH
from imaging.charts.ranking import row
from imaging.picture import MOST_WORDS
from imaging.themes.catalog import theme_for
from tests.imaging.compare import distance, rgb, same
from tests.imaging.ratings import ladder


def test_a_ladder_is_told_in_words() -> None:
    assert ladder((2, 3, 4, 5)).alt == (
        "2. Ada, rating 1898, playing; "
        "3. Benedikt von Langenfels, rating 1897 (provisional), up 2 in a week; "
        "4. Cléo, rating 1896, down 1 in a week; 5. rating 1895"
    )


def test_the_longest_alt_text_fits() -> None:
    rows = ladder(range(9_991, 10_001)).rungs
    longest = (replace(one, name="W" * 32, provisional=True, played="playing", moved=-999) for one in rows)
    assert len(LadderPage("Prudh", tuple(longest)).alt) <= MOST_WORDS


def test_places_moved_are_seen() -> None:
    (still,) = ladder((4,)).rungs
    up, down, none = (
        row(replace(still, moved=moved), theme_for(("green", "blue"))).convert("RGB") for moved in (3, -3, 0)
    )
    assert min(distance(up, down), distance(up, none), distance(down, none)) > 0.15


def test_a_rung_more_makes_it_higher() -> None:
    heights = [ladder(range(1, last)).height for last in (2, 3, 4)]
    assert heights[2] - heights[1] == heights[1] - heights[0] > 0


def test_the_longest_page_fits_a_message() -> None:
    page = ladder(range(9_991, 10_001))
    picture = draw_ladder(page)
    assert rgb(picture).size == (WIDTH, picture.height)
    assert picture.height == page.height < 1.4 * WIDTH
    assert len(picture.png) < 120_000 and picture.alt == page.alt
    assert same(picture, draw_ladder(ladder(range(9_991, 10_001))))


@pytest.mark.parametrize("places", [(), range(1, 12), (2, 1), (0, 1), (1, 3), (1, 1)])
def test_a_page_has_places_one_after_the_other(places: Iterable[int]) -> None:
    with pytest.raises(ValueError, match=r"rungs|places"):
        ladder(places) if list(places) else LadderPage("Prudh", ())
