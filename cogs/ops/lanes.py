"""Concurrent work for many servers: limited in total, and more strictly for each server."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Coroutine, Iterable
from contextlib import asynccontextmanager
from typing import Any, Final

AT_ONCE: Final = 8
OF_ONE: Final = 2


class Lanes:
    """Gives out turns. A server that wants many waits for its own, and holds up no other."""

    def __init__(self, at_once: int = AT_ONCE, of_one: int = OF_ONE) -> None:
        self._all = asyncio.Semaphore(at_once)
        self._of_one = of_one
        self._lanes: dict[int, asyncio.Semaphore] = {}
        self._users: Counter[int] = Counter()

    @asynccontextmanager
    async def turn(self, guild: int | None) -> AsyncIterator[None]:
        """Wait for a turn of a server, or one in no server, and hold it."""
        if guild is None:
            async with self._all:
                yield
            return
        lane = self._lanes.setdefault(guild, asyncio.Semaphore(self._of_one))
        self._users[guild] += 1
        try:
            # A server's own lane comes first: waiting there takes no place in the total.
            async with lane, self._all:
                yield
        finally:
            self._users[guild] -= 1
            if not self._users[guild]:
                del self._users[guild], self._lanes[guild]


async def side_by_side(work: Iterable[Coroutine[Any, Any, Any]]) -> None:
    """Run all of ``work`` concurrently until all is done; then raise the first error, if any."""
    for done in await asyncio.gather(*work, return_exceptions=True):
        if isinstance(done, BaseException):
            raise done
