"""What a pure test may not do: start a process, bind a port, or sleep. One that does it fails, and says so.

Processes and ports are seen by Python's own audit events, whoever starts or binds them. Of the sleeps those
called in test code count: the product's own go by the clock that the tests turn.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, Final, SupportsIndex

import pytest

from tests import SPLIT_OFF

STARTS: Final = frozenset({"subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn", SPLIT_OFF})
"""The audit events of a process that starts."""
BINDS: Final = "socket.bind"
HEARD: Final = STARTS | {BINDS}
PAGES: Final = ("/simcord/preview/", "/demo/run.py")
"""Who may bind a port in a pure test."""


class Impure(AssertionError):
    """A pure test did what only a real one may."""


class Watch:
    """Notes what a test does that a pure one may not, while it watches. There is one, which stays."""

    def __init__(self, tests: Path) -> None:
        self._tests = str(tests)
        self._seen: list[str] | None = None
        self._sleep, self._asyncio_sleep = time.sleep, asyncio.sleep
        time.sleep, asyncio.sleep = self._sleeping, self._asyncio_sleeping
        sys.addaudithook(self._hear)

    @contextmanager
    def over(self, what: str) -> Iterator[None]:
        """Watch what is done in here.

        Raises:
            Impure: something that a pure test may not do was done, even where its error was caught.
        """
        before, seen = self._seen, list[str]()
        self._seen = seen
        try:
            yield
        finally:
            self._seen = before
            if seen:
                raise Impure(f"{what} is pure, yet it {seen[0]}. Do without, or mark it `real`.")

    @contextmanager
    def off(self) -> Iterator[None]:
        """Watch nothing that is done in here: it is the run's, and not the test's that asks for it first."""
        before, self._seen = self._seen, None
        try:
            yield
        finally:
            self._seen = before

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        # There are very many events, and few of these.
        if event in HEARD and self._seen is not None and (done := _forbidden(event, arguments)):
            self._refuse(self._seen, done)

    def _sleeping(self, seconds: SupportsIndex | float, /) -> None:
        self._look_at_sleep(float(seconds))
        self._sleep(seconds)

    async def _asyncio_sleeping(self, delay: float, result: Any = None) -> Any:
        self._look_at_sleep(delay)
        return await self._asyncio_sleep(delay, result)

    def _look_at_sleep(self, seconds: float) -> None:
        caller = sys._getframe(2).f_code.co_filename
        if self._seen is not None and seconds > 0 and caller.startswith(self._tests):
            self._refuse(self._seen, f"slept {seconds} s")

    @staticmethod
    def _refuse(seen: list[str], done: str) -> None:
        seen.append(done)
        raise Impure(f"a pure test {done}")


def _forbidden(event: str, arguments: tuple[Any, ...]) -> str:
    """What an audit event says was done, where a pure test may not; else nothing."""
    if event in STARTS:
        return f"started a process ({event})"
    if event == BINDS and isinstance(arguments[1], tuple) and not _by_a_page():
        return f"bound a port ({arguments[1]})"
    return ""


def _by_a_page() -> bool:
    """Whether simcord or the demo serves its page, on a port that nobody else has."""
    frame: FrameType | None = sys._getframe(3)
    while frame is not None and not any(page in frame.f_code.co_filename for page in PAGES):
        frame = frame.f_back
    return frame is not None


class Purity:
    """The plugin: watches each pure test while it is set up, runs and is torn down."""

    def __init__(self, tests: Path) -> None:
        self.watch = Watch(tests)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Iterator[None]:
        """Watch its fixtures begin."""
        return (yield from self._watched(item))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        """Watch the test itself."""
        return (yield from self._watched(item))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Iterator[None]:
        """Watch its fixtures end."""
        return (yield from self._watched(item))

    def _watched(self, item: pytest.Item) -> Iterator[None]:
        if item.get_closest_marker("real") is not None:
            return (yield)
        with self.watch.over(item.name):
            return (yield)
