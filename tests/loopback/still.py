"""A bot with which the same things happen in the same way each time: its clock and its chance stand still.

Run as a process it is the bot of ``bot_process``, with a clock that moves only when it is turned and with
every number drawn from one seed. Through a connection of its own (to port ``LOOPBACK_PULSE``) it says when it
has nothing left to do, and sweeps only when it is asked to. :class:`Pulse` is the other end of it.
"""

from __future__ import annotations

import asyncio
import os
import random
import secrets
import sys
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final

from cogs.app import Tidepool
from tests.loopback import bot_process
from tests.loopback.resting import rests, sequence, until
from tests.loopback.server.clock import FollowingClock

NOON: Final = datetime(2031, 1, 6, 12, tzinfo=UTC)
"""When time stands still."""
SWEPT: Final = ("tournaments", "simuls", "offers", "front doors")
"""The jobs of features that a sweep does: those that begin matches, and what shows them."""
SETTINGS: Final = {"module": "tests.loopback.still", "loopback_sweep": "100000", "pythonhashseed": "0"}
"""What a process is to be started with, besides the port."""


def noon() -> datetime:
    """The time at which it stands still."""
    return NOON


# --- in the test's process -----------------------------------------------------------------------


class Pulse:
    """Asks a bot's process whether it is done, and to sweep. Open it before the process is started."""

    def __init__(self) -> None:
        self.port = 0
        self._bots_end: asyncio.Future[tuple[asyncio.StreamReader, asyncio.StreamWriter]]

    async def open(self) -> None:
        """Wait for the bot's connection."""
        self._bots_end = asyncio.get_running_loop().create_future()
        self._server = await asyncio.start_server(
            lambda *ends: self._bots_end.set_result(ends), "127.0.0.1", 0
        )
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """Let go of it."""
        if self._bots_end.done():
            self._bots_end.result()[1].close()
        self._server.close()

    async def ask(self, for_what: str, seen: int) -> None:
        """Return once the bot has seen so many events of the gateway and has nothing left to do.

        Before that it is to ``sweep``, or to ``begin``: what it still does when its start is over it does for
        ever.
        """
        reader, writer = await self._bots_end
        writer.write(f"{for_what} {seen}\n".encode())
        said = await reader.readline()
        assert said, "the bot's process ended"


# --- in the bot's process ------------------------------------------------------------------------


def main() -> int:
    """Run the bot until it is stopped; returns its exit code."""
    # It says so through the pulse alone: what it does for ever begins later here.
    os.environ.pop("LOOPBACK_REST", None)
    drawn = random.Random(0)
    # Whatever asks for numbers that nobody can foresee.
    for module, name, same in (
        (secrets, "choice", drawn.choice),
        (secrets, "randbits", drawn.getrandbits),
        (secrets, "token_bytes", drawn.randbytes),
        (secrets, "token_hex", lambda size=16: drawn.randbytes(size).hex()),
        (os, "urandom", drawn.randbytes),
    ):
        setattr(module, name, same)
    bot_process.FollowingClock = partial(FollowingClock, now=noon)  # type: ignore[misc,assignment]
    set_up = Tidepool.set_up

    async def setting_up(made: Tidepool) -> None:
        await set_up(made)
        ends = await asyncio.open_connection("127.0.0.1", int(os.environ["LOOPBACK_PULSE"]))
        made.answering = asyncio.create_task(_answer(made, *ends))  # type: ignore[attr-defined]

    Tidepool.set_up = setting_up  # type: ignore[method-assign,assignment]
    return bot_process.main()


async def _answer(made: Tidepool, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    lasting = asyncio.all_tasks()
    while line := await reader.readline():
        for_what, seen = line.split()
        if for_what == b"begin":
            begun = lasting
            await until(lambda: rests(made, 0, int(seen), begun))  # noqa: B023
            lasting = asyncio.all_tasks()
        elif for_what == b"sweep":
            upkeep: Any = made.get_cog("Upkeep")
            await upkeep._sweep()
            for job in made.app.features.jobs:
                if job.name in SWEPT:
                    await upkeep._of_feature(job).do(upkeep)
        # No event tells of the end of just any task.
        while sequence(made, 0) < int(seen) or asyncio.all_tasks() - lasting:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
        writer.write(b"done\n")


if __name__ == "__main__":
    sys.exit(main())
