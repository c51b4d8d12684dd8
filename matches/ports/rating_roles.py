"""Storage for roles by rating."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from matches.model import UserId
from matches.ratings.roles import RatingRole
from matches.shards import ALL, Shards


class RatingRoleStore(Protocol):
    """The roles that people have, as rows that come due when a rated match ends or the roles are set anew.

    They are made by ``Store.matches.save`` and ``Store.guilds.change``.
    """

    async def claim(
        self, now: datetime, until: datetime, limit: int, shards: Shards = ALL
    ) -> tuple[RatingRole, ...]:
        """Claim rows that are due, the longest due first, at most ``limit``; until then nobody else does."""

    async def note(self, of: RatingRole, role: int | None) -> None:
        """Remember the role that somebody has, or is about to be given."""

    async def settle(self, of: RatingRole, due_at: datetime | None) -> None:
        """Give a row back until ``due_at``; None: until something happens. One without both is dropped."""

    async def of_user(self, user_id: UserId) -> tuple[RatingRole, ...]:
        """The roles that somebody has, in all servers."""
