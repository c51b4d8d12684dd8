"""The bot takes over what an older state of it has left behind: see ``record.py``.

A difference that is found here is a message in somebody's channel that does not do what it did. Wording may
differ (``wording.py`` says what of a sentence is held), and what is stated in ``stated.py``.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import unified_diff
from pathlib import Path
from typing import Final

import pytest

from engines import GAMES
from imaging import THEMES
from imaging.board.painter import draw
from tests.kept import stored
from tests.kept.kept import ANSWERS, KEPT, PICTURES, REDRAWN, WORLD, read, restored, unfolded
from tests.kept.pressing import Came, Desk, Press
from tests.kept.stated import (
    FIRST,
    GONE,
    SINCE,
    WITHIN_TURN,
    Difference,
    began_at_once,
    compared,
    plays_at_once,
    stated,
)
from tests.kept.sums import sum_of
from tests.kept.wording import against, told
from tests.loopback.process import ROOT
from tests.pictures import pixels_of

TOLD: Final = 5
"""Differences that are told in full."""
PARTS: Final = 4
"""Parts in which all controls of a recording are pressed: each round takes a bot of its own."""
EACH: Final = pytest.mark.parametrize("recording", SINCE)


class Differences:
    """What does not come as it came when it was recorded."""

    def __init__(
        self, shown: Mapping[str, list[str]], places: Iterable[str], rightful: Sequence[Difference]
    ) -> None:
        self._shown, self._places, self._rightful = shown, frozenset(places), rightful
        self._found: list[str] = []

    def compare(self, what: str, came: Came, recorded: Iterable[str]) -> None:
        """Hold what came of something against what was recorded."""
        before = told(recorded, self._shown, self._places)
        now = told(came.lines, came.shown, self._places)
        verb = "" if what.startswith("start ") else Press.read(what).verb
        was, comes = (compared(verb, against(one, before), self._rightful) for one in (before, now))
        if was != comes:
            self._found.append(
                "\n".join(unified_diff(was, comes, "recorded", "now", what, what, lineterm=""))
            )

    def check(self) -> None:
        """Fail if there are any."""
        some = "\n\n".join(self._found[:TOLD])
        assert not self._found, f"{len(self._found)} differences, such as\n{some}"


async def _press(recording: str, work: Path, chosen: slice) -> list[Path]:
    """Press all that was pressed in some of the rounds, and compare; returns their databases."""
    world, answers = read(recording, WORLD), read(recording, ANSWERS)
    shown = unfolded(answers)
    found = Differences(shown, (one["name"] for one in world["channels"]), stated(recording))
    databases = []
    for number, recorded in list(enumerate(answers["rounds"]))[chosen]:
        async with Desk.opened(KEPT / recording, world, work / str(number)) as app:
            databases.append(app.database)
            found.compare(f"start {number}", await app.started(), recorded["started"])
            further: set[str] = set()
            for line, lines in recorded["presses"].items():
                press = Press.read(line)
                if press.verb in GONE or _began_at_once(lines, shown):
                    continue
                came = await app.press(press)
                if press.verb in WITHIN_TURN and (press.about in further or _plays_at_once(lines, shown)):
                    # Its match has gone on by an action that was asked about before.
                    further.add(press.about)
                    assert came.lines, f"{line} is not answered"
                else:
                    found.compare(line, came, lines)
    found.check()
    return databases


def _began_at_once(lines: Iterable[str], shown: Mapping[str, list[str]]) -> bool:
    return any(began_at_once(shown.get(line.rpartition(" ")[2], ())) for line in lines)


def _plays_at_once(lines: Iterable[str], shown: Mapping[str, list[str]]) -> bool:
    return any(plays_at_once(shown.get(line.rpartition(" ")[2], ())) for line in lines if "Predation" in line)


@pytest.mark.real
async def test_what_asked_whether_to_begin_unrated_begins(tmp_path: Path) -> None:
    world, answers = read(FIRST, WORLD), read(FIRST, ANSWERS)
    shown = unfolded(answers)
    presses: dict[str, Press] = {}
    for recorded in answers["rounds"]:
        for line, lines in recorded["presses"].items():
            if _began_at_once(lines, shown):
                presses.setdefault(Press.read(line).about, Press.read(line))
    assert presses
    async with Desk.opened(KEPT / FIRST, world, tmp_path) as app:
        await app.started()
        for press in presses.values():
            came = await app.press(press)
            assert any(line.startswith(f"edited {press.message} in ") for line in came.lines), came.lines
            begun = [line for line in came.lines if line.startswith("new ") and " for " not in line]
            assert len(begun) == 1, came.lines
            assert any(part.startswith("pings ") for part in came.shown[begun[0].rpartition(" ")[2]])


@pytest.mark.real
@pytest.mark.gate(draw=1)
@EACH
def test_one_control_of_each_kind_answers_as_it_did(recording: str, tmp_path: Path) -> None:
    """Then every match is replayed with nothing wrong, by the command that hosts have for it."""
    (database,) = asyncio.run(_press(recording, tmp_path, slice(1)))
    check(database)


@pytest.mark.real
@pytest.mark.timeout(1500)
@pytest.mark.parametrize("part", range(PARTS))
@EACH
async def test_every_control_answers_as_it_did(recording: str, part: int, tmp_path: Path) -> None:
    await _press(recording, tmp_path, slice(1 + part, None, PARTS))


def check(database: Path) -> None:
    """Have the bot's own command look at every match."""
    command = [sys.executable, "-m", "data", "check", "--database", f"sqlite+aiosqlite:///{database}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "nothing wrong" in done.stdout


async def _migrated(recording: str, work: Path) -> Path:
    async with Desk.opened(KEPT / recording, read(recording, WORLD), work) as app:
        await app.started()
        return app.database


@pytest.mark.real
@EACH
def test_every_match_is_replayed_once_the_bot_has_migrated(recording: str, tmp_path: Path) -> None:
    check(asyncio.run(_migrated(recording, tmp_path)))


@pytest.mark.parametrize("number", [0, 1], ids=["recorded", "drawn otherwise since"])
def test_pixels_that_are_packed_otherwise_are_the_same_picture(number: int) -> None:
    picture = draw(replace(GAMES["pjawns"].start().diagram(), number=number)).png
    assert encoded_again(picture) != picture
    assert pixels_of(encoded_again(picture)) == pixels_of(picture)
    assert sum_of(encoded_again(picture)) == sum_of(picture)
    assert sum_of(encoded_again(picture, -1)) != sum_of(picture), "one pixel is another"


def encoded_again(picture: bytes, change: int | None = None) -> bytes:
    """A picture whose rows are packed by zlib; the byte at ``change`` is another."""
    start = picture.index(b"IDAT") - 4
    length = int.from_bytes(picture[start : start + 4])
    rows = bytearray(zlib.decompress(picture[start + 8 : start + 8 + length]))
    if change is not None:
        rows[change] ^= 1
    packed = zlib.compress(bytes(rows))
    return b"".join(
        (picture[:start], len(packed).to_bytes(4), b"IDAT", packed, bytes(4), picture[start + 12 + length :])
    )


@pytest.mark.slow
@EACH
def test_every_picture_has_the_bytes_it_had(recording: str, tmp_path: Path) -> None:
    recorded, redrawn = read(recording, PICTURES), read(recording, REDRAWN)
    assert redrawn.keys() <= recorded.keys()
    assert not redrawn.items() & recorded.items()
    if recording == FIRST:
        assert redrawn.keys() == recorded.keys(), "every board says which move is to be made"
    assert stored.pictures(restored(KEPT / recording, tmp_path)) == recorded | redrawn
    assert all(any(f" in {theme}: " in name for name in recorded) for theme in THEMES)
