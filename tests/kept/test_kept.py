"""The bot takes over what an older state of it has left behind: see ``record.py``.

A difference that is found here is a message in somebody's channel that does not do what it did.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Mapping
from difflib import unified_diff
from pathlib import Path
from typing import Final

import pytest

from imaging import THEMES
from tests.kept import stored
from tests.kept.kept import ANSWERS, KEPT, PICTURES, WORLD, read, restored, unfolded
from tests.kept.pressing import Came, Desk, Press
from tests.loopback.process import ROOT

TOLD: Final = 5
"""Differences that are told in full."""


class Differences:
    """What does not come as it came when it was recorded."""

    def __init__(self, shown: Mapping[str, list[str]]) -> None:
        self._shown = shown
        self._found: list[str] = []

    def compare(self, what: str, came: Came, recorded: Iterable[str]) -> None:
        """Hold what came of something against what was recorded."""
        before = self._in_full(recorded, self._shown)
        now = self._in_full(came.lines, came.shown)
        if before != now:
            self._found.append(
                "\n".join(unified_diff(before, now, "recorded", "now", what, what, lineterm=""))
            )

    def _in_full(self, lines: Iterable[str], shown: Mapping[str, list[str]]) -> list[str]:
        """Lines, each with the message that it names by its sum."""
        return [part for line in lines for part in (line, *shown.get(line.rsplit(" ", 1)[-1], ()))]

    def check(self) -> None:
        """Fail if there are any."""
        told = "\n\n".join(self._found[:TOLD])
        assert not self._found, f"{len(self._found)} differences, such as\n{told}"


async def _press(work: Path, chosen: slice) -> None:
    """Press all that was pressed in some of the rounds, and compare."""
    told, answers = read(WORLD), read(ANSWERS)
    found = Differences(unfolded(answers))
    for number, recorded in list(enumerate(answers["rounds"]))[chosen]:
        async with Desk.opened(KEPT, told, work / str(number)) as app:
            found.compare(f"start {number}", await app.started(), recorded["started"])
            for line, lines in recorded["presses"].items():
                found.compare(line, await app.press(Press.read(line)), lines)
    found.check()


async def test_one_control_of_each_kind_answers_as_it_did(tmp_path: Path) -> None:
    await _press(tmp_path, slice(1))


@pytest.mark.long
@pytest.mark.timeout(1500)
async def test_every_control_answers_as_it_did(tmp_path: Path) -> None:
    await _press(tmp_path, slice(1, None))


def test_every_match_is_replayed(tmp_path: Path) -> None:
    """By the command that whoever hosts the bot has for it."""
    file = restored(KEPT, tmp_path)
    command = [sys.executable, "-m", "data", "check", "--database", f"sqlite+aiosqlite:///{file}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "nothing wrong" in done.stdout


def test_every_picture_has_the_bytes_it_had(tmp_path: Path) -> None:
    recorded = read(PICTURES)
    assert stored.pictures(restored(KEPT, tmp_path)) == recorded
    assert all(any(f" in {theme}: " in name for name in recorded) for theme in THEMES)
