"""Processor time of the levels, as the command says it."""

from __future__ import annotations

import pytest

from tools.computer.__main__ import main
from tools.computer.measures import times_of


def test_times_are_of_so_many_turns_and_of_whole_matches() -> None:
    times = times_of("prudh", 1, 60)
    assert times.turns == 60
    assert 0 < times.half <= times.most <= times.longest
    assert times.nodes == times_of("prudh", 1, 60).nodes


def test_the_command_says_a_line_a_level(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["times", "pjawns", "--levels", "1", "2", "--turns", "20"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("pjawns: level 1: 20 turns, ")
    assert second.startswith("pjawns: level 2: 20 turns, ")
