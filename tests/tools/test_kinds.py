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
