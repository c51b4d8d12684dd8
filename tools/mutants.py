"""Mutation testing of the gate: ``python -m tools.mutants --draw 40 --seed 11``.

It draws functions of the product that have an operator or a number, and one change in each: of a comparison,
a ``+``, an ``and``, a ``not``, a number. ``--kept`` takes the faults of ``tests/data/mutants`` instead, and
tells which can't be planted in this tree. Without further options it lists them. ``--apply N --to DIR``
writes the one of that number into a clone of this commit.

``--run DIR`` runs the tests of a clone with one after the other, under each of some seeds of the gate
(``--seeds a b c``). The tests that mirror the changed file come first. Only faults that live under all seeds
meet more: all pure tests of the gate, then the real ones, then the checks. Each run adds a line to a record,
by which it can be resumed. At the end it counts what was caught under one seed at least.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tools import kept_faults, reports
from tools.changes import Mutation, functions
from tools.gate import NOTHING_COLLECTED

ROOT: Final = Path(__file__).parents[1]
SILENT: Final = subprocess.DEVNULL
FOLDERS: Final = ("engines", "matches", "services", "data", "cogs")
WIDTHS: Final = ("near", "pure", "real", "checks")
"""What a fault meets, one after the other, while it lives."""
MIRRORS: Final = {"data": "data_store", "engines/games": "games"}
"""Folders whose tests stand in one of another name."""


@dataclass(frozen=True)
class Mutant:
    """A function, as ``path:name``, and a change in it."""

    number: str
    function: str
    change: Mutation

    @property
    def path(self) -> str:
        """The path of its file, relative to the root."""
        return self.function.partition(":")[0]

    def __str__(self) -> str:
        old, new = self.change.old.strip(), self.change.new.strip()
        return f"{self.function}, line {self.change.line}: {old!r} to {new!r}"

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
    return [Mutant(str(n), name, chance.choice(every[name])) for n, name in enumerate(chosen, start=1)]


def kept() -> tuple[list[Mutant], dict[str, str]]:
    """The kept faults as they are planted in this tree; and why which others can't be, by their numbers."""
    found, lost = [], {}
    for fault in kept_faults.kept(ROOT):
        try:
            found.append(Mutant(fault.number, *kept_faults.find(fault, ROOT, FOLDERS)))
        except kept_faults.UnplantableError as error:
            lost[fault.number] = f"{fault.function}: can't be planted, {error}"
    return found, lost


def run(
    mutants: list[Mutant], clone: Path, record: Path, tests: list[str], seeds: Sequence[str] = ("mutants",)
) -> list[Mutant]:
    """Run the tests of a clone with each mutant, in ever wider rounds; returns those that live in all.

    Each run that ``record`` lacks adds a line to it.
    """
    record.parent.mkdir(exist_ok=True)
    for mutant in mutants:
        mutant.uproot(clone)  # an aborted run may have left it
    living = mutants
    for width in ("given",) if tests else WIDTHS:
        living = [mutant for mutant in living if not _is_caught(mutant, width, clone, record, tests, seeds)]
    return living


def _is_caught(
    mutant: Mutant, width: str, clone: Path, record: Path, tests: list[str], seeds: Sequence[str]
) -> bool:
    """Whether the tests of a width catch a mutant under one of the seeds at least.

    The nearest are run under all of them; they are quick, and tell what hangs on a draw.
    """
    catching: list[str] = []
    for seed in seeds:
        if catching and width != "near":
            break
        name = {"number": mutant.number, "seed": seed, "width": width}
        said = next((line for line in _lines(record) if line | name == line), None)
        if said is None:
            began = time.monotonic()
            mutant.plant(clone)
            try:
                caught = _caught(mutant, width, clone, tests, seed, catching)
            finally:
                mutant.uproot(clone)
            seconds = round(time.monotonic() - began)
            said = {**name, "change": str(mutant), "caught": caught, "seconds": seconds}
            with record.open("a") as file:
                file.write(json.dumps(said) + "\n")
            print(f"{mutant.number}. {mutant}: {width}, {seed}: {caught or 'LIVES'}", flush=True)
        if said["caught"]:
            catching.append(said["caught"])
    return bool(catching)


def _lines(record: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in record.read_text().splitlines()] if record.exists() else []


