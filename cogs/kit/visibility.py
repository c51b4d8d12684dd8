"""Permission to look at a match. By default nobody has it.

It is asked anew with every click on what shows one: a code is taken back, a channel is closed to somebody,
somebody leaves the server, and what is open on their screen stays there, with its buttons.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import discord

from cogs.kit import permissions
from cogs.kit.errors import Refusal
from cogs.kit.failures import persistently
from cogs.kit.guilds import VisiblePlace, channel_in, guild_of, is_inside
from cogs.kit.replies import Interaction
from cogs.text import records_texts
from matches import Match, MatchId
from matches.model import MatchFacts

if TYPE_CHECKING:
    from cogs.app import App


async def to_look_at(app: App, interaction: Interaction, match_id: MatchId, *, shared: bool = True) -> Match:
    """A match, if the person who clicks may look at it now. Raises Refusal, and NoSuchMatchError.

    Its players may, and all who see where it is played. With ``shared``, anybody may while the match is
    shared: the view that was clicked on may have been opened by a code, and its id does not tell. Somebody
    who opened it otherwise, and may not look any more, sees no more of it than anybody with the code.
    """
    match = await app.matches.load(match_id)
    if interaction.user.id in match.users or _is_there(interaction, match):
        return match
    if shared and await app.sharing.is_shared(match.id):
        return match
    if await may_see(app.bot, match, interaction.user):
        return match
    raise Refusal(records_texts.NOT_TO_BE_SEEN)


def _is_there(interaction: Interaction, match: Match) -> bool:
    """True if somebody clicks where the match is challenged to or played, and sees that place still."""
    here = interaction.channel_id is not None and interaction.channel_id in (
        match.channel_id,
        match.shown.home,
    )
    return here and interaction.permissions.view_channel


async def may_see(bot: discord.Client, match: Match, user: discord.abc.Snowflake) -> bool:
    """True if somebody is still in the server of a match and may look into its channel.

    Raises what discord.py raises while Discord cannot say.
    """
    channel = await channel_of(bot, match)
    if channel is None:
        return False
    member = await _member(channel.guild, user)
    if member is None:
        return False
    return permissions.sees(channel, member, inside=await is_inside(channel, user))


async def channel_of(bot: discord.Client, match: MatchFacts) -> VisiblePlace | None:
    """The channel a match was challenged to; None where it is gone, or the bot has left the server.

    Raises what discord.py raises while Discord cannot say.
    """
    guild = await guild_of(bot, match.guild_id)
    if guild is None:
        return None
    if (known := guild.get_channel_or_thread(match.channel_id)) is not None:
        return known
    try:
        # A thread that is archived is known to Discord alone.
        return await channel_in(guild, match.channel_id)
    except (discord.NotFound, discord.Forbidden):
        return None


async def _member(guild: discord.Guild, user: discord.abc.Snowflake) -> discord.Member | None:
    """Somebody as a member of a server: as they have just clicked there, or as Discord knows them."""
    if isinstance(user, discord.Member) and user.guild == guild:
        return user
    try:
        # Without a list of members what is known of them here may be out of date.
        return await persistently(partial(guild.fetch_member, user.id))
    except discord.NotFound:
        return None
