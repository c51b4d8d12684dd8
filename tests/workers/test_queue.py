"""The queue to workers: what is in it and left in it, and what becomes of a job when something breaks."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path

import pytest

from computer.core import Job
from computer.queue import QueuedWorkers
from computer.think import think
from computer.workers import KINDS, WorkersBusyError
from data.__main__ import main as data_command
from data.database import parse_url
from data.jobs import asking, open_queue
from data.jobs.connection import TABLES, QueueConnection
from tests.computer.jobs import QUICK, SLOW, job_of
from tests.data_store.conftest import Opener, opener
from tests.data_store.run_server import BARE, MakeDatabase
from tests.workers.conftest import OpenQueue, Serve
from tests.workers.looking import Inside, look_inside

__all__ = ["opener"]
ASKS = """
import asyncio, sys
from computer.queue import QueuedWorkers
from data.jobs import open_queue
from tests.computer.jobs import QUICK

async def main():
    await QueuedWorkers(await open_queue(sys.argv[1], ("turn",)), 40.0).think(QUICK)

asyncio.run(main())
"""
_FATAL = b"SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0"
GOODBYE = b"E" + (4 + len(_FATAL)).to_bytes(4, "big") + _FATAL
"""What PostgreSQL says before it ends a connection."""
ENDS_CONNECTIONS = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


@pytest.fixture
async def inside(postgres_url: str) -> Inside:
    """What is in the database."""
    return look_inside(postgres_url)


async def until(inside: Inside, statement: str, number: int) -> None:
    """Wait until a statement finds so many rows."""
    async with asyncio.timeout(90):
        while len(await inside(statement)) != number:  # noqa: ASYNC110 - it happens in a database
            await asyncio.sleep(0.02)


async def until_queued(inside: Inside, number: int = 1) -> None:
    await until(inside, "SELECT 1 FROM pgqueuer", number)


async def nothing_is_left(inside: Inside) -> None:
    """Nothing is in the queue, and no answer: at once but for what a worker writes down a moment later."""
    await until(inside, "SELECT 1 FROM pgqueuer UNION ALL SELECT 1 FROM job_answer", 0)


async def no_worker_answers(workers: QueuedWorkers, job: Job) -> None:
    with pytest.raises(WorkersBusyError, match="no worker"):
        await workers.think(job)


@pytest.mark.real
async def test_a_job_in_the_queue_is_its_line_of_json_and_nothing_else(
    opened: OpenQueue, inside: Inside
) -> None:
    workers = QueuedWorkers(await opened(), patience=0.5)
    await no_worker_answers(workers, QUICK)
    (row,) = await inside("SELECT * FROM pgqueuer")
    assert json.loads(row.pop("payload")) == json.loads(json.dumps(asdict(QUICK)))
    assert row.pop("dedupe_key") == asking.key_of("turn", json.dumps(asdict(QUICK)).encode())
    assert row["entrypoint"] == "turn"
    assert row.pop("headers") == "null"
    assert {key for key, value in row.items() if isinstance(value, str)} == {"status", "entrypoint"}


async def test_while_no_worker_is_there_a_job_waits_once_and_is_answered_by_the_first_to_come(
    opened: OpenQueue, serve: Serve, inside: Inside
) -> None:
    workers = QueuedWorkers(await opened(), patience=0.3)
    for _ in range(3):
        await no_worker_answers(workers, QUICK)
    assert len(await inside("SELECT id FROM pgqueuer")) == 1
    number, age = (await workers.backlog())["turn"]
    assert (number, age > 0.8) == (1, True)
    await serve(1)
    await until(inside, "SELECT 1 FROM job_answer", 1)
    assert await workers.think(QUICK) == think(QUICK)
    await nothing_is_left(inside)


async def test_the_bot_is_killed_while_it_waits_and_asks_again(
    opened: OpenQueue, postgres_url: str, serve: Serve, inside: Inside
) -> None:
    queue = await opened()
    bot = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", ASKS, postgres_url), cwd=Path(__file__).parents[2]
    )
    try:
        await until_queued(inside)
    finally:
        bot.kill()
        await bot.wait()
    again = asyncio.create_task(QueuedWorkers(queue, 40.0).think(QUICK))
    while not any(asked.job_ids for asked in queue._asked.values()):  # noqa: ASYNC110 - it is elsewhere
        await asyncio.sleep(0.02)
    assert len(await inside("SELECT id FROM pgqueuer")) == 1, "the same one"
    await serve(1)
    assert await again == think(QUICK)
    await nothing_is_left(inside)


async def test_what_nobody_asks_for_any_more_is_deleted(
    opened: OpenQueue, serve: Serve, inside: Inside
) -> None:
    queue = await opened()
    await no_worker_answers(QueuedWorkers(queue, patience=0.2), QUICK)
    assert queue._connection is not None
    await queue._connection.tidy()
    assert len(await inside("SELECT id FROM pgqueuer")) == 1, "it is young"
    await inside("UPDATE pgqueuer SET created = created - interval '11 minutes' RETURNING id")
    serving = await serve(1)
    await nothing_is_left(inside)
    assert serving.running == 0
    await inside("INSERT INTO job_answer (key, body) VALUES ('old', '') RETURNING key")
    await queue._connection.tidy(timedelta(0))
    assert await inside("SELECT 1 FROM job_answer UNION ALL SELECT 1 FROM pgqueuer_log") == []


async def test_what_was_lost_from_the_queue_is_asked_again(
    opened: OpenQueue, serve: Serve, inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "POLL_EVERY", 0.1)
    waits = asyncio.create_task(QueuedWorkers(await opened(), 40.0).think(QUICK))
    await until_queued(inside)
    await inside("DELETE FROM pgqueuer RETURNING id")
    await until_queued(inside)
    await serve(1)
    assert await waits == think(QUICK)
    await nothing_is_left(inside)


@pytest.mark.real
async def test_a_job_that_waits_for_long_comes_before_cheaper_ones(
    opened: OpenQueue, inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "PRESSING", 0.3)
    workers = QueuedWorkers(await opened(), patience=1.0)
    await asyncio.gather(no_worker_answers(workers, SLOW), no_worker_answers(workers, QUICK))
    await inside("DELETE FROM pgqueuer WHERE priority = 25 RETURNING id")
    assert [row["priority"] for row in await inside("SELECT priority FROM pgqueuer ORDER BY id")] == [30, 30]


async def test_a_connection_that_is_lost_is_made_anew(
    opened: OpenQueue, serve: Serve, inside: Inside
) -> None:
    workers = QueuedWorkers(await opened(), 40.0)
    await serve(1)
    assert await workers.think(QUICK) == think(QUICK)
    await inside(ENDS_CONNECTIONS)
    other = job_of("prudh", 2)
    assert await workers.think(other) == think(other)


@pytest.mark.real
async def test_an_idle_bot_tells_of_a_lost_connection_and_of_the_next(
    opened: OpenQueue, inside: Inside, caplog: pytest.LogCaptureFixture
) -> None:
    queue = await opened()
    with caplog.at_level(logging.INFO, logger=asking.__name__):
        await inside(ENDS_CONNECTIONS)
        async with asyncio.timeout(90):
            while len(caplog.messages) < 2:  # noqa: ASYNC110 - it happens in a database
                await asyncio.sleep(0.02)
        assert await queue.backlog() == dict.fromkeys(KINDS, (0, 0.0))
        await queue.close()
    assert caplog.messages == [
        "the connection to the queue of the computer's jobs is lost: connecting again",
        "the queue of the computer's jobs is connected again",
    ]


async def test_a_server_that_has_said_goodbye_is_not_asked_again(opened: OpenQueue, serve: Serve) -> None:
    queue = await opened()
    workers = QueuedWorkers(queue, 40.0)
    await serve(1)
    assert await workers.think(QUICK) == think(QUICK)
    first = queue._connection
    assert first is not None
    first.raw._transport.get_protocol().data_received(GOODBYE)  # its end comes later
    assert not first.closed
    other = job_of("prudh", 2)
    assert await workers.think(other) == think(other)
    assert first.closed
    assert queue._connection is not first


@pytest.mark.real
async def test_two_who_open_it_at_once_make_its_tables_once(postgres_url: str, inside: Inside) -> None:
    queues = await asyncio.gather(*(open_queue(postgres_url, ("turn",)) for _ in range(4)))
    for queue in queues:
        await queue.close()
    found = await inside("SELECT relname, relpersistence FROM pg_class WHERE relname = ANY($1)", list(TABLES))
    assert {str(row["relname"]) for row in found} == set(TABLES)
    assert {row["relpersistence"] for row in found} == {b"u"}, "none is copied to a standby"


@pytest.mark.real
async def test_nothing_in_the_environment_renames_its_tables(
    postgres_url: str, inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PGQUEUER_PREFIX", "PGQUEUER_SCHEMA", "QUEUE_TABLE", "CHANNEL"):
        monkeypatch.setenv(name, "other")
    connection = await QueueConnection.open(parse_url(postgres_url))
    await connection.close()
    assert await inside("SELECT 1 FROM pg_class WHERE relname LIKE 'other%'") == []


@pytest.mark.real
async def test_a_backup_leaves_out_what_is_in_it_and_its_way_back_disturbs_nothing(
    make_database: MakeDatabase, opener: Opener, opened: OpenQueue, postgres_url: str, tmp_path: Path
) -> None:
    await opener(postgres_url)
    await no_worker_answers(QueuedWorkers(await opened(), patience=0.2), QUICK)
    spare, backup = make_database(BARE), str(tmp_path / "backup")
    for command, url in (("backup", postgres_url), ("restore", spare)):
        assert await asyncio.to_thread(data_command, [command, "--database", url, backup]) == 0
    inside = look_inside(spare)
    assert await inside("SELECT 1 FROM pgqueuer") == []
    queue = await open_queue(spare, ("turn",))
    await no_worker_answers(QueuedWorkers(queue, patience=0.2), QUICK)
    await queue.close()
    assert len(await inside("SELECT 1 FROM pgqueuer")) == 1


@pytest.mark.real
async def test_a_check_passes_beside_it(
    opener: Opener, opened: OpenQueue, postgres_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    await opener(postgres_url)
    workers = QueuedWorkers(await opened(), patience=0.2)
    await no_worker_answers(workers, QUICK)
    assert await asyncio.to_thread(data_command, ["check", "--database", postgres_url]) == 0
    assert "nothing wrong" in capsys.readouterr().out
