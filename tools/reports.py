"""Report logs of pytest (``pytest --report-log=FILE``): the outcome and time of each test."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Ran:
    """A test that began: its outcome ("passed", "failed", "skipped" or "unfinished") and its seconds."""

    outcome: str = "unfinished"
    seconds: float = 0.0


@dataclass
class Report:
    """The tests of a run by node id, and pytest's exit code; None if the run did not finish."""

    tests: dict[str, Ran] = field(default_factory=dict)
    exit_code: int | None = None

    def count(self, outcome: str) -> int:
        """The number of tests with this outcome."""
        return len(self.of(outcome))

    def of(self, outcome: str) -> list[str]:
        """The node ids of the tests with this outcome."""
        return [test for test, ran in self.tests.items() if ran.outcome == outcome]


def read(log: Path) -> Report:
    """Read a report log; the report is empty if the file does not exist."""
    report = Report()
    if not log.exists():
        return report
    with log.open() as lines:
        for line in lines:
            try:
                said = json.loads(line)
            except ValueError:
                break  # a run that was cut off in the middle of a line
            if said["$report_type"] == "SessionFinish":
                report.exit_code = int(said["exitstatus"])
            elif said["$report_type"] == "TestReport":
                ran = report.tests.setdefault(said["nodeid"], Ran())
                ran.seconds += said["duration"]
                if said["outcome"] != "passed" or said["when"] == "call":
                    ran.outcome = said["outcome"]
    return report
