"""Servers, including those of other processes, which are fetched from Discord."""

from __future__ import annotations

from functools import partial

import discord

from cogs.kit.failures import Loss, look_up
from matches import GuildId
from matches.guilds.shards import shard_of

VisiblePlace = discord.abc.GuildChannel | discord.Thread
"""A channel or thread of a server."""
Channel = VisiblePlace | discord.abc.PrivateChannel


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
    found = await look_up(partial(bot.fetch_guild, guild_id, with_counts=False))
    return None if isinstance(found, Loss) else found


async def channel_of_id(bot: discord.Client, channel_id: int) -> Channel | Loss:
    """A channel or thread from the cache or fetched, or why it can't be used.

    Raises discord.py's errors if Discord doesn't answer.
    """
    if (known := bot.get_channel(channel_id)) is not None:
        return known
    return await look_up(partial(bot.fetch_channel, channel_id))


async def channel_in(guild: discord.Guild, channel_id: int) -> VisiblePlace | Loss:
    """A channel or thread of a server, from the cache or fetched with its parent, or why it can't be used.

    Only Discord knows archived threads. Raises discord.py's errors if Discord doesn't answer.
    """
    if (known := guild.get_channel_or_thread(channel_id)) is not None:
        return known
    found = await look_up(partial(guild.fetch_channel, channel_id))
    if isinstance(found, discord.Thread) and found.parent is None:
        above = await look_up(partial(guild.fetch_channel, found.parent_id))
        if isinstance(above, Loss):
            return above
        if not isinstance(above, discord.Thread):
            guild._add_channel(above)  # a fetched guild is used here only
    return found


async def is_inside(channel: VisiblePlace, user: discord.abc.Snowflake) -> bool:
    """True if ``user`` is in a thread, or ``channel`` is not a private thread.

    Raises discord.py's errors if Discord doesn't answer.
    """
    if not isinstance(channel, discord.Thread) or not channel.is_private():
        return True
    return not isinstance(await look_up(partial(channel.fetch_member, user.id)), Loss)
