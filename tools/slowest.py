"""The slowest files and tests: ``python -m tools.slowest [LOG ...]``.

Without a log it reads those of the last ``make test`` and ``make test-long`` in ``var``.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from heapq import nlargest
from operator import itemgetter
from pathlib import Path

from tools.reports import read

MOST = 25
"""The number of lines of each list."""


def main() -> None:
    """Print the slowest files and tests of some report logs, in seconds."""
    parser = argparse.ArgumentParser(description="Where the time of the tests went.")
    parser.add_argument("logs", nargs="*", type=Path, help="files of pytest --report-log")
    logs = parser.parse_args().logs or sorted(Path("var").glob("tests-*.jsonl"))
    tests: dict[str, float] = defaultdict(float)
    files: dict[str, float] = defaultdict(float)
    for log in logs:
        for test, ran in read(log).tests.items():
            tests[test] += ran.seconds
            files[test.partition("::")[0]] += ran.seconds
    print(f"{sum(tests.values()):9.1f} s in {len(tests)} tests of {', '.join(map(str, logs)) or 'no log'}")
    for title, found in (("files", files), ("tests", tests)):
        print(f"\nThe slowest {title}, in seconds:")
        for name, seconds in nlargest(MOST, found.items(), key=itemgetter(1)):
            print(f"{seconds:9.1f}  {name}")


if __name__ == "__main__":
    main()
