"""Mutation testing of the gate: ``python -m tools.mutants --draw 40 --seed 11``.

It draws functions of the product that have an operator or a number, and one change in each: of a comparison,
a ``+``, an ``and``, a ``not``, a number. ``--kept`` takes the faults of ``tests/data/mutants`` instead, and
tells which can't be planted in this tree. Without further options it lists them. ``--apply N --to DIR``
writes the one of that number into a clone of this commit.

``--run DIR`` runs the tests of a clone with one after the other, until one fails: the pure tests of the gate
that enter its function. Which these are is found out first, by a run of the pure tests with marks in the
functions (``tools/reach.py``). Those that live meet all of the gate together, phase by phase and under each
of some seeds (``--seeds a b c``), and then each alone what has failed. Each run adds a line to a record, by
which it can be resumed. At the end it counts what was caught under one seed at least.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

from tools import kept_faults, reach, reports
from tools.changes import Mutation, functions
from tools.gate import NOTHING_COLLECTED

ROOT: Final = Path(__file__).parents[1]
SILENT: Final = subprocess.DEVNULL
FOLDERS: Final = ("engines", "matches", "services", "data", "cogs")
QUICK: Final = 40
"""The number of tests that enter its function, the quickest, that a fault meets before all others."""


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


def plant(mutants: Sequence[Mutant], clone: Path) -> None:
    """Write the changed files of several mutants into a clone; no two may change the same place."""
    for path in {mutant.path for mutant in mutants}:
        source = (ROOT / path).read_bytes()
        changes = [mutant.change for mutant in mutants if mutant.path == path]
        for change in sorted(changes, key=attrgetter("start"), reverse=True):
            source = change.made(source)
        (clone / path).write_bytes(source)


def uproot(mutants: Sequence[Mutant], clone: Path) -> None:
    """Write the unchanged files of some mutants into a clone."""
    for path in {mutant.path for mutant in mutants}:
        (clone / path).write_bytes((ROOT / path).read_bytes())


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
    """Run the tests of a clone with each mutant, and all of the gate with those that live; returns these.

    Each run that ``record`` lacks adds a line to it.
    """
    record.parent.mkdir(exist_ok=True)
    uproot(mutants, clone)  # an aborted run may have left some
    trial = _Trial(clone, record)
    living = mutants
    if tests:
        for seed in seeds:
            living = [one for one in living if not trial.catches(one, seed, tests)]
        return living
    first = seeds[0]
    entering = trial.entering(mutants, first)
    living = [one for one in living if not trial.catches(one, first, entering.get(one.function, []))]
    for seed, phase in (*product(seeds, ("pure", "real")), (first, "checks")):
        living = trial.together(living, seed, phase)
    return living


@dataclass(frozen=True)
class _Trial:
    """A clone in which faults are planted, and the record of what became of them."""

    clone: Path
    record: Path

    def entering(self, mutants: Sequence[Mutant], seed: str) -> dict[str, list[str]]:
        """The pure tests of the gate that enter the functions of mutants, the quickest first; found once."""
        kept = self.record.with_name(f"{self.record.stem}-{seed}.json")
        if not kept.exists():
            file = kept.with_suffix(".lines").resolve()
            file.unlink(missing_ok=True)
            functions = {mutant.function for mutant in mutants}
            for path in {mutant.path for mutant in mutants}:
                source = (ROOT / path).read_text()
                (self.clone / path).write_text(reach.marked(path, source, functions))
            try:
                ran = self._ran(seed, "--gate=pure", "-n3", **{reach.FILE: str(file)})
            finally:
                uproot(mutants, self.clone)
            seconds = {test: one.seconds for test, one in ran.tests.items()}
            kept.write_text(json.dumps(reach.read(file, seconds)))
        found: dict[str, list[str]] = json.loads(kept.read_text())
        return found

    def catches(self, mutant: Mutant, seed: str, tests: Sequence[str]) -> bool:
        """Whether one of some tests fails with a mutant: the first few are run alone, then all others."""
        known = self._known(mutant, seed, "entering")
        if known is None:
            began = time.monotonic()
            failed: list[str] = []
            for some in (tests[:QUICK], tests[QUICK:]):
                if some and not failed:
                    failed = self._alone(mutant, seed, "-x", "-n0" if len(some) <= QUICK else "-n3", *some)
            known = self._note(mutant, seed, "entering", failed, time.monotonic() - began)
        return known["caught"] is not None

    def together(self, living: list[Mutant], seed: str, phase: str) -> list[Mutant]:
        """Those that live when all of them meet a phase together, and each alone what has failed then."""
        while unmet := [one for one in living if self._known(one, seed, phase) is None]:
            group, began = _apart(unmet), time.monotonic()
            with self._planted(group):
                failed = self._phase(seed, phase)
            alone = {one: self._alone_in(one, seed, phase, failed) if failed else [] for one in group}
            # What one breaks may hide what another does: those that live meet the phase again without it.
            settled = [one for one in group if alone[one]] or group
            for one in settled:
                self._note(one, seed, phase, alone[one], time.monotonic() - began)
        return [one for one in living if not (self._known(one, seed, phase) or {}).get("caught")]

    def _alone_in(self, mutant: Mutant, seed: str, phase: str, failed: list[str]) -> list[str]:
        """What fails with a mutant alone, of what failed in a phase with several."""
        if all("::" in test for test in failed):
            return self._alone(mutant, seed, "-n0", *failed)
        with self._planted([mutant]):
            return self._phase(seed, phase)

    def _alone(self, mutant: Mutant, seed: str, *options: str) -> list[str]:
        """The tests that fail with a mutant."""
        with self._planted([mutant]):
            return _failed(self._ran(seed, *options))

    @contextmanager
    def _planted(self, mutants: Sequence[Mutant]) -> Iterator[None]:
        """Mutants stand in the clone within this."""
        plant(mutants, self.clone)
        try:
            yield
        finally:
            uproot(mutants, self.clone)

    def _phase(self, seed: str, phase: str) -> list[str]:
        """What fails of a phase of the gate."""
        if phase == "checks":
            code = _python(self.clone, "tools.checks", seed=seed)
            return [f"exit code {code}"] if code else []
        return _failed(self._ran(seed, f"--gate={phase}", "-n3" if phase == "pure" else "-n0"))

    def _ran(self, seed: str, *options: str, **environment: str) -> reports.Report:
        log = self.clone / "var" / "tests-mutants.jsonl"
        log.parent.mkdir(exist_ok=True)
        log.unlink(missing_ok=True)
        known = ("-q", f"--report-log={log.relative_to(self.clone)}")
        _python(self.clone, "pytest", *known, *options, seed=seed, **environment)
        return reports.read(log)

    def _known(self, mutant: Mutant, seed: str, width: str) -> dict[str, Any] | None:
        """The line of the record about a mutant, a seed and what it met."""
        name = {"number": mutant.number, "seed": seed, "width": width}
        return next((line for line in _lines(self.record) if line | name == line), None)

    def _note(
        self, mutant: Mutant, seed: str, width: str, failed: list[str], seconds: float
    ) -> dict[str, Any]:
        """Write the line of the record."""
        name = {"number": mutant.number, "seed": seed, "width": width, "change": str(mutant)}
        said: dict[str, Any] = {**name, "caught": failed[0] if failed else None, "seconds": round(seconds)}
        with self.record.open("a") as file:
            file.write(json.dumps(said) + "\n")
        print(f"{mutant.number}. {mutant}: {width}, {seed}: {said['caught'] or 'LIVES'}", flush=True)
        return said


def _apart(mutants: Sequence[Mutant]) -> list[Mutant]:
    """Those of some mutants that can be planted together."""
    chosen: list[Mutant] = []
    for mutant in mutants:
        first, last = mutant.change.start, mutant.change.start + len(mutant.change.old.encode())
        if not any(
            one.path == mutant.path
            and first < one.change.start + len(one.change.old.encode())
            and one.change.start < last
            for one in chosen
        ):
            chosen.append(mutant)
    return chosen


def _failed(report: reports.Report) -> list[str]:
    """The tests of a run that failed; if none did and it was broken off, its exit code."""
    well = report.exit_code in (0, NOTHING_COLLECTED)
    return report.of("failed") or ([] if well else [f"exit code {report.exit_code}"])


def _lines(record: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in record.read_text().splitlines()] if record.exists() else []


def _python(clone: Path, module: str, *options: str, seed: str, **more: str) -> int:
    """Run a module in a clone without output; returns its exit code."""
    command = [sys.executable, "-m", module, *options]
    given = {**os.environ, "GATE_SEED": seed, **more}
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
        plant(chosen, clone)
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
