"""The worker's process: what it says when it cannot start, how it stops, and what it tells of itself."""

from __future__ import annotations

import asyncio
import re
import signal
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from computer.queue import QueuedWorkers
from computer.think import think
from settings import VERSION
from tests.computer.jobs import QUICK
from tests.workers.conftest import OpenQueue
from tests.workers.looking import Inside, look_inside
from tests.workers.process import WorkerProcess
from tools.bench.killed_worker import check, many
from worker import WorkerMetrics

StartsWorker = Callable[..., WorkerProcess]


@pytest.fixture
async def started(tmp_path: Path) -> AsyncIterator[StartsWorker]:
    """Makes processes, which are killed after the test."""
    every: list[WorkerProcess] = []

    def one(url: str, **settings: Any) -> WorkerProcess:
        every.append(WorkerProcess(tmp_path, url, **settings))
        return every[-1]

    yield one
    for worker in every:
        await worker.kill()


async def until_picked(inside: Inside) -> None:
    """Wait until a worker has taken up a job."""
    while not await inside("SELECT 1 FROM pgqueuer WHERE status = 'picked'"):  # noqa: ASYNC110 - elsewhere
        await asyncio.sleep(0.02)


async def said(worker: WorkerProcess) -> tuple[int, str]:
    """How it ended, and its log."""
    worker.launch()
    code = await worker.ended()
    assert "Traceback" not in worker.log
    return code, worker.log


@pytest.mark.real
async def test_a_file_of_sqlite_cannot_be_shared(tmp_path: Path) -> None:
    code, log = await said(WorkerProcess(tmp_path, "sqlite+aiosqlite:///tidepool.sqlite3"))
    assert code == 1
    assert "DATABASE_URL names a file of SQLite. Use PostgreSQL, or JOBS=inside" in log
    assert not (tmp_path / "tidepool.sqlite3").exists()


@pytest.mark.real
@pytest.mark.parametrize(("name", "value"), [("WORKER_JOBS", "0"), ("JOBS", "elsewhere")])
async def test_a_setting_that_cannot_be_is_named(tmp_path: Path, name: str, value: str) -> None:
    setting: dict[str, Any] = {name: value}
    code, log = await said(WorkerProcess(tmp_path, "postgresql+asyncpg://x@nowhere/x", **setting))
    assert code == 2
    assert f"The setting {name} cannot be used" in log


@pytest.mark.real
async def test_a_worker_that_waits_for_its_database_stops_at_once(
    started: StartsWorker, tmp_path: Path
) -> None:
    worker = started(f"postgresql+asyncpg://x@/x?host={tmp_path}", drain_seconds="600")
    worker.launch()
    while "Check that the server runs" not in worker.log:  # noqa: ASYNC110 - in another process
        await asyncio.sleep(0.02)
    assert await worker.terminate() == 0
    assert "Traceback" not in worker.log


@pytest.mark.real
async def test_a_database_that_refuses_a_worker_ends_it(tmp_path: Path, postgres_url: str) -> None:
    url = postgres_url.replace("/case_", "/no_such_case_")
    assert url != postgres_url
    code, log = await said(WorkerProcess(tmp_path, url))
    assert code == 1
    assert "The database server refused the bot" in log


@pytest.mark.real
async def test_a_worker_that_no_bot_asks_says_so(started: StartsWorker, postgres_url: str) -> None:
    worker = started(postgres_url, jobs="inside")
    await worker.start()
    assert await worker.terminate() == 0
    assert "JOBS is not set to workers" in worker.log


@pytest.mark.real
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
async def test_it_finishes_before_it_stops(
    started: StartsWorker, postgres_url: str, opened: OpenQueue, tmp_path: Path, how: signal.Signals
) -> None:
    go_on = tmp_path / "go on"
    worker = started(postgres_url, held=go_on, drain_seconds="600")
    await worker.start()
    asked = asyncio.create_task(QueuedWorkers(await opened(), 240.0).think(QUICK))
    inside = look_inside(postgres_url)
    await until_picked(inside)
    worker.send(how)
    go_on.touch()
    assert await asked == think(QUICK)
    assert await worker.ended() == 0
    assert worker.log.splitlines()[-1].endswith("stopped")
    assert await inside("SELECT 1 FROM pgqueuer") == []


@pytest.mark.real
async def test_what_it_cannot_finish_it_gives_back(
    started: StartsWorker, postgres_url: str, opened: OpenQueue, tmp_path: Path
) -> None:
    go_on = tmp_path / "go on"
    worker, inside = started(postgres_url, held=go_on, drain_seconds="0"), look_inside(postgres_url)
    await worker.start()
    asked = asyncio.create_task(QueuedWorkers(await opened(), patience=240.0).think(QUICK))
    await until_picked(inside)
    assert await worker.terminate() == 0
    (row,) = await inside("SELECT status, attempts FROM pgqueuer")
    assert (row["status"], row["attempts"]) == ("queued", 1)
    go_on.touch()
    await worker.start()
    assert await asked == think(QUICK)
    await worker.terminate()


def test_jobs_are_counted_while_they_run_and_those_that_are_left() -> None:
    metrics = WorkerMetrics()

    def told(name: str) -> float | None:
        return metrics.registry.get_sample_value(f"tidepool_{name}", {"kind": "turn"})

    with metrics.job("turn"):
        assert told("worker_jobs") == 1
    with pytest.raises(asyncio.CancelledError), metrics.job("turn"):
        raise asyncio.CancelledError
    assert told("worker_jobs") == 0
    assert told("worker_job_seconds_count") == 1
    assert told("worker_jobs_left_total") == 1


@pytest.mark.real
async def test_it_tells_of_itself(started: StartsWorker, postgres_url: str, opened: OpenQueue) -> None:
    worker = started(postgres_url, metrics_port="0")
    await worker.start()
    (port,) = re.findall(r"health and metrics: http://127\.0\.0\.1:(\d+)", worker.log)
    await QueuedWorkers(await opened(), 40.0).think(QUICK)
    async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session:
        for path in ("/live", "/ready"):
            async with session.get(path) as answer:
                assert answer.status == 200
        async with session.get("/metrics") as answer:
            told = await answer.text()
    assert 'tidepool_worker_job_seconds_count{kind="turn"} 1.0' in told
    assert 'tidepool_worker_jobs{kind="turn"} 0.0' in told
    assert f'tidepool_build_info{{version="{VERSION}"}} 1.0' in told
    assert "process_resident_memory_bytes" in told
    await worker.terminate()


@pytest.mark.real
async def test_a_worker_is_killed_and_each_turn_is_played_once(tmp_path: Path, postgres_url: str) -> None:
    figures = await many(tmp_path, postgres_url, 20)
    print(figures)
    check(figures)
