"""Pairs of a Swiss: published examples, what must hold of any, and the process's own way in and out."""

from __future__ import annotations

import io
import json
import random
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from py4swiss.engines import DutchEngine
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.sections import PlayerSection, XSection

from matches.tournaments import swiss
from matches.tournaments.field import SwissField, check_pairs, read_pairs, swiss_is_available
from matches.tournaments.model import Seed
from tests.matches.tournaments.fields import field_of, nobody, played, points, rival_of, rounds

DATA = Path(__file__).parents[2] / "data" / "swiss"


def published(name: str) -> tuple[SwissField, list[tuple[int, int]]]:
    """A field and its pairs from a file of ours."""
    results: dict[Seed, tuple[str, ...]] = {}
    lines = (DATA / name).read_text().splitlines()
    for line in lines:
        head, _, rest = line.partition(": ")
        if head.isdigit():
            results[Seed(int(head))] = tuple(f"{one[:-2]:>4} {one[-2]} {one[-1]}" for one in rest.split())
    pairs = [tuple(map(int, pair.split("-"))) for pair in lines[-1].removeprefix("pairs: ").split()]
    return SwissField(15, results, frozenset(), frozenset()), [(one, two) for one, two in pairs]


def test_a_published_round_of_sixty_with_forfeits() -> None:
    field, pairs = published("bbppairings-issue-7.txt")
    assert swiss.pairs(field) == tuple(pairs)


def test_a_published_round_with_a_late_entry() -> None:
    # bbpPairings' own test dutch_2025_C9: five players, the last one absent in the first round.
    results = {
        Seed(1): ("   3 w 1",),
        Seed(2): ("   4 b 1",),
        Seed(3): ("   1 b 0",),
        Seed(4): ("   2 w 0",),
        Seed(5): ("0000 - Z",),
    }
    assert swiss.pairs(field_of(results, 3)) == ((2, 1), (3, 5), (4, None))


def test_in_the_first_round_the_upper_half_meets_the_lower_and_sides_alternate() -> None:
    assert swiss.pairs(field_of(nobody(6), 3)) == ((1, 4), (5, 2), (3, 6))
    assert swiss.pairs(field_of(nobody(5), 3)) == ((1, 3), (4, 2), (5, None))


@given(st.integers(4, 24), st.data())
def test_the_first_round_is_the_one_that_the_library_finds(entrants: int, data: st.DataObject) -> None:
    absent = data.draw(st.sets(st.integers(3, entrants), max_size=entrants - 4))
    field = field_of(nobody(entrants), 3, absent)
    assert swiss.pairs(field) == by_library(field)


def by_library(field: SwissField) -> tuple[tuple[int, int | None], ...]:
    section = XSection(number_of_rounds=field.rounds, zeroed_ids=set(field.absent))
    players = [
        PlayerSection(code=PlayerCode.PLAYER, starting_number=seed, points_times_ten=0, rank=seed)
        for seed in sorted(field.results)
    ]
    found = DutchEngine.generate_pairings(ParsedTrf(player_sections=players, x_section=section))
    return tuple((one.white, one.black or None) for one in found)


def test_a_first_round_with_a_block_is_left_to_the_library() -> None:
    field = SwissField(3, nobody(6), frozenset(), frozenset({(Seed(1), Seed(4))}))
    pairs = swiss.pairs(field)
    assert pairs is not None
    check_pairs(field, pairs)
    assert (1, 5) in pairs


def sides(own: tuple[str, ...]) -> str:
    return "".join(one[5] for one in own if rival_of(one))


@settings(max_examples=25)
@given(st.integers(0, 10_000), st.integers(4, 20), st.integers(3, 7))
def test_what_holds_of_every_swiss(seed: int, entrants: int, number: int) -> None:
    number = min(number, entrants - 1)
    for field, pairs in rounds(seed, entrants, number):
        check_pairs(field, pairs)
        last = len(field.results[Seed(1)]) == number - 1
        for one, two in pairs:
            if two is None:
                assert not any(result.endswith("U") for result in field.results[one])
                continue
            assert two not in map(rival_of, field.results[one])
            topscorers = last and max(points(field.results[one]), points(field.results[two])) > number - 1
            for player, side in ((one, "w"), (two, "b")):
                so_far = sides(field.results[player]) + side
                balance = so_far.count("w") - so_far.count("b")
                assert topscorers or (abs(balance) <= 2 and so_far[-3:] != 3 * side)


