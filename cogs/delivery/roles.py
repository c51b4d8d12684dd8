"""Gives roles and takes them away, one request each, harmless twice."""

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
    """Give somebody a role; returns whether they have it now. Raises where Discord is out of order."""
    try:
        await persistently(lambda: bot.http.add_role(guild, user, role, reason=reason))
    except discord.NotFound:
        return False  # who or what is gone gets none
    except discord.HTTPException as error:
        _pass_on(error, guild, user, role)
        return False
    return True


async def take_role(
    bot: commands.AutoShardedBot, guild: GuildId, user: UserId, role: int, reason: str
) -> bool:
    """Take a role away; returns whether somebody is without it now. Raises where Discord is out of order."""
    try:
        await persistently(lambda: bot.http.remove_role(guild, user, role, reason=reason))
    except discord.NotFound:
        return True  # who or what is gone has no role
    except discord.HTTPException as error:
        _pass_on(error, guild, user, role)
        return False
    return True


def _pass_on(error: discord.HTTPException, guild: GuildId, user: UserId, role: int) -> None:
    """Raise ``error`` where it passes by itself, and tell the log of another."""
    if is_outage(error):
        raise error
    log.warning("guild=%s user=%s role=%s was not changed: %s", guild, user, role, error)
