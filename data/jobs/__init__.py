"""The queue of the computer's jobs to workers on any machine, over PostgreSQL.

Jobs and answers are bytes here, and only :mod:`computer.queue` reads them. Losing the queue does no harm: a
bot that waits for an answer asks again when its job is gone.

PgQueuer runs the queue: its tables, priorities, deduplication of jobs, heartbeats, taking over from a worker
that died, cancelling jobs, and the loop of a worker. This package adds:

- ``asking``: return answers, raise the priority of a job that waits, and retry one that was lost with the
  unlogged tables.
- ``serving``: limit one worker's jobs of each kind, and reconnect after the connection was lost.
- ``connection``: raise our errors instead of asyncpg's, so that callers wait for a database that is away;
  store answers; use PgQueuer's own table names whatever the environment says; delete old rows.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from typing import TYPE_CHECKING

from sqlalchemy import URL

from data.database import parse_url, sqlite_file
from data.errors import DatabaseUrlError

if TYPE_CHECKING:
    from data.jobs.asking import JobQueue
    from data.jobs.serving import Answer, JobServer


async def open_queue(url: str, kinds: tuple[str, ...]) -> JobQueue:
    """Open the queue in the database at ``url``, for jobs of these kinds. Raises StoreUnavailableError."""
    address = _address(url)
    from data.jobs.asking import JobQueue  # noqa: PLC0415 - only who has workers has PgQueuer

    queue = JobQueue(address, kinds)
    await queue.open()
    return queue


def make_server(url: str, answer: Answer, most: int, most_of: Mapping[str, int]) -> JobServer:
    """Make a server of jobs: ``most`` at a time, and of each kind as many as ``most_of`` says.

    Raises DatabaseUrlError.
    """
    address = _address(url)
    from data.jobs.serving import JobServer  # noqa: PLC0415 - as above

    return JobServer(address, answer, most, most_of)


def _address(url: str) -> URL:
    address = parse_url(url)
    if sqlite_file(address) is not None:
        raise DatabaseUrlError(
            "Workers on other machines need a database that all of them reach, and DATABASE_URL names a file "
            "of SQLite. Use PostgreSQL, or JOBS=inside, where the bot starts processes that think."
        )
    if importlib.util.find_spec("pgqueuer") is None:
        raise DatabaseUrlError(
            "JOBS=workers needs one more package, PgQueuer: pip install -r requirements-postgres.txt"
        )
    return address
