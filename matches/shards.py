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


NONE: Final = Shards(1, ())
"""No server at all."""


class Territory:
    """The servers of this process: all of them, unless it shares them with others.

    ``mine`` are the shards whose cards it posts. ``shards`` are those of them whose deadlines and downtimes
    it sees to at the moment: what people do in their servers arrives.
    """

    def __init__(self) -> None:
        self.mine = ALL
        self.shards = ALL

    def has(self, guild_id: GuildId) -> bool:
        """True if this process posts in a server."""
        return self.mine.has(guild_id)
