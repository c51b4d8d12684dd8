"""Points within a transaction: each of its statements, and its commit."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count

from tests.store import listening

EVENTS = ("before_cursor_execute", "commit")


@contextmanager
def at_point(number: int, do: Callable[[], object]) -> Iterator[None]:
    """Do something in the event loop at the ``number``th point from now on, before the transaction goes on.

    All that is under way has to come to its end within: another thread must not be in a listener that goes.
    """
    loop, points = asyncio.get_running_loop(), count(1)

    def listener(*_: object) -> None:
        if next(points) == number:
            _in_loop(loop, do)

    with ExitStack() as listened:
        for event in EVENTS:
            listened.enter_context(listening(event, listener))
        yield


def _in_loop(loop: asyncio.AbstractEventLoop, do: Callable[[], object]) -> None:
    """Do something in the loop, asked from there, as with PostgreSQL, or from a thread, as with SQLite."""
    if asyncio._get_running_loop() is loop:
        do()
        return
    done = threading.Event()
    loop.call_soon_threadsafe(do)
    loop.call_soon_threadsafe(done.set)
    done.wait()
