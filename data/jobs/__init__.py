"""The queue of the computer's jobs to workers on any machine, over PostgreSQL.

What is asked and answered are bytes here, and only :mod:`computer.queue` reads them. Nothing in the queue is
needed to go on: a bot that waits for an answer asks again when it is gone.

PgQueuer keeps the queue: its tables, priorities, one job for all who ask for the same, heartbeats, taking
over from a worker that died, calling jobs back, and the loop of a worker. What it does not do is here:

- ``asking``: give answers back, let a job rise the longer it waits, and ask again for one that went down with
  the unlogged tables.
- ``serving``: bound what one worker takes up of each kind, and go on after the connection was lost.
- ``connection``: raise our errors for what asyncpg raises, so that a database that is away is waited for;
  keep answers; hold to PgQueuer's own names of tables whatever the environment says; delete.
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
    """Make one that takes up jobs, ``most`` at a time and of each kind as many as ``most_of`` says.

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
