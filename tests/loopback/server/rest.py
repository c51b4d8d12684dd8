"""Asks bots whether they have nothing left to do: they say so themselves, instead of being waited for.

:class:`Rest` is one end of the connection, for all the bots of one loopback Discord. The other, in a bot's
process, is ``tests/loopback/resting.py``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from itertools import count
from typing import Final

LOCKED_OUT: Final = "locked-out"
"""All its requests are answered, and it has something to write into the database, which is locked."""
STOPPING: Final = "stopping"


class Rest:
    """Asks bots whether they have nothing left to do."""

    def __init__(self) -> None:
        self.port = 0
        self._bots: dict[str, asyncio.StreamWriter] = {}
        self._asked: dict[int, tuple[str, asyncio.Future[None]]] = {}
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

    @property
    def bots(self) -> list[str]:
        """The names of those that tell of themselves."""
        return list(self._bots)

    async def ask(self, name: str, shard: int, seen: int) -> None:
        """Return once a bot has seen so many events of a shard's session and has nothing left to do.

        So does one that ends meanwhile.
        """
        await self._told(name, f"{shard} {seen}")

    async def give(self, name: str, deadlines: Mapping[str, float]) -> None:
        """Give a bot other deadlines from now on."""
        await self._told(name, ",".join(f"{each}={seconds}" for each, seconds in deadlines.items()))

    async def says(self, name: str, word: str) -> None:
        """Return once a bot says a word: that it is :data:`LOCKED_OUT`, or :data:`STOPPING`."""
        await self._told(name, word)

    async def _told(self, name: str, what: str) -> None:
        number = next(self._numbers)
        told: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._asked[number] = name, told
        try:
            self._bots[name].write(f"{number} {what}\n".encode())
            await told
        finally:
            del self._asked[number]

    def _note(self, number: int) -> None:
        if number in self._asked and not self._asked[number][1].done():
            self._asked[number][1].set_result(None)

    async def _listen(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        name = (await reader.readline()).decode().strip()
        self._bots[name] = writer
        try:
            while line := await reader.readline():
                self._note(int(line))
        except ConnectionError:
            pass  # it was killed
        finally:
            if self._bots.get(name) is writer:
                del self._bots[name]
                for number in [number for number, (of, _) in self._asked.items() if of == name]:
                    self._note(number)
            writer.close()
