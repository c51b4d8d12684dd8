"""The channels of a server that everyone in it may look into: what lists for all of them may tell of."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

import discord
from cachetools import LRUCache, TTLCache

from cogs.archive.service import Archive
from cogs.connection.requests import Purpose, requests_for
from cogs.kit import permissions
from cogs.kit.errors import UNSENT
from cogs.kit.failures import Loss, is_outage
from cogs.kit.guilds import VisiblePlace, channel_in
from matches import ChannelId, GuildId

if TYPE_CHECKING:
    from cogs.app import App

log = logging.getLogger(__name__)

REMEMBERED: Final = 50_000
"""Threads that are remembered with the channels above them."""
ASKED_AT_ONCE: Final = 5
"""Most archived threads that Discord is asked for while somebody waits; the others come afterwards."""
UNTOLD: Final = timedelta(minutes=10)
"""The time for which a channel is left out that Discord couldn't or wouldn't tell of."""


class OpenChannels:
    """Finds the channels and threads that everyone in a server may look into, anew each time.

    A thread counts as the channel above it. Archived threads, which the bot isn't told of, are fetched from
    Discord the first time: neither their channel nor whether they are private ever changes. Of many, a few
    are fetched at once, and the rest one after the other in a task of their own.
    """

    def __init__(self, app: App) -> None:
        self._archive = app[Archive]
        self._in_flight = app.in_flight
        self._above: LRUCache[ChannelId, int | None] = LRUCache(REMEMBERED)
        """The channel above a public thread; None for a private one, and for a channel that is gone."""
        self._untold: TTLCache[ChannelId, bool, datetime] = TTLCache(REMEMBERED, UNTOLD, app.clock)
        self._unknown: dict[int, int] = {}
        """For each server the number of channels that weren't known at the last look."""
        self._learning: dict[int, asyncio.Task[None]] = {}
        """The tasks that go on asking, by server."""
        self._one_by_one = asyncio.Lock()
        """Held by the task that asks: servers take turns."""

    async def of(self, guild: discord.Guild) -> frozenset[ChannelId]:
        """The channels of ``guild`` that everyone there may look into, with the threads in its archive."""
        places = (*guild.channels, *guild.threads)
        found = {ChannelId(place.id) for place in places if permissions.everybody_sees(place)}
        stored = await self._archive.channels_of(GuildId(guild.id))
        for thread in guild.threads:  # once it is archived, the bot need not ask
            if thread.id in stored:
                self._above[ChannelId(thread.id)] = _above(thread)
        unknown = sorted(one for one in stored if guild.get_channel_or_thread(one) is None)
        if guild.id not in self._learning:
            for channel in self._new(unknown)[:ASKED_AT_ONCE]:
                if not await self._learn(guild, channel):
                    break
        rest = self._new(unknown)
        self._unknown[guild.id] = len(rest)
        if rest and guild.id not in self._learning:
            task = self._learning[guild.id] = asyncio.create_task(self._learn_all(guild, rest))
            task.add_done_callback(lambda _: self._learning.pop(guild.id))
        return frozenset(found.union(one for one in unknown if self._above.get(one) in found))

    def unknown(self, guild_id: GuildId) -> int:
        """The number of archived threads that were not known yet at the last look."""
        return self._unknown.get(guild_id, 0)

    def _new(self, channels: Sequence[ChannelId]) -> list[ChannelId]:
        return [one for one in channels if one not in self._above and one not in self._untold]

    async def _learn_all(self, guild: discord.Guild, channels: Sequence[ChannelId]) -> None:
        """Ask for channels one by one, until the bot stops or Discord is out of order."""
        with requests_for(Purpose.TIDYING):
            for channel in channels:
                async with self._one_by_one:
                    if self._in_flight.stopping or not await self._learn(guild, channel):
                        return

    async def _learn(self, guild: discord.Guild, channel: ChannelId) -> bool:
        """Ask Discord for a channel that the bot isn't told of; returns False if Discord is out of order.

        One that Discord can't or won't tell of is left out.
        """
        try:
            place = await channel_in(guild, channel)
        except UNSENT as error:
            if is_outage(error):
                return False
            place = Loss.UNREADABLE
        if isinstance(place, Loss) and place is not Loss.GONE:
            self._untold[channel] = True
            log.info("guild=%s channel=%s is left out of the archive: %s", guild.id, channel, place.value)
        else:
            self._above[channel] = _above(place)
        return True


def _above(place: VisiblePlace | Loss) -> int | None:
    """The channel above a public thread; None for anything else, and for what is gone."""
    return place.parent_id if isinstance(place, discord.Thread) and not place.is_private() else None
