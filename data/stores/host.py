"""Facts and downtimes of this installation of the bot, which all its processes share."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, bindparam, exists, func, or_, select

from data.database import AdvisoryLock, one_at_a_time
from data.features import FEATURES
from data.schema import downtime, fact, utc
from data.stores import rows, shards
from data.writing import insert_missing, upsert
from matches.guilds.shards import ALL, Shards
from matches.time.intervals import Interval

FEATURE_NAMES: Final = frozenset(feature.name for feature in FEATURES)
"""The features with rows."""


def with_rows(connection: Connection, names: Collection[str]) -> tuple[str, ...]:
    """The features of ``names`` that have stored rows."""
    asked = {one.name: one.tables for one in FEATURES if one.name in names}
    return tuple(
        name
        for name, tables in asked.items()
        if connection.scalar(select(or_(*(exists(select(table)) for table in tables))))
    )


DOWNTIMES = select(downtime).order_by(downtime.c.start_at)


def downtimes(connection: Connection) -> tuple[Interval, ...]:
    """The bot's downtimes, earliest first."""
    found = connection.execute(DOWNTIMES)
    return tuple(rows.read_stop(row) for row in found.mappings())


def record_alive(
    connection: Connection, now: datetime, gap: timedelta, found: Shards = ALL
) -> Interval | None:
    """Record that the bot is alive at ``now``; returns the longest downtime that just ended, or None.

    A downtime is more than ``gap`` since any process last recorded this. It is stored in the same
    transaction, so that it counts once. If not all shards are ``found``, sign of life and downtime are
    recorded for each shard separately.
    """
    # Two processes that are both just back must not both find the same downtime.
    one_at_a_time(connection, AdvisoryLock.RECORDING_ALIVE)
    before = alive_at(connection)
    ended = shards.record_alive(connection, utc(now), gap, found, before)
    if before is None or before < now:
        upsert(connection, fact, {"key": rows.ALIVE_AT, "value": rows.time_text(now)})
        if found.complete and before is not None and now - before > gap:
            upsert(connection, downtime, {"start_at": before, "end_at": now})
            ended.append(Interval(before, utc(now)))
    return max(ended, key=lambda stop: stop.end - stop.start, default=None)


FACT = select(fact.c.value).where(fact.c.key == bindparam("key"))


def remembered(connection: Connection, key: str) -> str | None:
    """The value of a fact, or None."""
    return connection.scalar(FACT, {"key": key})


def remember_once(connection: Connection, key: str, value: str) -> str:
    """Store a fact unless its key has one already; returns the stored value."""
    insert_missing(connection, fact, [{"key": key, "value": value}])
    return remembered(connection, key) or value


def remember(connection: Connection, key: str, value: str) -> None:
    """Store a fact, replacing its previous value."""
    upsert(connection, fact, {"key": key, "value": value})


def time(connection: Connection) -> datetime | None:
    """The database server's time; None for SQLite, which has no clock of its own."""
    if connection.dialect.name != "postgresql":
        return None
    # Not now(), which is the time at which the transaction began.
    told: datetime | None = connection.scalar(select(func.clock_timestamp()))
    return told


def alive_at(connection: Connection) -> datetime | None:
    """The bot's last sign of life, or None."""
    return rows.read_time(connection.scalar(FACT, {"key": rows.ALIVE_AT}))
