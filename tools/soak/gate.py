"""Lets people act at the same time, and makes them all wait while the clock is turned."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Gate:
    """Time does not jump in Discord: nobody is in the middle of something when it does here."""

    def __init__(self) -> None:
        self._under_way = 0
        self._changed = asyncio.Condition()
        self._shut = False

    @asynccontextmanager
    async def acting(self) -> AsyncIterator[None]:
        """While somebody does something."""
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
        """While nobody does anything."""
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
