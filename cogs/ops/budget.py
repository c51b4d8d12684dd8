"""The bot's own requests that wait for Discord, and what gives way to what while there are too many.

Discord takes fifty a second of one bot, and so many of each channel; discord.py holds back what is too
much, or a proxy on the way does. Neither knows what is urgent. So what nobody waits for is not asked for at
all while cards and reminders queue: see :attr:`Budget.short`. Answers to clicks are under no limit, and not
among these.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from discord.http import HTTPClient, Route

MANY: Final = 12
"""Requests at a time, more than the bot sends of its own accord: past that people are waiting."""
LATE: Final = 1.0
"""Seconds for which a request has waited, where there are many, from which on others give way."""
VERY_LATE: Final = 5.0
"""Seconds after which they do however few there are."""


class Purpose(Enum):
    """Reasons for a request, most urgent first."""

    CARD = "card"
    """Cards, and whatever else somebody waits for."""
    NOTICE = "notice"
    READING = "reading"
    """Digests and weekly summaries."""
    TIDYING = "tidying"
    """Old cards, threads, lists, roles."""


_URGENT: Final = frozenset({Purpose.CARD, Purpose.NOTICE})
_purpose: ContextVar[Purpose] = ContextVar("purpose", default=Purpose.CARD)


@contextmanager
def requests_for(purpose: Purpose) -> Iterator[None]:
    """While what is sent, here and in tasks begun here, is for this."""
    before = _purpose.set(purpose)
    try:
        yield
    finally:
        _purpose.reset(before)


class Budget:
    """The requests that have not been answered yet, those included that have not even left."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._begun: dict[object, tuple[Purpose, float]] = {}

    def watch(self, http: HTTPClient) -> None:
        """Know of every request that ``http`` makes from now on."""
        request = http.request

        async def watched(route: Route, **more: Any) -> Any:
            with self.waiting():
                return await request(route, **more)

        http.request = watched  # type: ignore[method-assign]

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """While a request waits for its answer."""
        key = object()
        self._begun[key] = (_purpose.get(), self._now())
        try:
            yield
        finally:
            del self._begun[key]

    def by_purpose(self) -> dict[str, tuple[int, float]]:
        """The number of requests that wait for each purpose, and the age of the oldest in seconds."""
        now = self._now()
        return {
            purpose.value: (len(ages := self._ages((purpose,), now)), max(ages, default=0.0))
            for purpose in Purpose
        }

    @property
    def short(self) -> bool:
        """True while what is urgent queues: what is not is to be left for later."""
        ages = self._ages(_URGENT, self._now())
        oldest = max(ages, default=0.0)
        return oldest >= VERY_LATE or (oldest >= LATE and len(ages) > MANY)

    def _ages(self, purposes: frozenset[Purpose] | tuple[Purpose, ...], now: float) -> list[float]:
        return [now - begun for purpose, begun in self._begun.values() if purpose in purposes]
