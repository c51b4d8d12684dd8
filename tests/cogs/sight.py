"""Who may look at a match: channels hidden or closed, private threads, and codes that open a match."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import Permissions
from simcord.actors import MemberActor
from simcord.backend.models.channel import Overwrite, OverwriteType
from simcord.builders import ChannelHandle
from simcord.env import Env

from tests.cogs.governing import panel_of
from tests.cogs.server import Server, text

REFUSED: Final = "You can't see this match"


def hide(server: Server, who: MemberActor) -> None:
    """Let somebody not look into the channel."""
    nobody = Overwrite(who.id, OverwriteType.MEMBER, deny=Permissions(view_channel=True).value)
    server.env.backend.edit_channel(server.channel.id, {}, overwrites=[nobody])


async def private_thread(server: Server, *who: MemberActor) -> ChannelHandle:
    """A private thread of the channel with these people in it, who see it beside its channel."""
    channel = server.bot.get_channel(server.channel.id)
    assert isinstance(channel, discord.TextChannel)
    thread = await channel.create_thread(name="the club", type=discord.ChannelType.private_thread)
    for member in who:
        await thread.add_user(discord.Object(member.id))
    await server.env.settle()
    return server.channel.threads[-1]


async def shared(server: Server) -> tuple[Any, str]:
    """The panel of the challenger who shares the match, and its code."""
    panel = panel_of(await server.challenger.slash(server.channel, "match", deed="share", number="1"))
    return panel, text(panel).partition("```")[2].split()[0]


class Elsewhere:
    """Somebody of another server, who has opened the match by its code."""

    def __init__(self, env: Env) -> None:
        guild = env.create_guild("Deep sea")
        self.who = guild.add_member(env.create_user("stranger"))
        self.channel = guild.create_text_channel("anywhere")

    async def open(self, code: str) -> Any:
        """The view."""
        return panel_of(await self.who.slash(self.channel, "open", code=code))

    async def told(self, panel: Any, label: str) -> str:
        """What a click on a panel leads to, besides what the panel itself says then."""
        given = await self.who.click(panel, label=label)
        return "\n".join(text(message) for message in given.followups)
