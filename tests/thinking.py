"""Children that think in the process of the tests, in place of processes of their own."""

from __future__ import annotations

import json
from typing import Final

from computer.worker import answer

QUICK: Final = 3
"""The highest level that thinks for less than a second, whatever the position."""


class Here:
    """A child that answers a line at once, with what a process would say."""

    pid = None

    async def ask(self, line: bytes, patience: float) -> bytes:
        """The line that answers a line."""
        return json.dumps(answer(line.decode())).encode() + b"\n"

    async def stop(self) -> None:
        """Nothing is left to be killed."""


class Brief(Here):
    """A child for tests of all but the computer's skill: jobs that take seconds are done in a hurry."""

    async def ask(self, line: bytes, patience: float) -> bytes:
        """The line that answers a line."""
        job = json.loads(line)
        if job.get("level", 0) > QUICK:
            line = json.dumps(job | {"hurried": True}).encode()
        return await super().ask(line, patience)
