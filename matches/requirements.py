"""The demands that an open challenge makes of whoever takes it up, and how reliably people finish."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

LATELY: Final = 30
"""Finished matches, the latest, by which it is told how reliably somebody finishes."""
TELLING: Final = 5
"""Finished matches without which nothing is told: somebody is new."""
_FORGIVEN: Final = 1
"""Matches lost on time that are held against nobody."""
_FEW: Final = 10
"""One match lost on time in so many is still few."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """The latest matches of somebody against people: how many ended, and how many by their own time."""

    finished: int = 0
    timed_out: int = 0

    @property
    def is_new(self) -> bool:
        """True if too few matches have ended to tell."""
        return self.finished < TELLING

    @property
    def percent(self) -> int:
        """The share of them that were played to an end, in percent; 100 where none has ended."""
        if not self.finished:
            return 100
        played = 100 * (self.finished - self.timed_out)
        return (2 * played + self.finished) // (2 * self.finished)

    @property
    def has_few_timeouts(self) -> bool:
        """True of whoever hardly ever lost on time, and of newcomers too."""
        return self.timed_out <= max(_FORGIVEN, self.finished // _FEW)
