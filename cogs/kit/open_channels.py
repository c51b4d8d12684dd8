"""The channels of a server that everyone in it may look into: what lists for all of them may tell of."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final

import discord
from cachetools import LRUCache, TTLCache

from cogs.kit import permissions
from cogs.kit.errors import UNSENT
from cogs.kit.guilds import channel_in
from matches import ChannelId, Clock, GuildId
from services.archive import Archive

log = logging.getLogger(__name__)

REMEMBERED: Final = 10_000
"""Archived threads that are remembered with the channels above them."""
ASKED_AT_ONCE: Final = 5
"""Most of them that Discord is asked for in one go: the next go asks on."""
UNTOLD: Final = timedelta(minutes=10)
"""The time for which a channel is left out that Discord couldn't or wouldn't tell of."""


class OpenChannels:
    """Finds the channels and threads that everyone in a server may look into, anew each time.

    A thread counts as the channel above it. Archived threads, which the bot isn't told of, are fetched from
    Discord the first time: neither their channel nor whether they are private ever changes.
    """

    def __init__(self, archive: Archive, clock: Clock) -> None:
        self._archive = archive
        self._above: LRUCache[ChannelId, int | None] = LRUCache(REMEMBERED)
        """The channel above a public thread; None for a private one, and for a channel that is gone."""
        self._untold: TTLCache[ChannelId, bool, datetime] = TTLCache(REMEMBERED, UNTOLD, clock)

    async def of(self, guild: discord.Guild) -> frozenset[ChannelId]:
        """The channels of ``guild`` that everyone there may look into, with the threads in its archive."""
        places = (*guild.channels, *guild.threads)
        found = {ChannelId(place.id) for place in places if permissions.everybody_sees(place)}
        stored = await self._archive.channels_of(GuildId(guild.id))
        unknown = sorted(one for one in stored if guild.get_channel_or_thread(one) is None)
        new = [one for one in unknown if one not in self._above and one not in self._untold]
        await self._learn(guild, new[:ASKED_AT_ONCE])
        return frozenset(found.union(one for one in unknown if self._above.get(one) in found))

    async def _learn(self, guild: discord.Guild, channels: list[ChannelId]) -> None:
        """Ask Discord for channels that the bot isn't told of; those that it can't tell of are left out."""
        for channel in channels:
            try:
                place = await channel_in(guild, channel)
            except discord.NotFound:
                self._above[channel] = None
            except UNSENT as error:
                self._untold[channel] = True
                log.info("guild=%s channel=%s is left out of the archive: %s", guild.id, channel, error)
            else:
                thread = place if isinstance(place, discord.Thread) and not place.is_private() else None
                self._above[channel] = None if thread is None else thread.parent_id
