"""Greetings: the bot's first card in a server, sent once though processes are killed and run side by side."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from data import stores
from matches.guild_posts import Greeting
from matches.guild_settings import AT_FIRST
from matches.model import ChannelId, GuildId, MessageId
from services.core import LEASE, Core

AGAIN: Final = timedelta(days=90)
"""A server that the bot is added to again is greeted again only if it was greeted longer ago than this."""
SINCE: Final = "greets since"
"""The fact with the time from which servers are greeted: those that had the bot before aren't."""


class Greetings:
    """Greetings; one process at a time sends each."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._db = core.db
        self._since: datetime | None = None

    async def since(self) -> datetime:
        """The first start of a version of the bot that greets."""
        if self._since is None:
            kept = await self._db.read(stores.host.remembered, SINCE)
            if kept is None:
                now = self._core.now().isoformat()
                kept = await self._db.write(stores.host.remember_once, SINCE, now)
            self._since = datetime.fromisoformat(kept)
        return self._since

    async def claim(self, guild: GuildId) -> Greeting | None:
        """Claim a server's greeting; None if it was sent, can't be, or another process sends it.

        A server that is new to the bot gets the settings that such servers begin with.
        """
        now = self._core.now()
        return await self._db.write(stores.greetings.claim, guild, now, now + LEASE, AGAIN, AT_FIRST)

    async def note(self, guild: GuildId, channel: ChannelId) -> None:
        """Record the channel that a claimed greeting is about to be sent to."""
        await self._db.write(stores.greetings.note, guild, channel)

    async def settle(self, guild: GuildId, message: MessageId | None) -> None:
        """Record that a claimed greeting was sent, or for None that it can't be."""
        await self._db.write(stores.greetings.settle, guild, message, self._core.now())
