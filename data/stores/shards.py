"""Shards: signs of life, leases, and turns at identifying to Discord."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, Integer, bindparam, delete, func, select

from data.database import AdvisoryLock, Database, one_at_a_time
from data.schema import identify_slot, shard_lease, shard_life, shard_stop, utc
from data.writing import upsert, upsert_all
from matches.errors import OtherShardCountError
from matches.guilds.shards import ShardLife, Shards, ShardStop
from matches.model import GuildId, MatchId
from matches.time.intervals import Interval

_LIVES: Final = select(shard_life).order_by(shard_life.c.shard_count, shard_life.c.shard)
_LEASES: Final = select(shard_lease).order_by(*shard_lease.c)
_SLOT: Final = select(identify_slot.c.free_at).where(
    identify_slot.c.bucket == bindparam("bucket", type_=Integer)
)
_STOPS: Final = select(shard_stop).order_by(
    shard_stop.c.start_at, shard_stop.c.shard_count, shard_stop.c.shard
)

Alive = dict[int, datetime]
"""Each shard's last sign of life."""


def note_alive(
    connection: Connection, now: datetime, gap: timedelta, found: Shards, before: datetime | None
) -> list[Interval]:
    """Record that the shards ``found`` are alive; returns the downtimes of single shards that just ended.

    ``before``: the bot's last sign of life, used for a shard that has none yet. There are rows only while
    some shards are missing: when all are alive, the bot's own sign of life stands for them.
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
    """The shard count recorded last, and the shards' last signs of life."""
    found = connection.execute(_LIVES).all()
    count = max(found, key=lambda row: row.alive_at).shard_count if found else 1
    return count, {row.shard: utc(row.alive_at) for row in found if row.shard_count == count}


def life(connection: Connection) -> ShardLife:
    """The downtimes of single shards, and the last signs of life if not all shards are alive."""
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
    """Lease shards of ``count`` for ``lasts``: those that ``owner`` has, and up to ``most_new`` free ones.

    Returns all that ``owner`` has then. Raises OtherShardCountError while another process has leases of
    another shard count.
    """
    one_at_a_time(connection, AdvisoryLock.SHARDS)
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
    """Give back all leases of ``owner``."""
    connection.execute(delete(shard_lease).where(shard_lease.c.owner == owner))


def ask_session(connection: Connection, bucket: int, apart: timedelta, now: datetime) -> timedelta:
    """The time to wait before identifying a session of ``bucket``; zero: this process has the turn.

    No other process gets a turn in the bucket for ``apart`` then.
    """
    one_at_a_time(connection, AdvisoryLock.SHARDS)
    moment = _moment(connection, now)
    free_at = connection.scalar(_SLOT, {"bucket": bucket})
    if free_at is not None and moment < free_at <= moment + apart:
        return utc(free_at) - moment
    keep_session(connection, bucket, apart, now)
    return timedelta(0)


def keep_session(connection: Connection, bucket: int, apart: timedelta, now: datetime) -> None:
    """Keep a turn in ``bucket`` for ``apart`` from now on."""
    upsert(connection, identify_slot, {"bucket": bucket, "free_at": _moment(connection, now) + apart})


def _moment(connection: Connection, now: datetime) -> datetime:
    """The time by the clock that all processes share: the PostgreSQL server's, otherwise ``now``."""
    if connection.dialect.name != "postgresql":
        return utc(now)
    told: datetime = connection.execute(select(func.clock_timestamp())).scalar_one()
    return utc(told)


async def call(database: Database, guild_id: GuildId, match_id: MatchId) -> None:
    """Tell all processes to show a match."""
    await database.call(f"{guild_id} {match_id}")


async def listen(database: Database, heard: Callable[[GuildId, MatchId], None]) -> None:
    """Call ``heard`` for each match that another process wants shown, until cancelled.

    Returns at once on SQLite, where there is only one process.
    """

    def told(text: str) -> None:
        guild, match = map(int, text.split())
        heard(GuildId(guild), MatchId(match))

    await database.listen(told)
