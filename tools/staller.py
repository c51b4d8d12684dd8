"""A simulated busy host: runs a command and stops its processes now and then.

``python -m tools.staller --seed 3 -- make test`` stops, every 5 to 15 seconds and for 0.5 to 4 seconds, all
processes of the command, or only the testers, or all but the testers (bots, workers, browsers, servers). The
seed decides when it stops which of them. For Linux only: it reads ``/proc``.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import random
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

EVERY: Final = (5.0, 15.0)
"""The seconds between two stops, at least and at most."""
LASTING: Final = (0.5, 4.0)
"""The seconds of a stop, at least and at most."""
PR_SET_CHILD_SUBREAPER: Final = 36
"""From ``linux/prctl.h``: orphaned processes, such as servers in the background, become our children."""
STOPPED: Final = frozenset("TtXZ")
"""The states in ``/proc/PID/stat`` of stopped and dead processes; a test may have stopped them itself."""


def is_tester(pid: int) -> bool:
    """True if a process runs tests: pytest itself, or one of the processes of xdist."""
    command = _read(pid, "cmdline").split("\0")
    return "pytest" in command or any(word.startswith("import sys;exec(eval(") for word in command)


WHO: Final[dict[str, Callable[[int], bool]]] = {
    "all": lambda pid: True,
    "the testers": is_tester,
    "all but the testers": lambda pid: not is_tester(pid),
}


def main() -> int:
    """Run the command with its stops, and return its exit code."""
    parser = argparse.ArgumentParser(description="Run a command on a machine that stalls.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("command", nargs="+")
    asked = parser.parse_args()
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    chance, stops = random.Random(asked.seed), 0
    running = subprocess.Popen(asked.command)
    while not _ends_within(running, chance.uniform(*EVERY)):
        name, seconds = chance.choice(list(WHO)), chance.uniform(*LASTING)
        stopped = [pid for pid in running_below(os.getpid()) if WHO[name](pid)]
        try:
            _send(stopped, signal.SIGSTOP)
            time.sleep(seconds)
        finally:
            _send(stopped, signal.SIGCONT)
        stops += 1
    print(f"The machine stalled {stops} times, by seed {asked.seed}.", flush=True)
    return running.returncode


def _ends_within(running: subprocess.Popen[bytes], seconds: float) -> bool:
    with suppress(subprocess.TimeoutExpired):
        running.wait(seconds)
    return running.returncode is not None


def running_below(pid: int) -> list[int]:
    """The ids of all processes below one that are not stopped."""
    children: dict[int, list[int]] = defaultdict(list)
    stopped = set()
    for folder in Path("/proc").glob("[0-9]*"):
        # The program's name is in brackets and may contain anything; the state and the parent follow it.
        state, _, rest = _read(int(folder.name), "stat").rpartition(")")[2].strip().partition(" ")
        if rest:
            children[int(rest.split()[0])].append(int(folder.name))
            if state in STOPPED:
                stopped.add(int(folder.name))
    found = [pid]
    for parent in found:
        found += children[parent]
    return [one for one in found[1:] if one not in stopped]


def _read(pid: int, name: str) -> str:
    try:
        return Path(f"/proc/{pid}/{name}").read_text()
    except OSError:
        return ""  # the process has ended


def _send(pids: list[int], what: signal.Signals) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, what)


if __name__ == "__main__":
    sys.exit(main())
