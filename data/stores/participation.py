"""Participation of users in a server's features, which ends when they leave the server."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlalchemy import Connection, or_, select

from data.features import FEATURES
from matches.model import GuildId, UserId

TAKES_PART: Final = select(
    or_(*(feature.takes_part for feature in FEATURES if feature.takes_part is not None))
)


def takes_part(connection: Connection, guild_id: GuildId, user_id: UserId) -> bool:
    """True if a user takes part in anything of a server that ends when they leave it."""
    return bool(connection.scalar(TAKES_PART, {"guild_id": guild_id, "user_id": user_id}))


def part(connection: Connection, one: UserId, other: UserId, now: datetime) -> None:
    """End two users' participation in each other's things in features, once one has blocked the other."""
    for feature in FEATURES:
        if feature.part is not None:
            feature.part(connection, one, other, now)


def leave_features(connection: Connection, guild_id: GuildId, user_id: UserId, now: datetime) -> None:
    """Remove a user who has left a server from all features there."""
    for feature in FEATURES:
        if feature.leave_guild is not None:
            feature.leave_guild(connection, user_id, now, guild_id)
