"""Gives roles and takes them away, one request each; repeating one does no harm."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from cogs.kit.failures import is_outage, persistently
from matches import GuildId, UserId

if TYPE_CHECKING:
    from discord.ext import commands

log = logging.getLogger(__name__)


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
