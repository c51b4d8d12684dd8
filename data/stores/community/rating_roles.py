"""Roles by rating in the store in a database. What each method promises is written at the port."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Integer,
    Row,
    Text,
    bindparam,
    delete,
    or_,
    select,
    update,
)

from data.schema import UtcTime, guild_setting, rating_role, standing
from data.stores.base import SqlPart, reads, upsert_all, writes
from data.stores.checks import check_times
from data.stores.shard_queries import in_shards
from matches.guild_settings import TIERS
from matches.model import GuildId, UserId
from matches.ratings.roles import RatingRole
from matches.ratings.seasons import ALL_TIME
from matches.shards import ALL, Shards
from matches.written import LEVELS

_NOW: Final = bindparam("now", type_=UtcTime)
_GUILD: Final = bindparam("guild_id", type_=BigInteger)
CLAIMABLE: Final = (
    select(rating_role)
    .where(
        rating_role.c.due_at.is_not(None),
        rating_role.c.due_at <= _NOW,
        or_(rating_role.c.claimed_until.is_(None), rating_role.c.claimed_until <= _NOW),
    )
    .order_by(rating_role.c.due_at, rating_role.c.guild_id, rating_role.c.user_id)
    .limit(bindparam("limit", type_=Integer))
    .with_for_update(skip_locked=True)
)
OF_USER: Final = select(rating_role).where(
    rating_role.c.user_id == bindparam("user_id", type_=BigInteger), rating_role.c.role.is_not(None)
)
HAS_TIERS: Final = select(guild_setting.c.guild_id).where(
    guild_setting.c.guild_id == _GUILD, guild_setting.c.key == TIERS
)
RATED_HERE: Final = (
    select(standing.c.user_id)
    .where(
        standing.c.guild_id == _GUILD,
        standing.c.game.in_(bindparam("games", type_=Text, expanding=True)),
        standing.c.season == ALL_TIME,
        standing.c.user_id > max(LEVELS),
    )
    .distinct()
)


def owe_roles(connection: Connection, guild_id: GuildId, users: Collection[int], now: datetime) -> None:
    """Have the roles of people looked at whose ratings have changed, where a server gives any."""
    if connection.scalar(HAS_TIERS, {"guild_id": guild_id}) is not None:
        _owe(connection, guild_id, users, now)


def owe_all_roles(connection: Connection, guild_id: GuildId, games: Collection[str], now: datetime) -> None:
    """Have the roles looked at of all who have one in a server, or are rated there."""
    check_times(now)
    theirs = update(rating_role).where(rating_role.c.guild_id == guild_id)
    connection.execute(theirs.values(due_at=now))
    asked = {"guild_id": guild_id, "games": sorted(games)}
    _owe(connection, guild_id, list(connection.scalars(RATED_HERE, asked)), now)


def _owe(connection: Connection, guild_id: GuildId, users: Collection[int], now: datetime) -> None:
    rows = [{"guild_id": guild_id, "user_id": user, "due_at": now} for user in sorted(users)]
    upsert_all(connection, rating_role, rows)


def _claim(
    connection: Connection, now: datetime, until: datetime, limit: int, shards: Shards = ALL
) -> tuple[RatingRole, ...]:
    check_times(now, until)
    asked = in_shards(CLAIMABLE, shards, rating_role.c.guild_id)
    claimed = tuple(map(_read, connection.execute(asked, {"now": now, "limit": limit})))
    for one in claimed:
        connection.execute(update(rating_role).where(*_of(one)).values(claimed_until=until))
    return claimed


def _note(connection: Connection, of: RatingRole, role: int | None) -> None:
    connection.execute(update(rating_role).where(*_of(of)).values(role=role))


def _settle(connection: Connection, of: RatingRole, due_at: datetime | None) -> None:
    if due_at is None:
        connection.execute(delete(rating_role).where(*_of(of), rating_role.c.role.is_(None)))
    settled = update(rating_role).where(*_of(of))
    connection.execute(settled.values(due_at=due_at, claimed_until=None))


def _of_user(connection: Connection, user_id: UserId) -> tuple[RatingRole, ...]:
    return tuple(map(_read, connection.execute(OF_USER, {"user_id": user_id})))


def _read(row: Row[Any]) -> RatingRole:
    tried = row.claimed_until is not None
    return RatingRole(GuildId(row.guild_id), UserId(row.user_id), row.role, tried)


def _of(one: RatingRole) -> tuple[ColumnElement[bool], ...]:
    return rating_role.c.guild_id == one.guild_id, rating_role.c.user_id == one.user_id


class SqlRatingRoles(SqlPart):
    """The roles that people have by their rating."""

    claim = writes(_claim)
    note = writes(_note)
    settle = writes(_settle)
    of_user = reads(_of_user)
