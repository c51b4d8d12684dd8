"""The clock that the product is given in tests: it moves on with each reading, as a real one does.

A clock that stands still between two readings would hide that code takes two moments for one. What waits, and
the moments of the simulated Discord, go by other clocks, which this one doesn't move.

Cases of an exact moment, and comparisons of bytes, ask for the fixture ``still_clock``. They are named in
``STILL``, and nowhere else.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from matches import Clock
from tools import seed

STILL_CLOCK: Final = "still_clock"
"""The fixture of those for whom the clock stands still."""
STILL: Final = Path(__file__).parent / "still_clock.txt"
"""The tests that ask for it: a file, or one test of it, in each line."""
USUAL: Final = timedelta(microseconds=1)
LARGE: Final = timedelta(milliseconds=1)
"""The step in the long run, and in every third seed."""


@dataclass
class _Hands:
    """How far a reading moves the clocks of this test, and how far all readings have."""

    step: timedelta = USUAL
    passed: timedelta = timedelta(0)


_hands = _Hands()


def step_of(chosen: str, *, whole: bool) -> timedelta:
    """What a reading adds in a run with this seed; ``whole``: it is the long one."""
    return LARGE if whole or random.Random(f"{chosen} clock").randrange(3) == 0 else USUAL


def step_of_run(*, whole: bool) -> timedelta:
    """What a reading adds in this run."""
    return step_of(seed.of_tree(), whole=whole)


def begin(step: timedelta) -> None:
    """Let the clocks of a test begin; each reading adds ``step``."""
    _hands.step, _hands.passed = step, timedelta(0)


def begin_again() -> None:
    """Let them begin once more, for a world that is to be alike in its times to the one before."""
    _hands.passed = timedelta(0)


def moved(now: datetime) -> datetime:
    """The moment after ``now`` that the next reading tells."""
    return now + _hands.step


def moving(base: Clock) -> Callable[[], datetime]:
    """A clock that tells the time of ``base``, and how often the clocks of this test were read.

    All that are made in a test go on together: a bot that is started again finds no earlier time.
    """

    def read() -> datetime:
        _hands.passed += _hands.step
        return base() + _hands.passed

    return read
