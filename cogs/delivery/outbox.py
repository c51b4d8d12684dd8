"""Does claimed work item by item and handles refusals and outages of Discord.

The items are claimed (``data.outbox``): one that is neither done nor given back comes up again when its claim
expires.
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

import discord

from cogs.connection.state import ConnectionState
from cogs.kit.errors import UNSENT
from cogs.kit.failures import is_outage
from cogs.kit.turns import OneByOne
from matches import Clock, StoreUnavailableError
from matches.errors import DamagedError

if TYPE_CHECKING:
    from cogs.app import App

AFTER_A_BUG: Final = timedelta(minutes=10)
"""The rest of an item that failed by a bug, or that can't be read."""

Item = TypeVar("Item")
Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class LogLines:
    """The log lines for an item that was not done.

    ``item`` names it, with a placeholder for each of its ``ids``; ``refused`` is for a refusal by Discord,
    ``broken`` for a bug of the bot.
    """

    log: logging.Logger
    item: str
    ids: Callable[[Any], tuple[object, ...]]
    refused: str
    broken: str

    def tell(self, item: object, what: str, error: Exception) -> None:
        """Log why an item was not done: as a warning, or for discord.NotFound as information."""
        level = logging.INFO if isinstance(error, discord.NotFound) else logging.WARNING
        self.log.log(level, f"{self.item} {what}: %s", *self.ids(item), error)


async def work_through(
    items: Iterable[Item],
    do: Callable[[Item], Awaitable[object]],
    connection: ConnectionState,
    lines: LogLines,
    *,
    refused: Callable[[Item], Awaitable[object]] | None = None,
    broken: Callable[[Item], Awaitable[object]] | None = None,
) -> bool:
    """Do one item after the other; stops and returns False if Discord is down, else returns True.

    Calls ``refused`` for an item that Discord refuses, ``broken`` for one that fails by a bug of the bot or
    that can't be read. Raises StoreUnavailableError.
    """
    for item in items:
        try:
            await do(item)
        except DamagedError as error:  # the others may be whole
            lines.tell(item, lines.broken, error)
            if broken is not None:
                await broken(item)
        except StoreUnavailableError:
            raise
        except UNSENT as error:
            connection.failed(error)
            if is_outage(error):
                lines.tell(item, "waits for Discord", error)
                return False
            lines.tell(item, lines.refused, error)
            if refused is not None:
                await refused(item)
        except Exception:  # one bad item must not keep the others waiting
            lines.log.exception(f"{lines.item} {lines.broken}", *lines.ids(item))
            if broken is not None:
                await broken(item)
    return True


class ClaimedWork(ABC, Generic[Key]):
    """Does claimed items of a kind. Raises no Discord errors: what can't be done now is done later."""

    also_offline: ClassVar = False
    """True if an item that is attended to is tried even while Discord is down."""

    def __init__(
        self,
        app: App,
        lines: LogLines,
        due: Callable[[int], Awaitable[Sequence[Key]]],
        claim: Callable[[Key], Awaitable[bool]],
    ) -> None:
        """``due`` claims due items, so many at most, ``claim`` one, due or not, unless a process has it."""
        self._app, self._lines, self._due, self._claim = app, lines, due, claim
        self._turns = OneByOne[Key]()

    async def keep_up(self, limit: int) -> None:
        """Do the items that are due, at most ``limit``."""
        await work_through(await self._due(limit), self._go_on, self._app.connection, self._lines)

    async def attend(self, key: Key) -> None:
        """Do an item at once, as after a user's change; what fails is left to the next round."""
        async with self._turns.turn(key):
            try:
                if (self._app.connection or self.also_offline) and await self._claim(key):
                    await work_through([key], self._go_on, self._app.connection, self._lines)
            except StoreUnavailableError as error:
                self._log_left(key, error)

    def _log_left(self, key: Key, error: StoreUnavailableError) -> None:
        line = f"{self._lines.item} is left to the next round: %s"
        self._lines.log.warning(line, *self._lines.ids(key), error.advice)

    @abstractmethod
    async def _go_on(self, key: Key, /) -> None:
        """Do all that a claimed item needs, and give it back."""


class Resting(Generic[Key]):
    """Items that can't be done for now, each until it may be tried again: kept in memory only.

    A round is given as many more as rest, so that these take no other's place.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._until: dict[Key, datetime] = {}

    def __contains__(self, item: object) -> bool:
        return item in self._until and self._clock() < self._until[item]

    async def rest(self, item: Key, wait: timedelta = AFTER_A_BUG) -> None:
        """Leave an item alone for a while."""
        self._until[item] = self._clock() + wait

    async def others(self, find: Callable[[int], Awaitable[Sequence[Key]]], limit: int) -> list[Key]:
        """The first items of those that ``find`` finds that don't rest, at most ``limit``."""
        now = self._clock()
        self._until = {item: until for item, until in self._until.items() if until > now}
        found = await find(limit + len(self._until))
        return [item for item in found if item not in self._until][:limit]


def backoff(first: timedelta, tries: int, longest: timedelta) -> timedelta:
    """The wait after so many failed tries: doubles each time, from ``first`` up to ``longest``."""
    return min(first * 2 ** min(tries - 1, 16), longest)
