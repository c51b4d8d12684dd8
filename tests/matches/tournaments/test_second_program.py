"""Swiss pairs held against those of a second program, caissify-pairings, which knows nothing of the first.

Of 200 rounds with an even number of entrants the two pair 198 alike. Where they differ, and why:

* They go by two editions of the rules: ours (py4swiss) by the one in force until January 2026, the other by
  the next, which picks byes and weighs forfeits in another way. So there are no byes and forfeits here. It
  also changes the end of a round, where the lowest bracket cannot be paired alone: the rounds in DIFFERENT.
* Of two who are due the same side, and have had the same sides, the higher one gets it (E.4). Higher is who
  has more points, then the higher seed (A.2); the other program looks at the seed alone. So sides are
  compared where one of the two had another side before.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from caissify_pairings import generate_pairings

from matches.tournaments.field import Pair, SwissField
from matches.tournaments.model import Seed
from tests.matches.tournaments.fields import points, rival_of, rounds

ROUNDS = 5
DIFFERENT = {(2, 5), (37, 5)}
"""Tournaments, and the rounds of them that the other program pairs otherwise: see above."""


def entrants_of(tournament: int) -> int:
    """From 8 to 24."""
    return 8 + 2 * (tournament % 9)


def player(field: SwissField, seed: Seed) -> dict[str, Any]:
    """An entrant as the other program knows them."""
    own = field.results[seed]
    floats = []
    for number, one in enumerate(own):
        rival = rival_of(one)
        assert rival is not None
        mine, others = points(own[:number]), points(field.results[rival][:number])
        floats.append("down" if mine > others else "up" if mine < others else "none")
    return {
        "id": seed,
        "name": str(seed),
        "score": points(own) / 2,
        "rating": 3000 - seed,
        "starting_number": seed,
        "color_hist": ["white" if one[5] == "w" else "black" for one in own],
        "float_history": floats,
        "bye_count": 0,
    }


def other_pairs(field: SwissField, number: int) -> set[tuple[int, int | None]]:
    found = generate_pairings(
        system="dutch",
        players=[player(field, seed) for seed in field.results],
        previous_pairings=set(field.forbidden),
        round_number=number,
        total_rounds=field.rounds,
        initial_color="white",
    )
    return {(pair["white_id"], pair["black_id"]) for pair in found}


def compared(tournaments: Iterable[int]) -> set[tuple[int, int]]:
    """The rounds that the two programs pair differently, by tournament and number."""
    different = set()
    for tournament in tournaments:
        for number, (field, pairs) in enumerate(rounds(tournament, entrants_of(tournament), ROUNDS), 1):
            others = other_pairs(field, number)
            if {frozenset(pair) for pair in pairs} != {frozenset(pair) for pair in others}:
                different.add((tournament, number))
            else:
                assert all(pair in others for pair in pairs if had_other_sides(field, pair))
    return different


def had_other_sides(field: SwissField, pair: Pair) -> bool:
    first, second = ([one[5] for one in field.results[seed]] for seed in pair if seed is not None)
    return first != second


def test_twenty_rounds_are_paired_as_by_another_program() -> None:
    assert compared(range(4)) <= DIFFERENT


@pytest.mark.slow
@pytest.mark.parametrize("first", range(4, 40, 4))
def test_the_other_rounds_of_two_hundred_too(first: int) -> None:
    assert compared(range(first, first + 4)) <= DIFFERENT
