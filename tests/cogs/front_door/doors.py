"""A server that has a front door, and how to look at it, for tests of panels and of its delivery."""

from __future__ import annotations

from typing import Any

import discord
from simcord.results import ResponseMessage

from matches import GuildId
from matches.guilds.settings import PINNED
from tests.cogs.server import Server, text

TITLE = "### Play here"


async def with_a_door(server: Server) -> Any:
    """A channel of its own for the server's front door, which is there."""
    channel = server.guild.create_text_channel("the-boards")
    await server.bot.app.guilds.change(GuildId(server.guild.id), {PINNED: str(channel.id)})
    await server.pass_time(seconds=1)
    return channel


def door_in(channel: Any) -> discord.Message:
    """The one front door in a channel."""
    (found,) = [message for message in channel.history() if text(message).startswith(TITLE)]
    return found


async def pressed(who: Any, message: Any, label: str) -> ResponseMessage:
    """What somebody is shown privately in answer to a button."""
    shown = await who.click(message, label=label)
    answer = shown.followups[-1] if shown.followups else shown.response
    assert answer is not None and answer.ephemeral
    return answer
