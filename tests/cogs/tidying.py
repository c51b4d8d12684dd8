"""Time in which the bot tidies up old messages, and requests that keep it from doing so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Final

from cogs.connection.requests import LATE, MANY, Budget
from tests.cogs.server import Server

SOON: Final = 12
"""Seconds in which what can be tidied up has been."""


async def tidied(server: Server) -> list[Any]:
    """The messages of the thread, once there was time to tidy up."""
    await server.env.advance_time(SOON)
    return server.home.history()


@contextmanager
def queueing(budget: Budget) -> Iterator[None]:
    """While more requests wait for Discord than it takes."""
    now = budget._now
    with ExitStack() as stack:
        for _ in range(MANY + 1):
            stack.enter_context(budget.waiting())
        budget._now = lambda: now() + LATE
        yield
    budget._now = now
