"""The order in which jobs are given to children: turns before hints, and the cheap ones first."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Final

LONG: Final = 5.0
"""Seconds after which somebody who waits comes before those whose jobs are cheaper."""


@dataclass(eq=False)
class _Waiting:
    rank: int
    cost: int
    since: float
    let_in: asyncio.Future[None]


@dataclass
class Gate:
    """Admits ``room`` jobs at a time; of the waiting ones, the lowest rank is first.

    Within a rank the cheapest is first, or once one has waited for LONG, the earliest. So quick jobs
    aren't held up by slow ones, nor slow jobs forever by quick ones.
    """

    room: int
    clock: Callable[[], float] = time.monotonic
    _waiting: list[_Waiting] = field(default_factory=list, init=False, repr=False)

    @contextlib.asynccontextmanager
    async def inside(self, rank: int, cost: int) -> AsyncIterator[None]:
        """While one of those who are let in."""
        await self._enter(rank, cost)
        try:
            yield
        finally:
            self._leave()

    async def _enter(self, rank: int, cost: int) -> None:
        if self.room:
            self.room -= 1
            return
        waiting = _Waiting(rank, cost, self.clock(), asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        try:
            await waiting.let_in
        except asyncio.CancelledError:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
            else:
                self._leave()  # let in and called away at once
            raise

    def _leave(self) -> None:
        if not self._waiting:
            self.room += 1
            return
        first = self._first()
        self._waiting.remove(first)
        first.let_in.set_result(None)

    def _first(self) -> _Waiting:
        """The one to be let in next; those who came earlier stand earlier in the list."""
        rank = min(one.rank for one in self._waiting)
        alike = [one for one in self._waiting if one.rank == rank]
        if self.clock() - alike[0].since >= LONG:
            return alike[0]
        return min(alike, key=lambda one: one.cost)
