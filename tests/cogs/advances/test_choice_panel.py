"""A choice within the other side's turn, said in advance."""

from __future__ import annotations

import pytest

from cogs.advances.choice_panel import MOST_POINTS, points_in
from cogs.kit.errors import Refusal
from engines import Hexes, Squares
from tests.cases import case

BOARD = Hexes(9, 13)


def test_an_order_of_points_is_read_however_it_is_typed_and_what_is_none_is_told() -> None:
    for typed in ("d6 e5 c6", "D6, e5;c6", " d6>E5 > c6 d6 ", "d6\ne5\nc6"):
        with case(typed):
            assert points_in(typed, BOARD) == ("d6", "e5", "c6")
    for typed, told in (
        ("", "Write points of the board"),
        (" , ", "Write points of the board"),
        ("d6 z9", "“z9” isn't a point of this board"),
        ("i2 d14", "“i2” and “d14” aren't points of this board"),
        ("anything", "“anything” isn't a point"),
    ):
        with case(typed), pytest.raises(Refusal, match=told):
            points_in(typed, BOARD)


def test_squares_have_points_too() -> None:
    assert points_in("a1 h8", Squares(8, 8)) == ("a1", "h8")
    with pytest.raises(Refusal):
        points_in("a1 h8", Squares(7, 6))


def test_more_points_than_are_kept_are_refused() -> None:
    with pytest.raises(Refusal, match=f"{MOST_POINTS} points at most"):
        points_in(" ".join(BOARD.points[: MOST_POINTS + 1]), BOARD)
