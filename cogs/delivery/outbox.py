"""Does claimed work item by item and handles refusals and outages of Discord.

The items are claimed (``data.outbox``): one that is neither done nor given back comes up again when its claim
expires.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, TypeVar

import discord

from cogs.connection.state import ConnectionState
from cogs.kit.errors import UNSENT
from cogs.kit.failures import is_outage
from matches import StoreUnavailableError

Item = TypeVar("Item")


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

    Calls ``refused`` for an item that Discord refuses, ``broken`` for one that fails by a bug of the bot.
    Raises StoreUnavailableError.
    """
    for item in items:
        try:
            await do(item)
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


def backoff(first: timedelta, tries: int, longest: timedelta) -> timedelta:
    """The wait after so many failed tries: doubles each time, from ``first`` up to ``longest``."""
    return min(first * 2 ** min(tries - 1, 16), longest)
