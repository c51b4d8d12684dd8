"""The work being done at the moment, so that the bot does not stop in the middle of it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class InFlight:
    """Told by whatever should not be cut off. Nothing new is begun once :meth:`finish` was called."""

    def __init__(self) -> None:
        self.stopping = False
        self._tasks: set[asyncio.Future[Any]] = set()

    @property
    def busy(self) -> bool:
        """True if anything is being done."""
        return bool(self._tasks)

    @property
    def count(self) -> int:
        """The number of things being done."""
        return len(self._tasks)

    def note_task(self) -> None:
        """Register the present task until it ends."""
        task = asyncio.current_task()
        if task is not None and task not in self._tasks:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    @contextmanager
    def doing(self) -> Iterator[None]:
        """While something is done in a task that goes on for ever."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._tasks.add(done)
        try:
            yield
        finally:
            self._tasks.discard(done)
            done.cancel()

    async def finish(self, within: float) -> int:
        """Wait until all is done, ``within`` seconds at most; returns how much was not."""
        self.stopping = True
        waited_for = self._tasks - {asyncio.current_task()}
        if not waited_for:
            return 0
        _, left = await asyncio.wait(waited_for, timeout=within)
        return len(left)
