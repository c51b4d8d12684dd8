"""Lets players act concurrently, and makes them all wait while the clock is turned."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class JumpGate:
    """Keeps the clock from being turned while a player acts: in Discord time does not jump."""

    def __init__(self) -> None:
        self._under_way = 0
        self._changed = asyncio.Condition()
        self._shut = False

    @asynccontextmanager
    async def acting(self) -> AsyncIterator[None]:
        """A block in which a player acts; it waits while the clock is turned."""
        async with self._changed:
            await self._changed.wait_for(lambda: not self._shut)
            self._under_way += 1
        try:
            yield
        finally:
            async with self._changed:
                self._under_way -= 1
                self._changed.notify_all()

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """A block in which no player acts, such as one that turns the clock."""
        async with self._changed:
            await self._changed.wait_for(lambda: not self._shut)
            self._shut = True
            await self._changed.wait_for(lambda: not self._under_way)
        try:
            yield
        finally:
            async with self._changed:
                self._shut = False
                self._changed.notify_all()