@settings(max_examples=25)
@given(st.integers(0, 10_000), st.integers(4, 16), st.data())
def test_forbidden_pairs_and_absent_entrants(seed: int, entrants: int, data: st.DataObject) -> None:
    rng = random.Random(seed)
    seeds = [Seed(one) for one in range(1, entrants + 1)]
    absent = data.draw(st.sets(st.sampled_from(seeds), max_size=entrants // 3))
    forbidden = frozenset(tuple(sorted(rng.sample(seeds, 2))) for _ in range(entrants // 2))
    field = SwissField(
        3, nobody(entrants), frozenset(absent), frozenset((one, two) for one, two in forbidden)
    )
    pairs = swiss.pairs(field)
    if pairs is not None:
        check_pairs(field, pairs)


def test_without_a_legal_pairing_there_are_no_pairs() -> None:
    rng, results = random.Random(1), nobody(4)
    for _ in range(3):
        pairs = swiss.pairs(field_of(results, 9))
        assert pairs is not None
        results = played(rng, results, pairs)
    assert swiss.pairs(field_of(results, 9)) is None


@pytest.mark.parametrize("absent", [(1, 2), (1, 2, 3)])
def test_fewer_than_two_are_no_round(absent: tuple[int, ...]) -> None:
    assert swiss.pairs(field_of(nobody(3), 3, absent)) is None


def test_the_process_reads_and_writes_json(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    field = field_of(nobody(5), 3)
    monkeypatch.setattr(sys, "stdin", io.StringIO(field.as_json()))
    swiss.main()
    assert read_pairs(capsys.readouterr().out) == swiss.pairs(field)
    monkeypatch.setattr(sys, "stdin", io.StringIO(field_of(nobody(1), 3).as_json()))
    swiss.main()
    assert read_pairs(capsys.readouterr().out) is None


@given(st.integers(0, 1000), st.integers(4, 12))
@settings(max_examples=10)
def test_a_field_comes_back_from_json_as_it_was(seed: int, entrants: int) -> None:
    for field, _ in rounds(seed, entrants, 3):
        assert SwissField.read(field.as_json()) == field


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", '{"rounds": 3}'])
def test_a_damaged_field_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        SwissField.read(text)


@pytest.mark.parametrize("answer", ["", "{}", "[[1]]", "[[1, 0]]", '[["1", 2]]', "[1]", "[[true, 2]]"])
def test_a_damaged_answer_is_refused(answer: str) -> None:
    with pytest.raises(ValueError):
        read_pairs(answer)


@pytest.mark.parametrize(
    "pairs",
    [
        [(1, 2)],  # three and four are missing
        [(1, 2), (3, None)],
        [(1, 2), (3, 4), (5, None)],  # there is no five
        [(1, 1), (3, 4)],
        [(1, None), (2, None), (3, 4)],
        [(1, 3), (2, 4)],  # they have met
    ],
)
def test_pairs_that_do_not_fit_their_field_are_refused(pairs: list[tuple[int, int | None]]) -> None:
    results = {
        Seed(1): ("   3 w 1",),
        Seed(2): ("   4 w 1",),
        Seed(3): ("   1 b 0",),
        Seed(4): ("   2 b 0",),
    }
    field = field_of(results, 3)
    check_pairs(field, ((Seed(1), Seed(2)), (Seed(4), Seed(3))))
    with pytest.raises(ValueError):
        check_pairs(field, [(Seed(one), Seed(two) if two else None) for one, two in pairs])


def test_where_the_library_is_missing_there_is_no_swiss(monkeypatch: pytest.MonkeyPatch) -> None:
    assert swiss_is_available()
    monkeypatch.setattr("matches.tournaments.field.find_spec", lambda name: None)
    assert not swiss_is_available()


def test_an_answer_is_plain_json() -> None:
    pairs = swiss.pairs(field_of(nobody(5), 3))
    assert json.loads(json.dumps(pairs)) == [[1, 3], [4, 2], [5, None]]
