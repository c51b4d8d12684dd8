"""Stops a run's PostgreSQL server when the run is over: ``python keeper.py PID FOLDER``.

It waits by itself until the process ``PID`` is gone. Then it stops the server in the folder, if there is one,
and removes the folder. It needs nothing but Python.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

OFTEN = 0.2
STOPS_WITHIN = 20.0


def keep(run: int, folder: Path) -> None:
    """Wait until the run is over, and clear away its server."""
    while _is_there(run):
        time.sleep(OFTEN)
    # One that was just being made has written no number yet, and gets no further without its folder.
    with suppress(OSError, ValueError, IndexError):
        _stop(int((folder / "db" / "postmaster.pid").read_text().splitlines()[0]))
    shutil.rmtree(folder, ignore_errors=True)


def _stop(server: int) -> None:
    """Stop a server at once, and wait until it has ended."""
    os.kill(server, signal.SIGQUIT)
    end = time.monotonic() + STOPS_WITHIN
    while _is_there(server) and time.monotonic() < end:
        time.sleep(OFTEN)


def _is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def main() -> None:
    """Leave the one who asked, and its terminal, and keep."""
    if os.fork() == 0:
        os.setsid()
        os.chdir("/")
        with Path(os.devnull).open("r+") as nothing:
            for stream in (0, 1, 2):
                os.dup2(nothing.fileno(), stream)
        keep(int(sys.argv[1]), Path(sys.argv[2]))


if __name__ == "__main__":
    main()
