"""Servers: their settings, their front doors, and their members' roles by rating."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from data import stores
from engines import GAMES
from matches.guild_posts import PinnedList, weekly
from matches.guild_settings import WEEKLY
from matches.model import GuildId, UserId
from matches.ratings.leaderboard import ACTIVE_DAYS, LeaderboardKey, Rank, RatingRole
from matches.ratings.ledger import Standing
from matches.ratings.rating import day_of
from matches.ratings.seasons import ALL_TIME
from matches.shards import NONE, Shards
from services.core import Core
from services.leaderboards import Leaderboards

LIST_LEASE: Final = timedelta(minutes=2)
"""The time for which a front door is claimed, before another process may try."""
EVERY: Final = timedelta(minutes=15)
"""The time until a front door is checked without a known change: other processes may have made some."""
ROLE_LEASE: Final = timedelta(minutes=5)
"""The time for which a user's role is claimed, before another process may try."""
NEXT_TRY: Final = timedelta(days=1)
"""The time until a role that could not be given or taken is tried again."""


class Guilds:
    """A server's settings for its matches."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._db = core.db
        self.rules = core.guild_rules

    @property
    def host_has_computer(self) -> bool:
        """True if the host allows the computer at all."""
        return self._core.policy.computer

    async def has_computer(self, guild: GuildId) -> bool:
        """True if users may play the computer in a server: both the server and the host allow it."""
        return self.host_has_computer and (await self.rules(guild)).computer

    async def change(self, guild: GuildId, chosen: Mapping[str, str | None]) -> Mapping[str, str]:
        """Change a server's settings, by key, all at once; None removes one. Returns the previous settings.

        Setting a channel for the weekly summary also schedules that of the current week.
        """
        now = self._core.now()
        owed = [weekly(guild, now)] if chosen.get(WEEKLY) is not None else []
        before = await self._db.write(stores.people.change_guild, guild, chosen, notify=owed, now=now)
        self._core.changed_guilds.add(guild)
        return before


class Pinned:
    """Front doors; one process at a time updates each.

    Changes to their contents are noted in memory by :class:`Core`. So a process that takes over servers, at
    its start or from another process, checks all their doors once: a few at a time, beside those that change.
    """

    def __init__(self, core: Core, leaderboards: Leaderboards) -> None:
        self._core = core
        self._db = core.db
        self._leaderboards = leaderboards
        self._known = NONE
        """The shards whose front doors this process has checked, or has queued for that."""
        self._unseen: list[GuildId] = []
        """Servers newly taken over, whose front doors are still to be checked."""

    @property
    def has_news(self) -> bool:
        """True if :meth:`due` has something to do even if none is due in the database."""
        return bool(self._unseen or self._core.changed_guilds) or self._shards_to_know() != self._known

    async def due(self, limit: int) -> tuple[PinnedList, ...]:
        """Claim due front doors, at most ``limit``."""
        now = self._core.now()
        await self._note_new_shards()
        changed = self._core.take_changed_guilds()
        room = max(0, limit - len(changed))
        unseen, self._unseen = self._unseen[:room], self._unseen[room:]
        if changed or unseen:
            await self._db.write(stores.pinned.wake, changed.union(unseen), now)
        return await self._db.write(
            stores.pinned.claim, now, now + LIST_LEASE, limit, self._core.territory.shards
        )

    async def _note_new_shards(self) -> None:
        """Queue the servers taken over since the last look: what changed in them before is unknown."""
        to_know = self._shards_to_know()
        if new := set(to_know.numbers) - self._kept_shards():
            theirs = await self._db.read(stores.pinned.keepers, Shards.of(to_know.count, new))
            self._unseen = sorted({*self._unseen, *theirs})
        self._known = to_know

    def _shards_to_know(self) -> Shards:
        """The shards that this process handles, and those that it has handled and still has."""
        there = self._core.territory.shards
        return Shards.of(there.count, self._kept_shards().union(there.numbers))

    def _kept_shards(self) -> set[int]:
        """The known shards that this process still has."""
        territory, known = self._core.territory, self._known
        if known.count != territory.shards.count:
            return set()
        return set(known.numbers) & set(territory.mine.numbers)

    async def of_guild(self, guild: GuildId) -> tuple[PinnedList, ...]:
        """The front door of a server, and the lists that it still has."""
        return await self._db.read(stores.pinned.of_guild, guild)

    async def note(self, kept: PinnedList) -> None:
        """Record the state of a message in Discord; what is claimed stays so."""
        await self._db.write(stores.pinned.note, kept)

    async def settle(self, kept: PinnedList, *, again: datetime | None = None) -> None:
        """Give back a claimed front door, due at ``again``, after EVERY, or at the next change."""
        await self._db.write(stores.pinned.settle, kept, again or self._core.now() + EVERY)

    async def drop(self, kept: PinnedList) -> None:
        """Forget a message that is gone."""
        await self._db.write(stores.pinned.drop, kept)

    async def best(self, guild: GuildId, limit: int) -> Mapping[str, tuple[Rank, ...]]:
        """The best ``limit`` players of each game in a server, without games that have no ranked player."""
        found = {game: await self._leaderboards.ranking(game, guild, ALL_TIME, limit) for game in GAMES}
        return {game: ranks for game, ranks in found.items() if ranks}


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

    async def note(self, of: RatingRole, role: int | None) -> None:
        """Record the role that a user has or is about to get."""
        await self._db.write(stores.rating_roles.note, of, role)

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
