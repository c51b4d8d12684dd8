"""The arena: matches in pairs, kept and gone on with, and what they add up to."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from computer.__main__ import main
from computer.arena import ArenaMatch, Series, play_one, play_series, result_of, wilson

SERIES = Series("pjawns", 2, 1, seed=5)


def test_a_match_is_the_same_wherever_it_is_played() -> None:
    played = sorted(play_series(SERIES, 2, processes=2), key=lambda one: (one.pair, one.exchanged))
    assert played == [play_one(SERIES, pair, turned) for pair in (0, 1) for turned in (False, True)]


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


@pytest.mark.parametrize(("points", "matches", "low", "high"), [(37, 38, 0.865, 0.995), (0, 0, 0, 1)])
def test_bounds_are_those_of_wilson(points: float, matches: int, low: float, high: float) -> None:
    assert wilson(points, matches) == pytest.approx((low, high), abs=0.001)


def test_the_last_line_is_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "prudh", "1", "0", "--pairs", "2", "--processes", "1", "--json"]) == 0
    said = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert {"points", "matches", "low", "high"} <= set(said)
    assert said["matches"] == 4
