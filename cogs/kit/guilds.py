"""Servers, including those of other processes, which are fetched from Discord."""

from __future__ import annotations

from functools import partial

import discord

from cogs.kit.failures import persistently
from matches import GuildId
from matches.shards import shard_of

VisiblePlace = discord.abc.GuildChannel | discord.Thread
"""A channel or thread of a server."""


def is_of_this_process(bot: discord.Client, guild_id: int) -> bool:
    """True if this process gets the events of a server, provided the bot is in it."""
    if not isinstance(bot, discord.AutoShardedClient) or not bot.shards:
        return True
    return shard_of(GuildId(guild_id), bot.shard_count or 1) in bot.shards


async def guild_of(bot: discord.Client, guild_id: int) -> discord.Guild | None:
    """A server that the bot is in, or None. A server of another process has roles but no channels.

    Raises discord.py's errors if Discord doesn't answer.
    """
    known = bot.get_guild(guild_id)
    if known is not None or is_of_this_process(bot, guild_id):
        return known
    try:
        return await persistently(partial(bot.fetch_guild, guild_id, with_counts=False))
    except (discord.NotFound, discord.Forbidden):
        return None


async def channel_in(guild: discord.Guild, channel_id: int) -> discord.abc.GuildChannel | discord.Thread:
    """A channel or thread fetched from Discord, with its parent channel. Raises discord.py's errors."""
    found = await persistently(partial(guild.fetch_channel, channel_id))
    if isinstance(found, discord.Thread) and found.parent is None:
        above = await persistently(partial(guild.fetch_channel, found.parent_id))
        if not isinstance(above, discord.Thread):
            guild._add_channel(above)  # a fetched guild is used here only
    return found


async def is_inside(channel: VisiblePlace, user: discord.abc.Snowflake) -> bool:
    """True if ``user`` is in a thread, or ``channel`` is not a private thread.

    Raises discord.py's errors if Discord doesn't answer.
    """
    if not isinstance(channel, discord.Thread) or not channel.is_private():
        return True
    try:
        await persistently(partial(channel.fetch_member, user.id))
    except discord.NotFound:
        return False
    return True
