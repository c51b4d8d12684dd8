"""What benchmarks share: the command line of one, and the line that says whether a figure is met."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import pytest

from tools import harness

seen: dict[str, Any] = {}


def _run(
    games: Sequence[str] = (), /, share: float = 0.5, sizes: Sequence[int] = (1,), *, processor: bool = False
) -> None:
    seen.update(games=list(games), share=share, sizes=list(sizes), processor=processor)


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("", {"games": [], "share": 1.0, "sizes": [1], "processor": False}),
        ("prudh pjawns --share 2", {"games": ["prudh", "pjawns"], "share": 2.0}),
        ("--sizes 10 20 --processor", {"sizes": [10, 20], "processor": True}),
    ],
)
def test_the_command_line_is_that_of_the_function(
    monkeypatch: pytest.MonkeyPatch, said: str, wanted: dict[str, Any]
) -> None:
    monkeypatch.setattr(sys, "argv", ["bench", *said.split()])
    harness.main(_run, share=1.0)
    assert seen == seen | wanted


@pytest.mark.parametrize(
    ("value", "bounds", "met"),
    [
        (5.0, {"at_most": 5}, True),
        (5.1, {"at_most": 5}, False),
        (4.9, {"at_least": 5}, False),
        (5.0, {"at_least": 5, "at_most": 5}, True),
        (None, {"at_most": 5}, False),
        (None, {}, True),
    ],
)
def test_a_figure_is_met_within_its_bounds(value: float | None, bounds: dict[str, Any], met: bool) -> None:
    assert harness.figure("a figure", value, **bounds) is met
