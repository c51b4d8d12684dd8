"""The tables of the queue: PgQueuer's own, and one of answers.

They are no part of the schema that is migrated: whoever opens the queue makes or alters them, and what is in
them may be lost at any time. So none of them is written to the log of the server or copied to a standby.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from pgqueuer.adapters.persistence import qb
from pgqueuer.adapters.persistence.queries import Queries
from pgqueuer.domain.settings import DBSettings, Durability
from pgqueuer.domain.types import Channel, JobId
from pgqueuer.ports.driver import Driver

# The lock by number that is held while a database is migrated: see data.maintenance.migrate.
MIGRATING: Final = 1
LASTS: Final = timedelta(minutes=10)
"""Time after which a job that was not taken up, or an answer that was not fetched, is nobody's."""
ANSWERS: Final = "tidepool_answers"
"""The channel on which the key of each answer is told."""

SETTINGS: Final = DBSettings(
    # All of them, so that no variable of the environment that is called alike changes anything.
    prefix="",
    db_schema=None,
    channel=Channel("ch_pgqueuer"),
    function="fn_pgqueuer_changed",
    statistics_table="pgqueuer_statistics",
    queue_status_type="pgqueuer_status",
    queue_table="pgqueuer",
    queue_table_log="pgqueuer_log",
    trigger="tg_pgqueuer_changed",
    schedules_table="pgqueuer_schedules",
    durability=Durability.volatile,
    widen_id=True,
)
TABLES: Final = ("pgqueuer", "pgqueuer_log", "pgqueuer_statistics", "pgqueuer_schedules", "job_answer")

_ANSWERS: Final = """CREATE UNLOGGED TABLE IF NOT EXISTS job_answer (
    key text PRIMARY KEY, body bytea NOT NULL, at timestamptz NOT NULL DEFAULT clock_timestamp()
)"""
_KEEP: Final = """WITH kept AS (
    INSERT INTO job_answer (key, body) VALUES ($1, $2)
    ON CONFLICT (key) DO UPDATE SET body = excluded.body, at = clock_timestamp()
) SELECT pg_notify($3, $1)"""
_TAKE: Final = "DELETE FROM job_answer WHERE key = $1 RETURNING body"
_FORGET: Final = "DELETE FROM job_answer WHERE at < clock_timestamp() - $1::interval"
_OLD: Final = "SELECT id FROM pgqueuer WHERE created < clock_timestamp() - $1::interval"
_QUEUED: Final = "SELECT dedupe_key AS key FROM pgqueuer WHERE dedupe_key = ANY($1::text[])"
_ANSWERED: Final = "SELECT key FROM job_answer WHERE key = ANY($1::text[])"


def queries_over(driver: Driver) -> Queries:
    """PgQueuer's statements over a connection, with our names."""
    return Queries(
        driver,
        qb.QueryBuilderEnvironment(SETTINGS),
        qb.QueryQueueBuilder(SETTINGS),
        qb.QuerySchedulerBuilder(SETTINGS),
    )


async def install(queries: Queries) -> None:
    """Make the tables, or what they lack, while nobody else makes or migrates any."""
    await queries.driver.execute("SELECT pg_advisory_lock($1)", MIGRATING)
    try:
        await queries.apply_upgrade()
        await queries.driver.execute(_ANSWERS)
    finally:
        await queries.driver.execute("SELECT pg_advisory_unlock($1)", MIGRATING)


async def keep(driver: Driver, key: str, body: bytes) -> None:
    """Keep an answer and tell whoever waits for it."""
    await driver.fetch(_KEEP, key, body, ANSWERS)


async def take(driver: Driver, key: str) -> bytes | None:
    """The answer, which is deleted with that; None while there is none."""
    found = await driver.fetch(_TAKE, key)
    body = found[0]["body"] if found else None
    assert body is None or isinstance(body, bytes)
    return body


async def queued(driver: Driver, keys: Iterable[str]) -> frozenset[str]:
    """Those of some jobs that are in the queue, taken up or not."""
    return _keys(await driver.fetch(_QUEUED, list(keys)))


async def answered(driver: Driver, keys: Iterable[str]) -> frozenset[str]:
    """Those of some jobs of which there is an answer."""
    return _keys(await driver.fetch(_ANSWERED, list(keys)))


def _keys(found: list[dict[str, object]]) -> frozenset[str]:
    return frozenset(str(row["key"]) for row in found)


async def tidy(queries: Queries, kinds: Iterable[str], age: timedelta = LASTS) -> None:
    """Delete what nobody waits for any more, and PgQueuer's own log, which nothing here reads."""
    await queries.driver.execute(_FORGET, age)
    found = await queries.driver.fetch(_OLD, age)
    if found:
        await queries.mark_job_as_cancelled([JobId(int(str(row["id"]))) for row in found])
    await queries.clear_queue_log(list(kinds))
