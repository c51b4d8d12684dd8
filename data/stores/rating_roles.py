"""Roles by rating."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Final

from sqlalchemy import (
    Connection,
    RowMapping,
    Text,
    bindparam,
    select,
    update,
)

from data import outbox
from data.schema import guild_setting, rating_role, standing
from data.shared_parameters import GUILD_ID, USER_ID
from data.stores.queries import in_shards
from data.writing import upsert_all
from matches.guilds.settings import TIERS
from matches.guilds.shards import ALL, Shards
from matches.model import GuildId, UserId
from matches.ratings.leaderboard import RatingRole
from matches.ratings.seasons import ALL_TIME
from matches.written import LEVELS

# The condition is in the statement itself, as in the partial index of rows that have a due time.
DUE: Final = outbox.due(rating_role, rating_role.c.due_at.is_not(None))
OF_USER: Final = select(rating_role).where(rating_role.c.user_id == USER_ID, rating_role.c.role.is_not(None))
HAS_TIERS: Final = select(guild_setting.c.guild_id).where(
    guild_setting.c.guild_id == GUILD_ID, guild_setting.c.key == TIERS
)
RATED_HERE: Final = (
    select(standing.c.user_id)
    .where(
        standing.c.guild_id == GUILD_ID,
        standing.c.game.in_(bindparam("games", type_=Text, expanding=True)),
        standing.c.season == ALL_TIME,
        standing.c.user_id > max(LEVELS),
    )
    .distinct()
)


def owe_roles(connection: Connection, guild_id: GuildId, users: Collection[int], now: datetime) -> None:
    """Make the roles of these users due at ``now``, if the server gives roles by rating."""
    if connection.scalar(HAS_TIERS, {"guild_id": guild_id}) is not None:
        _owe(connection, guild_id, users, now)


def owe_all_roles(connection: Connection, guild_id: GuildId, games: Collection[str], now: datetime) -> None:
    """Make the roles of all users due who have one in a server or are rated there."""
    theirs = update(rating_role).where(rating_role.c.guild_id == guild_id)
    connection.execute(theirs.values(due_at=now))
    asked = {"guild_id": guild_id, "games": sorted(games)}
    _owe(connection, guild_id, list(connection.scalars(RATED_HERE, asked)), now)


def _owe(connection: Connection, guild_id: GuildId, users: Collection[int], now: datetime) -> None:
    rows = [{"guild_id": guild_id, "user_id": user, "due_at": now} for user in sorted(users)]
    upsert_all(connection, rating_role, rows)


def claim(
    connection: Connection, now: datetime, until: datetime, limit: int, shards: Shards = ALL
) -> tuple[RatingRole, ...]:
    """Claim due rows until ``until``, the longest due first, at most ``limit``."""
    query = in_shards(DUE, shards, rating_role.c.guild_id)
    return tuple(map(_read, outbox.claim(connection, rating_role, query, now, until, limit)))


def record(connection: Connection, of: RatingRole, role: int | None) -> None:
    """Record the role that a user has or is about to get."""
    outbox.record(connection, rating_role, _key(of), role=role)


def settle(connection: Connection, of: RatingRole, due_at: datetime | None) -> None:
    """Give back a claimed row, due again at ``due_at``; None: at the next change.

    After a change since the claim it stays due. A row with neither a due time nor a role is deleted.
    """
    if due_at is None:
        same = outbox.is_due_as(rating_role, of.due_at)
        outbox.drop(connection, rating_role, _key(of), same, rating_role.c.role.is_(None))
    outbox.settle_unless_due(connection, rating_role, _key(of), of.due_at, due_at)


def of_user(connection: Connection, user_id: UserId) -> tuple[RatingRole, ...]:
    """A user's rating roles in all servers."""
    return tuple(map(_read, connection.execute(OF_USER, {"user_id": user_id}).mappings()))


def _read(row: RowMapping) -> RatingRole:
    tried = row["claimed_until"] is not None
    return RatingRole(GuildId(row["guild_id"]), UserId(row["user_id"]), row["role"], tried, row["due_at"])


def _key(one: RatingRole) -> outbox.Key:
    return {"guild_id": one.guild_id, "user_id": one.user_id}
