"""The threads of matches against the computer: private, with nobody in them but their player.

A thread carries no nonce. So one is asked for once, and whoever asks again looks first whether it is there.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import discord

from cogs.delivery.home import ARCHIVE_AFTER
from cogs.delivery.thread_names import ThreadNames, number_in
from cogs.kit import permissions
from cogs.kit.failures import is_outage, reading
from matches import ChannelId, Match, Matches, NoSuchMatchError
from matches.errors import DamagedMatchError

if TYPE_CHECKING:
    from discord.ext import commands

log = logging.getLogger(__name__)


class PrivateThreads:
    """Finds and makes them, in the channels where the matches were asked for."""

    def __init__(self, bot: commands.Bot, matches: Matches, names: ThreadNames) -> None:
        self._bot = bot
        self._matches = matches
        self._names = names

    async def open(self, match: Match) -> ChannelId | None:
        """A thread made for ``match``, its player in it; None where there cannot be one.

        Raises what discord.py raises where trying again may help.
        """
        channel = await self._channel(match)
        if channel is None or channel.is_news() or self._lacking(channel):
            return None
        try:
            with reading():
                thread = self._made_before(match, channel) or await self._make(match, channel)
                for user in match.users:
                    await thread.add_user(discord.Object(user))
        except discord.HTTPException as error:
            if is_outage(error):
                raise
            log.warning("match=%s got no private thread in channel=%s: %s", match.id, channel.id, error)
            return None
        return ChannelId(thread.id)

    async def let_in(self, match: Match) -> None:
        """Bring whoever plays ``match`` now into its thread; they hear of it by its card all the same."""
        if match.shown.home is None or match.shown.direct:
            return
        thread = await self._fetched(match.shown.home)
        if isinstance(thread, discord.Thread):
            try:
                for user in match.users:
                    await thread.add_user(discord.Object(user))
            except discord.HTTPException as error:
                if is_outage(error):
                    raise
                log.warning(
                    "match=%s its player cannot be let into thread=%s: %s", match.id, thread.id, error
                )

    async def lacking(self, match: Match) -> tuple[str, ...]:
        """The names, for people, of the permissions that are missing for a private thread, if it is that."""
        channel = await self._channel(match)
        return () if channel is None or channel.is_news() else self._lacking(channel)

    def _lacking(self, channel: discord.TextChannel) -> tuple[str, ...]:
        return permissions.lacking_for_private_thread(channel.permissions_for(channel.guild.me))

    async def _channel(self, match: Match) -> discord.TextChannel | None:
        """The channel that a match, or the one it is a rematch of, was asked for in, or the one above."""
        while True:
            found = self._bot.get_channel(match.channel_id) or await self._fetched(match.channel_id)
            if isinstance(found, discord.Thread):
                found = found.parent
            if isinstance(found, discord.TextChannel):
                return found
            if match.rematch_of is None:
                return None
            try:
                match = await self._matches.load(match.rematch_of)
            except (NoSuchMatchError, DamagedMatchError):
                return None

    async def _fetched(self, channel: ChannelId) -> Any:
        try:
            with reading():
                return await self._bot.fetch_channel(channel)
        except (discord.NotFound, discord.Forbidden) as error:
            if is_outage(error):
                raise
            return None

    def _made_before(self, match: Match, channel: discord.TextChannel) -> discord.Thread | None:
        """The thread that a process made for ``match`` which was then killed, or never heard of it."""
        me = self._bot.user
        return next(
            (
                thread
                for thread in channel.threads
                if thread.is_private()
                and me is not None
                and thread.owner_id == me.id
                and not thread.locked
                and thread.id != match.shown.home
                and number_in(thread.name) == match.id
            ),
            None,
        )

    async def _make(self, match: Match, channel: discord.TextChannel) -> discord.Thread:
        return await channel.create_thread(
            name=await self._names.of(match),
            type=discord.ChannelType.private_thread,
            invitable=False,
            auto_archive_duration=ARCHIVE_AFTER,
        )
