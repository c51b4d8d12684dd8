"""Writes what an old state of the bot leaves behind, to be taken over by later ones: ``tests/data/kept``.

Run it on the state that is to be kept, before anything of it is changed, such as the commit of a release::

    python -m tests.kept.record tests/data/kept/0.1.0

and add it to ``SINCE`` in ``stated.py``.

It plays a small world over the loopback Discord (``scenes.py``) and writes

- ``tidepool.sql``: the database, as SQL;
- ``world.json``: the servers, channels, people and messages, private ones too, of files the sums alone;
- ``answers.json``: what the bot answered to each control of each message, and in which order it was asked;
- ``pictures.json``: the sums of pictures of the matches' positions. Those that were drawn otherwise on
  purpose since are in ``redrawn.json``; which ones, and why, ``stated.py`` says.

A database that is too old for today's bot is brought on its way once, as a host does it (docs/hosting.md):
that of ``36b439d`` went from 0007 to 0017 by ``76dd5ad``.

Time and chance stand still, so a second run on the same state writes the same; ``--check`` says whether it
does, and writes nothing. Make another recording when what is kept no longer holds what the bot posts or
stores, and then from a state whose messages people still have. Never record anew because ``test_kept.py``
fails: what it found is a message that people have and that does not work as it did.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import sys
import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from tests.kept import stored
from tests.kept.kept import ANSWERS, DATABASE, PICTURES, REDRAWN, WORLD, as_lines, folded, restored
from tests.kept.pressing import Came, Desk, Press, presses
from tests.kept.scenes import Scenes
from tests.kept.stage import a_stage
from tests.kept.worlds import Told, written

SETTLING: Final = frozenset({"prefer", "theme", "hours", "nodigest", "goaway", "comeback", "unblock"})
"""What settles something for a person. All of it comes last: it changes how other things look."""
FORGETTING: Final = "forgetnow"
"""After this there is nothing left of somebody to press at: it is the last in its round."""


def record(folder: Path, work: Path) -> None:
    """Write all files to ``folder``, working in ``work``."""
    folder.mkdir(parents=True, exist_ok=True)
    told, dump = asyncio.run(_played(work / "played"))
    (folder / DATABASE).write_text(dump, encoding="utf-8")
    (folder / WORLD).write_text(as_lines(told), encoding="utf-8")
    (folder / PICTURES).write_text(
        as_lines(stored.pictures(restored(folder, work / "stored"))), encoding="utf-8"
    )
    (folder / REDRAWN).write_text("{}\n", encoding="utf-8")
    answers = asyncio.run(_answered(folder, told, work))
    (folder / ANSWERS).write_text(as_lines(answers), encoding="utf-8")


async def _played(work: Path) -> tuple[Told, str]:
    async with a_stage(work) as stage:
        await Scenes(stage).play()
        told = written(stage.world)
        await stage.bot.terminate()
    with closing(sqlite3.connect(stage.bot.database)) as database:
        # When it was made is told by the real clock.
        database.execute("UPDATE migration SET at = '2031-01-01 00:00:00.000000+00:00'")
        return told, "\n".join(database.iterdump()) + "\n"


# --- the answers ---------------------------------------------------------------------------------


async def _answered(folder: Path, told: Told, work: Path) -> dict[str, Any]:
    """Everything pressed, in rounds that each begin with the recorded state.

    In a round nothing is pressed any more of a match that was changed in it: that is left to the next one. In
    the first one each kind of control is pressed once.
    """
    rounds: list[dict[str, Any]] = []
    shown: dict[str, list[str]] = {}
    left: Sequence[Press] | None = None
    while left is None or left:
        done, left = await _round(folder, told, work / f"round-{len(rounds)}", left)
        started = done.pop("")
        shown |= started.shown
        rounds.append({"started": started.lines, "presses": {}})
        for line, came in done.items():
            rounds[-1]["presses"][line] = came.lines
            shown |= came.shown
        print(f"round {len(rounds)}: {len(done)} pressed, {len(left)} left", flush=True)
    return {"rounds": rounds, **folded(shown)}


async def _round(
    folder: Path, told: Told, work: Path, left: Sequence[Press] | None
) -> tuple[dict[str, Came], list[Press]]:
    """What came of the presses of a round, and those that are left; no presses given are all of them."""
    async with Desk.opened(folder, told, work) as app:
        done = {"": await app.started()}
        fitting = _Fitting(one_each=left is None)
        if left is None:
            left = sorted(presses(told, app.messages), key=_order)
        later: list[Press] = []
        with closing(sqlite3.connect(app.database)) as database:
            for press in left:
                if not fitting.takes(press):
                    later.append(press)
                    continue
                version = _version(database)
                done[press.line] = await app.press(press)
                fitting.took(press, changed=_version(database) != version)
    return done, later


class _Fitting:
    """Which presses fit into a round, after those that were taken into it."""

    def __init__(self, *, one_each: bool) -> None:
        self._one_each = one_each
        self._verbs: set[str] = set()
        self._changed: set[str] = set()

    def takes(self, press: Press) -> bool:
        """Whether a press still meets what was recorded."""
        if press.verb == FORGETTING:
            # What somebody is told that they will lose is to be what they lose.
            return not (self._one_each or self._verbs)
        seen = self._one_each and press.verb in self._verbs
        return not seen and FORGETTING not in self._verbs and press.about not in self._changed

    def took(self, press: Press, *, changed: bool) -> None:
        """Note that a press was taken, and whether it changed what is stored."""
        self._verbs.add(press.verb)
        if changed and press.of_match:
            self._changed.add(press.about)


def _order(press: Press) -> tuple[bool, ...]:
    """What changes least first."""
    return press.verb == FORGETTING, press.verb in SETTLING, press.of_match


def _version(database: sqlite3.Connection) -> int:
    """A number that is another one once somebody else has changed the database."""
    return int(database.execute("PRAGMA data_version").fetchone()[0])


# --- the command ---------------------------------------------------------------------------------


def main() -> int:
    """Record, or check that recording would write the same; returns the exit code."""
    asked = argparse.ArgumentParser(description="Record what this state of the bot leaves behind.")
    asked.add_argument("folder", type=Path)
    asked.add_argument("--check", action="store_true", help="write nothing, and say what would be different")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work) / "kept" if given.check else given.folder
        record(folder, Path(work))
        if not given.check:
            return 0
        other = [one.name for one in sorted(folder.iterdir()) if not _same(one, given.folder / one.name)]
        print(f"different: {', '.join(other)}" if other else "all the same")
        return bool(other)


def _same(one: Path, other: Path) -> bool:
    return other.exists() and one.read_bytes() == other.read_bytes()


if __name__ == "__main__":
    sys.exit(main())
