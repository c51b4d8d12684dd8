"""The lists and the front door that a server keeps in a channel: what is there, and what was sent for it."""

from __future__ import annotations

from typing import Any

import discord

from matches import GuildId
from matches.guild_posts import ListKind
from tests.cogs.server import Server, ids, text

SILENT = 1 << 12
"""Discord's flag of a message that makes no sound."""
TITLES = ["### Leaderboard", "### Matches in progress", "### Open challenges"]
"""The first lines of the lists that are posted where nobody is on a ladder."""


def lists(channel: Any) -> dict[str, str]:
    """The text of each list in a channel, by its title."""
    said = [text(message) for message in channel.history() if ids(message, "seelist:")]
    assert len({one.splitlines()[0] for one in said}) == len(said), "a list is there twice"
    return {one.splitlines()[0]: one for one in said}


def requests(server: Server, channel: Any, method: str) -> list[Any]:
    """The requests of a kind to the messages of a channel so far."""
    path = f"/channels/{channel.id}/messages"
    return [one for one in server.env.http_requests if one.method == method and one.path.startswith(path)]


def edits(server: Server, channel: Any) -> int:
    """The number of edits of messages in a channel so far."""
    return len(requests(server, channel, "PATCH"))


async def kept(server: Server) -> dict[ListKind, Any]:
    """What the bot knows of each list, by its kind."""
    return {one.kind: one for one in await server.bot.app.pinned.of_guild(GuildId(server.guild.id))}


def let_pin(server: Server, allowed: bool) -> None:
    """Give the bot *Pin Messages*, or take it away."""
    roles = server.env.backend.get_guild(server.guild.id).roles.values()
    (own,) = (role for role in roles if role.managed)
    permissions = discord.Permissions.all()
    permissions.update(administrator=False, pin_messages=allowed)
    server.env.backend.edit_role(server.guild.id, own.id, {"permissions": permissions.value})
