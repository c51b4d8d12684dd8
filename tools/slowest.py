"""The slowest files and tests: ``python -m tools.slowest [LOG ...]``.

Without a log it reads those of the last ``make test`` and ``make test-long`` in ``var``.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterable, Mapping
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
    seconds = by_test(logs)
    print(
        f"{sum(seconds.values()):9.1f} s in {len(seconds)} tests of {', '.join(map(str, logs)) or 'no log'}"
    )
    for title, found in (("files", by_file(seconds)), ("tests", seconds)):
        print(f"\nThe slowest {title}, in seconds:", *lines(found, MOST), sep="\n")


def by_test(logs: Iterable[Path]) -> dict[str, float]:
    """The seconds of each test in some report logs, by node id."""
    tests: dict[str, float] = defaultdict(float)
    for log in logs:
        for test, ran in read(log).tests.items():
            tests[test] += ran.seconds
    return tests


def by_file(tests: Mapping[str, float]) -> dict[str, float]:
    """The seconds of each file of tests."""
    files: dict[str, float] = defaultdict(float)
    for test, seconds in tests.items():
        files[test.partition("::")[0]] += seconds
    return files


def lines(seconds: Mapping[str, float], most: int) -> list[str]:
    """The names that took longest, a line each."""
    slowest = nlargest(most, seconds.items(), key=itemgetter(1))
    return [f"{took:9.1f}  {name}" for name, took in slowest]


if __name__ == "__main__":
    main()
