"""Finds the channel of a new challenge."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.kit.errors import Refusal
from cogs.kit.replies import Interaction
from cogs.text import texts
from matches import ChallengeChannel, ChannelId, GuildId

if TYPE_CHECKING:
    from cogs.app import App


async def place_of(app: App, interaction: Interaction) -> ChallengeChannel:
    """The channel for a challenge: this one or, inside a match's own thread, its parent. Raises Refusal."""
    if interaction.guild_id is None:
        raise Refusal(texts.ONLY_IN_SERVER)
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel | discord.Thread | discord.VoiceChannel):
        raise Refusal(texts.NOT_HERE)
    here, under = ChannelId(channel.id), None
    if isinstance(channel, discord.Thread):
        under = ChannelId(channel.parent_id)
        if any(match.channel_id == under for match in await app.matches.lists.at_home(here)):
            here, under = under, None
    await app.lookup.check_place(interaction, here)
    roles = app.lookup.roles_of(interaction)
    return ChallengeChannel(GuildId(interaction.guild_id), here, under, roles)
