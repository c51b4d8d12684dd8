"""Tells whether a bot's process has nothing left to do.

:func:`tell` answers over a connection of its own (see ``LOOPBACK_REST``) each time it is asked by ``Rest``
(``server/rest.py``). A bot that sweeps all the time has nothing left to do when a whole round of each loop
that began after it was asked is over.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from functools import wraps
from typing import Any, Final

from discord.ext import tasks

from cogs import upkeep
from cogs.app import Tidepool
from cogs.connection.gateway import TASK
from tests.loopback.server.rest import LOCKED_OUT, STOPPING
from tests.patience import give

OFTEN: Final = ("sweep", "tidying", "roles", "thinking")
"""The jobs that a bot does again and again where it sweeps all the time."""
OF_FEATURES: Final = ("ladders", "front doors", "tournaments", "simuls", "offers")
"""The same of features, as long as those are there."""
LOOK_AGAIN: Final = 0.003
"""Seconds. No event tells of the end of just any task."""


def often(cog: Any) -> list[str]:
    """The jobs of a bot that it does again and again."""
    return [*OFTEN, *(name for name in OF_FEATURES if name in cog.loops)]


class Rounds:
    """Counts the rounds of what a bot does again and again: those that began, and the last that is over."""

    def __init__(self, made: Tidepool) -> None:
        self._begun: Counter[str] = Counter()
        self._over: Counter[str] = Counter()
        self._left_out: set[str] = set()
        found: Any = made.get_cog("Upkeep")
        names = {found.loops[name]: name for name in often(found)}
        follows_at_once = upkeep._follows_at_once

        def follows(loop: tasks.Loop[Any]) -> bool:
            """Note a round in which nothing is done, since the next one is due already."""
            if (left_out := follows_at_once(loop)) and loop in names:
                self._left_out.add(names[loop])
            return left_out

        upkeep._follows_at_once = follows
        for loop, name in names.items():
            loop.coro = self._counted(name, loop.coro)

    def begun(self) -> Mapping[str, int]:
        """How many of each began until now."""
        return Counter(self._begun)

    def went_round(self, since: Mapping[str, int]) -> bool:
        """Whether of each one is over that began after those."""
        return all(over > since[name] for name, over in self._over.items())

    def _counted(self, name: str, does: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        self._over[name] = 0

        @wraps(does)
        async def counted(*given: Any) -> Any:
            self._begun[name] += 1
            number = self._begun[name]
            self._left_out.discard(name)
            try:
                return await does(*given)
            finally:
                if name not in self._left_out:
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
    asked: set[asyncio.Task[None]] = set()

    async def answer(number: str, *what: str) -> None:
        if what[0] in WORDS:
            await until(lambda: WORDS[what[0]](made))
        elif len(what) == 1:
            give(made.app.deadlines, what[0])
        else:
            await rest(*map(int, what))
        writer.write(f"{number}\n".encode())

    async def rest(shard: int, seen: int) -> None:
        since = rounds.begun() if rounds is not None else {}
        await until(lambda: rounds is None or rounds.went_round(since))
        await until(lambda: rests(made, shard, seen, lasting))

    while line := await reader.readline():
        task = asyncio.create_task(answer(*line.decode().split()), name=f"{TASK}rest")
        asked.add(task)
        task.add_done_callback(asked.discard)


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds of the bot."""
    while not holds():  # noqa: ASYNC110
        await asyncio.sleep(LOOK_AGAIN)


def _is_locked_out(made: Tidepool) -> bool:
    store: Any = made._store
    return not made.budget._begun and store._kind._writer.given > 0


WORDS: Final[Mapping[str, Callable[[Tidepool], bool]]] = {
    LOCKED_OUT: _is_locked_out,
    STOPPING: lambda made: made.stopping,
}
"""Whether they are true of a bot."""


def sequence(made: Tidepool, shard: int) -> int:
    """The events that a bot has seen of a shard's session."""
    known = made.shards.get(shard)
    return 0 if known is None else known._parent.ws.sequence or 0


def rests(made: Tidepool, shard: int, seen: int, lasting: set[asyncio.Task[Any]]) -> bool:
    """Whether it has seen so much of a shard, and neither a sweep nor anything that ends by itself goes on.

    The first sweep shows what was left by the process before, so it must be over.
    """
    found: Any = made.get_cog("Upkeep")
    return (
        made.is_ready()
        and sequence(made, shard) >= seen
        and not found._fresh
        and not made.app.in_flight.busy
        and not [task for task in asyncio.all_tasks() - lasting if not task.get_name().startswith(TASK)]
    )
