"""The budget of the gate: how long its tests may take. ``python -m tools.budget`` writes it from a run.

``tests/budget.toml`` has the seconds of testers by folder, and by file from half a second on. After each run
the gate prints them beside those of the run; where a run takes a tenth more, it names the files that grew.
"""

from __future__ import annotations

import sys
import tomllib
from collections import defaultdict
from collections.abc import Mapping
from heapq import nlargest
from pathlib import Path
from statistics import median
from typing import Final

from tools import reports, slowest

ROOT: Final = Path(__file__).parents[1]
FILE: Final = Path("tests/budget.toml")
LOGS: Final = ("var/tests-gate-pure.jsonl", "var/tests-gate-real.jsonl")
FROM: Final = 0.5
"""The seconds from which on a file has a line of its own; the others' are in their folder's ``rest``."""
REST: Final = "rest"
OVER: Final = 1.1
"""How many times the budget a run may take without a word."""
GREW: Final = 0.5
"""The seconds by which a file that is named has grown at least."""
MOST: Final = 10
"""The number of files that are named."""
HEAD: Final = """\
# Seconds that the gate's testers take on two quiet processors, by folder and file. `python -m tools.budget`
# writes it from the last `make test`. What a change may bring: CONTRIBUTING.md.
"""

Seconds = Mapping[str, Mapping[str, float]]
"""Seconds by folder below ``tests``, and in it by file; of files that take little under ``rest``."""


def by_folder(files: Mapping[str, float]) -> Seconds:
    """The seconds of files, by their paths, put into their folders."""
    found: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for name, seconds in sorted(files.items()):
        file = Path(name).relative_to("tests")
        found[file.parent.as_posix()][file.name if seconds >= FROM else REST] += seconds
    return found


def read(root: Path) -> Seconds:
    """The budget of a project; empty if it has none."""
    file = root / FILE
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def written(seconds: Seconds) -> str:
    """The text of a budget."""
    tables = (
        "\n".join([f'\n["{folder}"]', *(f'"{file}" = {took:.1f}' for file, took in files.items())])
        for folder, files in seconds.items()
    )
    return "\n".join([HEAD.rstrip(), *tables, ""])


def table(now: Seconds, budget: Seconds) -> str:
    """What each folder took, beside its budget; and where a run is over it, the files that grew."""
    sums = {
        folder: (sum(files.values()), sum(budget.get(folder, {}).values())) for folder, files in now.items()
    }
    total, allowed = (sum(both[which] for both in sums.values()) for which in (0, 1))
    lines = ["Testers' seconds, and the budget's:", f"{total:9.1f} {allowed:8.1f}  all"]
    for folder, (took, may) in sorted(sums.items(), key=lambda one: one[1], reverse=True):
        lines.append(f"{took:9.1f} {may:8.1f}  {folder}")
    if allowed and total > OVER * allowed:
        lines += _grown(now, budget, total / allowed)
    return "\n".join(lines)


def _grown(now: Seconds, budget: Seconds, times: float) -> list[str]:
    """Names the files that grew more than most did: those grow with a busy machine, too."""
    # What has no line in the budget took less than one is worth, or is new.
    both = [
        (took, budget.get(folder, {}).get(file, FROM), f"{folder}/{file}")
        for folder, files in now.items()
        for file, took in files.items()
        if file != REST
    ]
    pace = max(1.0, median(took / may for took, may, _ in both))
    most = nlargest(MOST, ((took - may * pace, took, may, name) for took, may, name in both))
    named = [f"{took:9.1f} {may:8.1f}  {name}" for more, took, may, name in most if more >= GREW]
    return [
        f"OVER THE BUDGET: {times:.2f} times as long; the file in the middle took {pace:.2f} times as long.",
        *(["These grew by more than that:", *named] if named else ["No file grew by more than that."]),
    ]


def main() -> None:
    """Write the budget from the logs of the last gate."""
    logs = [ROOT / log for log in LOGS]
    if missing := [log.name for log in logs if reports.read(log).exit_code != 0]:
        sys.exit(f"Run `make test` first: there's no whole run in {' and '.join(missing)}.")
    found = by_folder(slowest.by_file(slowest.by_test(logs)))
    (ROOT / FILE).write_text(written(found), encoding="utf-8")
    print(f"{FILE} is written.")


if __name__ == "__main__":
    main()
