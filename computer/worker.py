"""The search child, ``python -m computer.worker``: a job a line comes in, its thought a line goes out.

It is started by :mod:`computer.workers`, has a low priority and a bound on its memory, and knows nothing but
the jobs. A line that cannot be read, or a job that cannot be thought about, is answered by its error's name.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import resource
import signal
import sys
from dataclasses import asdict
from typing import Any, Final

from computer.core import Job
from computer.look import look
from computer.looks import Look
from computer.think import think

LONGEST: Final = 15.0
"""Seconds of a processor that a job may take; then the child ends. On a busy machine that can be a while."""
NICENESS: Final = 10
"""Below everything else on the machine that somebody waits for; ``--nice`` says another."""
MOST_MEMORY: Final = 256 * 1024 * 1024
"""The most bytes of addresses; a search at the fifth level needs about a tenth."""


def main(most_memory: int = MOST_MEMORY, longest: float = LONGEST, nice: int = NICENESS) -> None:
    """Think until the input ends."""
    # Ctrl-C reaches the whole group of processes, and it is the bot that ends its children.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError):  # a service may be forbidden to change any priority
        os.nice(nice)
    with contextlib.suppress(OSError, ValueError):  # not every system can hold this bound
        resource.setrlimit(resource.RLIMIT_AS, (most_memory, most_memory))
    try:
        for line in sys.stdin:
            # The signal that comes then is handled by nobody, so it ends the process.
            signal.setitimer(signal.ITIMER_PROF, longest)
            told = json.dumps(answer(line))
            signal.setitimer(signal.ITIMER_PROF, 0)
            sys.stdout.write(told + "\n")
            sys.stdout.flush()
    except BrokenPipeError:
        # Whoever asked is gone. Python would write once more as it ends, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def answer(line: str) -> dict[str, Any]:
    """The answer to a line: a thought, what was seen, or ``{"error": …}`` with the name of the trouble."""
    try:
        asked = json.loads(line)
        if isinstance(asked, dict) and "nodes" in asked:  # a look at a match that is over
            return {"seen": [asdict(seen) for seen in look(Look(**asked))]}
        asked["seen"] = tuple(asked.get("seen", ()))
        return asdict(think(Job(**asked)))
    except (ValueError, TypeError, LookupError, AttributeError, MemoryError, RecursionError) as error:
        return {"error": type(error).__name__}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Think about jobs, one a line.")
    parser.add_argument("--nice", type=int, default=NICENESS)
    main(nice=parser.parse_args().nice)
