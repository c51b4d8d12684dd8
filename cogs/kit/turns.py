"""Turns: one thing at a time for each person or match, a few for each server, and the work under way."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Coroutine, Hashable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Any, Final, Generic, TypeVar
from weakref import WeakValueDictionary

from matches import Clock, UserId

Key = TypeVar("Key", bound=Hashable)


class OneByOne(Generic[Key]):
    """One thing at a time for each key, such as a person: the next one waits until it is done."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[Key, asyncio.Lock] = WeakValueDictionary()

    def turn(self, key: Key) -> asyncio.Lock:
        """The turn with ``key``: to be held while something is done."""
        return self._locks.setdefault(key, asyncio.Lock())

    def __len__(self) -> int:
        """The number of keys whose turn is held, or waited for."""
        return len(self._locks)


class Busy(Enum):
    """Why a user has to wait."""

    UNDER_WAY = auto()
    """Their earlier request is still in progress."""
    TOO_SOON = auto()
    """Their last request ended a moment ago."""
    CROWDED = auto()
    """Too many other users' requests are in progress."""


class BusyError(Exception):
    """The user can't have a turn now; ``until`` is when they may ask again, if known."""

    def __init__(self, why: Busy, until: datetime | None = None) -> None:
        super().__init__(why.name)
        self.why = why
        self.until = until


class Turns:
    """The turns with one kind of thing, in this process: ``at_once`` people, each again after a ``pause``."""

    def __init__(
        self,
        clock: Clock,
        *,
        at_once: int | None = None,
        pause: timedelta = timedelta(0),
    ) -> None:
        self._clock = clock
        self._at_once = at_once
        self._pause = pause
        self._users: set[UserId] = set()
        self._ended: dict[UserId, datetime] = {}

    @contextmanager
    def take(self, user: UserId) -> Iterator[None]:
        """The turn of ``user``, while something slow is done for them. Raises BusyError."""
        self._check(user)
        self._users.add(user)
        try:
            yield
        finally:
            self._users.discard(user)
            # However it ended: what fails in the end may have cost as much.
            self._ended[user] = self._clock()

    def _check(self, user: UserId) -> None:
        now = self._clock()
        # By the absolute difference: a corrected clock must not lock users out for days.
        self._ended = {one: at for one, at in self._ended.items() if abs(now - at) < self._pause}
        if user in self._users:
            raise BusyError(Busy.UNDER_WAY)
        if user in self._ended:
            raise BusyError(Busy.TOO_SOON, self._ended[user] + self._pause)
        if self._at_once is not None and len(self._users) >= self._at_once:
            raise BusyError(Busy.CROWDED)


# --- for many servers ----------------------------------------------------------------------------


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


# --- what is under way, so that the bot does not stop in the middle of it ------------------------


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

    def record_task(self) -> None:
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