def _caught(
    mutant: Mutant, width: str, clone: Path, tests: list[str], seed: str, catching: list[str]
) -> str | None:
    """The first failed test of a width in a clone, or what else fails; None if nothing does.

    Near the mutant, the test that caught it under another seed comes first, with all of its cases.
    """
    if width == "checks":
        code = _python(clone, "tools.checks", seed=seed)
        return f"checks: {code}" if code else None
    if width == "real":
        failed = _failed(clone, seed, "real", "-n0", "--maxfail=4")
        # One to three may fail by chance: as in the gate, they have to fail alone, too.
        by_chance = 0 < len(failed) < 4 and all("::" in test for test in failed)
        return _first("real", _failed(clone, seed, "real", "-n0", "-x", *failed) if by_chance else failed)
    if tests or width == "pure":
        return _first("pure", _failed(clone, seed, "pure", "-x", "-n2", *tests))
    near = _near(mutant.path)
    if near is None:
        return None
    same = sorted({test.partition(" ")[2].partition("[")[0] for test in catching if "::" in test})
    quick = ("-x", "-m", "not slow")
    failed = _failed(clone, seed, "pure", *quick, "-n0", *same) if same else []
    return _first("pure", failed or _failed(clone, seed, "pure", *quick, "-n2", near))


def _failed(clone: Path, seed: str, phase: str, *options: str) -> list[str]:
    """The tests of a phase that fail in a clone; pytest's exit code if only a tester did."""
    log = clone / "var" / "tests-mutants.jsonl"
    log.parent.mkdir(exist_ok=True)
    log.unlink(missing_ok=True)
    known = (f"--gate={phase}", "-q", f"--report-log={log.relative_to(clone)}", *options)
    code = _python(clone, "pytest", *known, seed=seed)
    return [] if code in (0, NOTHING_COLLECTED) else reports.read(log).of("failed") or [str(code)]


def _first(phase: str, failed: list[str]) -> str | None:
    return f"{phase}: {failed[0]}" if failed else None


def _near(path: str) -> str | None:
    """The folder of tests that mirrors the file's, or its nearest parent; None if that is ``tests``."""
    folder = Path(path).parent
    for name, other in MIRRORS.items():
        if folder.is_relative_to(name):
            folder = Path(other) / folder.relative_to(name)
    folder = Path("tests") / folder
    while not (ROOT / folder).is_dir():
        folder = folder.parent
    return str(folder) if len(folder.parts) > 1 else None


def _python(clone: Path, module: str, *options: str, seed: str) -> int:
    """Run a module in a clone without output; returns its exit code."""
    command = [sys.executable, "-m", module, *options]
    given = {**os.environ, "GATE_SEED": seed}
    return subprocess.run(command, cwd=clone, env=given, stdout=SILENT, stderr=SILENT, check=False).returncode


def main() -> None:
    """List, write or run the mutants, as the command line says."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("--draw", type=int, default=40, help="how many functions")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--kept", action="store_true", help="the kept faults, and none that is drawn")
    parser.add_argument("--apply", metavar="N", help="write the one of this number, with --to")
    parser.add_argument("--to", type=Path, metavar="DIR", help="a clone of this commit")
    parser.add_argument(
        "--run", type=Path, metavar="DIR", help="a clone of this commit, in which the gate is run"
    )
    parser.add_argument("--seeds", nargs="+", default=["mutants"], help="with --run: the GATE_SEEDs")
    parser.add_argument("--record", type=Path, help="what became of them; else a file in var")
    parser.add_argument(
        "--tests", nargs="+", default=[], help="with --run: only these pure tests, and not the gate"
    )
    asked = parser.parse_args()
    clone = asked.run or asked.to
    if clone and clone.resolve() == ROOT:
        parser.error("this is no clone of it")
    mutants, lost = kept() if asked.kept else (draw(asked.draw, asked.seed), {})
    if asked.apply and clone:
        chosen = [mutant for mutant in mutants if mutant.number == asked.apply]
        if not chosen:
            parser.error(lost.get(asked.apply, f"there is no number {asked.apply}"))
        chosen[0].plant(clone)
        return
    for number, why in lost.items():
        print(f"{number}. {why}")
    if not asked.run:
        print("\n".join(f"{mutant.number}. {mutant}" for mutant in mutants))
        return
    name = "kept-mutants" if asked.kept else f"mutants-{asked.seed}"
    record = asked.record or ROOT / "var" / f"{name}.jsonl"
    living = run(mutants, clone, record, asked.tests, asked.seeds)
    for mutant in living:
        print(f"SURVIVED {mutant.number}. {mutant}")
    print(f"{len(mutants) - len(living)} of {len(mutants)} caught, {len(lost)} can't be planted")


if __name__ == "__main__":
    main()
