"""The permissions that Tidepool needs, in one table: for the invite link and the check before a match."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Final

import discord

NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "view_channel": "View Channel",
        "send_messages": "Send Messages",
        "embed_links": "Embed Links",
        "attach_files": "Attach Files",
        "read_message_history": "Read Message History",
        "create_public_threads": "Create Public Threads",
        "create_private_threads": "Create Private Threads",
        "send_messages_in_threads": "Send Messages in Threads",
    }
)
"""Every permission the bot asks for: discord.py's name to the name people see in Discord."""

FOR_THREADS: Final = frozenset({"create_public_threads", "send_messages_in_threads"})
"""Without these a match stays in the channel of its challenge."""
FOR_PRIVATE_THREADS: Final = frozenset({"create_private_threads", "send_messages_in_threads"})
"""Without these a match against the computer is played in direct messages."""

HomeChannel = discord.TextChannel | discord.ForumChannel
"""A channel that can be the home of a server's matches."""

INVITE: Final = discord.Permissions(**dict.fromkeys(NAMES, True))
SCOPES: Final = ("bot", "applications.commands")


def missing(allowed: discord.Permissions, *, in_thread: bool = False) -> tuple[str, ...]:
    """The names, for people, of what a channel (or, ``in_thread``, a thread) lacks for a match in it."""
    sending = "send_messages_in_threads" if in_thread else "send_messages"
    left_out = (FOR_THREADS | FOR_PRIVATE_THREADS | {"send_messages"}) - {sending}
    return _lacking(allowed, left_out)


def _lacking(allowed: discord.Permissions, needless: Collection[str]) -> tuple[str, ...]:
    """The names, for people, of what is not ``allowed`` and not ``needless`` either."""
    return tuple(
        shown for name, shown in NAMES.items() if name not in needless and not getattr(allowed, name)
    )


def timed_out_until(guild: discord.Guild) -> datetime | None:
    """The end of the time-out that a moderator gave the bot, in which it may but look and read; else None.

    Discord's permissions are then without all others, whatever a server's settings grant.
    """
    me = guild.me
    return me.timed_out_until if me.is_timed_out() else None


def threads_allowed(allowed: discord.Permissions) -> bool:
    """True if a match can have a thread of its own."""
    return all(getattr(allowed, name) for name in FOR_THREADS)


def lacking_for_private_thread(allowed: discord.Permissions) -> tuple[str, ...]:
    """The names, for people, of what a channel lacks for a private thread of the bot's in it."""
    return _lacking(allowed, {"send_messages", "create_public_threads"})


def sees(channel: discord.abc.GuildChannel | discord.Thread, member: discord.Member, *, inside: bool) -> bool:
    """True if ``member`` may look into a channel; ``inside``: they are in it, if it is a private thread.

    For a private thread, discord.py gives the member's permissions in the channel above.
    """
    allowed = channel.permissions_for(member)
    return allowed.view_channel and (inside or not private(channel) or allowed.manage_threads)


def everybody_sees(channel: discord.abc.GuildChannel | discord.Thread) -> bool:
    """True if everybody in a server may look into a channel."""
    return not private(channel) and channel.permissions_for(channel.guild.default_role).view_channel


def as_open(
    channel: discord.abc.GuildChannel | discord.Thread, other: discord.abc.GuildChannel | discord.Thread
) -> bool:
    """True if all who may look into ``other`` surely may look into ``channel`` of the same server.

    Where not everybody may, what the two say of each role and person is held against each other: if
    ``channel`` is nowhere stricter, all who see ``other`` see it too. In doubt they may not.
    """
    if channel == other or everybody_sees(channel):
        return True
    ours, theirs = _overwrites(channel), _overwrites(other)
    if private(channel) or ours is None or theirs is None:
        return False
    return all(_WEIGHT[ours.get(target)] >= _WEIGHT[theirs.get(target)] for target in {*ours, *theirs})


_WEIGHT: Final[Mapping[bool | None, int]] = MappingProxyType({False: 0, None: 1, True: 2})


def _overwrites(channel: discord.abc.GuildChannel | discord.Thread) -> dict[int, bool | None] | None:
    """A channel's overwrites for viewing it, by role or user id but the bot's; None where unknown."""
    above = channel.parent if isinstance(channel, discord.Thread) else channel
    if above is None:
        return None
    guild = above.guild
    own = (guild.me.id, guild.self_role.id if guild.self_role else None)
    said = above.overwrites.items()
    return {target.id: overwrite.view_channel for target, overwrite in said if target.id not in own}


def private(channel: discord.abc.GuildChannel | discord.Thread) -> bool:
    """True if a channel is a private thread, which not all see who see the channel above it."""
    return isinstance(channel, discord.Thread) and channel.is_private()


def invite_link(application_id: int) -> str:
    """The URL for adding the bot to a server."""
    return discord.utils.oauth_url(application_id, permissions=INVITE, scopes=SCOPES)


# --- roles -------------------------------------------------------------------------------------------


def can_give(role: discord.Role) -> bool:
    """True if Discord lets the bot give a role."""
    me = role.guild.me
    return me.guild_permissions.manage_roles and me.top_role > role


def may_give(person: discord.User | discord.Member, role: discord.Role) -> bool:
    """True if Discord lets ``person`` give a role to others."""
    if not isinstance(person, discord.Member):
        return False
    owns = person.id == role.guild.owner_id
    return owns or (person.guild_permissions.manage_roles and person.top_role > role)


# --- scheduled events --------------------------------------------------------------------------------


def can_make_events(guild: discord.Guild) -> bool:
    """True if Discord lets the bot make scheduled events, and change its own.

    It isn't one of NAMES: the bot asks for it only where a tournament is to be an event.
    """
    return guild.me.guild_permissions.create_events


# --- the home of a server's matches -----------------------------------------------------------------


def lacking_at_home(channel: HomeChannel) -> tuple[str, ...]:
    """The names, for people, of the permissions that the bot lacks to run matches in ``channel``."""
    allowed = channel.permissions_for(channel.guild.me)
    # A post takes the right to send messages, a thread the right to make one.
    needless = {
        "create_private_threads",
        "create_public_threads" if isinstance(channel, discord.ForumChannel) else "send_messages",
    }
    return _lacking(allowed, needless)


def tags_for(forum: discord.ForumChannel, game: str) -> list[discord.ForumTag] | None:
    """The tags of a post about ``game``, by its name; None where one is required and none can be used.

    A tag of another name is used only where there has to be one.
    """
    manages = forum.permissions_for(forum.guild.me).manage_threads
    usable = [tag for tag in forum.available_tags if manages or not tag.moderated]
    fitting = [tag for tag in usable if tag.name.casefold() == game.casefold()]
    if fitting or not forum.flags.require_tag:
        return fitting[:1]
    return usable[:1] or None


def has_tags(channel: HomeChannel) -> bool:
    """True unless a post in ``channel`` takes a tag and the bot may use none."""
    return not isinstance(channel, discord.ForumChannel) or tags_for(channel, "") is not None
