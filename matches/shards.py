"""Shards: the parts into which a bot's servers are split, and which of them a process sees to.

Discord settles which shard a server belongs to: https://discord.com/developers/docs/events/gateway#sharding
"""

from __future__ import annotations

from collections.abc import Iterable
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


class Territory:
    """The servers whose posts, deadlines and downtimes this process sees to at the moment.

    ``shards`` are those of its shards that are connected; what people do arrives wherever it does.
    """

    def __init__(self) -> None:
        self.shards = ALL

    def has(self, guild_id: GuildId) -> bool:
        """True if this process sees to a server."""
        return self.shards.has(guild_id)
