"""Shards: their lives, which process has which, and turns at asking for sessions."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, Integer, bindparam, delete, func, select

from data.database import Database, one_at_a_time
from data.schema import identify_slot, shard_lease, shard_life, shard_stop, utc
from data.stores.base import upsert, upsert_all
from matches.errors import OtherShardCountError
from matches.intervals import Interval
from matches.model import GuildId, MatchId
from matches.shards import ShardLife, Shards, ShardStop

# A lock by number, see data.maintenance.migrate.
_TAKING_SHARDS: Final = 6

_LIVES: Final = select(shard_life).order_by(shard_life.c.shard_count, shard_life.c.shard)
_LEASES: Final = select(shard_lease).order_by(*shard_lease.c)
_SLOT: Final = select(identify_slot.c.free_at).where(
    identify_slot.c.bucket == bindparam("bucket", type_=Integer)
)
_STOPS: Final = select(shard_stop).order_by(
    shard_stop.c.start_at, shard_stop.c.shard_count, shard_stop.c.shard
)

Alive = dict[int, datetime]
"""The last sign of life of each shard."""


def note_alive(
    connection: Connection, now: datetime, gap: timedelta, found: Shards, before: datetime | None
) -> list[Interval]:
    """Note that the shards ``found`` are there; returns the downtimes of single ones that thereby ended.

    ``before``: the bot's last sign of life, which is that of a shard of which none was noted yet. Rows are
    kept only while some shards are not there: where all are, the bot's own sign of life is theirs.
    """
    count, alive = _alive(connection)
    if found.complete:
        numbers = tuple(alive)
        if alive:
            connection.execute(delete(shard_life))
    else:
        known = alive if count == found.count else {}
        count, numbers = found.count, found.numbers
        alive = {number: known.get(number, before or now) for number in range(count)}
        noted = {number: max(now, since) if number in numbers else since for number, since in alive.items()}
        rows = [{"shard_count": count, "shard": number, "alive_at": at} for number, at in noted.items()]
        upsert_all(connection, shard_life, rows)
    ended = {number: Interval(alive[number], now) for number in numbers if now - alive[number] > gap}
    for number, stop in ended.items():
        row = {"shard_count": count, "shard": number, "start_at": stop.start, "end_at": stop.end}
        upsert(connection, shard_stop, row)
    return list(ended.values())


def _alive(connection: Connection) -> tuple[int, Alive]:
    """The number of shards that was noted last, and their last signs of life."""
    found = connection.execute(_LIVES).all()
    count = max(found, key=lambda row: row.alive_at).shard_count if found else 1
    return count, {row.shard: utc(row.alive_at) for row in found if row.shard_count == count}


def life(connection: Connection) -> ShardLife:
    """The downtimes of single shards, and the last signs of life where not all were there."""
    count, alive = _alive(connection)
    stops = (
        ShardStop(row.shard_count, row.shard, Interval(row.start_at, row.end_at))
        for row in connection.execute(_STOPS)
    )
    return ShardLife(count, tuple(stops), tuple(sorted(alive.items())))


# --- who has which ----------------------------------------------------------------------------------------


def take(
    connection: Connection, owner: str, count: int, lasts: timedelta, most_new: int, now: datetime
) -> tuple[int, ...]:
    """Lease shards of ``count`` for ``lasts``: those that ``owner`` has, and some that nobody has.

    At most ``most_new`` of these. Returns all that it has then. Raises OtherShardCountError while
    somebody has shards of another count.
    """
    one_at_a_time(connection, _TAKING_SHARDS)
    moment = _moment(connection, now)
    rows = connection.execute(_LEASES).all()
    live = [row for row in rows if row.until > moment]
    if other := next((row for row in live if row.shard_count != count), None):
        raise OtherShardCountError(other.shard_count)
    kept = [row.shard for row in rows if (row.shard_count, row.owner) == (count, owner)]
    others = {row.shard for row in live if row.owner != owner}
    free = [number for number in range(count) if number not in others and number not in kept]
    mine = sorted([number for number in kept if number not in others] + free[: max(0, most_new)])
    held = {"owner": owner, "until": moment + lasts}
    upsert_all(connection, shard_lease, [{"shard_count": count, "shard": number, **held} for number in mine])
    return tuple(mine)


def release(connection: Connection, owner: str) -> None:
    """Give back all that ``owner`` has."""
    connection.execute(delete(shard_lease).where(shard_lease.c.owner == owner))


def ask_session(connection: Connection, bucket: int, apart: timedelta, now: datetime) -> timedelta:
    """The time to wait before a session of ``bucket`` may be asked Discord for; none: the turn is taken.

    Nobody else gets one of the bucket for ``apart`` then.
    """
    one_at_a_time(connection, _TAKING_SHARDS)
    moment = _moment(connection, now)
    free_at = connection.scalar(_SLOT, {"bucket": bucket})
    if free_at is not None and moment < free_at <= moment + apart:
        return utc(free_at) - moment
    upsert(connection, identify_slot, {"bucket": bucket, "free_at": moment + apart})
    return timedelta(0)


def _moment(connection: Connection, now: datetime) -> datetime:
    """The time by the clock that all processes share, which no other than a server has."""
    if connection.dialect.name != "postgresql":
        return utc(now)
    told: datetime = connection.execute(select(func.clock_timestamp())).scalar_one()
    return utc(told)


async def call(database: Database, guild_id: GuildId, match_id: MatchId) -> None:
    """Tell all processes that a match in a server of one of them is to be shown."""
    await database.call(f"{guild_id} {match_id}")


async def listen(database: Database, heard: Callable[[GuildId, MatchId], None]) -> None:
    """Hear what others call, until cancelled; returns at once where there is but one process."""

    def told(text: str) -> None:
        guild, match = map(int, text.split())
        heard(GuildId(guild), MatchId(match))

    await database.listen(told)
