from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from imaging import Graph, draw_graph
from imaging.charts.colours import contrast
from imaging.themes.catalog import THEMES, theme_for
from imaging.themes.theme import SHADOW
from tests.cases import case
from tests.imaging.compare import distance, rgb, same
from tests.imaging.ratings import TODAY, YEAR
from tests.pictures import pixels_of

Point = tuple[int, int, int]

DAYS = st.one_of(st.integers(TODAY - 90, TODAY), st.integers(date.min.toordinal(), TODAY))
RATINGS = st.one_of(st.integers(0, 4000), st.integers(-999_999, 999_999))
POINTS = st.lists(st.tuples(DAYS, RATINGS, st.integers(0, 350)), min_size=1, max_size=40)


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    points = sorted(draw(POINTS), key=lambda point: point[0])
    return Graph(tuple(points), draw(st.sampled_from([points[-1][0], TODAY, date.max.toordinal()])))


def test_a_graph_is_told_in_words() -> None:
    days = [date(2026, 3, 1), date(2026, 10, 2), date(2026, 11, 3)]
    rated = [(1500, 350), (1720, 80), (1688, 75)]
    points = tuple((day.toordinal(), *rating) for day, rating in zip(days, rated, strict=True))
    assert Graph(points, TODAY).alt == (
        "Rating from 2026-03-01 to 2026-11-21: 1500 at first, 1720 at best (2026-10-02), 1688 now."
    )


@pytest.fixture(scope="module")
def sure() -> Graph:
    return Graph(((TODAY - 20, 1500, 350), (TODAY - 9, 1720, 300), (TODAY - 2, 1688, 290)), TODAY)


@pytest.fixture(scope="module")
def drawn(sure: Graph) -> str:
    return pixels_of(draw_graph(sure).png)


@pytest.mark.parametrize("unsure", [{0}, {1}, {2}, {0, 1, 2}])
def test_a_provisional_rating_is_marked_in_words_and_picture(
    sure: Graph, drawn: str, unsure: set[int]
) -> None:
    points, marked = sure.points, replace(sure, unsure=frozenset(unsure))
    start, best, now = (f"{points[at][1]}{'?' if at in unsure else ''}" for at in range(3))
    assert f"{start} at first, {best} at best" in marked.alt
    assert f" {now} now." in marked.alt
    assert (pixels_of(draw_graph(marked).png) == drawn) is (unsure == {0}), "the first has no number"


def test_the_best_day_is_the_first_of_equal_ones() -> None:
    points = tuple((TODAY - ago, 1600, 90) for ago in (9, 5, 2))
    assert "1600 at best (2026-11-12)" in Graph(points, TODAY).alt


@settings(max_examples=40)
@given(graphs())
def test_the_words_name_what_counts(graph: Graph) -> None:
    ratings = [rating for _, rating, _ in graph.points]
    for words in (f"{ratings[0]} at first", f"{max(ratings)} at best", f"{ratings[-1]} now"):
        assert words in graph.alt


@settings(max_examples=5)
@given(graphs())
def test_any_graph_is_drawn(graph: Graph) -> None:
    picture = draw_graph(graph)
    assert rgb(picture).size == (picture.width, picture.height) == (900, 560)
    assert len(picture.png) <= 40_000 and picture.alt == graph.alt


@pytest.mark.parametrize(
    ("points", "today"),
    [
        ((), TODAY),
        (((TODAY, 1500, 350), (TODAY - 1, 1510, 300)), TODAY),
        (((TODAY + 1, 1500, 350),), TODAY),
    ],
)
def test_what_is_no_graph_is_refused(points: tuple[Point, ...], today: int) -> None:
    with pytest.raises(ValueError, match="a graph is"):
        Graph(points, today)


def test_the_same_graph_gives_the_same_picture() -> None:
    assert same(draw_graph(YEAR), draw_graph(Graph(tuple(YEAR.points), YEAR.today)))


def test_a_graph_is_in_its_theme() -> None:
    """And its line stands out there, from the water as from the band."""
    for key in THEMES:
        with case(key):
            theme = theme_for(("green", "blue"), key)
            image = rgb(draw_graph(Graph(((TODAY - 9, 1500, 60), (TODAY - 2, 1500, 60)), TODAY, theme=key)))
            assert image.getpixel((1, 1)) == theme.sand
            column: list[Any] = [image.getpixel((300, y)) for y in range(40, 480)]
            assert theme.sea_dark in column
            line = max(column, key=lambda colour: contrast(colour, theme.sea_dark))
            assert line in (SHADOW, theme.text)
            grounds = {colour for colour in column if column.count(colour) > 20} - {line}
            assert all(contrast(line, ground) > 3 for ground in grounds)


def test_a_rating_and_how_sure_it_is_are_seen() -> None:
    plain, higher, less_sure = (
        rgb(draw_graph(Graph(((TODAY - 10, 1500, 60), (TODAY, *point), (TODAY, 1500, 60)), TODAY)))
        for point in ((1500, 87), (1560, 87), (1500, 287))
    )
    assert distance(plain, higher) > 0.3
    assert distance(plain, less_sure) > 0.3
