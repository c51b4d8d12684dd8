"""The bot itself."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, bindparam, func, select

from data.database import one_at_a_time
from data.schema import downtime, fact, utc
from data.stores import rows, shards
from data.stores.base import insert_missing, upsert
from data.stores.checks import check_times
from matches.intervals import Interval
from matches.shards import ALL, Shards

# A lock by number, see data.maintenance.migrate.
_NOTING_ALIVE: Final = 2


DOWNTIMES = select(downtime).order_by(downtime.c.start_at)


def downtimes(connection: Connection) -> tuple[Interval, ...]:
    """The times at which the bot was down, earliest first."""
    found = connection.execute(DOWNTIMES)
    return tuple(rows.read_stop(row) for row in found.mappings())


def note_alive(connection: Connection, now: datetime, gap: timedelta, found: Shards = ALL) -> Interval | None:
    """Remember that the bot is there at ``now``; returns the longest downtime that has ended.

    That is a time longer than ``gap`` since this was last noted, by any process. It is stored in the same
    transaction, so that it is counted once. Where not all shards are ``found`` to be there, each of them
    is noted by itself, and so are its downtimes.
    """
    check_times(now)
    # So that two processes, both just back, cannot both find the same downtime.
    one_at_a_time(connection, _NOTING_ALIVE)
    before = alive_at(connection)
    ended = shards.note_alive(connection, utc(now), gap, found, before)
    if before is None or before < now:
        upsert(connection, fact, {"key": rows.ALIVE_AT, "value": rows.time_text(now)})
        if found.complete and before is not None and now - before > gap:
            upsert(connection, downtime, {"start_at": before, "end_at": now})
            ended.append(Interval(before, utc(now)))
    return max(ended, key=lambda stop: stop.end - stop.start, default=None)


FACT = select(fact.c.value).where(fact.c.key == bindparam("key"))


def remembered(connection: Connection, key: str) -> str | None:
    """A fact that the bot keeps about itself, or None."""
    return connection.scalar(FACT, {"key": key})


def remember_once(connection: Connection, key: str, value: str) -> str:
    """Keep a fact unless there is one under its key; returns the one that is kept."""
    insert_missing(connection, fact, [{"key": key, "value": value}])
    return remembered(connection, key) or value


def remember(connection: Connection, key: str, value: str) -> None:
    """Keep a fact."""
    upsert(connection, fact, {"key": key, "value": value})


def time(connection: Connection) -> datetime | None:
    """The time by the clock of the database; None where it has no other than this machine's."""
    if connection.dialect.name != "postgresql":
        return None
    # Not the moment at which the transaction began, which now() tells.
    told: datetime | None = connection.scalar(select(func.clock_timestamp()))
    return told


def alive_at(connection: Connection) -> datetime | None:
    """The time at which the bot was last noted to be there."""
    return rows.read_time(connection.scalar(FACT, {"key": rows.ALIVE_AT}))
