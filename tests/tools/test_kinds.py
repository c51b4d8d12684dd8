"""What is in quarantine, and what a pure test may not do."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests import SPLIT_OFF, kinds
from tests.audit import Impure, Purity

PROJECT = Path(__file__).parents[2]
MOST_IN_QUARANTINE = 10
PYTHON = [sys.executable, "-V"]


def _bind() -> None:
    with socket.socket() as port:
        port.bind(("127.0.0.1", 0))


@pytest.mark.parametrize(
    "act, told",
    [
        (lambda: subprocess.run(PYTHON, check=True), "started a process (subprocess.Popen)"),
        (lambda: os.posix_spawn(PYTHON[0], PYTHON, {}), "started a process (os.posix_spawn)"),
        (os.fork, "started a process (os.fork)"),
        (lambda: sys.audit(SPLIT_OFF), "started a process (tidepool.split_off)"),
        (_bind, "bound a port (('127.0.0.1', 0))"),
        (lambda: time.sleep(0.01), "slept 0.01 s"),
    ],
)
def test_what_a_pure_test_does_is_seen_even_if_it_hides_it(
    purity: Purity, act: Callable[[], object], told: str
) -> None:
    with pytest.raises(Impure) as seen, purity.watch.over("it"), suppress(Impure):
        act()
    assert str(seen.value) == f"it is pure, yet it {told}. Do without, or mark it `real`."


async def test_a_coroutine_that_sleeps_is_seen_and_one_that_gives_way_is_not(purity: Purity) -> None:
    with purity.watch.over("it"):
        await asyncio.sleep(0)
    with pytest.raises(Impure), purity.watch.over("it"):
        await asyncio.sleep(0.01)


def test_few_tests_are_in_quarantine_and_each_says_what_is_seen() -> None:
    known = kinds.quarantined(PROJECT)
    assert len(known) <= MOST_IN_QUARANTINE
    assert all(known.values())


class Case:
    """A case of a test as the gate sees it: its node id and its mark ``gate``, if it has one."""

    def __init__(self, nodeid: str, **gate: float) -> None:
        self.nodeid = nodeid
        self._gate = pytest.mark.gate(**gate).mark if gate else None

    def get_closest_marker(self, name: str) -> pytest.Mark | None:
        return self._gate if name == "gate" else None


def chosen(cases: list[Case]) -> list[str]:
    """The node ids of what a gate runs of these pure cases."""
    items: list[Any] = list(cases)
    return [item.nodeid for item in kinds.of_gate(items)]


def test_the_seed_draws_so_many_cases_of_a_test_or_such_a_share(monkeypatch: pytest.MonkeyPatch) -> None:
    few = [Case(f"test_few[{number}]", draw=3) for number in range(20)]
    half = [Case(f"test_half[{number}]", share=0.5) for number in range(200)]
    whole = [Case("test_whole")]
    met = set()
    for one in "abc":
        monkeypatch.setattr(kinds.seed, "of_tree", lambda one=one: one)
        found = chosen([*few, *half, *whole])
        assert found == chosen([*few, *half, *whole]), "the same seed draws the same"
        assert sum(name.startswith("test_few") for name in found) == 3
        assert 70 < sum(name.startswith("test_half") for name in found) < 130
        # Whether a case of a share is met doesn't depend on what else there is.
        assert chosen(half[:50]) == [name for name in found if name in {case.nodeid for case in half[:50]}]
        assert found[-1] == "test_whole"
        met.add(tuple(found))
    assert len(met) == 3
