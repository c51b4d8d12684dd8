"""Large files about people: made by a worker's process from the database, and by the bot where none does."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from cogs.delivery.exports import EXPORT, FILE, Exports, answer, read_job
from cogs.kit.attachments import StoppedError, TooLargeError
from cogs.kit.card import Documents
from data import Database, open_store, stores
from data.jobs import open_queue
from data.jobs.asking import JobQueue
from services import Services
from settings.deadlines import USUAL, Deadlines
from tests.clock import moving
from tests.matches.table import CHALLENGER as ANN
from tests.matches.table import NOON, Table
from tests.matches.table import OPPONENT as BOB
from tests.workers.looking import look_inside
from tests.workers.process import WorkerProcess

pytestmark = pytest.mark.real

LEFT = "SELECT 1 FROM pgqueuer UNION ALL SELECT 1 FROM job_answer"


@pytest_asyncio.fixture
async def store(postgres_url: str) -> AsyncIterator[Database]:
    """What the bot has of everybody."""
    store = await open_store(postgres_url)
    table = Table(store)
    for _ in range(3):
        match = await table.begun(4)
        await table.matches.play.resign(match.id, ANN)
    await store.write(stores.people.prefer, ANN, {"theme": "deep"})
    yield store
    await store.close()


@pytest_asyncio.fixture
async def queue(postgres_url: str, store: Database) -> AsyncIterator[JobQueue]:
    queue = await open_queue(postgres_url, (EXPORT,))
    yield queue
    await queue.close()


@pytest_asyncio.fixture
async def worker(postgres_url: str, tmp_path: Path) -> AsyncIterator[WorkerProcess]:
    """A worker's process, not started."""
    worker = WorkerProcess(tmp_path, postgres_url)
    yield worker
    await worker.kill()


def services(store: Database) -> Services:
    return Services(store, clock=moving(lambda: NOON), coin=lambda: "heads", salt=bytes)


def exports(store: Database, queue: JobQueue | None, *, large: int = 1, patience: float = 60.0) -> Exports:
    within = Deadlines(exported=patience)
    return Exports(services(store).privacy, lambda: NOON, lambda: False, queue, within, large=large)


def said(documents: Documents) -> Any:
    """What a file says, but for when it was made."""
    ((name, body),) = documents
    assert name == FILE
    told = json.loads(body)
    assert told.pop("made")
    return told


async def test_a_worker_makes_the_file_that_the_bot_would(
    store: Database, queue: JobQueue, worker: WorkerProcess, postgres_url: str
) -> None:
    await worker.start()
    here = said(await exports(store, None).documents(ANN))
    assert len(here["matches"]) == 3
    assert said(await exports(store, queue).documents(ANN)) == here
    assert "Traceback" not in worker.log and "WARNING" not in worker.log
    inside = look_inside(postgres_url)
    while await inside(LEFT):  # noqa: ASYNC110 - the worker ends its job after it was answered
        await asyncio.sleep(0.02)


async def test_a_job_names_a_person_and_nothing_else(
    store: Database, queue: JobQueue, postgres_url: str
) -> None:
    asked = asyncio.create_task(exports(store, queue).documents(ANN))
    inside = look_inside(postgres_url)
    while not (found := await inside("SELECT payload FROM pgqueuer")):
        assert not asked.done()
        await asyncio.sleep(0.02)
    (job,) = found
    assert json.loads(job["payload"]) == {"user": ANN, "at": NOON.isoformat()}
    asked.cancel()
    await asyncio.gather(asked, return_exceptions=True)
    assert await inside(LEFT) == []


async def test_small_files_are_made_here(store: Database, queue: JobQueue, postgres_url: str) -> None:
    found = await exports(store, queue, large=10_000).documents(BOB)
    assert said(found) == said(await exports(store, None).documents(BOB))


async def test_without_a_worker_the_bot_makes_it(store: Database, queue: JobQueue, postgres_url: str) -> None:
    found = await exports(store, queue, patience=0.3).documents(ANN)
    assert said(found) == said(await exports(store, None).documents(ANN))
    assert await look_inside(postgres_url)(LEFT) == []


async def test_a_worker_of_another_version_leaves_it_to_the_bot(
    store: Database, queue: JobQueue, worker: WorkerProcess, postgres_url: str
) -> None:
    await look_inside(postgres_url)("UPDATE alembic_version SET version_num = '9999'")
    await worker.start()
    found = await exports(store, queue).documents(ANN)
    assert said(found) == said(await exports(store, None).documents(ANN))
    assert "a file could not be made: The database is at revision 9999" in worker.log


async def test_too_large_is_too_large_wherever_it_is_found_out(
    store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.delivery.exports.LARGEST", 100)
    told = await answer(services(store).privacy, ANN)
    assert json.loads(told) == {"too_large": True}

    class Answered:
        """A queue whose worker has found that out."""

        async def ask(self, *_: Any, **__: Any) -> bytes:
            return told

    with pytest.raises(TooLargeError):
        await exports(store, Answered()).documents(ANN)  # type: ignore[arg-type]


async def test_a_bot_that_stops_stops_making_one(store: Database) -> None:
    stopping = Exports(services(store).privacy, lambda: NOON, lambda: True, None, USUAL)
    with pytest.raises(StoppedError):
        await stopping.documents(ANN)


@pytest.mark.parametrize("line", [b"", b"[]", b"{}", b'{"user": "Ann"}', b'{"user": null}'])
def test_a_job_that_names_nobody_is_refused(line: bytes) -> None:
    with pytest.raises(ValueError, match=r".*"):
        read_job(line)
