"""The place of a match: a thread of its own; another when that is lost; the channel; direct messages."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

import discord

from cogs.delivery.sender import persistently
from cogs.delivery.thread_names import ThreadNames, number_in
from cogs.kit import permissions
from cogs.kit.failures import THREAD_EXISTS, is_outage, reading
from matches import ChannelId, Match

if TYPE_CHECKING:
    from discord.ext import commands

log = logging.getLogger(__name__)

ARCHIVE_AFTER: Final = 10_080
"""Minutes without a message after which a thread is archived: the longest there is, a week."""


class Venue:
    """Finds and makes the places of matches. Raises what discord.py raises."""

    def __init__(self, bot: commands.Bot, names: ThreadNames) -> None:
        self._bot = bot
        self._names = names

    async def first(self, match: Match) -> ChannelId:
        """A thread made for ``match``, or its channel where it cannot have one."""
        try:
            return ChannelId(await self._open_thread(match) or match.channel_id)
        except (discord.NotFound, discord.Forbidden) as error:
            if is_outage(error):
                raise
            # The channel is out of reach. Posting there fails, and then another place is looked for.
            return match.channel_id

    async def next(self, match: Match) -> ChannelId | None:
        """Another place in the server, once the match's home is lost; None when there is none."""
        if match.shown.home == match.channel_id or not self.reachable(match):
            return None
        channel = await self._channel(match.channel_id)
        if isinstance(channel, discord.TextChannel) and self._may_open(channel):
            # One may have been made before a crash.
            made = next((each for each in channel.threads if self._made_for(match, each)), None)
            # One in place of its first thread (which has the id of the message it hangs on), or on the way
            # back: where a second one is lost, a third would be.
            another = match.shown.direct or int(match.shown.home or 0) == match.shown.invitation
            try:
                if made is not None or another:
                    # Asked for once: a thread has no nonce that would make one of two.
                    with reading():
                        return ChannelId((made or await self._fresh_thread(match, channel)).id)
            except discord.HTTPException as error:
                if is_outage(error):
                    raise
                log.warning("match=%s got no other thread: %s", match.id, error)
        return match.channel_id

    def reachable(self, match: Match) -> bool:
        """True if the bot may post in the channel of the challenge, as far as it knows."""
        channel = self._bot.get_channel(match.channel_id)
        if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return False
        if isinstance(channel, discord.Thread) and channel.locked:
            return False
        in_thread = isinstance(channel, discord.Thread)
        return not permissions.missing(channel.permissions_for(channel.guild.me), in_thread=in_thread)

    def _made_for(self, match: Match, thread: discord.Thread) -> bool:
        mine = self._bot.user is not None and thread.owner_id == self._bot.user.id
        usable = not thread.locked and thread.id != match.shown.home
        return mine and usable and number_in(thread.name) == match.id

    def _may_open(self, channel: discord.TextChannel) -> bool:
        return permissions.threads_allowed(channel.permissions_for(channel.guild.me))

    async def _open_thread(self, match: Match) -> int | None:
        """The id of a thread made for ``match``; None where it has to stay in the channel."""
        channel = await self._channel(match.channel_id)
        if not isinstance(channel, discord.TextChannel) or not self._may_open(channel):
            return None
        try:
            with reading():
                return (await persistently(lambda: self._thread_of(match, channel))).id
        except discord.HTTPException as error:
            if error.code == THREAD_EXISTS:
                # Made before a crash: a thread has the id of the message it hangs on.
                return match.shown.invitation
            if is_outage(error):
                # It passes, and the sweep tries again: no reason to do without a thread for good.
                raise
            log.warning("match=%s got no thread and stays in channel=%s: %s", match.id, channel.id, error)
            return None

    async def _thread_of(self, match: Match, channel: discord.TextChannel) -> discord.Thread:
        if match.shown.invitation is not None:
            message = channel.get_partial_message(match.shown.invitation)
            try:
                name = await self._names.of(match)
                return await message.create_thread(name=name, auto_archive_duration=ARCHIVE_AFTER)
            except discord.NotFound:
                log.info("match=%s its challenge card is gone", match.id)
        return await self._fresh_thread(match, channel)

    async def _fresh_thread(self, match: Match, channel: discord.TextChannel) -> discord.Thread:
        kinds = discord.ChannelType
        kind = kinds.news_thread if channel.is_news() else kinds.public_thread
        name = await self._names.of(match)
        return await channel.create_thread(name=name, type=kind, auto_archive_duration=ARCHIVE_AFTER)

    async def _channel(
        self, channel_id: int
    ) -> discord.abc.GuildChannel | discord.abc.PrivateChannel | discord.Thread:
        return self._bot.get_channel(channel_id) or await self._bot.fetch_channel(channel_id)
