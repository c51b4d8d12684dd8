"""Roles by rating: who is to be looked at, and which role is theirs."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from engines import GAMES
from matches.model import GuildId, UserId
from matches.ratings.leaderboard import ACTIVE_DAYS, LeaderboardKey
from matches.ratings.rating import day_of
from matches.ratings.roles import RatingRole
from matches.ratings.seasons import ALL_TIME
from matches.services.core import Core

LEASE: Final = timedelta(minutes=5)
"""The time somebody's role is in the hands of one process, before another may try."""
LAPSES: Final = timedelta(days=ACTIVE_DAYS + 1)
"""Time after which somebody who has not played since is not ranked any more."""
NEXT_TRY: Final = timedelta(days=1)
"""Wait before a role is tried again that could not be given or taken."""


class RatingRoles:
    """The roles, each in one process's hands at a time; each step can be taken again and changes nothing."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._store = core.store

    async def due(self, limit: int) -> tuple[RatingRole, ...]:
        """Claim people whose role is to be looked at, at most ``limit``."""
        now = self._core.now()
        return await self._store.rating_roles.claim(now, now + LEASE, limit, self._core.territory.shards)

    async def wanted(self, guild: GuildId, user: UserId) -> int | None:
        """The role that their rating brings somebody in a server: by the best they are ranked with."""
        rules = await self._core.guild_rules(guild)
        if not rules.tiers:
            return None
        today = day_of(self._core.now())
        points: list[int] = []
        for game in GAMES if rules.tier_game is None else (rules.tier_game,):
            board = LeaderboardKey.of(game, guild, ALL_TIME, today)
            standing = await self._store.ratings.standing(board, user)
            if standing is not None and board.ranks(standing):
                points.append(standing.rating.points)
        return rules.role_for(max(points, default=None))

    async def of_user(self, user: UserId) -> tuple[RatingRole, ...]:
        """The roles that somebody has, in all servers."""
        return await self._store.rating_roles.of_user(user)

    async def note(self, of: RatingRole, role: int | None) -> None:
        """Remember the role that somebody has, or is about to be given."""
        await self._store.rating_roles.note(of, role)

    async def settle(self, of: RatingRole, role: int | None) -> None:
        """Have done with somebody who has ``role`` now, until they play, or are ranked no more."""
        again = None if role is None else self._core.now() + LAPSES
        await self._store.rating_roles.settle(of, again)

    async def try_again(self, of: RatingRole) -> None:
        """Look at somebody again tomorrow: what is missing may be there then."""
        await self._store.rating_roles.settle(of, self._core.now() + NEXT_TRY)
