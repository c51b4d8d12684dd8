"""Time as the test turns it: for the loopback Discord and, through a file, for the bots' processes."""

from __future__ import annotations

import mmap
import struct
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

_OFFSET: Final = struct.Struct("=d")
"""Seconds that the time is ahead, where both processes see them: eight bytes, written and read as one."""


def real_time() -> datetime:
    """The time now, with a zone."""
    return datetime.now(UTC)


def _shared(file: Path) -> mmap.mmap:
    """The memory of ``file``, which every process has that opens it. No system call is needed to read it."""
    with file.open("r+b") as opened:
        return mmap.mmap(opened.fileno(), _OFFSET.size)


def write_offset(file: Path, seconds: float) -> None:
    """Put the clocks that follow ``file`` ahead by so much, and no other."""
    _OFFSET.pack_into(_shared(file), 0, seconds)


class TurnableClock:
    """Real time plus an offset that only grows, and is written to ``shared`` for other processes.

    ``now`` is the time it starts from where real time is in the way.
    """

    def __init__(self, shared: Path | None = None, now: Callable[[], datetime] = real_time) -> None:
        self._offset = timedelta()
        self._now = now
        self._memory: mmap.mmap | None = None
        if shared is not None:
            shared.write_bytes(_OFFSET.pack(0.0))
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

    def __init__(self, shared: Path, now: Callable[[], datetime] = real_time) -> None:
        self._memory = _shared(shared)
        self._now = now

    def __call__(self) -> datetime:
        """The time now, with a zone."""
        (ahead,) = _OFFSET.unpack_from(self._memory, 0)
        return self._now() + timedelta(seconds=ahead)
