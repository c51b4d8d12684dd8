"""Finds the channel of a new challenge."""

from __future__ import annotations

import discord

from cogs.kit.call import Call
from cogs.kit.errors import Refusal
from cogs.text import errors_texts
from matches import ChallengeChannel, ChannelId


async def place_of(call: Call) -> ChallengeChannel:
    """The channel for a challenge: this one or, inside a match's own thread, its parent. Raises Refusal."""
    if call.guild_id is None:
        raise Refusal(errors_texts.ONLY_IN_SERVER)
    channel = call.interaction.channel
    if not isinstance(channel, discord.TextChannel | discord.Thread | discord.VoiceChannel):
        raise Refusal(errors_texts.NOT_HERE)
    here, under = ChannelId(channel.id), None
    if isinstance(channel, discord.Thread):
        under = ChannelId(channel.parent_id)
        if any(match.channel_id == under for match in await call.app.matches.lists.at_home(here)):
            here, under = under, None
    await call.app.lookup.check_place(call, here)
    roles = call.app.lookup.roles_of(call)
    return ChallengeChannel(call.guild_id, here, under, roles)
