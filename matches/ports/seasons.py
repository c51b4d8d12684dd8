"""Seasons that are over, their champions, and the roles these have."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from matches.model import GuildId
from matches.ratings.champions import Champion, EndedSeason
from matches.shards import ALL, Shards


class SeasonStore(Protocol):
    """Closing seasons, and remembering who won them."""

    async def claim(
        self, before: int, now: datetime, until: datetime, limit: int, shards: Shards = ALL
    ) -> tuple[EndedSeason, ...]:
        """Take up seasons of servers that ended before the day ``before`` and are not closed, earliest first.

        Nobody else gets them before ``until``; a claim that has run out by ``now`` is none. A season of a
        server is there once a rated match of it has ended, and taken up once all that ended before it are
        closed.
        """

    async def crown(self, ended: EndedSeason, champions: Sequence[Champion]) -> tuple[Champion, ...]:
        """Remember the champions of a season, unless they are already; returns those remembered, by game."""

    async def crowned(self, ended: EndedSeason) -> tuple[Champion, ...]:
        """The champions of a season, by game; none before they are crowned, or when nobody was ranked."""

    async def wearing(self, guild_id: GuildId) -> tuple[tuple[EndedSeason, Champion], ...]:
        """The champions of a server who have a role for it, by season."""

    async def note_role(self, ended: EndedSeason, champion: Champion, role: int | None) -> None:
        """Remember the role that a champion has for a season."""

    async def close(self, ended: EndedSeason) -> None:
        """Take a season out of those to be closed."""
