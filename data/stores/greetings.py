"""The cards with which the bot greets servers: one a server, claimed before it is sent."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from sqlalchemy import Connection, or_, select, update

from data import outbox
from data.parameters import GUILD_ID
from data.schema import greeting, guild_setting, match, utc
from data.stores.base import insert_missing
from matches.guild_posts import Greeting
from matches.model import ChannelId, GuildId, MessageId

OF_GUILD = select(greeting).where(greeting.c.guild_id == GUILD_ID)
SET_IN = select(guild_setting.c.key).where(guild_setting.c.guild_id == GUILD_ID).limit(1)
PLAYED_IN = select(match.c.id).where(match.c.guild_id == GUILD_ID).limit(1)


def claim(
    connection: Connection,
    guild_id: GuildId,
    now: datetime,
    until: datetime,
    again: timedelta,
    at_first: Mapping[str, str],
) -> Greeting | None:
    """Claim a server's greeting until ``until``.

    None if it was settled less than ``again`` ago, or another process has it. One settled longer ago starts
    over: the bot was added again. A server that is new to the bot begins with the settings
    ``at_first``, by key.
    """
    moment = utc(now)
    if at_first and not any(
        connection.execute(query, {"guild_id": guild_id}).first() for query in (OF_GUILD, SET_IN, PLAYED_IN)
    ):
        settings = [{"guild_id": guild_id, "key": key, "value": value} for key, value in at_first.items()]
        insert_missing(connection, guild_setting, settings)
    insert_missing(connection, greeting, [{"guild_id": guild_id, "begun_at": moment}])
    own = greeting.c.guild_id == guild_id
    forgotten = {"begun_at": moment, "settled_at": None, "channel": None, "message": None}
    connection.execute(
        update(greeting).where(own, greeting.c.settled_at <= utc(now - again)).values(**forgotten)
    )
    free = or_(greeting.c.claimed_until.is_(None), greeting.c.claimed_until <= moment)
    claimed = connection.execute(
        update(greeting).where(own, greeting.c.settled_at.is_(None), free).values(claimed_until=utc(until))
    )
    return _of_guild(connection, guild_id) if claimed.rowcount else None


def _of_guild(connection: Connection, guild_id: GuildId) -> Greeting:
    row = connection.execute(OF_GUILD, {"guild_id": guild_id}).mappings().one()
    return Greeting(guild_id, row["begun_at"], row["channel"], row["message"])


def note(connection: Connection, guild_id: GuildId, channel: ChannelId) -> None:
    """Record the channel that a greeting goes to; it stays claimed."""
    outbox.note(connection, greeting, {"guild_id": guild_id}, channel=channel)


def settle(connection: Connection, guild_id: GuildId, message: MessageId | None, now: datetime) -> None:
    """Record that a greeting was sent, or for None that it can't be, and give back its claim."""
    outbox.settle(connection, greeting, {"guild_id": guild_id}, message=message, settled_at=utc(now))
