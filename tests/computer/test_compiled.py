"""The compiled copy, in which long series of the arena are played, plays what this one plays."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from computer.core import Job
from computer.think import think
from engines import GAMES
from tests.computer.compiled import COMPILED, ROOT, compile_in, copy
from tests.computer.positions import at_random

ANSWERING = """\
import json, sys
import computer.alphabeta
from computer.core import Job
from computer.think import think

told = {"file": computer.alphabeta.__file__, "thoughts": []}
for job in json.load(sys.stdin):
    thought = think(Job(**job))
    told["thoughts"].append([list(thought.actions), thought.value, thought.nodes])
json.dump(told, sys.stdout)
"""


def jobs(count: int, levels: tuple[int, ...]) -> list[dict[str, object]]:
    """Jobs of each game, as its positions come."""
    return [
        {
            "game": key,
            "position": position.to_text(),
            "level": level,
            "seed": number,
            "rules_version": GAMES[key].rules_version,
        }
        for key in GAMES
        for number, position in enumerate(at_random(key, count, usual=True))
        for level in levels
    ]


def check_that_it_plays_the_same(folder: Path, asked: list[dict[str, object]]) -> str:
    """The file that its search is in."""
    answered = subprocess.run(
        [sys.executable, "-c", ANSWERING],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        input=json.dumps(asked),
        capture_output=True,
        check=True,
        text=True,
    )
    told = json.loads(answered.stdout)
    here = [think(Job(**job)) for job in asked]  # type: ignore[arg-type]
    assert told["thoughts"] == [[list(one.actions), one.value, one.nodes] for one in here]
    return str(told["file"])


def test_what_mypyc_cannot_take_is_not_in_the_copy(tmp_path: Path) -> None:
    """Rules are written without a thought of it: here it shows where the copy has to be made otherwise."""
    folder = tmp_path / "copy"
    copy(folder)
    for pattern in COMPILED:
        assert list(ROOT.glob(pattern)), f"{pattern} is no file any more"
        for path in folder.glob(pattern):
            text = path.read_text(encoding="utf-8")
            compile(text, str(path), "exec")
            assert re.search(r"\b_?set_\w+|slots=True|__slots__|\[zone\]", text) is None, path


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    with pytest.raises(FileExistsError):
        copy(tmp_path)


@pytest.mark.load
@pytest.mark.timeout(900)
def test_the_compiled_copy_plays_the_same(tmp_path: Path) -> None:
    if shutil.which("gcc") is None:
        pytest.skip("there is no C compiler")
    folder = tmp_path / "copy"
    copy(folder)
    compile_in(folder)
    assert check_that_it_plays_the_same(folder, jobs(20, (1, 2, 3, 4))).endswith(".so")
