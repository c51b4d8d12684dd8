"""Signs of life of shards, and their downtimes."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, delete, select

from data.schema import shard_life, shard_stop, utc
from data.writing import upsert, upsert_all
from matches.guilds.shards import ShardLife, Shards, ShardStop
from matches.time.intervals import Interval

_LIVES: Final = select(shard_life).order_by(shard_life.c.shard_count, shard_life.c.shard)
_STOPS: Final = select(shard_stop).order_by(
    shard_stop.c.start_at, shard_stop.c.shard_count, shard_stop.c.shard
)

Alive = dict[int, datetime]
"""Each shard's last sign of life."""


def record_alive(
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
        recorded = {
            number: max(now, since) if number in numbers else since for number, since in alive.items()
        }
        rows = [{"shard_count": count, "shard": number, "alive_at": at} for number, at in recorded.items()]
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
