"""The curve of a match: told in words, drawn for every game and theme, its marks beside each other."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import dist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import GAMES
from imaging import THEMES, Chances, draw_chances
from imaging.charts.chances import _APART, _WATER, _Curve
from tests.imaging.compare import same
from tests.imaging.curves import LONG, SHORT, WILD

SIDES = st.sampled_from([game.sides for game in GAMES.values()])


@st.composite
def curves(draw: st.DrawFn) -> Chances:
    count = draw(st.integers(1, 60))
    turns = sorted(draw(st.sets(st.integers(0, 2000), min_size=count, max_size=count)))
    points = tuple((turn, draw(st.floats(0, 1))) for turn in turns)
    marked = sorted(draw(st.sets(st.integers(0, count - 1), max_size=3)))
    marks = tuple((at, str(number)) for number, at in enumerate(marked, start=1))
    first, second = draw(SIDES)
    own = draw(st.sampled_from([first, second, None]))
    return Chances((first, second), points, marks, draw(st.sampled_from(sorted(THEMES))), own)


def test_a_curve_is_told_in_words() -> None:
    assert WILD.alt == (
        "Dark's chances of winning: 50 % at first, 100 % at the end. Marked: 1 at move 8, 2 at move 9, "
        "3 at move 10."
    )
    assert replace(WILD, own="light", marks=()).alt == (
        "Light's chances of winning: 50 % at first, 0 % at the end."
    )
    assert replace(SHORT, marks=()).alt == "Predator's chances of winning: 50 % at first, 30 % at the end."


@pytest.mark.parametrize("points", [(), ((3, 0.5), (2, 0.5)), ((0, 1.5),)])
def test_what_is_no_curve_is_refused(points: tuple[tuple[int, float], ...]) -> None:
    with pytest.raises(ValueError, match="a c"):
        Chances(("green", "blue"), points)


def test_a_curve_is_drawn_for_one_of_the_two() -> None:
    with pytest.raises(ValueError, match="sides"):
        replace(SHORT, own="green")


@pytest.mark.parametrize("curve", [LONG, SHORT])
def test_the_better_for_the_reader_the_higher(curve: Chances) -> None:
    """The same curve for the other side is upside down."""
    first, second = (_Curve(replace(curve, own=side)) for side in curve.sides)
    for (x, y), (there, other) in zip(first.line, second.line, strict=True):
        assert x == there and y + other == pytest.approx(_WATER[1])
    assert _Curve.y(1) < _Curve.y(0.5) < _Curve.y(0)


@pytest.mark.gate(draw=5)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("key", GAMES)
def test_it_is_drawn_for_every_game_in_every_theme(key: str, theme: str) -> None:
    first, second = GAMES[key].sides
    picture = draw_chances(replace(LONG, sides=(first, second), theme=theme))
    assert (picture.width, picture.height) == (900, 512)
    assert len(picture.png) < 25_000


def test_the_same_curve_gives_the_same_picture() -> None:
    assert same(draw_chances(LONG), draw_chances(LONG))


@settings(max_examples=8)
@given(curves())
def test_any_curve_is_drawn(curve: Chances) -> None:
    assert draw_chances(curve).alt == curve.alt


@settings(max_examples=60)
@given(curves())
def test_marks_and_moves_are_beside_each_other(curve: Chances) -> None:
    drawn = _Curve(curve)
    middles = [middle for _, middle, _ in drawn.marks]
    assert all(dist(one, other) >= _APART for one, other in combinations(middles, 2))
    assert all(0 < x < _WATER[0] and 0 < y < _WATER[1] for x, y in middles)
    assert len(drawn.ticks) <= 6
