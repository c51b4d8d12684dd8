"""The messages of servers' front doors, and of the lists that servers had before front doors."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Connection, Index, Integer, Text, false, update

from data.features.rows import FeatureRows
from data.schema import UtcTime, always, keys, maybe, table
from data.writing import check_times, upsert
from matches.guilds.settings import PINNED
from matches.model import GuildId

DOOR: Final = "front_door"
"""The kind of a front door; other kinds are lists."""

# A message each, in the channel that the server chose; a front door is kept up to date.
pinned_list = table(
    "pinned_list",
    *keys(BigInteger, "guild_id"),
    *keys(Text, "kind"),
    *maybe(BigInteger, "channel", "message"),
    *maybe(Text, "digest"),  # a hash of what the message shows
    *maybe(UtcTime, "shown_at"),
    Column("pinned", Boolean, nullable=False, server_default=false()),
    Column("lost", Integer, nullable=False, server_default="0"),  # how often users deleted it
    *always(UtcTime, "due_at"),
    *maybe(UtcTime, "claimed_until"),
)
Index(None, pinned_list.c.due_at)


def keep_door(
    connection: Connection, guild_id: GuildId, chosen: Mapping[str, str | None], now: datetime
) -> None:
    """Make a server's front door due at ``now`` if its channel is chosen or given up.

    The count of its deletions starts again.
    """
    if PINNED not in chosen:
        return
    check_times(now)
    again = {"due_at": now, "lost": 0}
    if chosen[PINNED] is None:
        connection.execute(update(pinned_list).where(pinned_list.c.guild_id == guild_id).values(again))
    else:
        upsert(connection, pinned_list, {"guild_id": guild_id, "kind": DOOR, **again})


def post_again(connection: Connection) -> None:
    """Forget the messages of all front doors, so that they are posted again, without counting a deletion."""
    gone = dict.fromkeys(("channel", "message", "digest", "shown_at"))
    doors = update(pinned_list).where(pinned_list.c.kind == DOOR)
    connection.execute(doors.values(**gone, pinned=False, lost=0))


ROWS: Final = FeatureRows(
    name="front_door",
    tables=(pinned_list,),
    of_guild=(pinned_list,),
    guild_changed=keep_door,
    post_again=post_again,
)
