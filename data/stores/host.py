"""The bot itself in the store in a database. What each method promises is written at the port."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, func, select

from data.database import one_at_a_time
from data.schema import downtime, fact, utc
from data.stores import match_queries, rows, shards
from data.stores.base import SqlPart, insert_missing, reads, upsert, writes
from data.stores.checks import check_times
from matches.intervals import Interval
from matches.shards import ALL, Shards

# A lock by number, see data.maintenance.migrate.
_NOTING_ALIVE: Final = 2


def _downtimes(connection: Connection) -> tuple[Interval, ...]:
    found = connection.execute(match_queries.DOWNTIMES)
    return tuple(rows.read_stop(row) for row in found.mappings())


def _note_alive(
    connection: Connection, now: datetime, gap: timedelta, found: Shards = ALL
) -> Interval | None:
    check_times(now)
    # So that two processes, both just back, cannot both find the same downtime.
    one_at_a_time(connection, _NOTING_ALIVE)
    before = _alive_at(connection)
    ended = shards.note_alive(connection, utc(now), gap, found, before)
    if before is None or before < now:
        upsert(connection, fact, {"key": rows.ALIVE_AT, "value": rows.time_text(now)})
        if found.complete and before is not None and now - before > gap:
            upsert(connection, downtime, {"start_at": before, "end_at": now})
            ended.append(Interval(before, utc(now)))
    return max(ended, key=lambda stop: stop.end - stop.start, default=None)


def _remembered(connection: Connection, key: str) -> str | None:
    return connection.scalar(match_queries.FACT, {"key": key})


def _remember_once(connection: Connection, key: str, value: str) -> str:
    insert_missing(connection, fact, [{"key": key, "value": value}])
    return _remembered(connection, key) or value


def _remember(connection: Connection, key: str, value: str) -> None:
    upsert(connection, fact, {"key": key, "value": value})


def _time(connection: Connection) -> datetime | None:
    if connection.dialect.name != "postgresql":
        return None
    # Not the moment at which the transaction began, which now() tells.
    told: datetime | None = connection.scalar(select(func.clock_timestamp()))
    return told


def _alive_at(connection: Connection) -> datetime | None:
    return rows.read_time(connection.scalar(match_queries.FACT, {"key": rows.ALIVE_AT}))


class SqlHost(SqlPart):
    """The bot's times of being up and down, and facts that it keeps."""

    downtimes = reads(_downtimes)
    note_alive = writes(_note_alive)
    time = reads(_time)
    alive_at = reads(_alive_at)
    remembered = reads(_remembered)
    remember = writes(_remember)
    remember_once = writes(_remember_once)
