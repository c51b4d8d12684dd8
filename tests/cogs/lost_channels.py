"""Channels that are lost to the bot, and the matches that begin all the same."""

from __future__ import annotations

from typing import Any

from simcord.builders import ChannelHandle

from matches import GuildId, Match
from tests.cogs.server import Server


async def delete(server: Server, club: ChannelHandle) -> None:
    server.env.backend.delete_channel(club.id)


async def close(server: Server, club: ChannelHandle) -> None:
    """The bot may not look into the channel any more."""
    channel: Any = server.bot.get_channel(club.id)
    await channel.set_permissions(server.bot.user, view_channel=False, send_messages=False)


async def mute(server: Server, club: ChannelHandle) -> None:
    """The channel takes no posts any more, but threads."""
    channel: Any = server.bot.get_channel(club.id)
    await channel.set_permissions(server.bot.user, send_messages=False)


async def begun(server: Server) -> list[Match]:
    """The matches of the server that run."""
    found = await server.bot.app.matches.lists.running_in(GuildId(server.guild.id), 99)
    return [await server.bot.app.matches.load(match.id) for match in found]
