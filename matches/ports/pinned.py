"""Storage for the lists that servers keep in a channel."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Protocol

from matches.model import GuildId
from matches.pinned import PinnedList
from matches.shards import ALL, Shards


class PinnedStore(Protocol):
    """The lists, as rows that come due. They are made when a server names a channel for them."""

    async def wake(self, guild_ids: Collection[GuildId], now: datetime) -> None:
        """Have the lists of these servers looked at from ``now`` on, unless they are before that."""

    async def claim(
        self, now: datetime, until: datetime, limit: int, shards: Shards = ALL
    ) -> tuple[PinnedList, ...]:
        """Claim lists that are due, the longest due first, at most ``limit``: nobody else gets them before
        ``until``."""

    async def keepers(self, shards: Shards = ALL) -> tuple[GuildId, ...]:
        """The servers of some shards that keep lists, by id."""

    async def of_guild(self, guild_id: GuildId) -> tuple[PinnedList, ...]:
        """The lists of a server, by kind."""

    async def note(self, kept: PinnedList) -> None:
        """Remember what Discord has of a list; it stays claimed."""

    async def settle(self, kept: PinnedList, due_at: datetime) -> None:
        """Remember what Discord has of a list, and give it back until ``due_at``."""

    async def drop(self, kept: PinnedList) -> None:
        """Keep a list no longer."""
