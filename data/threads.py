"""Threads in which a coroutine goes on without an event loop, where all it waits for is done at once.

Each way to another thread and back costs more of the processor than most of our statements. So what a method
of the store does on SQLite goes there as a whole: it is begun on the event loop, asks for its :class:`Turn`
in a thread, and from there on nothing in it is waited for. Only its answer comes back.
"""

from __future__ import annotations

import threading
from asyncio import AbstractEventLoop, Future, get_running_loop
from collections.abc import Coroutine, Generator
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

Found = TypeVar("Found")


class Work(NamedTuple):
    """A coroutine that goes from thread to thread, and where its answer is waited for."""

    doing: Coroutine[Any, Any, Any]
    loop: AbstractEventLoop
    answer: Future[Any]

    def go_on(self) -> None:
        """Go on in this thread, until it asks for another one or is done."""
        try:
            turn = step(self.doing)
        except StopIteration as end:
            self._tell(end.value, None)
        except BaseException as error:  # noqa: BLE001 - whoever waits for the answer is to see it
            self._tell(None, error)
        else:
            turn.threads.take(self)

    def _tell(self, value: Any, error: BaseException | None) -> None:
        # A loop that was closed waits for nothing any more.
        with suppress(RuntimeError):
            self.loop.call_soon_threadsafe(_settle, self.answer, value, error)


class Threads:
    """Some threads that work off one queue. They are started when there is something to do."""

    def __init__(self, name: str, count: int) -> None:
        self._name, self._count = name, count
        self._queue: SimpleQueue[Work | None] = SimpleQueue()
        self._started = False

    def take(self, work: Work) -> None:
        """Have the work go on in one of the threads, after what came before it."""
        with _starting:  # to its end: what was done and answered for must not be what starts them anew
            if not self._started:
                self._start()
            self._queue.put(work)

    def _start(self) -> None:
        self._started = True
        for number in range(self._count):
            # A daemon: a process ends though a database was left open.
            threading.Thread(target=self._work, name=f"{self._name}-{number}", daemon=True).start()

    def stop(self) -> None:
        """End the threads once everything is done that was given to them."""
        with _starting:
            if self._started:
                self._started = False
                for _ in range(self._count):
                    self._queue.put(None)

    def _work(self) -> None:
        while (work := self._queue.get()) is not None:
            work.go_on()
            del work  # what it held is let go of now, not when the next comes


_starting = threading.Lock()


class Turn:
    """Awaited by work that is to go on in one of these threads. Elsewhere it is no wait at all."""

    def __init__(self, threads: Threads) -> None:
        self.threads = threads

    def __await__(self) -> Generator[Turn, None, None]:
        if _here.stepping:
            yield self


class _Here(threading.local):
    stepping = False
    """Whether what runs in this thread was called by :func:`step`."""


_here = _Here()


def step(doing: Coroutine[Any, Any, Any]) -> Turn:
    """Let a coroutine go on to where it asks for a turn; raises StopIteration, with its value, at its end."""
    _here.stepping = True
    try:
        turn = doing.send(None)
        assert isinstance(turn, Turn), f"it waits for {turn!r}"
        return turn
    finally:
        _here.stepping = False


def finish(doing: Coroutine[Any, Any, Found]) -> Found:
    """What a coroutine returns, all of which is done in this thread, at once."""
    try:
        doing.send(None)
    except StopIteration as end:
        found: Found = end.value
        return found
    doing.close()
    raise AssertionError("It waits for something.")


def begin(doing: Coroutine[Any, Any, Found]) -> Future[Found]:
    """Begin a coroutine here and let it go on in its threads. It goes to its end, whoever waits for it."""
    loop = get_running_loop()
    answer: Future[Found] = loop.create_future()
    try:
        turn = step(doing)
    except StopIteration as end:
        answer.set_result(end.value)
    except BaseException as error:  # noqa: BLE001 - as if it had been raised where the answer is awaited
        answer.set_exception(error)
    else:
        turn.threads.take(Work(doing, loop, answer))
    return answer


def _settle(answer: Future[Any], value: Any, error: BaseException | None) -> None:
    if answer.cancelled():
        return
    if error is None:
        answer.set_result(value)
    else:
        answer.set_exception(error)
