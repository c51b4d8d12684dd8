"""Shards of a bot that several processes share, or that are not all there."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Protocol

from matches.model import GuildId, MatchId
from matches.shards import ShardLife


class ShardStore(Protocol):
    """The lives of shards, and which process has which. Signs of life are noted in :class:`HostStore`.

    Leases and turns go by the database's own clock, where it has one, and else by ``now``.
    """

    async def life(self) -> ShardLife:
        """The downtimes of single shards, and the last signs of life where not all were there."""

    async def take(
        self, owner: str, count: int, lasts: timedelta, most_new: int, now: datetime
    ) -> tuple[int, ...]:
        """Lease shards of ``count`` for ``lasts``: those that ``owner`` has, and some that nobody has.

        At most ``most_new`` of these. Returns all that it has then. Raises OtherShardCountError while
        somebody has shards of another count.
        """

    async def release(self, owner: str) -> None:
        """Give back all that ``owner`` has."""

    async def ask_session(self, bucket: int, apart: timedelta, now: datetime) -> timedelta:
        """The time to wait before a session of ``bucket`` may be asked Discord for; none: the turn is taken.

        Nobody else gets one of the bucket for ``apart`` then.
        """

    async def call(self, guild_id: GuildId, match_id: MatchId) -> None:
        """Tell whoever listens that a match of a server is to be shown. Who does not listen misses it."""

    async def listen(self, heard: Callable[[GuildId, MatchId], None]) -> None:
        """Hear what others call, until cancelled; returns at once where nobody else can call."""
