"""Bots that start in a moment: a process that has read all their code splits off one each time it is asked.

``python bot.py`` spends most of its start on reading code, the same each time. Run as a process this is the
one that splits; it is told what to do in lines of JSON and says in lines what became of whom. What is split
off has its own environment, folder and log, and nothing of another bot. :class:`Nursery` is the other end.
"""

from __future__ import annotations

import atexit
import contextlib
import faulthandler
import json
import os
import random
import select
import signal
import subprocess
import sys
import threading
from functools import cache
from pathlib import Path
from typing import Any, Final

import cogs
from tests import SPLIT_OFF
from tests.loopback import bot_process

MODULE: Final = "tests.loopback.bot_process"
"""What is split off runs as this would."""
ROOT: Final = Path(__file__).parents[2]


# --- in the test's process -----------------------------------------------------------------------


class Child:
    """A process that was split off, used as one that ``subprocess`` started."""

    def __init__(self, nursery: Nursery) -> None:
        self._nursery = nursery
        self.begun = threading.Event()
        self.pid = 0
        self.code: int | None = None

    def poll(self) -> int | None:
        """How it ended: None if it runs, minus the signal if it was killed."""
        return self.code

    def send_signal(self, how: signal.Signals) -> None:
        """Send it a signal. Nothing happens if it has ended."""
        self._nursery.ask(signal=how, pid=self.pid)


class Nursery:
    """Starts bots. One is enough for all tests of a process: see :func:`nursery`."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.loopback.nursery"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._asking = threading.Lock()
        self._unborn: list[Child] = []
        self._children: dict[int, Child] = {}
        threading.Thread(target=self._listen, daemon=True).start()
        atexit.register(self._close)

    def start(self, environment: dict[str, str], folder: Path, log: Path) -> Child:
        """Split off a bot with this environment, in ``folder``, whose output is added to ``log``."""
        sys.audit(SPLIT_OFF)
        child = Child(self)
        self._unborn.append(child)
        # There is no other way to look at it.
        os.umask(umask := os.umask(0o077))
        self.ask(environment=environment, folder=str(folder), log=str(log), umask=umask)
        child.begun.wait()
        return child

    def ask(self, **what: Any) -> None:
        """Send one line."""
        assert self._process.stdin is not None
        with self._asking:
            self._process.stdin.write(json.dumps(what).encode() + b"\n")
            self._process.stdin.flush()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            what, pid, *code = line.split()
            if what == b"begun":
                child = self._children[int(pid)] = self._unborn.pop(0)
                child.pid = int(pid)
                child.begun.set()
            else:
                child = self._children.pop(int(pid))
                child.code = int(code[0])

    def _close(self) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        self._process.wait()


@cache
def nursery() -> Nursery:
    """The one of this process, started when it is first needed."""
    return Nursery()


# --- in the process that splits ------------------------------------------------------------------


def serve() -> dict[str, Any] | None:
    """Do as asked until nobody asks any more; returns in each process split off, with what it is to be."""
    waking, woken = os.pipe()
    for end in (waking, woken):
        os.set_blocking(end, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(woken, warn_on_full_buffer=False)
    # A terminal sends Ctrl-C to all its processes; this one ends with the tests.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    living: set[int] = set()
    rest = b""
    while True:
        ready, _, _ = select.select([sys.stdin.fileno(), waking], [], [])
        if waking in ready:
            os.read(waking, 1000)
            for pid in list(living):
                ended, status = os.waitpid(pid, os.WNOHANG)
                if ended:
                    living.discard(pid)
                    _say(f"ended {pid} {os.waitstatus_to_exitcode(status)}")
        if sys.stdin.fileno() not in ready:
            continue
        if not (read := os.read(sys.stdin.fileno(), 100_000)):
            break
        *lines, rest = (rest + read).split(b"\n")
        for line in lines:
            asked: dict[str, Any] = json.loads(line)
            if "signal" in asked:
                if asked["pid"] in living:
                    os.kill(asked["pid"], asked["signal"])
            elif pid := os.fork():
                living.add(pid)
                _say(f"begun {pid}")
            else:
                signal.set_wakeup_fd(-1)
                os.close(waking)
                os.close(woken)
                return asked
    for pid in living:
        os.kill(pid, signal.SIGKILL)
    return None


def _say(line: str) -> None:
    os.write(sys.stdout.fileno(), line.encode() + b"\n")


def become(environment: dict[str, str], folder: str, log: str, umask: int) -> None:
    """Make this process, which was just split off, one that was started with all this."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    nothing = os.open(os.devnull, os.O_RDONLY)
    said = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
    for opened, taken in ((nothing, 0), (said, 1), (said, 2)):
        os.dup2(opened, taken)
    os.close(nothing)
    os.close(said)
    os.chdir(folder)
    os.umask(umask)
    os.environ.clear()
    os.environ.update(environment)
    faulthandler.enable()
    random.seed(0)


def main() -> int:
    """Split off bots until nobody asks any more; in each of them, run it. Returns the exit code."""
    cogs.extensions()  # the bot reads them when it is built; they are read here once for all
    asked = serve()
    if asked is None:
        return 0
    become(**asked)
    return bot_process.main()


if __name__ == "__main__":
    sys.exit(main())
