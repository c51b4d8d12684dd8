"""A demo whose real time stands still, in which time passes as a test says."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from demo.simulator import RealTime
from demo.world import World

NOW = datetime(2026, 3, 3, 12, tzinfo=UTC)
STILL = RealTime(clock=lambda: NOW, tick=0, patience=60)


async def until(world: World, holds: Callable[[], bool]) -> None:
    """Let the demo's clock go on, step by step, until something holds."""
    while not holds():
        await world.step()
