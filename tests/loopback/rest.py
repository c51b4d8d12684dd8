"""Whether a bot's process has nothing left to do: it says so itself, instead of being waited for.

In the process, :func:`tell` answers over a connection of its own (see ``LOOPBACK_REST``) each time it is
asked. One that sweeps all the time has nothing left to do when a whole round of each loop that began after it
was asked is over. :class:`Rest` is the other end of it, for all the bots of one loopback Discord.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from itertools import count
from typing import Any, Final

from cogs.app import Tidepool
from cogs.ops.gateway import TASK

LOOK_AGAIN: Final = 0.003
"""Seconds. No event tells of the end of just any task."""


# --- in the test's process -----------------------------------------------------------------------


class Rest:
    """Asks bots whether they have nothing left to do."""

    def __init__(self) -> None:
        self.port = 0
        self._bots: dict[str, asyncio.StreamWriter] = {}
        self._asked: dict[int, asyncio.Future[None]] = {}
        self._numbers = count()

    async def open(self) -> None:
        """Wait for the bots' connections."""
        self._server = await asyncio.start_server(self._listen, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    def close(self) -> None:
        """Let go of them."""
        self._server.close()
        for writer in self._bots.values():
            writer.close()

    def knows(self, name: str) -> bool:
        """Whether a bot of this name tells of itself."""
        return name in self._bots

    async def ask(self, name: str, shard: int, seen: int) -> None:
        """Return once a bot has seen so many events of a shard's session and has nothing left to do."""
        number = next(self._numbers)
        self._asked[number] = asyncio.get_running_loop().create_future()
        try:
            self._bots[name].write(f"{number} {shard} {seen}\n".encode())
            await self._asked[number]
        finally:
            del self._asked[number]

    async def _listen(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        name = (await reader.readline()).decode().strip()
        self._bots[name] = writer
        try:
            while line := await reader.readline():
                asked = self._asked.get(int(line))
                if asked is not None and not asked.done():
                    asked.set_result(None)
        except ConnectionError:
            pass  # it was killed
        finally:
            if self._bots.get(name) is writer:
                del self._bots[name]
            writer.close()


# --- in the bot's process ------------------------------------------------------------------------


class Rounds:
    """Counts the rounds of what a bot does again and again: those that began, and the last that is over."""

    def __init__(self, made: Tidepool) -> None:
        self._begun: Counter[str] = Counter()
        self._over: Counter[str] = Counter()
        for of, name in (
            (made.get_cog("Upkeep"), "_sweep"),
            (made.app.tidier, "tidy"),
            (made.app.pinned_lists, "keep_up"),
            (made.app.rating_roles, "keep_up"),
        ):
            setattr(of, name, self._counted(f"{type(of).__name__}.{name}", getattr(of, name)))

    def begun(self) -> Mapping[str, int]:
        """How many of each began until now."""
        return Counter(self._begun)

    def went_round(self, since: Mapping[str, int]) -> bool:
        """Whether of each one is over that began after those."""
        return all(over > since[name] for name, over in self._over.items())

    def _counted(self, name: str, does: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        self._over[name] = 0

        async def counted(*given: Any) -> Any:
            self._begun[name] += 1
            number = self._begun[name]
            try:
                return await does(*given)
            finally:
                self._over[name] = number

        return counted


async def tell(made: Tidepool, name: str, port: int, rounds: Rounds | None = None) -> None:
    """Answer from now on, when all that the bot does for ever has been begun.

    With ``rounds``, it sweeps all the time.
    """
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"{name}\n".encode())
    made.telling = asyncio.create_task(_answer(made, reader, writer, rounds))  # type: ignore[attr-defined]


async def _answer(
    made: Tidepool, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, rounds: Rounds | None
) -> None:
    lasting = asyncio.all_tasks()
    while line := await reader.readline():
        number, shard, seen = map(int, line.split())
        since = rounds.begun() if rounds is not None else {}
        while rounds is not None and not rounds.went_round(since):  # noqa: ASYNC110
            await asyncio.sleep(LOOK_AGAIN)
        while not _rests(made, shard, seen, lasting):  # noqa: ASYNC110
            await asyncio.sleep(LOOK_AGAIN)
        writer.write(f"{number}\n".encode())


def sequence(made: Tidepool, shard: int) -> int:
    """The events that a bot has seen of a shard's session."""
    known = made.shards.get(shard)
    return 0 if known is None else known._parent.ws.sequence or 0


def _rests(made: Tidepool, shard: int, seen: int, lasting: set[asyncio.Task[Any]]) -> bool:
    """Whether it has seen so much of a shard, and neither a sweep nor anything that ends by itself goes on.

    The first sweep shows what was left by the process before, so it must be over.
    """
    upkeep: Any = made.get_cog("Upkeep")
    return (
        made.is_ready()
        and sequence(made, shard) >= seen
        and not upkeep._fresh
        and not made.app.in_flight.busy
        and not [task for task in asyncio.all_tasks() - lasting if not task.get_name().startswith(TASK)]
    )
