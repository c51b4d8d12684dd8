"""Shards: the parts into which a bot's servers are split, and which of them a process serves.

Discord defines which shard a server belongs to: https://discord.com/developers/docs/events/gateway#sharding
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from matches.model import GuildId
from matches.time.intervals import Interval

TIMESTAMP_FROM: Final = 22
"""The bit of a Discord id where its timestamp begins."""


def shard_of(guild_id: GuildId, count: int) -> int:
    """The shard of a server, out of ``count``."""
    return (guild_id >> TIMESTAMP_FROM) % count


@dataclass(frozen=True, slots=True)
class Shards:
    """Some of the ``count`` shards of a bot: their ``numbers``, in order."""

    count: int = 1
    numbers: tuple[int, ...] = (0,)

    @classmethod
    def of(cls, count: int, numbers: Iterable[int]) -> Shards:
        """The shards with these ``numbers``, out of ``count``."""
        return cls(count, tuple(sorted(set(numbers))))

    @property
    def complete(self) -> bool:
        """True if these are all the shards."""
        return len(self.numbers) == self.count

    def has(self, guild_id: GuildId) -> bool:
        """True if the server belongs to one of these shards."""
        return shard_of(guild_id, self.count) in self.numbers


ALL: Final = Shards()
"""All servers: the only shard of one."""


@dataclass(frozen=True, slots=True)
class ShardStop:
    """A downtime of one shard, in which all clocks of its servers were stopped."""

    count: int
    number: int
    stop: Interval


@dataclass(frozen=True, slots=True)
class ShardLife:
    """The downtimes of single shards, earliest first for each shard, and when each was last alive.

    ``alive_at`` is about the latest ``count`` only.
    """

    count: int = 1
    stops: tuple[ShardStop, ...] = ()
    alive_at: tuple[tuple[int, datetime], ...] = ()


NONE: Final = Shards(1, ())
"""No server at all."""


class Territory:
    """The servers of this process: all of them, unless it shares them with other processes.

    ``mine`` are the shards whose cards it posts. ``shards`` are those of them whose deadlines and downtimes
    it handles right now: it receives their events, and its lease on them has not expired.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.mine = ALL
        self._now = now
        self._there = ALL
        self._held_until: float | None = None

    @property
    def shards(self) -> Shards:
        """The shards that the process handles right now; none once its lease has expired.

        The lease is checked by the process's own clock on each access: a process that was frozen must not
        touch shards that others have taken over, even before it learns of that.
        """
        return NONE if self.lapsed else self._there

    @shards.setter
    def shards(self, there: Shards) -> None:
        self._there = there

    @property
    def lapsed(self) -> bool:
        """True if the lease on its shards has expired, so that others may handle them by now."""
        return self._held_until is not None and self._now() > self._held_until

    def hold(self, until: float) -> None:
        """Set the end of the lease on its shards, in seconds of its clock; it never ends unless set."""
        self._held_until = until
