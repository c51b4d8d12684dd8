"""The kinds of tests, known by what they use.

pure      no process, no port, no sleep, no wall clock: one that fails once shows a fault
slow      pure, with more than two seconds of processor: the gate runs some of them, drawn by the seed
postgres  pure but for a socket to the run's own server, which they ask for by the fixture ``postgres``
real      all others: they ask for the fixture ``processes``, or are marked
load      minutes of loading, building or measuring, by a make target or by hand before a release
"""

from __future__ import annotations

import random
import tomllib
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import pytest

from tools import seed

PROCESSES: Final = "processes"
"""The fixture that every fixture asks for which starts a process, or a server."""
SLOW_OF_GATE: Final = 20
"""How many slow tests a run of the gate draws."""
QUARANTINE: Final = Path("tests/quarantine.toml")
"""The list of tests in quarantine, below the root of the project."""
ON_POSTGRESQL = frozenset({"postgres", "postgres_url", "bare_postgres_url", "filled_postgres_url"})
"""The fixtures of the run's server, and of databases on it, by which parameters name it."""


def mark(items: Iterable[pytest.Item]) -> None:
    """Mark as ``real`` what starts processes, and as ``postgres`` what else uses the run's server."""
    for item in items:
        uses = _uses(item)
        if PROCESSES in uses:
            item.add_marker("real")
        if uses & ON_POSTGRESQL and not _has(item, "real"):
            item.add_marker("postgres")


def _uses(item: pytest.Item) -> set[object]:
    """The fixtures that a test asks for, those included that a parameter names."""
    callspec = getattr(item, "callspec", None)
    named = () if callspec is None else callspec.params.values()
    return {*getattr(item, "fixturenames", ()), *(one for one in named if isinstance(one, str))}


def of_phase(items: Iterable[pytest.Item], phase: str) -> list[pytest.Item]:
    """All tests of a phase, "pure" or "real", in their order."""
    return [item for item in items if not _has(item, "load") and _has(item, "real") == (phase == "real")]


def of_gate(items: list[pytest.Item]) -> list[pytest.Item]:
    """Of the tests of a phase those of the gate, in their order: of pure ones all, but for what is drawn."""
    pure = [item for item in items if not _has(item, "real")]
    chosen = set(_slow(pure)) | _marked(items)
    chosen.update(item for item in pure if not _has(item, "slow") and not _has(item, "gate"))
    return [item for item in items if item in chosen]


def _slow(items: list[pytest.Item]) -> list[pytest.Item]:
    """Some of the slow ones, of different tests.

    Those that say how long they may take would hold up the others: they are left to the long run.
    """
    quick = [item for item in items if _has(item, "slow") and not _has(item, "timeout")]
    of_each = [case for name, cases in _by_test(quick).items() for case in _draw(name, cases, 1)]
    return _draw("slow", of_each, SLOW_OF_GATE)


def quarantined(root: Path) -> dict[str, str]:
    """Real tests of a project that fail by chance, by their node ids: what is seen when they do."""
    file = root / QUARANTINE
    listed = tomllib.loads(file.read_text()).get("quarantined", []) if file.exists() else []
    return {test["id"]: test["symptom"] for test in listed}


def _marked(items: list[pytest.Item]) -> set[pytest.Item]:
    """Those marked ``gate``: all cases of a test, or as many or such a share as it says, by the seed."""
    chosen: set[pytest.Item] = set()
    for name, cases in _by_test(item for item in items if _has(item, "gate")).items():
        said = cases[0].get_closest_marker("gate")
        assert said is not None
        chosen.update(_draw(name, cases, said.kwargs.get("draw", 0)))
        chosen -= {case for case in cases if not _by_its_name(case, said.kwargs.get("share", 1))}
    return chosen


def _by_test(items: Iterable[pytest.Item]) -> dict[str, list[pytest.Item]]:
    """The cases of each test, by its node id without what tells them apart."""
    tests: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        tests[item.nodeid.partition("[")[0]].append(item)
    return tests


def _draw(name: str, cases: list[pytest.Item], number: int) -> list[pytest.Item]:
    """As many of the cases as are asked for, by the seed and the name of their set; all of them for 0."""
    if not 0 < number < len(cases):
        return cases
    by_name = sorted(cases, key=lambda case: case.nodeid)
    return random.Random(f"{seed.of_tree()} {name}").sample(by_name, number)


def _by_its_name(case: pytest.Item, share: float) -> bool:
    """Whether a case is in a share of all, such as half of them, by the seed and its own name."""
    return random.Random(f"{seed.of_tree()} {case.nodeid}").random() < share


def _has(item: pytest.Item, name: str) -> bool:
    return item.get_closest_marker(name) is not None
