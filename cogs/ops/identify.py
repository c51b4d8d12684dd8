"""Turns of shards at asking for a session: Discord takes one of each bucket every five seconds."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

APART: Final = 5.5
"""Seconds between two sessions of a bucket: Discord's five, with a margin."""


Ask = Callable[[int], Awaitable[float]]


class IdentifySlots:
    """One shard of each bucket at a time may connect for a new session."""

    def __init__(
        self,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.at_once = 1
        """Buckets that there are (Discord's ``max_concurrency``)."""
        self.ask: Ask | None = None
        """Where other processes ask for sessions too: the seconds to wait for a bucket, 0 once it is ours."""
        self._now = now
        self._sleep = sleep
        self._locks: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._free: defaultdict[int, float] = defaultdict(float)

    @asynccontextmanager
    async def turn(self, shard: int) -> AsyncIterator[None]:
        """Wait for a shard's turn. A connection that fails before it asks for a session uses up none."""
        bucket = shard % self.at_once
        async with self._locks[bucket]:
            await self._sleep(self._free[bucket] - self._now())
            while self.ask is not None and (wait := await self.ask(bucket)):
                await self._sleep(wait)
            yield

    def used(self, shard: int) -> None:
        """Note that a shard asks for a session now."""
        self._free[shard % self.at_once] = self._now() + APART
