"""Children that think, so that the process that asks them never does: its event loop is never held.

A child that dies, or thinks for too long, is replaced, and its job is given to another one once more.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import sys
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from computer.core import Job, Thought

log = logging.getLogger(__name__)

PATIENCE: Final = 10.0
"""Seconds that a child has for a job."""
TRIES: Final = 2
"""Children that a job is given to before it is given up."""
MOST_WAITING: Final = 200
"""Jobs that may wait at a time."""
_LONGEST_LINE: Final = 1024 * 1024


class BusyError(Exception):
    """More jobs wait than there may."""


class ThinkingError(Exception):
    """A job that no child could answer; its text names the error and nothing of the job."""


@dataclass
class _Child:
    """One child process, started when it is first needed."""

    process: asyncio.subprocess.Process | None = None

    async def ask(self, job: Job, patience: float) -> Thought:
        """The thought about a job. Raises ThinkingError, and then the child is gone."""
        try:
            process = await self._running()
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(json.dumps(asdict(job)).encode() + b"\n")
            async with asyncio.timeout(patience):
                await process.stdin.drain()
                line = await process.stdout.readline()
            answer: dict[str, Any] = json.loads(line)
        except (OSError, TimeoutError, ValueError) as error:
            await self.stop()
            raise ThinkingError(f"a worker was replaced ({type(error).__name__})") from None
        except asyncio.CancelledError:
            await self.stop()  # else its answer would be taken for that of the next job
            raise
        if "error" in answer:
            raise ThinkingError(f"a job could not be thought about ({answer['error']})")
        return Thought(tuple(answer["actions"]), answer["value"], answer["nodes"])

    async def _running(self) -> asyncio.subprocess.Process:
        if self.process is None or self.process.returncode is not None:
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "computer.worker"),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=_LONGEST_LINE,
            )
        return self.process

    async def stop(self) -> None:
        """Kill the child, if there is one."""
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


@dataclass
class Workers:
    """So many children at most, each thinking about one job at a time."""

    number: int
    patience: float = PATIENCE
    _idle: list[_Child] = field(init=False)
    _free: asyncio.Semaphore = field(init=False)
    _waiting: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self._idle = [_Child() for _ in range(self.number)]
        self._free = asyncio.Semaphore(self.number)

    @property
    def waiting(self) -> int:
        """The jobs that are waiting or being thought about."""
        return self._waiting

    async def think(self, job: Job) -> Thought:
        """The thought about a job. Raises BusyError, or ThinkingError once no child could answer."""
        if self._waiting >= MOST_WAITING:
            raise BusyError(f"{self._waiting} jobs are waiting")
        self._waiting += 1
        try:
            async with self._free:
                return await self._asked(job)
        finally:
            self._waiting -= 1

    async def _asked(self, job: Job) -> Thought:
        child = self._idle.pop()
        try:
            for left in reversed(range(TRIES)):
                try:
                    return await child.ask(job, self.patience)
                except ThinkingError as error:
                    log.warning("%s, game=%s level=%s", error, job.game, job.level)
                    if not left:
                        raise
            raise AssertionError("unreachable: the last try returns or raises")
        finally:
            self._idle.append(child)

    async def close(self) -> None:
        """Kill all children."""
        for child in self._idle:
            await child.stop()
