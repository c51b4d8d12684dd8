"""The evaluation of Prudh: slides that are left, captures in line, and the worth that is kept."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from computer.games import evaluation_of
from computer.games.prudh import _DARK_DIAGONALS, _LIGHT_DIAGONALS, _bits, _in_line, _last_move, _slides
from engines import GAMES, Side
from engines.games.prudh.board import DARK, LIGHT, NUMBERS, SPACES
from engines.games.prudh.position import PrudhPosition

EVERY = (100, 1, 0)
"""Weights that tell the runs from the pieces that they capture."""
BEST = (0, 0, 1)


def start(first: Side) -> PrudhPosition:
    position = GAMES["prudh"].start(first=first)
    assert isinstance(position, PrudhPosition)
    return position


def left_to(*spaces: str) -> int:
    return _slides(_bits(NUMBERS[space] for space in spaces))[1]


def test_each_colour_has_nine_diagonals_of_two_spaces_or_more() -> None:
    for side, diagonals in ((DARK, _DARK_DIAGONALS), (LIGHT, _LIGHT_DIAGONALS)):
        assert len(diagonals) == 9
        assert all(diagonal.bit_count() >= 2 for diagonal in diagonals)
        spaces = SPACES[side]
        assert not any(diagonal & ~_bits(spaces) for diagonal in diagonals)
        for one, other in combinations(diagonals, 2):
            assert (one & other).bit_count() <= 1


@pytest.mark.parametrize(
    ("spaces", "left"),
    [
        ((), 0),
        (("a1",), 0),
        (("a1", "f6"), 1),
        (("a1", "b6"), 0),
        (("a1", "f6", "b6", "f2"), 2),
        (("a1", "b2", "c3", "a3"), 3),
        (("f1", "a6", "b1"), 1),
    ],
)
def test_stacks_that_can_meet_have_one_slide_less_than_there_are_of_them(
    spaces: tuple[str, ...], left: int
) -> None:
    assert left_to(*spaces) == left


def test_no_more_slides_are_played_in_a_row_than_are_left() -> None:
    for seed in range(20):
        chance = random.Random(seed)
        position = start(chance.choice((DARK, LIGHT)))
        cells = bytes(chance.choice((0, 0, 1, 2)) for _ in position.cells)
        position = PrudhPosition(position.rules, cells, position.side)
        left = left_to(
            *(name for name, space in NUMBERS.items() if space in SPACES[position.side] and cells[space])
        )
        played = 0
        while found := [action for action in position.legal_actions() if action.text[2] == "-"]:
            after = position.apply(chance.choice(found))
            position = PrudhPosition(after.rules, after.cells, position.side)  # the other side passes
            played += 1
        assert played <= left


@pytest.mark.parametrize(
    ("line", "me", "worth", "best"),
    [
        ((1, 1, 1, 1, 1, 1), 0, 0, 0),
        ((2, 1, 0, 0, 0, 0), 0, 102, 2),
        ((2, 2, 0, 0, 0, 0), 0, 0, 0),
        ((2, 0, 0, 1, 0, 0), 0, 0, 0),  # it goes no further than two spaces
        ((0, 1, 3, 2, 0, 1), 0, 207, 5),
        ((4, 0, 0, 3, 0, 0), 0, 104, 3),  # a piece of it stays on b
        ((0, 3, 0, 0, 2, 0), 1, 103, 2),
    ],
)
def test_captures_of_both_runs_along_a_line_count(
    line: tuple[int, ...], me: int, worth: int, best: int
) -> None:
    assert _in_line(bytes(line), me, EVERY) == worth
    assert _in_line(bytes(line), me, BEST) == best


def test_the_last_move_matters_more_the_fewer_slides_are_left() -> None:
    assert _last_move(4, 2) > _last_move(8, 2) > _last_move(14, 2) > _last_move(20, 2) > 0
    assert _last_move(4, 0) == -_last_move(4, 1) < 0  # who acts with as many runs out first


def test_points_alone_count_where_it_is_plain() -> None:
    begun = start(DARK)
    position = PrudhPosition(begun.rules, begun.cells, DARK, (5, 2, 0))
    assert evaluation_of("prudh", plain=True).value(position) == 30
    assert evaluation_of("prudh").value(begun) == -evaluation_of("prudh").value(
        PrudhPosition(begun.rules, begun.cells, LIGHT)
    )
