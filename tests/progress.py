"""One line that says how far a phase of the gate is, in place of a dot for each test."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from typing import Any, Final

import pytest

EVERY: Final = 0.1
"""Where lines can't be written over, as in a file: the part of a phase after which there is another one."""


class Progress:
    """Says what is run, how much of it is done, what failed, and about how long the rest will take."""

    def __init__(self, phase: str, drawn: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._phase, self._drawn, self._clock = phase, drawn, clock
        self._reporter: Any = None
        self._tests = self._done = self._failed = 0
        self._began, self._next = 0.0, EVERY

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        """Find what writes to the terminal."""
        self._reporter = session.config.pluginmanager.get_plugin("terminalreporter")

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Begin, where this process runs the tests itself."""
        if session.items:
            self._begin(len(session.items))

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, node: Any, ids: Sequence[str]) -> None:
        """Begin, where testers do, who all have collected the same."""
        if not self._tests:
            self._begin(len(ids))

    @pytest.hookimpl(wrapper=True)
    def pytest_report_teststatus(self, report: Any) -> Generator[None, Any, Any]:
        """Count a report as pytest does, without its sign."""
        return ((yield)[0], "", "")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Name what has failed at once, and bring the line up to date when a test is over."""
        if report.failed:
            self._failed += 1
            self._write(f"FAILED {report.nodeid}")
        if report.when == "teardown":
            self._done += 1
            self._tell()

    def line(self) -> str:
        """How far the phase is."""
        failed = f", {self._failed} failed" if self._failed else ""
        done = f"{self._phase} tests: {self._done:,} of {self._tests:,}{failed}"
        left = (self._clock() - self._began) / self._done * (self._tests - self._done) if self._done else 0
        return f"{done}; {_about(left)} to go" if left else done

    def _begin(self, tests: int) -> None:
        self._tests, self._began = tests, self._clock()
        self._write(self._drawn)

    def _tell(self) -> None:
        if self._reporter.isatty:
            self._reporter.rewrite(self.line(), erase=True)
        elif self._done >= self._next * self._tests:
            self._next += EVERY
            self._reporter.write_line(self.line())

    def _write(self, line: str) -> None:
        if self._reporter.isatty:
            self._reporter.rewrite("", erase=True)
        self._reporter.write_line(line)


def _about(seconds: float) -> str:
    return f"about {seconds / 60:.0f} min" if seconds >= 90 else f"about {max(seconds, 1):.0f} s"
