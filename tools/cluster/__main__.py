"""``python -m tools.cluster``: scenarios from the command line. Exits with 1 if there was a fault."""

from __future__ import annotations

import asyncio
import sys

from tools.cluster.figures import ScenarioReport
from tools.cluster.plan import read
from tools.cluster.scenarios import SCENARIOS


def main() -> int:
    """Run the scenarios of the command line; returns the exit code."""
    plan, names = read(SCENARIOS)
    reports: dict[str, ScenarioReport] = {}
    for name in names:
        report = reports[name] = ScenarioReport(name)
        try:
            asyncio.run(SCENARIOS[name](plan, report))
        except (TimeoutError, RuntimeError, AssertionError) as error:
            report.fault(f"it did not come to its end: {error}")
    for name, report in reports.items():
        missed = f", {len(report.missed)} figures not met" if report.missed else ""
        print(f"{name}: {len(report.faults)} wrong{missed}")
    return 1 if any(report.faults for report in reports.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
