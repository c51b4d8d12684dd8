"""Gives roles and takes them away, one request each, such as the roles that ratings bring people in a server.

Repeating a request does no harm. For a role by rating, a process claims a user before it changes anything.
It stores a role before giving it, so that a crash leaves no unrecorded role, and gives the role again if an
earlier try may not have got to it.
"""

from __future__ import annotations

import logging
from operator import attrgetter
from typing import TYPE_CHECKING, Final

import discord

from cogs.connection.state import ConnectionState
from cogs.delivery.outbox import LogLines, work_through
from cogs.kit.failures import is_outage, persistently
from cogs.kit.permissions import can_give
from matches import GuildId, UserId
from matches.ratings.leaderboard import RatingRole
from services import Services

if TYPE_CHECKING:
    from discord.ext import commands

log = logging.getLogger(__name__)

REASON: Final = "Rating"
"""The reason given in the server's audit log."""
_LINES: Final = LogLines(
    log,
    "guild=%s user=%s a role",
    attrgetter("guild_id", "user_id"),
    "was not changed",
    "could not be changed",
)


async def give_role(
    bot: commands.AutoShardedBot, guild: GuildId, user: UserId, role: int, reason: str
) -> bool:
    """Give a user a role; returns True if they have it now. Raises if Discord is down."""
    try:
        await persistently(lambda: bot.http.add_role(guild, user, role, reason=reason))
    except discord.NotFound:
        return False  # the member or the role is gone
    except discord.HTTPException as error:
        _pass_on(error, guild, user, role)
        return False
    return True


async def take_role(
    bot: commands.AutoShardedBot, guild: GuildId, user: UserId, role: int, reason: str
) -> bool:
    """Take a user's role away; returns True if they don't have it now. Raises if Discord is down."""
    try:
        await persistently(lambda: bot.http.remove_role(guild, user, role, reason=reason))
    except discord.NotFound:
        return True  # the member or the role is gone
    except discord.HTTPException as error:
        _pass_on(error, guild, user, role)
        return False
    return True


def _pass_on(error: discord.HTTPException, guild: GuildId, user: UserId, role: int) -> None:
    """Raise ``error`` if it is an outage, otherwise log it."""
    if is_outage(error):
        raise error
    log.warning("guild=%s user=%s role=%s was not changed: %s", guild, user, role, error)


# --- roles by rating ------------------------------------------------------------------------------


class RatingRoleGiver:
    """Keeps the roles by rating. Raises no Discord errors: what can't be changed now is changed later."""

    def __init__(self, bot: commands.AutoShardedBot, services: Services, connection: ConnectionState) -> None:
        self._bot = bot
        self._roles = services.rating_roles
        self._connection = connection
        self._told: set[tuple[int, int]] = set()
        """The roles, by server, already logged as impossible to give."""

    async def keep_up(self, limit: int) -> None:
        """Update the roles of the users that are due, at most ``limit``."""
        due = await self._roles.due(limit)
        await work_through(due, self._keep, self._connection, _LINES, refused=self._roles.try_again)

    async def take_from(self, user: UserId) -> None:
        """Take a user's rating roles away in all servers. Raises UNSENT's errors."""
        for one in await self._roles.of_user(user):
            if one.role is not None:
                await take_role(self._bot, one.guild_id, user, one.role, REASON)
                await self._roles.record(one, None)

    async def _keep(self, one: RatingRole) -> None:
        guild = self._bot.get_guild(one.guild_id)
        if guild is None:
            await self._roles.try_again(one)
            return
        wanted = await self._roles.wanted(one.guild_id, one.user_id)
        if one.role is not None and one.role != wanted:
            if not self._can(guild, one.role) or not await take_role(
                self._bot, one.guild_id, one.user_id, one.role, REASON
            ):
                await self._roles.try_again(one)
                return
            await self._roles.record(one, None)
        if wanted is not None and (one.role != wanted or one.tried):
            await self._roles.record(one, wanted)
            if not self._can(guild, wanted) or not await give_role(
                self._bot, one.guild_id, one.user_id, wanted, REASON
            ):
                await self._roles.record(one, None)
                await self._roles.try_again(one)
                return
        await self._roles.settle(one, wanted)

    def _can(self, guild: discord.Guild, role_id: int) -> bool:
        """True if the bot may give a role, or the role is gone; otherwise logs it once."""
        role = guild.get_role(role_id)
        if role is None or can_give(role):
            return True
        if (guild.id, role_id) not in self._told:
            self._told.add((guild.id, role_id))
            log.warning("guild=%s role=%s cannot be given by rating: see /server panel", guild.id, role_id)
        return False
