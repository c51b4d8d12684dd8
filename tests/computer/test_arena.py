"""The arena: matches in pairs, kept and gone on with, and what they add up to."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from engines import GAMES, Position
from tools.computer.__main__ import main
from tools.computer.arena import (
    ArenaMatch,
    Series,
    opened_evenly,
    play_one,
    play_series,
    result_of,
    started,
    wilson,
)

SERIES = Series("pjawns", 2, 1, seed=5)


@pytest.mark.real
def test_a_match_is_the_same_wherever_it_is_played() -> None:
    played = sorted(play_series(SERIES, 2, processes=2), key=lambda one: (one.pair, one.exchanged))
    assert played == [play_one(SERIES, pair, turned) for pair in (0, 1) for turned in (False, True)]


def test_a_level_against_itself_plays_no_match_twice() -> None:
    series = Series("predation", 2, 2, seed=5)
    first, second = (play_one(series, *one) for one in series.matches(1))
    assert first.plies != second.plies


@pytest.mark.real
def test_what_is_kept_is_not_played_again(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    first = set(play_series(SERIES, 1, kept, processes=1))
    kept.write_text(kept.read_text() + '{"pair": 1, "exch')  # the process was killed in the middle of a line
    more = list(play_series(SERIES, 2, kept, processes=1))
    assert set(more[:2]) == first
    assert len(more) == 4
    assert set(play_series(SERIES, 2, kept, processes=1)) == set(more)


def test_points_are_those_of_a_whatever_side_it_has() -> None:
    played = [ArenaMatch(0, False, 0, 9), ArenaMatch(0, True, 0, 9), ArenaMatch(1, True, 1, 9)]
    result = result_of([*played, ArenaMatch(1, False, -1, 40)])
    assert (result.points, result.matches, result.wins, result.undecided) == (2.5, 4, (2, 1), 1)


def test_points_of_a_are_counted_by_its_side_too() -> None:
    played = [ArenaMatch(0, False, 0, 9), ArenaMatch(0, True, 0, 9), ArenaMatch(1, True, 1, 9)]
    result = result_of([*played, ArenaMatch(1, False, -1, 40)])
    assert result.by_side == ((1.5, 2), (1.0, 2))


def test_it_counts_how_often_whoever_moved_first_won() -> None:
    played = [ArenaMatch(0, False, 0, 9, 0), ArenaMatch(1, False, 0, 9, 1), ArenaMatch(2, False, 1, 9, 1)]
    result = result_of([*played, ArenaMatch(3, False, -1, 40, 1)])
    assert (result.wins, result.moved_first, result.undecided) == ((2, 1), (2, 1), 1)
    assert result.points == 2.5, "A has the side named first"


def test_between_equals_each_match_is_drawn_anew() -> None:
    """The same match twice would count for two."""
    series = Series("pjawns", 1, 1, seed=3)
    assert series.matches(2) == [(0, False), (1, False), (2, False), (3, False)]
    openings = {evenly_opened(series, number).to_text() for number, _ in series.matches(3)}
    assert len(openings) == 6


def evenly_opened(series: Series, number: int) -> Position:
    """The opening of a match between equals."""
    chance = random.Random(f"{series.seed} {series.game} {number}")
    position: Position = opened_evenly(series.game, started(series.game, {}, chance), chance)
    return position


def test_whoever_moves_first_is_drawn_where_the_game_draws_it_and_known_of_each_match() -> None:
    begin = {key: {started(key, {}, random.Random(seed)).to_act for seed in range(9)} for key in GAMES}
    assert {key: len(sides) for key, sides in begin.items()} == {
        key: 1 if game.starter == "first-named" else 2 for key, game in GAMES.items()
    }
    series = Series("prudh", 0, 1, seed=3)
    played = [play_one(series, pair, exchanged) for pair in range(3) for exchanged in (False, True)]
    assert {one.first for one in played} == {0, 1}
    assert [one.first for one in played[::2]] == [one.first for one in played[1::2]], "a pair begins alike"


@pytest.mark.real
def test_a_series_between_equals_is_gone_on_with(tmp_path: Path) -> None:
    series, kept = Series("pjawns", 1, 1, seed=5), tmp_path / "kept.jsonl"
    first = set(play_series(series, 1, kept, processes=1))
    more = set(play_series(series, 2, kept, processes=1))
    assert first < more
    assert {(one.pair, one.exchanged) for one in more} == set(series.matches(2))
    assert set(play_series(series, 2, kept, processes=1)) == more
    assert len(kept.read_text().splitlines()) == 4, "nothing is played twice"


@pytest.mark.parametrize(("points", "matches", "low", "high"), [(37, 38, 0.865, 0.995), (0, 0, 0, 1)])
def test_bounds_are_those_of_wilson(points: float, matches: int, low: float, high: float) -> None:
    assert wilson(points, matches) == pytest.approx((low, high), abs=0.001)


@pytest.mark.real
def test_the_last_line_is_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "prudh", "1", "0", "--pairs", "2", "--processes", "1", "--json"]) == 0
    said = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert list(said)[:4] == ["points", "matches", "low", "high"]
    assert said["matches"] == 4
    assert (said["low"], said["high"]) == pytest.approx(wilson(said["points"], 4))


@pytest.mark.real
def test_it_says_whether_it_paid_to_move_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "prudh", "1", "0", "--pairs", "1", "--processes", "1"]) == 0
    assert "moved first " in capsys.readouterr().out
    assert main(["arena", "pjawns", "1", "0", "--pairs", "1", "--processes", "1"]) == 0
    assert "moved first " not in capsys.readouterr().out, "white always does"


@pytest.mark.real
def test_it_says_what_a_level_scores_with_either_side(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "predation", "2", "0", "--pairs", "1", "--processes", "1"]) == 0
    assert re.search(r"; level 2 as predator \S+ of 1 = .* %.*, as prey \S+ of 1 = ", capsys.readouterr().out)
    assert main(["arena", "predation", "0", "0", "--pairs", "1", "--processes", "1"]) == 0
    assert "; level 0 as" not in capsys.readouterr().out, "it has the one side only"


@pytest.mark.real
@pytest.mark.timeout(600)
@pytest.mark.parametrize("level", [1, 2, pytest.param(3, marks=pytest.mark.load)])
@pytest.mark.parametrize("key", ["cannons-and-crabs", "pjawns", "prawns", "prudh"])
def test_each_level_beats_the_one_below(key: str, level: int) -> None:
    """docs/computer.md has 200 pairs of each; these are to show that a change has turned them upside down."""
    result = result_of(play_series(Series(key, level, level - 1, seed=7), 15))
    assert result.points > 0.6 * result.matches, result
