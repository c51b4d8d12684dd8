"""Who may do what where: Discord's permissions, computed as its documentation says."""

from __future__ import annotations

import discord

from tests.loopback.server.entities import PRIVATE_THREAD, Channel, Guild, User
from tests.loopback.server.refusals import refusal

ALL = discord.Permissions.all().value
NEEDS_SENDING = ("mention_everyone", "send_tts_messages", "attach_files", "embed_links")
"""Denied together with sending."""
DIRECT_MESSAGES = discord.Permissions(
    view_channel=True,
    send_messages=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
    add_reactions=True,
    use_external_emojis=True,
    mention_everyone=True,
    pin_messages=True,
)


def permissions(**names: bool) -> int:
    """The number for permissions by discord.py's names."""
    return discord.Permissions(**names).value


def in_guild(guild: Guild, user: User) -> discord.Permissions:
    """What somebody may do in a server, whatever the channel."""
    member = guild.members.get(user.id)
    if member is None:
        return discord.Permissions.none()
    value = guild.everyone.permissions
    for role in member.roles:
        value |= role.permissions
    if user is guild.owner or discord.Permissions(value).administrator:
        value = ALL
    return discord.Permissions(value)


def in_channel(channel: Channel, user: User) -> discord.Permissions:
    """What somebody may do in a channel, a thread or direct messages."""
    if channel.guild is None:
        ours = user.bot or user is channel.recipient
        return discord.Permissions(DIRECT_MESSAGES.value if ours else 0)
    base = in_guild(channel.guild, user)
    member = channel.guild.members.get(user.id)
    if base.administrator or base.value == ALL or member is None:
        return base
    place = channel.parent or channel
    value = base.value
    layers = [
        [channel.guild.id],
        [role.id for role in member.roles],
        [user.id],
    ]
    for layer in layers:
        found = [place.overwrites[target] for target in layer if target in place.overwrites]
        for _, deny in found:
            value &= ~deny
        for allow, _ in found:
            value |= allow
    allowed = discord.Permissions(value)
    if not allowed.view_channel:
        return discord.Permissions.none()
    sending = allowed.send_messages_in_threads if channel.is_thread else allowed.send_messages
    if not sending:
        allowed.update(**dict.fromkeys(NEEDS_SENDING, False))
    if channel.type == PRIVATE_THREAD and user.id not in channel.joined and not allowed.manage_threads:
        return discord.Permissions.none()
    return allowed


def sees(channel: Channel, user: User) -> bool:
    """Whether somebody sees a channel."""
    return in_channel(channel, user).view_channel


def require(channel: Channel, user: User, *names: str) -> None:
    """Refuse with 50001 who does not see the channel, with 50013 who lacks one of ``names`` there."""
    allowed = in_channel(channel, user)
    if not allowed.view_channel:
        raise refusal(50001)
    if not all(getattr(allowed, name) for name in names):
        raise refusal(50013)
