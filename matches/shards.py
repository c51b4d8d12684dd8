"""Shards: the parts into which a bot's servers are split, and which of them a process sees to.

Discord settles which shard a server belongs to: https://discord.com/developers/docs/events/gateway#sharding
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from matches.intervals import Interval
from matches.model import GuildId

TIMESTAMP_FROM: Final = 22
"""The bit of an id from which on it tells when it was made."""


def shard_of(guild_id: GuildId, count: int) -> int:
    """The shard of a server, where there are ``count``."""
    return (guild_id >> TIMESTAMP_FROM) % count


@dataclass(frozen=True, slots=True)
class Shards:
    """Some of the ``count`` shards of a bot, by number: ``numbers``, in their order."""

    count: int = 1
    numbers: tuple[int, ...] = (0,)

    @classmethod
    def of(cls, count: int, numbers: Iterable[int]) -> Shards:
        """These shards of ``count``."""
        return cls(count, tuple(sorted(set(numbers))))

    @property
    def complete(self) -> bool:
        """True if they are all that there are."""
        return len(self.numbers) == self.count

    def has(self, guild_id: GuildId) -> bool:
        """True if a server belongs to one of them."""
        return shard_of(guild_id, self.count) in self.numbers


ALL: Final = Shards()
"""All servers: one shard, and that one."""


@dataclass(frozen=True, slots=True)
class ShardStop:
    """A time at which one shard was down: all clocks of its servers stood still."""

    count: int
    number: int
    stop: Interval


@dataclass(frozen=True, slots=True)
class ShardLife:
    """The downtimes of single shards, those of one earliest first, and the last sign of life of each.

    ``alive_at`` speaks of the latest ``count`` only.
    """

    count: int = 1
    stops: tuple[ShardStop, ...] = ()
    alive_at: tuple[tuple[int, datetime], ...] = ()


NONE: Final = Shards(1, ())
"""No server at all."""


class Territory:
    """The servers of this process: all of them, unless it shares them with others.

    ``mine`` are the shards whose cards it posts. ``shards`` are those of them whose deadlines and downtimes
    it sees to at the moment: what people do in their servers arrives, and its hold on them has not run out.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.mine = ALL
        self._now = now
        self._there = ALL
        self._held_until: float | None = None

    @property
    def shards(self) -> Shards:
        """The shards that it sees to just now; none once its hold has run out, whatever it was told last.

        Looked up by its own clock each time: a process that was held up itself must not go on with what
        others have taken over meanwhile, not even until somebody tells it.
        """
        return NONE if self.lapsed else self._there

    @shards.setter
    def shards(self, there: Shards) -> None:
        self._there = there

    @property
    def lapsed(self) -> bool:
        """True if its hold on its shards has run out: others may see to them by now."""
        return self._held_until is not None and self._now() > self._held_until

    def hold(self, until: float) -> None:
        """Note until when its shards are its own, in seconds of its clock. Unless told, they always are."""
        self._held_until = until

    def has(self, guild_id: GuildId) -> bool:
        """True if this process posts in a server."""
        return self.mine.has(guild_id)
