"""The tables of the queue: PgQueuer's own, and one for answers.

They aren't part of the migrated schema: opening the queue creates or alters them, and their rows may be lost
at any time. So they are unlogged: not in the server's write-ahead log, and not on a standby.
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

# The number of the advisory lock held during migrations: see data.maintenance.migrate.
MIGRATING: Final = 1
LASTS: Final = timedelta(minutes=10)
"""Time after which a job not taken, or an answer not fetched, is abandoned."""
ANSWERS: Final = "tidepool_answers"
"""The channel on which each answer's key is sent."""

SETTINGS: Final = DBSettings(
    # All of them, so that no environment variable of the same name has an effect.
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
    """PgQueuer's statements over a connection, with our table names."""
    return Queries(
        driver,
        qb.QueryBuilderEnvironment(SETTINGS),
        qb.QueryQueueBuilder(SETTINGS),
        qb.QuerySchedulerBuilder(SETTINGS),
    )


async def install(queries: Queries) -> None:
    """Create or update the tables, while no other process creates or migrates any."""
    await queries.driver.execute("SELECT pg_advisory_lock($1)", MIGRATING)
    try:
        await queries.apply_upgrade()
        await queries.driver.execute(_ANSWERS)
    finally:
        await queries.driver.execute("SELECT pg_advisory_unlock($1)", MIGRATING)


async def keep(driver: Driver, key: str, body: bytes) -> None:
    """Store an answer and notify the callers that wait for it."""
    await driver.fetch(_KEEP, key, body, ANSWERS)


async def take(driver: Driver, key: str) -> bytes | None:
    """Fetch and delete an answer; None if it isn't stored yet."""
    found = await driver.fetch(_TAKE, key)
    body = found[0]["body"] if found else None
    assert body is None or isinstance(body, bytes)
    return body


async def queued(driver: Driver, keys: Iterable[str]) -> frozenset[str]:
    """Those of ``keys`` with a job in the queue, taken or not."""
    return _keys(await driver.fetch(_QUEUED, list(keys)))


async def answered(driver: Driver, keys: Iterable[str]) -> frozenset[str]:
    """Those of ``keys`` with a stored answer."""
    return _keys(await driver.fetch(_ANSWERED, list(keys)))


def _keys(found: list[dict[str, object]]) -> frozenset[str]:
    return frozenset(str(row["key"]) for row in found)


async def tidy(queries: Queries, kinds: Iterable[str], age: timedelta = LASTS) -> None:
    """Delete abandoned answers and jobs, and PgQueuer's own log, which we don't read."""
    await queries.driver.execute(_FORGET, age)
    found = await queries.driver.fetch(_OLD, age)
    if found:
        await queries.mark_job_as_cancelled([JobId(int(str(row["id"]))) for row in found])
    await queries.clear_queue_log(list(kinds))
