"""The kinds of tests, known by what they use.

pure      no process, no server, no browser, no wall clock: one that fails once shows a fault
real      all others: they ask for the fixture ``processes``, or are marked
load      real ones for a make target of their own: neither the gate nor ``make test-long`` runs them
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable

import pytest

from tools import seed

PROCESSES = "processes"
"""The fixture that every fixture asks for which starts a process."""


def mark(items: Iterable[pytest.Item]) -> None:
    """Mark as ``real`` what starts processes."""
    for item in items:
        if PROCESSES in getattr(item, "fixturenames", ()):
            item.add_marker("real")


def of_gate(items: list[pytest.Item], phase: str) -> list[pytest.Item]:
    """The tests of a phase of the gate, "pure" or "real", in their order."""
    if phase == "pure":
        return [item for item in items if not _has(item, "real") and not _has(item, "long")]
    real = [item for item in items if _has(item, "real") and not _has(item, "load")]
    chosen = {item for item in real if not _has(item, "long")} | _drawn(real)
    return [item for item in real if item in chosen]


def _drawn(items: list[pytest.Item]) -> set[pytest.Item]:
    """Those marked ``gate``: all cases of a test, or as many of them as its mark says, drawn by the seed."""
    sets: dict[tuple[str, int], list[pytest.Item]] = defaultdict(list)
    for item in items:
        for said in item.iter_markers("gate"):
            name = item.nodeid.partition("[")[0]
            sets[name, said.kwargs.get("draw", 0)].append(item)
    drawn: set[pytest.Item] = set()
    for (name, number), cases in sets.items():
        if 0 < number < len(cases):
            by_name = sorted(cases, key=lambda case: case.nodeid)
            drawn.update(random.Random(f"{seed.of_tree()} {name}").sample(by_name, number))
        else:
            drawn.update(cases)
    return drawn


def _has(item: pytest.Item, name: str) -> bool:
    return item.get_closest_marker(name) is not None
