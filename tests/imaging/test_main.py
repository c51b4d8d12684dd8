from __future__ import annotations

import sys
from pathlib import Path

import pytest

from imaging import draw
from tests.imaging import positions
from tests.pictures import pixels_of
from tools import draw as command


def test_a_position_is_drawn_from_a_shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "board.png"
    start = "ffffffff/s6c/8/8/8/8/C6L/FFFFFFFF g a1-h8 K0S2C1L1/K0S1C1L2 -"
    monkeypatch.setattr(sys, "argv", ["draw", "prawns", str(file), start])
    command.main()
    assert pixels_of(file.read_bytes()) == pixels_of(draw(positions.opening()).png)


def test_a_start_is_drawn_from_either_side(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = [tmp_path / "green.png", tmp_path / "blue.png"]
    for file in files:
        monkeypatch.setattr(sys, "argv", ["draw", "prawns", str(file), "--bottom", file.stem])
        command.main()
    assert pixels_of(files[0].read_bytes()) != pixels_of(files[1].read_bytes())
