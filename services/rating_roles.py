"""The roles by rating of servers' members."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from data import stores
from engines import GAMES
from matches.model import GuildId, UserId
from matches.ratings.leaderboard import ACTIVE_DAYS, LeaderboardKey, RatingRole
from matches.ratings.ledger import Standing
from matches.ratings.rating import day_of
from matches.ratings.seasons import ALL_TIME
from services.core import Core

ROLE_LEASE: Final = timedelta(minutes=5)
"""The time for which a user's role is claimed, before another process may try."""
NEXT_TRY: Final = timedelta(days=1)
"""The time until a role that could not be given or taken is tried again."""


class RatingRoles:
    """Rating roles; one process at a time handles each, and each step may be repeated."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._db = core.db

    async def due(self, limit: int) -> tuple[RatingRole, ...]:
        """Claim users whose roles are due, at most ``limit``."""
        now = self._core.now()
        return await self._db.write(
            stores.rating_roles.claim, now, now + ROLE_LEASE, limit, self._core.territory.shards
        )

    async def wanted(self, guild: GuildId, user: UserId) -> int | None:
        """The role that a user should have in a server, by their best ranked rating; None for no role.

        Ratings count as on a leaderboard.
        """
        rules = await self._core.guild_rules(guild)
        if not rules.tiers:
            return None
        today = day_of(self._core.now())
        ranked = await self._ranked(guild, user, rules.tier_game)
        return rules.role_for(max((one.ranked_by(today).points for one in ranked), default=None))

    async def _ranked(self, guild: GuildId, user: UserId, game: str | None) -> list[Standing]:
        """A user's ranked standings in a server: in all games, or in one."""
        ranked: list[Standing] = []
        for key in GAMES if game is None else (game,):
            board = LeaderboardKey.of(key, guild, ALL_TIME, day_of(self._core.now()))
            standing = await self._db.read(stores.ratings.standing_of, board, user)
            if standing is not None and board.ranks(standing):
                ranked.append(standing)
        return ranked

    async def of_user(self, user: UserId) -> tuple[RatingRole, ...]:
        """A user's rating roles in all servers."""
        return await self._db.read(stores.rating_roles.of_user, user)

    async def record(self, of: RatingRole, role: int | None) -> None:
        """Record the role that a user has or is about to get."""
        await self._db.write(stores.rating_roles.record, of, role)

    async def settle(self, of: RatingRole, role: int | None) -> None:
        """Give back a user who has ``role`` now, until they play or until idle days change their rank."""
        again = None
        if role is not None:
            today, game = day_of(self._core.now()), (await self._core.guild_rules(of.guild_id)).tier_game
            ranked = await self._ranked(of.guild_id, of.user_id, game)
            days = min((_next_change(one, today) - today for one in ranked), default=1)
            again = self._core.now() + timedelta(days=days)
        await self._db.write(stores.rating_roles.settle, of, again)

    async def try_again(self, of: RatingRole) -> None:
        """Give back a user and try again tomorrow: what is missing may be there then."""
        await self._db.write(stores.rating_roles.settle, of, self._core.now() + NEXT_TRY)


def _next_change(standing: Standing, today: int) -> int:
    """The first day after ``today`` on which a standing's rank changes, if nothing is played."""
    unranked, now = standing.day + ACTIVE_DAYS + 1, standing.ranked_by(today)
    return next((day for day in range(today + 1, unranked) if standing.ranked_by(day) != now), unranked)
