"""Each benchmark in small: it comes to its end, and what it counts is right, however fast."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import tools.bench.__main__ as bench
from tools.bench import (
    archive,
    computer,
    engines,
    event_loop,
    fair_play,
    films,
    imaging,
    load,
    open_matches,
    peers,
    rhythms,
    standings,
    storing,
    taps,
    thinking_beside,
    tournament_start,
    tournament_tables,
    web_board,
)

SMALL = {
    "archive": partial(archive.run, 0.002, reads=2),
    "engines": partial(engines.run, rounds=1),
    "event_loop": partial(event_loop.run, seconds=0.5),
    "fair_play": partial(fair_play.run, sizes=(1, 2), rounds=1, plies=8),
    "films": partial(films.run, plies=6, rounds=1),
    "imaging": partial(imaging.run, plies=1, svg_rounds=1),
    "peers": partial(peers.run, ["pjawns"], pairs=1, positions=1, nodes=200),
    "rhythms": partial(rhythms.run, matches=2000, rounds=2),
    "standings": partial(standings.run, 0.001, reads=10),
    "storing": partial(storing.run, rounds=2),
    "taps": partial(taps.run, matches=2),
    "computer": partial(computer.run, turns=1, exchanges=2),
    "load": partial(load.run, seconds=1.0, fastest=1.0, matches=15),
    "web_board": partial(web_board.run, turns=2, pages=8, seconds=0.5),
    "open_matches": partial(open_matches.run, sizes=(10, 20), rounds=1),
    "tournament_start": partial(tournament_start.run, pairs=2),
    "tournament_tables": partial(tournament_tables.run, times=1),
    "thinking_beside": partial(thinking_beside.run, rounds=1, seconds=1.0, matches=15),
}
ELSEWHERE = {"killed_worker"}
"""Run in small by the tests of the worker."""


def test_each_benchmark_is_run_in_small_here() -> None:
    assert set(bench.NAMES) == SMALL.keys() | ELSEWHERE


@pytest.mark.parametrize("run", SMALL.values(), ids=SMALL)
def test_a_benchmark_comes_to_its_end(
    run: Callable[[], None], capsys: pytest.CaptureFixture[str], processes: None
) -> None:
    run()
    assert capsys.readouterr().out


@pytest.fixture
def benchmarks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """Runs what ``python -m tools.bench`` would, with benchmarks that have these lines in their ``run()``."""

    def run(**lines: str) -> int:
        for name, line in lines.items():
            module: Any = type(sys)(f"tools.bench.{name}")
            exec(f"def run():\n    {line}", vars(module))
            monkeypatch.setitem(sys.modules, module.__name__, module)
        monkeypatch.setattr(bench, "NAMES", list(lines))
        monkeypatch.setattr(sys, "argv", ["bench"])
        return bench.main()

    return run


def test_a_benchmark_that_fails_is_named_and_the_others_are_run(
    benchmarks: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert benchmarks(one="assert 1 == 2", two="import nowhere", three="print('counted')") == 1
    said = capsys.readouterr().out
    assert "counted" in said
    assert said.endswith("FAILED: one, two\n")


def test_a_peer_that_is_not_installed_is_left_out(
    benchmarks: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert benchmarks(one="raise ModuleNotFoundError(name='chess')") == 0
    assert "skipped: chess is not installed" in capsys.readouterr().out
