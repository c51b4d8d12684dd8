"""The gate: everything that has to pass before a change is merged. ``make test`` runs it, on any machine.

1. the checks of style, types and borders, and at the same time
2. the pure tests, in parallel: a failure is always a fault of the code or of the test;
3. the real tests chosen for the gate, one after the other, with nothing else running;
4. if one to three of those failed, each of them again, alone. Those that pass then are reported as FLAKY and
   recorded in ``var/flaky.jsonl``.

Every phase runs, even if an earlier one failed, and says in one line how far it is (``tests/progress.py``).
In the end come the seconds of each folder beside the budget (``tools/budget.py``), the slowest files, and how
a failed test is run alone. The last line is the verdict: ``gate: N passed, N failed, N skipped``.

With ``--whole`` all tests run instead of the chosen ones, without the checks (``make test-long``); the
verdict begins with ``long:``. ``--only demo`` runs only the tests of a folder or file below ``tests``.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from tools import budget, checks, reports, seed, slowest

ROOT: Final = Path(__file__).parents[1]
VAR: Final = ROOT / "var"
MOST_AGAIN: Final = 3
"""The most failed real tests to run again; more failures are not flaky tests."""
SLOWEST: Final = 5
"""The number of slowest files that are named."""
ABOUT: Final = {
    "pure": "The pure tests, side by side",
    "real": "The real tests, one after the other",
}
"""What each phase is."""
NOTHING_COLLECTED: Final = 5
"""The exit code of pytest if no test was selected, as in a folder without real tests."""


@dataclass
class GateVerdict:
    """The counts of a phase, or of several, and the tests that failed once and passed alone."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    flaky: list[str] = field(default_factory=list)

    def __add__(self, other: GateVerdict) -> GateVerdict:
        return GateVerdict(
            self.passed + other.passed,
            self.failed + other.failed,
            self.skipped + other.skipped,
            self.flaky + other.flaky,
        )

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


@dataclass(frozen=True)
class Asked:
    """The options of a run: all tests or the gate's, only some places, and the number of testers."""

    testers: str
    whole: bool
    only: list[str]

    @property
    def name(self) -> str:
        """The first word of the verdict."""
        return "long" if self.whole else "gate"

    def command(self, phase: str, *options: str) -> list[str]:
        """The command that runs the tests of a phase."""
        places = [f"tests/{place}" for place in self.only]
        return _pytest("-q", f"--gate={phase}", *(["--whole"] if self.whole else []), *options, *places)

    def log(self, phase: str) -> Path:
        """The report log of a phase."""
        return VAR / f"tests-{self.name}-{phase}.jsonl"


def main() -> int:
    """Run the gate; returns 0 if everything passed, else 1."""
    asked, began = _asked(), time.monotonic()
    VAR.mkdir(exist_ok=True)
    found = _pure_beside_checks(asked) if not asked.whole else {"pure": _pure(asked)}
    found["real"] = _real(asked)
    whole = sum(found.values(), GateVerdict())
    seconds = round(time.monotonic() - began)
    _keep(asked, found, whole, seconds)
    print(f"\n{_where_time_went(asked)}\n{_alone(asked)}")
    print("; ".join(f"{phase}: {verdict}" for phase, verdict in found.items()) + f"; {seconds} s")
    if whole.flaky:
        print(f"FLAKY {len(whole.flaky)}: {', '.join(whole.flaky)} (passed alone)")
    (VAR / "verdict.txt").write_text(f"{asked.name}: {whole}\n")
    print(f"{asked.name}: {whole}")
    return int(whole.failed > 0)


def _asked() -> Asked:
    parser = argparse.ArgumentParser(description="Run all that has to pass before a change is taken.")
    parser.add_argument("--testers", default="3", help="how many run pure tests at a time")
    parser.add_argument("--whole", action="store_true", help="all tests, none drawn, and no checks")
    parser.add_argument("--only", nargs="*", default=[], metavar="PLACE", help="a folder or file in tests")
    said = parser.parse_args()
    return Asked(said.testers, said.whole, said.only)


def _pure_beside_checks(asked: Asked) -> dict[str, GateVerdict]:
    with ThreadPoolExecutor(1) as beside:
        checking = beside.submit(checks.run, quiet=True)
        pure = _pure(asked)
        passed, said = checking.result()
    print("\nThe checks pass." if all(passed) else f"\nThe checks say:\n{said}", flush=True)
    return {"pure": pure, "checks": GateVerdict(passed.count(True), passed.count(False))}


