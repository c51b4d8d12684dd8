"""Places of matches in stories: the home that a server has chosen, and places that are lost."""

from __future__ import annotations

from typing import Any

import discord
from simcord.builders import ChannelHandle

from cogs.kit.failures import record_answer
from matches import GuildId
from matches.guilds.settings import HOME
from tests.cogs.server import Server

OUT_OF_REACH = [(403, 50001), (403, 50013), (404, 10003), (404, 0), (403, 20012)]
"""Also by codes that nobody has heard of: Discord has said that it will not be."""
PASSING = [(403, 40333), (404, 10008), (429, 0)]
"""Turned away before Discord; a message with the same nonce that was deleted; a ban."""
UNKNOWN = (10008, 404, 0)
"""Codes with which a message is said to be gone: Discord's, and those of a Discord that has others."""


def delete(server: Server, message: Any, code: int) -> None:
    """Delete a message; editing it is answered with 404 and ``code``."""
    server.env.backend.delete_message(message.channel.id, message.id)
    path = f"/channels/{message.channel.id}/messages/{message.id}"
    server.env.inject_error("PATCH", path, status=404, code=code, times=None)


def lose(server: Server, code: int, *, status: int = 403, place: Any = None) -> None:
    """Let Discord refuse everything that the bot would post or change in the match's place."""
    path = f"/channels/{(place or server.home).id}/messages"
    server.env.inject_error("PATCH", f"{path}/*", status=status, code=code, times=None)
    server.env.inject_error("POST", path, status=status, code=code, times=None)


def lose_the_server(server: Server, code: int = 50001, *, status: int = 403) -> None:
    """Let Discord refuse the thread, the channel, and a new thread."""
    lose(server, code, status=status)
    lose(server, code, status=status, place=server.channel)
    threads = f"/channels/{server.channel.id}/threads"
    server.env.inject_error("POST", threads, status=status, code=code, times=None)


def forget_the_server(server: Server) -> None:
    """Let the bot know no more of the server, as if it was removed or another process had it."""
    server.env.backend.emit("GUILD_DELETE", {"id": str(server.guild.id)})


async def settled(server: Server, home: Any) -> None:
    """An administrator has named a home."""
    await server.bot.app.guilds.change(GuildId(server.guild.id), {HOME: str(home.id)})


def forum(server: Server, *tags: str, required: bool = False) -> Any:
    """A forum with some tags."""
    made = server.guild.create_forum_channel("matches")
    channel: Any = server.bot.get_channel(made.id)
    flags = 1 << 4 if required else 0
    found = [
        {"id": str(900 + number), "name": tag, "moderated": False, "emoji_id": None, "emoji_name": None}
        for number, tag in enumerate(tags)
    ]
    server.env.backend.channels[made.id].available_tags = found
    data = {"available_tags": found, "flags": flags, "name": "matches", "position": 1, "type": 15}
    channel._update(channel.guild, data)
    return made


def is_told(server: Server, place: int, answer: Any) -> None:
    """Let Discord answer so about a channel, which discord.py passed over in its events."""
    guild: Any = server.bot.get_guild(server.guild.id)
    guild._channels.pop(place, None)
    guild._threads.pop(place, None)
    http: Any = server.bot.http
    get = http.get_channel

    async def answered(channel: int) -> Any:
        if channel != place:
            return await get(channel)
        record_answer(200)
        return answer

    http.get_channel = answered


def kind_of(place: ChannelHandle, kind: int) -> dict[str, Any]:
    """What Discord tells of a place of this kind."""
    assert place.guild is not None
    return {"id": str(place.id), "type": kind, "guild_id": str(place.guild.id)}


KINDS = [99, discord.ChannelType.private.value, discord.ChannelType.group.value]


def becomes(server: Server, place: ChannelHandle, kind: int) -> None:
    """Let a channel be of another kind."""
    is_told(server, place.id, kind_of(place, kind))
