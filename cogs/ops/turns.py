"""Turns: one thing at a time for each person or match; with slow work a limit for all, too."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Generic, TypeVar
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
