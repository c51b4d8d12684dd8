"""A worker in a process of its own, to be started, killed at any moment, stopped and looked at."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Final

from cogs.config import Settings

ROOT: Final = Path(__file__).parents[2]
SETTINGS: Final = {name.upper() for name in Settings.model_fields}


class WorkerProcess:
    """A worker as ``python worker.py`` starts it, whose children keep its priority.

    It can be started again after it ended; its log goes on in one file. They think once the file ``held`` is
    there, if one is named.
    """

    def __init__(
        self,
        folder: Path,
        database_url: str,
        *,
        name: str = "worker",
        held: Path | None = None,
        **settings: str,
    ) -> None:
        self.name = name
        self._module = ("tests.priority", "worker") if held is None else ("tests.workers.held", str(held))
        self._folder = folder
        self._log_file = folder / f"{name}.log"
        self._settings = {"DATABASE_URL": database_url, "JOBS": "workers", "WORKER_JOBS": "1"} | {
            key.upper(): value for key, value in settings.items()
        }
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def log(self) -> str:
        """All that it said."""
        return self._log_file.read_text() if self._log_file.exists() else ""

    @property
    def pid(self) -> int:
        """The number of its process, which was started."""
        assert self._process is not None
        return self._process.pid

    def launch(self) -> None:
        """Start it and wait for nothing."""
        kept = {name: value for name, value in os.environ.items() if name.upper() not in SETTINGS}
        with self._log_file.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", *self._module],
                cwd=self._folder,
                env={**kept, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1", **self._settings},
                stdout=log,
                stderr=log,
            )

    async def start(self) -> None:
        """Start it, and wait until it takes up jobs."""
        said = self.log.count("taking up jobs")
        self.launch()
        while self.log.count("taking up jobs") == said:
            assert self._process is not None
            assert self._process.poll() is None, self.log
            await asyncio.sleep(0.02)

    def send(self, how: signal.Signals) -> None:
        """Send it a signal, if it runs."""
        assert self._process is not None
        if self._process.poll() is None:
            self._process.send_signal(how)

    async def ended(self) -> int:
        """Wait until it has ended; returns its exit code."""
        assert self._process is not None
        return await asyncio.to_thread(self._process.wait)

    async def kill(self) -> None:
        """``kill -9``, if it runs."""
        if self._process is not None:
            self.send(signal.SIGKILL)
            await self.ended()

    async def terminate(self) -> int:
        """Ask it to end, as a service manager does; returns its exit code."""
        self.send(signal.SIGTERM)
        return await self.ended()
