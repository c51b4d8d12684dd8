"""Participation in things of a server: what a user who leaves the server is taken out of."""

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
    """True if a user is in anything of a server that who leaves the server is taken out of."""
    return bool(connection.scalar(TAKES_PART, {"guild_id": guild_id, "user_id": user_id}))


def part(connection: Connection, one: UserId, other: UserId, now: datetime) -> None:
    """End what two users have joined of each other's in features, once one has blocked the other."""
    for feature in FEATURES:
        if feature.part is not None:
            feature.part(connection, one, other, now)


def leave_features(connection: Connection, guild_id: GuildId, user_id: UserId, now: datetime) -> None:
    """Take a user who has left a server out of what features have of them there."""
    for feature in FEATURES:
        if feature.leave_guild is not None:
            feature.leave_guild(connection, user_id, now, guild_id)
