"""The bot with ``JOBS=workers`` on PostgreSQL: it thinks nothing itself, and a worker's process does.

Whoever is killed, the computer moves once, and nothing is left in the queue.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from services.computers import Computers
from tests.loopback import alike
from tests.loopback.alike import EXCHANGES, Play, playing, sqlite_in
from tests.loopback.endpoint import ask
from tests.loopback.process import BotProcess
from tests.loopback.server.loopback import Loopback
from tests.loopback.server.people import text
from tests.loopback.story import Story, a_story
from tests.workers.looking import Inside, look_inside
from tests.workers.process import WorkerProcess

pytestmark = pytest.mark.real

LEFT = "SELECT 1 FROM pgqueuer UNION ALL SELECT 1 FROM job_answer"


class Playing:
    """A match against the computer, whose worker is a process of its own."""

    def __init__(self, play: Play, worker: WorkerProcess, inside: Inside) -> None:
        self.play = play
        self.story: Story = play.story
        self.worker = worker
        self.inside = inside

    async def until(self, statement: str, number: int) -> None:
        """Wait until a statement finds so many rows."""
        while len(await self.inside(statement)) != number:  # noqa: ASYNC110 - it happens in a database
            await asyncio.sleep(0.02)

    async def move(self) -> None:
        """The challenger's first move, which is stored."""
        self.story.challenger.send_slash(self.story.home, "pjawns move", action="@e1")
        await self.until("SELECT 1 FROM entry", 1)

    async def answered_once(self) -> None:
        """The computer has answered, once, and nothing is left of it."""
        await self.story.until(self._answers, "its card")
        await self.story.discord.quiet()
        await self.until(LEFT, 0)
        sides = [entry.side for entry in (await self.play.match()).entries]
        assert sides == ["white", "black"]
        assert self._answers() == 1
        assert not self.story.bot.workers, "the bot itself starts no process that thinks"
        assert "Traceback" not in self.worker.log

    def _answers(self) -> int:
        """The cards, after that of the beginning, on which the computer has answered."""
        return sum("White's turn" in text(message) for message in self.story.home.public[1:])


@pytest.fixture
async def bench(tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Playing]:
    """A match of Pjawns at the fifth level, and a worker that was not started."""
    monkeypatch.setattr(alike, "LEVEL", 5)
    url = postgres_url
    settings = {
        "database_url": url,
        "jobs": "workers",
        "loopback_sweep": "0.1",
        "metrics_port": "0",
        # A bot that stops does not wait for a worker that is not there.
        "drain_seconds": "0.2",
    }
    worker = WorkerProcess(tmp_path, url)
    async with a_story(tmp_path, **settings) as story, playing(story, url) as play:
        try:
            yield Playing(play, worker, look_inside(url))
        finally:
            await worker.kill()


async def test_workers_play_what_the_bot_itself_would(tmp_path: Path, postgres_url: str) -> None:
    (tmp_path / "inside").mkdir()
    (tmp_path / "workers").mkdir()
    address = sqlite_in(tmp_path / "inside")
    async with a_story(tmp_path / "inside", thinkers="1") as story, playing(story, address) as play:
        for _ in range(EXCHANGES):
            await play.exchange()
        inside = await play.record()
    url = postgres_url
    worker = WorkerProcess(tmp_path, url)
    try:
        settings = {"database_url": url, "jobs": "workers"}
        async with a_story(tmp_path / "workers", **settings) as story, playing(story, url) as play:
            await worker.start()
            for _ in range(EXCHANGES):
                await play.exchange()
            assert await play.record() == inside
            assert not story.bot.workers
            assert await worker.terminate() == 0
    finally:
        await worker.kill()


async def test_a_worker_is_killed_in_the_middle_and_another_moves(bench: Playing) -> None:
    await bench.worker.start()
    await bench.move()
    await bench.until("SELECT 1 FROM pgqueuer WHERE status = 'picked'", 1)
    await bench.worker.kill()
    await bench.worker.start()
    await bench.answered_once()


@pytest.mark.gate
async def test_the_bot_is_killed_while_a_worker_thinks(bench: Playing) -> None:
    await bench.worker.start()
    await bench.move()
    await bench.until("SELECT 1 FROM pgqueuer", 1)
    await bench.story.bot.kill()
    await bench.until("SELECT 1 FROM job_answer", 1)
    await bench.story.bot.start()
    bench.story.world.turn(seconds=Computers.lease.total_seconds() + 1)
    await bench.answered_once()


async def test_the_bot_stops_while_a_job_waits(bench: Playing) -> None:
    await bench.move()
    await bench.until("SELECT 1 FROM pgqueuer", 1)
    assert await bench.story.bot.terminate() == 0
    assert await bench.inside(LEFT) == [], "it was taken back"
    await bench.worker.start()
    await bench.story.bot.start()
    await bench.answered_once()


async def test_while_no_worker_is_there_the_turn_stays_owed(bench: Playing) -> None:
    story = bench.story
    await story.challenger.click(story.card, "Hint")
    await bench.until("SELECT 1 FROM pgqueuer WHERE entrypoint = 'hint'", 1)
    told = (await ask(story.bot.port, "/metrics")).text
    assert 'tidepool_computer_jobs_waiting{kind="hint"} 1.0' in told
    assert 'tidepool_computer_oldest_job_seconds{kind="turn"} 0.0' in told
    await story.bot.kill()
    story.bot._settings["LOOPBACK_DEADLINES"] = "turn=0.5"
    await story.bot.start()
    hinted = await story.challenger.click(story.card, "Hint")
    await story.until(lambda: "no time for a hint right now" in hinted.told, "a sentence")
    await bench.move()
    await story.until(lambda: "thinking" in text(story.card), "that it thinks")
    await story.until(lambda: "no worker has answered" in story.bot.log.partition("turn waits")[2], "a line")
    assert (await ask(story.bot.port, "/ready")).status == 200
    assert 'tidepool_computer_failed_total{why="busy"} 1.0' in (await ask(story.bot.port, "/metrics")).text
    await bench.worker.start()
    story.world.turn(seconds=10)
    await bench.answered_once()


async def test_the_computer_is_switched_off_with_workers_too(tmp_path: Path, postgres_url: str) -> None:
    async with a_story(tmp_path, database_url=postgres_url, jobs="workers", thinkers="0"):
        assert await look_inside(postgres_url)("SELECT 1 FROM pg_class WHERE relname = 'pgqueuer'") == []


async def test_workers_cannot_share_a_file_of_sqlite(tmp_path: Path) -> None:
    async with Loopback(tmp_path) as discord:
        bot = BotProcess(discord, tmp_path, jobs="workers")
        bot.launch()
        assert await bot.ended() == 1
        assert "DATABASE_URL names a file of SQLite. Use PostgreSQL, or JOBS=inside" in bot.log
        assert not bot.bugs, bot.log
