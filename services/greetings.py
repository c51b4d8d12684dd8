"""Greetings: the bot's first card in a server, sent once though processes are killed and run side by side."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import or_, select, update

from data import outbox, stores
from data.schema import greeting, guild_setting, match
from data.writing import insert_missing
from matches.guilds.posts import Greeting
from matches.guilds.settings import AT_FIRST
from matches.model import ChannelId, GuildId, MessageId
from services.core import LEASE, Core
from services.operations import Operations, Transaction, writes

AGAIN: Final = timedelta(days=90)
"""A server that the bot is added to again is greeted again only if it was greeted longer ago than this."""
SINCE: Final = "greets since"
"""The fact with the time from which servers are greeted: those that had the bot before aren't."""


class Greetings(Operations):
    """Greetings; one process at a time sends each."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
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

    @writes()
    def claim(self, tx: Transaction, guild: GuildId) -> Greeting | None:
        """Claim a server's greeting; None if it was sent, can't be, or another process sends it.

        One that was sent longer than :data:`AGAIN` ago starts over. A server that is new to the bot gets the
        settings that such servers begin with.
        """
        traces = (
            select(each.c.guild_id).where(each.c.guild_id == guild).limit(1)
            for each in (greeting, guild_setting, match)
        )
        if all(tx.scalar(trace) is None for trace in traces):
            settings = [{"guild_id": guild, "key": key, "value": value} for key, value in AT_FIRST.items()]
            insert_missing(tx.connection, guild_setting, settings)
        insert_missing(tx.connection, greeting, [{"guild_id": guild, "begun_at": tx.now}])
        its = greeting.c.guild_id == guild
        afresh = {"begun_at": tx.now, "settled_at": None, "channel": None, "message": None}
        tx.execute(update(greeting).where(its, greeting.c.settled_at <= tx.now - AGAIN).values(afresh))
        free = or_(greeting.c.claimed_until.is_(None), greeting.c.claimed_until <= tx.now)
        claimed = (
            update(greeting)
            .where(its, greeting.c.settled_at.is_(None), free)
            .values(claimed_until=tx.now + LEASE)
            .returning(greeting.c.begun_at, greeting.c.channel, greeting.c.message)
        )
        found = tx.execute(claimed).one_or_none()
        return None if found is None else Greeting(guild, *found)

    @writes()
    def record(self, tx: Transaction, guild: GuildId, channel: ChannelId) -> None:
        """Record the channel that a claimed greeting is about to be sent to."""
        outbox.record(tx.connection, greeting, {"guild_id": guild}, channel=channel)

    @writes()
    def settle(self, tx: Transaction, guild: GuildId, message: MessageId | None) -> None:
        """Record that a claimed greeting was sent, or for None that it can't be."""
        outbox.settle(tx.connection, greeting, {"guild_id": guild}, message=message, settled_at=tx.now)
