"""The machine's clock, held steady while it is wrong, and set by a database that machines share.

Let it jump three days ahead and be put right an hour later: every match would take the three days for time in
which the bot was down. How much time has really passed is known from a clock that only counts.

A machine without a clock of its own starts hours behind, and jumps when the network has told it the time.
That is no fault, and Discord's own time is the witness: a jump to where that agrees is believed.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Final

from matches.model import Clock

log = logging.getLogger(__name__)

Steady = Callable[[], float]
"""Seconds since some moment; nothing but the passing of time changes it."""

JUMP: Final = timedelta(minutes=1)
"""By how much the clock has to differ at once from the time that passed. Less than that is setting it."""
ODD: Final = timedelta(seconds=2)
"""The difference between this machine's clock and the database's from which there is something to say."""
WRONG: Final = timedelta(seconds=30)
"""That from which nobody is to be served: whatever else goes by this machine's clock is wrong too."""
HELD_FOR: Final = 86_400.0
"""Seconds after a jump for which the clock may still be put right. From then on it is taken to be right."""

# Linux has the first; on macOS the second counts sleep too. Windows has but one counter, which does.
_COUNTER: Final[int | None] = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))


def seconds_passed() -> float:
    """The seconds that this machine counts, those in which it slept included: the bot was down then."""
    return time.monotonic() if _COUNTER is None else time.clock_gettime(_COUNTER)


class HostClock:
    """A :data:`~matches.model.Clock`: ``wall``, but without its jumps until they have lasted for HELD_FOR.

    One that :meth:`witness` confirms counts at once.

    Each jump, and the end of it, is a line of the log.
    """

    def __init__(self, wall: Clock, steady: Steady = seconds_passed) -> None:
        self._wall = wall
        self._steady = steady
        self._lock = threading.Lock()
        self._seen = wall(), steady()
        self._ahead = timedelta(0)
        """The time by which ``wall`` is ahead of what is told."""
        self._since = 0.0
        """The time at which ``wall`` jumped last."""
        self.behind = timedelta(0)
        """The time by which this machine is behind the database, as last measured."""
        self._follows = False
        """True if there is a database with its own clock, which counts instead of this machine's."""

    def __call__(self) -> datetime:
        """The time now, with a zone: the database's, as far as that has a clock of its own."""
        return self._own() + self.behind

    @property
    def is_wrong(self) -> bool:
        """True if this machine's clock differs so much from the database's that it should be set first."""
        return abs(self.behind) > WRONG

    async def attune(self, ask: Callable[[], Awaitable[datetime | None]]) -> None:
        """Go by the clock that ``ask`` tells the time of, from now on; None: there is no other.

        It was read halfway between the question and its answer.
        """
        asked = self._own()
        theirs = await ask()
        if theirs is None:
            return
        behind = theirs - asked - (self._own() - asked) / 2
        if (abs(behind) > ODD) != (abs(self.behind) > ODD):
            log.warning(
                "the clock of this machine is %.1f seconds %s the database's, by which the bot goes",
                abs(behind.total_seconds()),
                "behind" if behind > timedelta(0) else "ahead of",
            )
        self.behind, self._follows = behind, True
        self.witness(theirs)

    def witness(self, told: datetime) -> None:
        """Believe a jump of the clock if it agrees with ``told``, the time now by a clock elsewhere."""
        self._own()
        with self._lock:
            if self._ahead and abs(self._wall() - told) <= JUMP:
                self._believe("is right since its jump, as another clock says")

    def _own(self) -> datetime:
        with self._lock:
            before, counted_before = self._seen
            self._seen = now, counted = self._wall(), self._steady()
            jump = now - before - timedelta(seconds=counted - counted_before)
            if abs(jump) > JUMP:
                self._jumped(jump, counted)
            elif self._ahead and counted - self._since > HELD_FOR:
                self._believe("stayed as it is since its jump and is taken to be right")
            return now - self._ahead

    def _believe(self, why: str) -> None:
        """Tell the time by ``wall`` from now on, with its jump; the database's goes on as it was."""
        if self._follows:
            self.behind -= self._ahead
        self._ahead = timedelta(0)
        log.warning("the clock of this machine %s", why)

    def _jumped(self, jump: timedelta, counted: float) -> None:
        self._ahead, self._since = self._ahead + jump, counted
        if abs(self._ahead) <= JUMP:
            self._ahead = timedelta(0)
            log.warning("the clock of this machine was put right; nobody has lost time by it")
            return
        log.warning(
            "the clock of this machine jumped by %.0f minutes; the bot goes on by its own until that is put "
            "right or Discord's time agrees with it, for a day at most",
            jump / timedelta(minutes=1),
        )
