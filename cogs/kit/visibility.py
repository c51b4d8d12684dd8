"""Permission to look at a match. By default it is denied.

It is checked with every click on a view of a match: a code may have been withdrawn, the user may have lost
access to the channel or left the server, while the view stays open on their screen with its buttons.
"""

from __future__ import annotations

from functools import partial

import discord

from cogs.kit import permissions
from cogs.kit.call import Call
from cogs.kit.errors import Refusal
from cogs.kit.failures import Loss, look_up
from cogs.kit.guilds import VisiblePlace, channel_in, guild_of, is_inside
from cogs.text import records_texts
from matches import Match, MatchId
from matches.errors import Problem, Refused
from matches.lifecycle.match_context import Loaded
from matches.model import MatchFacts


async def to_look_at(call: Call, match_id: MatchId, *, shared: bool = True) -> Match:
    """A match, if the user may look at it now. Raises Refusal and NoSuchMatchError.

    Its players may, and all who see where it is played. With ``shared``, anyone may while the match is
    shared: the view may have been opened by a code, and its id doesn't tell. A user who opened it otherwise
    and has lost access sees no more than anyone with the code.
    """
    return (await loaded_to_look_at(call, match_id, shared=shared)).match


async def loaded_to_look_at(call: Call, match_id: MatchId, *, shared: bool = True) -> Loaded:
    """A match as :func:`to_look_at` returns it, with settings."""
    loaded = await call.app.matches.load_with_settings(match_id)
    if not await may_look(call, loaded.match, shared=shared):
        raise Refusal(records_texts.NOT_TO_BE_SEEN)
    return loaded


async def may_look(call: Call, match: MatchFacts, *, shared: bool = True) -> bool:
    """True if the user may look at a match now; see :func:`to_look_at`.

    Raises discord.py's errors if Discord doesn't answer.
    """
    if call.user in match.users or _is_there(call, match):
        return True
    if shared and await call.app.sharing.is_shared(match.id):
        return True
    return await may_see(call.app.bot, match, call.interaction.user)


def check_postable(call: Call, match: Match) -> None:
    """Raise Refused if a match is private and the click isn't in its thread, where all may see it."""
    if match.terms.private and call.interaction.channel_id != match.seen_in:
        raise Refused(Problem.NOT_TO_SHARE)


def _is_there(call: Call, match: MatchFacts) -> bool:
    """True if the click is where the match may be looked at or is played, and the user still sees it."""
    here = call.interaction.channel_id
    is_its_place = here is not None and here in (match.seen_in, match.shown.home)
    return is_its_place and call.interaction.permissions.view_channel


async def may_see(bot: discord.Client, match: MatchFacts, user: discord.abc.Snowflake) -> bool:
    """True if ``user`` is still in the server of a match and may look into its channel.

    Raises discord.py's errors if Discord doesn't answer.
    """
    channel = await channel_of(bot, match)
    if channel is None:
        return False
    member = await _member(channel.guild, user)
    if member is None:
        return False
    return permissions.sees(channel, member, inside=await is_inside(channel, user))


async def channel_of(bot: discord.Client, match: MatchFacts) -> VisiblePlace | None:
    """The channel whose readers may look at a match; None if the bot can't read it or has left the server.

    Raises discord.py's errors if Discord doesn't answer.
    """
    place = match.seen_in
    guild = None if place is None else await guild_of(bot, match.guild_id)
    if guild is None or place is None:
        return None
    found = await channel_in(guild, place)
    return None if isinstance(found, Loss) else found


async def _member(guild: discord.Guild, user: discord.abc.Snowflake) -> discord.Member | None:
    """``user`` as a member of a server: from the click itself, or fetched; None if not a member."""
    if isinstance(user, discord.Member) and user.guild == guild:
        return user
    # Without a member list, the cached member may be out of date.
    found = await look_up(partial(guild.fetch_member, user.id))
    return None if isinstance(found, Loss) else found
