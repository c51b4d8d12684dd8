"""Groups: dealing, divisions, and the Berger tables as FIDE prints them (Handbook C.05, annex 1)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.tournaments.groups import berger, dealt, divisions, next_order
from matches.tournaments.model import GROUP_SIZES, LEAST_ENTRANTS, Seed

PUBLISHED = {
    4: """
        1-4 2-3
        4-3 1-2
        2-4 3-1""",
    6: """
        1-6 2-5 3-4
        6-4 5-3 1-2
        2-6 3-1 4-5
        6-5 1-4 2-3
        3-6 4-2 5-1""",
    8: """
        1-8 2-7 3-6 4-5
        8-5 6-4 7-3 1-2
        2-8 3-1 4-7 5-6
        8-6 7-5 1-4 2-3
        3-8 4-2 5-1 6-7
        8-7 1-6 2-5 3-4
        4-8 5-3 6-2 7-1""",
    10: """
        1-10 2-9 3-8 4-7 5-6
        10-6 7-5 8-4 9-3 1-2
        2-10 3-1 4-9 5-8 6-7
        10-7 8-6 9-5 1-4 2-3
        3-10 4-2 5-1 6-9 7-8
        10-8 9-7 1-6 2-5 3-4
        4-10 5-3 6-2 7-1 8-9
        10-9 1-8 2-7 3-6 4-5
        5-10 6-4 7-3 8-2 9-1""",
}


def seeds(count: int) -> tuple[Seed, ...]:
    return tuple(map(Seed, range(1, count + 1)))


@pytest.mark.parametrize("count", PUBLISHED)
def test_the_table_is_the_published_one(count: int) -> None:
    rows = [line.split() for line in PUBLISHED[count].strip().splitlines()]
    assert [[f"{one}-{two}" for one, two in row] for row in berger(seeds(count))] == rows


def test_the_last_of_an_odd_number_is_missing_and_the_others_rest_in_turn() -> None:
    assert berger(seeds(3)) == (((2, 3),), ((1, 2),), ((3, 1),))


@given(st.integers(2, 12))
def test_everyone_meets_everyone_once_and_begins_as_often_as_not(count: int) -> None:
    rounds = berger(seeds(count))
    pairs = [pair for row in rounds for pair in row]
    assert len({frozenset(pair) for pair in pairs}) == len(pairs) == count * (count - 1) // 2
    assert all(len({seed for pair in row for seed in pair}) == 2 * len(row) for row in rounds)
    begun, second = Counter(one for one, _ in pairs), Counter(two for _, two in pairs)
    assert all(abs(begun[seed] - second[seed]) <= 1 for seed in seeds(count))


def test_groups_are_dealt_as_a_snake() -> None:
    assert dealt(seeds(12), 4) == ((1, 6, 7, 12), (2, 5, 8, 11), (3, 4, 9, 10))
    assert dealt(seeds(9), 8) == ((1, 4, 5, 8, 9), (2, 3, 6, 7))


@given(st.integers(3, 200), st.sampled_from(GROUP_SIZES))
def test_groups_are_few_and_alike_in_size(count: int, size: int) -> None:
    groups = dealt(seeds(count), size)
    sizes = {len(group) for group in groups}
    assert sorted(seed for group in groups for seed in group) == list(seeds(count))
    assert len(groups) == -(-count // size)
    assert max(sizes) <= size
    assert max(sizes) - min(sizes) <= 1


@pytest.mark.parametrize(
    ("count", "size", "sizes"),
    [
        (8, 4, [4, 4]),
        (11, 4, [4, 4, 3]),
        (9, 4, [4, 5]),  # one would be alone
        (10, 4, [4, 6]),
        (21, 10, [10, 6, 5]),  # eleven are too many
        (3, 8, [3]),
    ],
)
def test_only_the_lowest_divisions_differ_in_size(count: int, size: int, sizes: list[int]) -> None:
    assert [len(division) for division in divisions(seeds(count), size)] == sizes


@given(st.integers(LEAST_ENTRANTS, 200), st.sampled_from(GROUP_SIZES))
def test_divisions_hold_everyone_in_order(count: int, size: int) -> None:
    found = divisions(seeds(count), size)
    assert [seed for division in found for seed in division] == list(seeds(count))
    assert all(LEAST_ENTRANTS <= len(division) <= GROUP_SIZES[-1] for division in found)


def test_the_last_change_places_with_the_first_below() -> None:
    tables = [seeds(4), (Seed(5), Seed(6), Seed(7), Seed(8)), (Seed(9), Seed(10), Seed(11))]
    assert next_order(tables, 1, (), ()) == (1, 2, 3, 5, 4, 6, 7, 9, 8, 10, 11)
    assert next_order(tables, 2, (), ())[:6] == (1, 2, 5, 6, 3, 4)


def test_who_leaves_frees_a_place_from_below_and_new_ones_come_last() -> None:
    tables = [seeds(4), (Seed(5), Seed(6), Seed(7), Seed(8))]
    line = next_order(tables, 1, (Seed(2),), (Seed(9),))
    assert line == (1, 3, 5, 4, 6, 7, 8, 9)
    assert divisions(line, 4) == ((1, 3, 5, 4), (6, 7, 8, 9))
