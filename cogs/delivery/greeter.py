"""Greets servers that add the bot: one card, where it may post, without a ping.

The card is sent once. A process claims the greeting before, stores the channel, and sends; after a crash the
next one looks there for a card that was sent, before it sends another. Where the bot may post nowhere, or
Discord refuses, the server goes without.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from operator import attrgetter
from typing import TYPE_CHECKING, Final

import discord

from cogs.connection.state import ConnectionState
from cogs.delivery.outbox import LogLines, work_through
from cogs.delivery.sender import NONCE_LASTS, locale_of, send_once, with_control
from cogs.kit import permissions
from cogs.panels.server.welcome_card import mark, welcome_card
from cogs.text import speaking
from matches import ChannelId, Clock, GuildId, MessageId
from services.greetings import Greetings

if TYPE_CHECKING:
    from cogs.app import App

log = logging.getLogger(__name__)

FRESH: Final = timedelta(days=3)
"""A server that added the bot longer ago isn't greeted any more: the bot was down all the time since."""
_LINES: Final = LogLines(log, "guild=%s its greeting", attrgetter("id"), "was not sent", "could not be sent")


class Greeter:
    """Sends the greetings. Raises no Discord errors."""

    def __init__(self, app: App, greetings: Greetings, clock: Clock, connection: ConnectionState) -> None:
        self._app = app
        self._greetings = greetings
        self._clock = clock
        self._connection = connection
        self._settled: set[int] = set()
        """Servers that this process needn't look at again."""

    async def greet_all(self) -> None:
        """Greet the servers that added the bot lately, those of a time when it was down too."""
        since = await self._greetings.since()
        now = self._clock()
        for guild in self._app.bot.guilds:
            joined = guild.me.joined_at
            if guild.id not in self._settled and joined is not None and joined > since:
                if now - joined > FRESH:
                    self._settled.add(guild.id)
                else:
                    await self.greet(guild)

    async def greet(self, guild: discord.Guild) -> None:
        """Greet a server, unless it was greeted."""
        joined, since = guild.me.joined_at, await self._greetings.since()
        if joined is not None and joined > since and self._connection:
            await work_through([guild], self._greet, self._connection, _LINES, refused=self._give_up)

    async def _greet(self, guild: discord.Guild) -> None:
        which = GuildId(guild.id)
        claimed = await self._greetings.claim(which)
        if claimed is None:
            # Another process may have died with it; then the claim ends, and this one is asked again.
            return
        channel = claimed.channel or place_in(guild)
        if channel is None:
            log.info("guild=%s is not greeted: there is no channel where everybody would see it", guild.id)
            await self._give_up(guild)
            return
        if claimed.channel is None:
            await self._greetings.record(which, channel)
        with speaking(locale_of(self._app.bot, guild.id)):
            card = await welcome_card(self._app, which)
        fresh = self._clock() - claimed.begun_at < NONCE_LASTS
        sought = None if fresh else with_control(mark(which))
        sent = await send_once(self._app.bot, channel, card, sought, nonce=f"w{guild.id}", silent=True)
        await self._greetings.settle(which, MessageId(sent.id))
        self._settled.add(guild.id)
        log.info("guild=%s was greeted in channel=%s", guild.id, channel)

    async def _give_up(self, guild: discord.Guild) -> None:
        await self._greetings.settle(GuildId(guild.id), None)
        self._settled.add(guild.id)


def place_in(guild: discord.Guild) -> ChannelId | None:
    """The channel for a greeting: the system channel, else the first text channel that everybody sees.

    None if the bot may post in none of them.
    """
    system = guild.system_channel
    if system is not None and not permissions.missing(system.permissions_for(guild.me)):
        return ChannelId(system.id)
    for channel in sorted(guild.text_channels, key=lambda one: (one.position, one.id)):
        lacking = permissions.missing(channel.permissions_for(guild.me))
        if not lacking and permissions.everybody_sees(channel):
            return ChannelId(channel.id)
    return None
