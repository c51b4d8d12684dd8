"""The search child, ``python -m computer.worker``: reads a job per line, and writes its thought as a line.

It is started by :mod:`computer.workers`, has a low priority and a bound on its memory, and knows nothing but
the jobs. A line that cannot be read, or a job that cannot be thought about, is answered by its error's name.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal
import sys
from dataclasses import asdict
from typing import Any, Final

from computer.core import Job
from computer.review.model import SearchJob
from computer.review.search import search
from computer.think import think

try:
    import resource
except ImportError:  # not on Windows
    resource = None  # type: ignore[assignment]

LONGEST: Final = 15.0
"""Seconds of processor time for a job; then the child ends. On a busy machine that can take a while."""
NICENESS: Final = 10
"""The child's niceness: below everything that somebody waits for; ``--nice`` sets another."""
MOST_MEMORY: Final = 256 * 1024 * 1024
"""The most bytes of address space; a search at the fifth level needs about a tenth."""


def main(most_memory: int = MOST_MEMORY, longest: float = LONGEST, nice: int = NICENESS) -> None:
    """Think until the input ends."""
    # Ctrl-C reaches the whole group of processes, and it is the bot that ends its children.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _give_way(nice)
    _bound_memory(most_memory)
    try:
        for line in sys.stdin:
            _end_after(longest)
            told = json.dumps(answer(line))
            _end_after(0)
            sys.stdout.write(told + "\n")
            sys.stdout.flush()
    except BrokenPipeError:
        # The parent is gone. Python would write once more as it ends, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# What only Unix has goes without saying elsewhere: the bot itself gives up on a child that takes too long.


def _give_way(nice: int) -> None:
    """Lower the process's priority, if the system allows it."""
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(nice)


def _bound_memory(most: int) -> None:
    """Limit the process's address space to ``most`` bytes, if the system can."""
    if resource is not None:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _end_after(seconds: float) -> None:
    """End the process after so many seconds of processor time, if the system can; 0 cancels that."""
    if hasattr(signal, "setitimer"):
        # The signal that comes then has no handler, so it ends the process.
        signal.setitimer(signal.ITIMER_PROF, seconds)


def answer(line: str) -> dict[str, Any]:
    """The answer to a line: a thought, the findings of a search, or the name of an error as ``error``."""
    try:
        asked = json.loads(line)
        if isinstance(asked, dict) and "nodes" in asked:  # a search for a review
            return {"seen": [asdict(seen) for seen in search(SearchJob(**asked))]}
        asked["seen"] = tuple(asked.get("seen", ()))
        return asdict(think(Job(**asked)))
    except (ValueError, TypeError, LookupError, AttributeError, MemoryError, RecursionError) as error:
        return {"error": type(error).__name__}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Think about jobs, one a line.")
    parser.add_argument("--nice", type=int, default=NICENESS)
    main(nice=parser.parse_args().nice)
