"""Time as the test turns it: for the loopback Discord and, through a file, for the bots' processes."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path


def real_time() -> datetime:
    """The time now, with a zone."""
    return datetime.now(UTC)


class TurnableClock:
    """Real time plus an offset that only grows, and is written to ``shared`` for other processes.

    ``now`` is the time it starts from where real time is in the way.
    """

    def __init__(self, shared: Path | None = None, now: Callable[[], datetime] = real_time) -> None:
        self._offset = timedelta()
        self._shared = shared
        self._now = now
        self._write()

    def __call__(self) -> datetime:
        """The time now, with a zone."""
        return self._now() + self._offset

    def turn(self, **length: float) -> None:
        """Let time pass at once: ``days=``, ``hours=``, ``minutes=``, ``seconds=``."""
        passed = timedelta(**length)
        if passed < timedelta():
            raise ValueError("time does not run backwards")
        self._offset += passed
        self._write()

    def _write(self) -> None:
        if self._shared is None:
            return
        # Renamed into place, so that no reader meets half a number.
        fresh = self._shared.with_suffix(".new")
        fresh.write_text(repr(self._offset.total_seconds()))
        fresh.replace(self._shared)


class FollowingClock:
    """The same time in another process."""

    def __init__(self, shared: Path, now: Callable[[], datetime] = real_time) -> None:
        self._shared = shared
        self._now = now
        self._read: tuple[int, int] | None = None
        self._offset = timedelta()

    def __call__(self) -> datetime:
        """The time now, with a zone."""
        with contextlib.suppress(FileNotFoundError):
            found = os.stat(self._shared)  # noqa: PTH116 - asked many times a move, and a Path is slower
            # Looked into only when it is another one: a test of speed is not to measure this.
            if (which := (found.st_ino, found.st_mtime_ns)) != self._read:
                self._offset = timedelta(seconds=float(self._shared.read_text()))
                self._read = which
        return self._now() + self._offset