def _pure(asked: Asked) -> GateVerdict:
    """Run the pure tests, and print the slowest."""
    _compile_tests()
    # One by one if some tests take minutes, so that no tester gets several of those.
    chunk = "--maxschedchunk=1" if asked.whole else "--maxschedchunk=20"
    return _run(asked, "pure", "-n", asked.testers, chunk)[0]


def _compile_tests() -> None:
    """Compile the tests of a fresh clone once, instead of in every tester."""
    if not (ROOT / "tests" / "__pycache__").exists():
        print("Compiling the tests of a fresh clone …", flush=True)
        subprocess.run(
            _pytest("--collect-only", "-q"),
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
        )


def _real(asked: Asked) -> GateVerdict:
    """Run the real tests in one process, and a few failed ones again, each alone."""
    verdict, failed = _run(asked, "real", "-n0")
    if not failed or len(failed) > MOST_AGAIN:
        return verdict
    for test in failed:
        again = subprocess.run(replace(asked, only=[]).command("real", "-n0", test), cwd=ROOT, check=False)
        if again.returncode == 0:
            verdict += GateVerdict(passed=1, failed=-1, flaky=[test])
    return verdict


def _run(asked: Asked, phase: str, *options: str) -> tuple[GateVerdict, list[str]]:
    """Run the tests of a phase; returns their counts, and the failed ones."""
    print(f"\n{ABOUT[phase]}:", flush=True)
    log = asked.log(phase)
    log.unlink(missing_ok=True)
    # With a space instead of "=", pytest would treat the log as a folder of tests.
    command = asked.command(phase, f"--report-log={log.relative_to(ROOT)}", *options)
    code = subprocess.run(command, cwd=ROOT, check=False).returncode
    report = reports.read(log)
    verdict = GateVerdict(report.count("passed"), report.count("failed"), report.count("skipped"))
    if code == NOTHING_COLLECTED == report.exit_code and asked.only:
        return verdict, []
    # The log has an exit code only if pytest finished; a tester that dies may exit with any code.
    if code == report.exit_code == int(verdict.failed > 0):
        return verdict, report.of("failed")
    print(
        f"No verdict of the {phase} tests: pytest ended with {code}, its log with {report.exit_code}.",
        flush=True,
    )
    return verdict + GateVerdict(failed=1), []


def _where_time_went(asked: Asked) -> str:
    """The seconds by folder beside the budget, of a whole gate, and the slowest files."""
    logs = [log for phase in ABOUT if (log := asked.log(phase)).exists()]
    seconds = slowest.by_test(logs)
    said = ["The slowest files, in seconds:", *slowest.lines(slowest.by_file(seconds), SLOWEST)]
    if not asked.whole and not asked.only:
        said.insert(0, budget.table(budget.by_folder(slowest.by_file(seconds)), budget.read(ROOT)))
    return "\n".join(said)


def _alone(asked: Asked) -> str:
    """How each failed test is run alone; empty if none failed."""
    failed = [test for phase in ABOUT for test in reports.read(asked.log(phase)).of("failed")]
    python = Path(sys.executable)
    program = python.relative_to(ROOT) if python.is_relative_to(ROOT) else python
    return "\n".join(f"To run it alone: {program} -m pytest {shlex.quote(test)}" for test in failed)


def _pytest(*options: str) -> list[str]:
    return [sys.executable, "-m", "pytest", *options]


def _keep(asked: Asked, found: dict[str, GateVerdict], whole: GateVerdict, seconds: int) -> None:
    """Append this run to ``var/gate.jsonl``, or to the file in GATE_HISTORY, and flaky tests to theirs."""
    run: dict[str, Any] = {
        "ran": " ".join([asked.name, *asked.only]),
        "commit": seed.git("rev-parse", "HEAD"),
        "seed": seed.of_tree(),
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "seconds": seconds,
        "verdict": str(whole),
        "flaky": whole.flaky,
        "phases": {phase: str(verdict) for phase, verdict in found.items()},
    }
    _append(Path(os.environ.get("GATE_HISTORY") or VAR / "gate.jsonl"), run)
    for test in whole.flaky:
        _append(VAR / "flaky.jsonl", {"test": test, "commit": run["commit"], "at": run["at"]})


def _append(file: Path, line: dict[str, Any]) -> None:
    with file.open("a") as lines:
        lines.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    sys.exit(main())
