"""Garbage collection: a little at a time while users wait, thoroughly while none do.

Python's collector holds everything up for as long as it takes, which with the matches of a busy bot in memory
is tens of milliseconds. Left to itself it looks through all of them whenever their number grew by a quarter.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from typing import Final

from cogs.kit.turns import InFlight

YOUNG: Final = 1_000
"""New objects until the collector looks through them: those of a few moves, done in a millisecond."""
OLDER: Final = 3
"""Such collections until what has survived them is looked through once more."""
NEVER: Final = 1_000_000
EVERY: Final = 600.0
"""Seconds between thorough collections, where a quiet moment is found."""
AT_LATEST: Final = 3600.0
"""Seconds after which one is made even while people wait: memory must not grow for ever."""


def collect_little() -> None:
    """Make automatic garbage collections small: the youngest objects only, few at a time."""
    gc.set_threshold(YOUNG, OLDER, NEVER)
    collect_all()


def collect_all() -> None:
    """Collect all garbage, and exclude the surviving objects from collections until the next call."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


class Collector:
    """Decides when a full garbage collection is due."""

    def __init__(self, in_flight: InFlight, now: Callable[[], float] = time.monotonic) -> None:
        self._in_flight, self._now = in_flight, now
        self._last = now()

    def attend(self) -> bool:
        """Run a full collection if one is due; returns whether it ran."""
        since = self._now() - self._last
        if since < EVERY or (self._in_flight.busy and since < AT_LATEST):
            return False
        self._last = self._now()
        collect_all()
        return True
