"""Mutation testing of the gate: ``python -m tools.mutants --draw 40 --seed 11``.

It draws functions of the product that have an operator or a number, and one change in each: of a comparison,
a ``+``, an ``and``, a ``not``, a number. Without further options it lists them. ``--apply N --to DIR`` writes
the Nth into a clone of this commit. ``--run DIR`` runs the tests of a clone with one after the other: first
the pure tests, and the whole gate only for those that survive. Each adds a line to a file, so that a run can
be resumed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tools import reports
from tools.changes import Mutation, functions
from tools.gate import NOTHING_COLLECTED

ROOT: Final = Path(__file__).parents[1]
SILENT: Final = subprocess.DEVNULL
FOLDERS: Final = ("engines", "matches", "services", "data", "cogs")


@dataclass(frozen=True)
class Mutant:
    """A function, as ``path:name``, and a change in it."""

    number: int
    function: str
    change: Mutation

    @property
    def path(self) -> str:
        """The path of its file, relative to the root."""
        return self.function.partition(":")[0]

    def __str__(self) -> str:
        return f"{self.function}, line {self.change.line}: {self.change.old!r} to {self.change.new!r}"

    def plant(self, clone: Path) -> None:
        """Write its changed file into a clone."""
        (clone / self.path).write_bytes(self.change.made((ROOT / self.path).read_bytes()))

    def uproot(self, clone: Path) -> None:
        """Write its unchanged file into a clone."""
        (clone / self.path).write_bytes((ROOT / self.path).read_bytes())


def draw(number: int, seed: int) -> list[Mutant]:
    """Draw ``number`` functions, and one change in each; the same ones for the same code and seed."""
    files = sorted(file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py"))
    every = dict(
        found for file in files for found in functions(file.relative_to(ROOT).as_posix(), file.read_bytes())
    )
    chance = random.Random(seed)
    chosen = chance.sample(sorted(every), number)
    return [Mutant(n, name, chance.choice(every[name])) for n, name in enumerate(chosen, start=1)]


def run(mutants: list[Mutant], clone: Path, record: Path, tests: list[str]) -> None:
    """Run the tests of a clone with each mutant that ``record`` lacks, and add a line for each to it."""
    lines = record.read_text().splitlines() if record.exists() else []
    met = {json.loads(line)["number"] for line in lines}
    record.parent.mkdir(exist_ok=True)
    for mutant in mutants:
        mutant.uproot(clone)  # an aborted run may have left it
    for mutant in mutants:
        if mutant.number in met:
            continue
        began = time.monotonic()
        mutant.plant(clone)
        try:
            caught = _caught(mutant, clone, tests)
        finally:
            mutant.uproot(clone)
        said = {"number": mutant.number, "change": str(mutant), "caught": caught}
        with record.open("a") as file:
            file.write(json.dumps({**said, "seconds": round(time.monotonic() - began)}) + "\n")
        print(f"{mutant.number}. {mutant}: {caught or 'SURVIVED'}", flush=True)


def _caught(mutant: Mutant, clone: Path, tests: list[str]) -> str | None:
    """The phase that fails in a clone, with its first failed test; None if all pass.

    The tests of the mutant's folder come first, since they are the most likely to fail.
    """
    (clone / "var").mkdir(exist_ok=True)
    near = _near(mutant.path)
    rounds = (tests,) if tests else ([near, "-m", "not slow"], []) if near else ([],)
    for chosen in rounds:
        log = clone / "var" / "tests-mutants.jsonl"
        log.unlink(missing_ok=True)
        options = ("--gate=pure", "-x", "-q", "-n2", f"--report-log={log.relative_to(clone)}", *chosen)
        code = _python(clone, "pytest", *options)
        if code not in (0, NOTHING_COLLECTED):
            return _first("pure", log, code)
    if tests:
        return None
    return _first("real", clone / "var" / "tests-gate-real.jsonl", _python(clone, "tools.gate"))


def _near(path: str) -> str | None:
    """The folder of tests that mirrors the file's, or its nearest parent; None if that is ``tests``."""
    folder = Path("tests") / Path(path).parent
    while not (ROOT / folder).is_dir():
        folder = folder.parent
    return str(folder) if len(folder.parts) > 1 else None


def _first(phase: str, log: Path, code: int) -> str | None:
    """The first failed test of a phase, or a note if only the checks or a tester failed; None for code 0."""
    failed = reports.read(log).of("failed")
    return None if not code else f"{phase}: {failed[0]}" if failed else f"{phase} or the checks: {code}"


def _python(clone: Path, module: str, *options: str) -> int:
    """Run a module in a clone without output; returns its exit code."""
    command = [sys.executable, "-m", module, *options]
    given = {**os.environ, "GATE_SEED": "mutants"}
    return subprocess.run(command, cwd=clone, env=given, stdout=SILENT, stderr=SILENT, check=False).returncode


def main() -> None:
    """List, write or run the mutants, as the command line says."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("--draw", type=int, default=40, help="how many functions")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--apply", type=int, metavar="N", help="write the Nth, with --to")
    parser.add_argument("--to", type=Path, metavar="DIR", help="a clone of this commit")
    parser.add_argument(
        "--run", type=Path, metavar="DIR", help="a clone of this commit, in which the gate is run"
    )
    parser.add_argument(
        "--record", type=Path, default=ROOT / "var" / "mutants.jsonl", help="what became of them"
    )
    parser.add_argument("tests", nargs="*", help="with --run: only these tests, and not the gate")
    asked = parser.parse_args()
    clone = asked.run or asked.to
    if clone and clone.resolve() == ROOT:
        parser.error("this is no clone of it")
    mutants = draw(asked.draw, asked.seed)
    if asked.run:
        run(mutants, clone, asked.record, asked.tests)
    elif asked.apply and clone:
        mutants[asked.apply - 1].plant(clone)
    else:
        print("\n".join(f"{mutant.number}. {mutant}" for mutant in mutants))


if __name__ == "__main__":
    main()
