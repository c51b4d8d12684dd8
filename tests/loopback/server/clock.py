"""Time as the test turns it: for the loopback Discord and, through a file, for the bots' processes."""

from __future__ import annotations

import mmap
import struct
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

BEGINNING: Final = datetime(2031, 1, 7, 12, tzinfo=UTC)
"""When tests begin: noon of a Tuesday, in the middle of everything and far from the end of a month."""
_FORMAT: Final = struct.Struct("=dd")
"""Seconds that the time was turned by, and the time at which this machine started, for all processes to see.

The first is written and read as one. A clock that goes on by that of the machine neither jumps nor differs
between processes.
"""
_OFFSET: Final = struct.Struct("=d")


def _shared(file: Path) -> mmap.mmap:
    """The memory of ``file``, which every process has that opens it. No system call is needed to read it."""
    with file.open("r+b") as opened:
        return mmap.mmap(opened.fileno(), _FORMAT.size)


def write_offset(file: Path, seconds: float) -> None:
    """Put the clocks that follow ``file`` ahead by so much, and no other."""
    _OFFSET.pack_into(_shared(file), 0, seconds)


def write_real(file: Path, ahead: float) -> None:
    """Have the clocks that follow ``file`` go by the real time, ahead by so much."""
    file.write_bytes(_FORMAT.pack(ahead, _started(datetime.now(UTC))))


def _started(now: datetime) -> float:
    """The time at which this machine started, were it ``now``."""
    return now.timestamp() - time.monotonic()


class TurnableClock:
    """A clock that begins at a moment and is turned ahead; ``shared`` is written for other processes.

    It goes on by itself unless ``now`` says what the time is, but for turning.
    """

    def __init__(
        self,
        shared: Path | None = None,
        now: Callable[[], datetime] | None = None,
        beginning: datetime = BEGINNING,
    ) -> None:
        # Once: clocks that began a moment apart would differ by that moment.
        started = _started(beginning)
        self._now = now or _by_the_machine(started)
        self._offset = timedelta()
        self._memory: mmap.mmap | None = None
        if shared is not None:
            shared.write_bytes(_FORMAT.pack(0.0, started))
            self._memory = _shared(shared)

    def __call__(self) -> datetime:
        """The time now, with a zone."""
        return self._now() + self._offset

    def turn(self, **length: float) -> None:
        """Let time pass at once: ``days=``, ``hours=``, ``minutes=``, ``seconds=``."""
        passed = timedelta(**length)
        if passed < timedelta():
            raise ValueError("time does not run backwards")
        self._offset += passed
        if self._memory is not None:
            _OFFSET.pack_into(self._memory, 0, self._offset.total_seconds())


class FollowingClock:
    """The same time in another process."""

    def __init__(self, shared: Path, now: Callable[[], datetime] | None = None) -> None:
        self._memory = _shared(shared)
        _, started = _FORMAT.unpack_from(self._memory, 0)
        self._now = now or _by_the_machine(started)

    def __call__(self) -> datetime:
        """The time now, with a zone."""
        (ahead,) = _OFFSET.unpack_from(self._memory, 0)
        return self._now() + timedelta(seconds=ahead)


def _by_the_machine(started: float) -> Callable[[], datetime]:
    return lambda: datetime.fromtimestamp(started + time.monotonic(), UTC)
