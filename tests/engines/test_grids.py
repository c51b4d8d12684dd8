"""Boards of squares: names, numbers, rectangles and directions."""

from __future__ import annotations

import pytest

from engines.grids import DIAGONAL, EVERY_WAY, KNIGHT, ORTHOGONAL, Area, Grid

GRID = Grid(files=7, ranks=6)


def test_squares_are_named_by_file_and_rank_from_the_bottom_left() -> None:
    assert GRID.names[:8] == ("a1", "b1", "c1", "d1", "e1", "f1", "g1", "a2")
    assert GRID.names[-1] == "g6"


def test_names_and_numbers_lead_to_each_other() -> None:
    assert [GRID.numbers[name] for name in GRID.names] == list(range(42))


def test_places_and_squares_lead_to_each_other() -> None:
    assert [GRID.square(*GRID.place(square)) for square in range(42)] == list(range(42))
    assert GRID.place(GRID.numbers["c4"]) == (2, 3)


def test_directions() -> None:
    assert set(EVERY_WAY) == {(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)} - {(0, 0)}
    assert set(ORTHOGONAL) == {way for way in EVERY_WAY if 0 in way}
    assert set(DIAGONAL) == set(EVERY_WAY) - set(ORTHOGONAL)
    assert set(KNIGHT) == {(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)}
    assert len(KNIGHT) == 8


def named(squares: object) -> list[str]:
    assert isinstance(squares, (list, tuple))
    return [GRID.names[square] for square in squares]


def test_an_area_is_a_rectangle_with_its_edges() -> None:
    area = Area(GRID, left=1, bottom=2, right=3, top=3)
    assert named(area.squares) == ["b3", "c3", "d3", "b4", "c4", "d4"]
    assert area.text == "b3-d4"
    assert list(GRID.names[area.row(2)]) == ["b3", "c3", "d3"]
    assert area.holds(3, 3)
    assert not area.holds(4, 3)
    assert not area.holds(3, 4)
    assert not area.holds(0, 2)
    assert not area.holds(1, 1)


def test_the_whole_area() -> None:
    assert Area.whole(GRID).squares == tuple(range(42))
    assert Area.whole(GRID).text == "a1-g6"


@pytest.mark.parametrize(
    ("squares", "text"),
    [("c3", "c3-c3"), ("a6 g1", "a1-g6"), ("b5 d2 c4", "b2-d5"), ("d2 d4", "d2-d4")],
)
def test_the_smallest_area_around_squares(squares: str, text: str) -> None:
    assert Area.around(GRID, [GRID.numbers[name] for name in squares.split()]).text == text


def test_a_step_stays_inside_or_is_none() -> None:
    area = Area(GRID, left=1, bottom=1, right=4, top=4)
    middle = GRID.numbers["c3"]
    assert [area.step(middle, way) is not None for way in EVERY_WAY] == [True] * 8
    assert area.step(middle, (1, 1), 2) == GRID.numbers["e5"]
    assert area.step(middle, (1, 1), 3) is None
    assert area.step(GRID.numbers["e2"], (1, 0)) is None
    assert area.step(GRID.numbers["g2"], (1, 0)) is None, "no way round to the next rank"


def test_a_ray_goes_up_to_the_edge() -> None:
    area = Area(GRID, left=1, bottom=1, right=4, top=4)
    assert named(list(area.ray(GRID.numbers["b2"], (1, 1)))) == ["c3", "d4", "e5"]
    assert list(area.ray(GRID.numbers["b2"], (-1, 0))) == []
