"""Time goes on together in all processes."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from tests.loopback.server.clock import FollowingClock, TurnableClock


def test_another_process_follows(tmp_path: Path) -> None:
    clock, other = TurnableClock(tmp_path / "clock"), FollowingClock(tmp_path / "clock")
    before = clock()
    clock.turn(days=7, hours=1)
    for now in (clock(), other()):
        assert timedelta(days=7, hours=1) <= now - before < timedelta(days=7, hours=1, minutes=1)


def test_time_does_not_run_backwards(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="backwards"):
        TurnableClock().turn(days=-1)
