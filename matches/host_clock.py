"""The machine's clock, corrected for jumps, and for the difference to a shared database's clock.

If the clock jumped three days ahead for an hour, every match would count three days of downtime. So the time
that has really passed is taken from a monotonic clock.

A machine without a battery-backed clock starts hours behind, and jumps when it gets the time from the
network. That is no fault: a jump is accepted if Discord's time agrees with the new time.
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
"""Seconds since some moment, as a monotonic clock counts them."""

JUMP: Final = timedelta(minutes=1)
"""A sudden difference to the time that passed counts as a jump if it is larger than this."""
ODD: Final = timedelta(seconds=2)
"""A difference between this machine's clock and the database's is logged if it is larger than this."""
WRONG: Final = timedelta(seconds=30)
"""With a larger difference the bot must not serve: everything else on this machine is wrong too."""
HELD_FOR: Final = 86_400.0
"""Seconds after a jump for which the clock may still be corrected. After that its new time is accepted."""

# Linux has the first; on macOS the second includes sleep. Windows has only one, which includes it.
_COUNTER: Final[int | None] = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))


def seconds_passed() -> float:
    """The monotonic clock's seconds, including time asleep, in which the bot was down."""
    return time.monotonic() if _COUNTER is None else time.clock_gettime(_COUNTER)


class HostClock:
    """A :data:`~matches.model.Clock`: ``wall`` without its jumps, until they have lasted for HELD_FOR.

    A jump that :meth:`witness` confirms is accepted at once. Each jump, and its end, is logged.
    """

    def __init__(self, wall: Clock, steady: Steady = seconds_passed) -> None:
        self._wall = wall
        self._steady = steady
        self._lock = threading.Lock()
        self._seen = wall(), steady()
        self._ahead = timedelta(0)
        """The time by which ``wall`` is ahead of the corrected time."""
        self._since = 0.0
        """The monotonic time of the last jump of ``wall``."""
        self.behind = timedelta(0)
        """The time by which this machine is behind the database, as last measured."""
        self._follows = False
        """True if there is a database with its own clock, which counts instead of this machine's."""

    def __call__(self) -> datetime:
        """The current time, aware: by the database's clock, if there is one."""
        return self._own() + self.behind

    @property
    def is_wrong(self) -> bool:
        """True if this machine's clock differs so much from the database's that it should be set first."""
        return abs(self.behind) > WRONG

    async def attune(self, ask: Callable[[], Awaitable[datetime | None]]) -> None:
        """Follow the clock that ``ask`` reads from now on; no change if it returns None.

        Its time counts as that of the middle between question and answer.
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
        """Accept a jump of the clock if it agrees with ``told``, the current time of another clock."""
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
        """Accept the jump of ``wall``; the time by the database's clock does not change."""
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
