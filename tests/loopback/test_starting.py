"""Starts before the network, Discord or the database server are there: they are waited for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.data_store.postgres import cluster
from tests.loopback.endpoint import Told, ask, refusing
from tests.loopback.process import BotProcess
from tests.loopback.server.faults import Fail, Fault, RateLimit, Reset, Twist
from tests.loopback.server.loopback import Loopback
from tests.needs import POSTGRESQL, need
from tests.workers.process import WorkerProcess

pytestmark = pytest.mark.real

WAITS = "The start waits, and tries again and again"
GOES_ON = "what the start waited for is there"


@asynccontextmanager
async def starting(discord: Loopback, folder: Path, **settings: str) -> AsyncIterator[BotProcess]:
    """A bot that makes short pauses, launched."""
    bot = BotProcess(discord, folder, loopback_pause="0.002", metrics_port="0", **settings)
    bot.launch()
    try:
        yield bot
        assert not bot.bugs, bot.log
        assert "Unclosed" not in bot.log
    finally:
        if bot.running:
            await bot.kill()


async def waits(discord: Loopback, bot: BotProcess) -> None:
    """Wait until it waits: it lives, and is ready for nobody."""
    await discord.world.until(lambda: WAITS in bot.log or not bot.running, what="the bot to wait")
    assert bot.running, bot.log
    assert await ask(bot.port, "/live") == Told(200, "alive\n")
    ready = await ask(bot.port, "/ready")
    assert ready.status == 503
    assert ready.text.strip() in bot.log
    assert (await ask(bot.port, "/metrics")).status == 200


@pytest.mark.gate
async def test_a_network_that_comes_late_is_waited_for(tmp_path: Path) -> None:
    with refusing() as (own, port):
        async with Loopback(tmp_path) as discord:
            api = f"http://127.0.0.1:{port}/bot/api/v10"
            async with starting(discord, tmp_path, discord_api_url=api) as bot:
                await waits(discord, bot)
                await discord.listen(own)
                await bot.connected()
                await discord.world.until(lambda: "is ready" in bot.log)
                assert bot.log.count(WAITS) == bot.log.count(GOES_ON) == 1
                assert await bot.terminate() == 0


TROUBLES: dict[str, tuple[str, Fault]] = {
    "503": ("/users/@me", Fail(503)),
    "turned away by a page": ("/users/@me", Fail(403, plain=True)),
    "banned": ("/users/@me", RateLimit(via=False)),
    "unreadable": ("/users/@me", Twist(lambda _: ["no", "such", "thing"])),
    "cut": ("/oauth2/applications/@me", Reset()),
    "unreadable later": ("/oauth2/applications/@me", Twist(lambda _: {})),
    "cut while commands are registered": ("/applications/*/commands", Reset()),
    "no gateway": ("/gateway/bot", Fail(503)),
    "unreadable gateway": ("/gateway/bot", Twist(lambda _: {"shards": 1})),
}


@pytest.mark.parametrize("name", TROUBLES)
async def test_a_discord_that_is_out_of_order_at_first_is_waited_for(tmp_path: Path, name: str) -> None:
    async with Loopback(tmp_path) as discord:
        laid = discord.faults.on("*", *TROUBLES[name], times=2)
        async with starting(discord, tmp_path) as bot:
            await bot.connected()
            await discord.world.until(lambda: "is ready" in bot.log)
            assert laid.hits == 2
            assert bot.log.count(WAITS) == bot.log.count(GOES_ON) == 1


async def _until(fulfilled: Callable[[], bool], worker: WorkerProcess) -> None:
    while not fulfilled():  # noqa: ASYNC110 - it happens in another process
        await asyncio.sleep(0.02)
    assert "Traceback" not in worker.log


async def test_a_database_server_that_comes_late_is_waited_for(tmp_path: Path) -> None:
    need(POSTGRESQL)
    with cluster() as server:
        server.stop()
        async with Loopback(tmp_path) as discord:
            worker = WorkerProcess(tmp_path, server.url, metrics_port="0")
            worker.launch()
            try:
                async with starting(discord, tmp_path, database_url=server.url, jobs="workers") as bot:
                    await waits(discord, bot)
                    assert "Check that the server runs and can be reached" in bot.log
                    await _until(lambda: "no jobs are taken up" in worker.log, worker)
                    await asyncio.to_thread(server.start)
                    await bot.connected()
                    await _until(lambda: "taking up jobs" in worker.log, worker)
                    assert bot.log.count(WAITS) == bot.log.count(GOES_ON) == 1
                    assert worker.log.count("no jobs are taken up") == 1
                    assert await bot.terminate() == 0
                assert await worker.terminate() == 0
            finally:
                await worker.kill()


@pytest.mark.parametrize("away", ["network", "discord", "database"])
async def test_a_bot_that_waits_ends_at_once_when_told_to(tmp_path: Path, away: str) -> None:
    with refusing() as (_, port):
        async with Loopback(tmp_path) as discord:
            settings = {
                "network": {"discord_api_url": f"http://127.0.0.1:{port}/api/v10"},
                "discord": {},
                "database": {"database_url": f"postgresql+asyncpg://x@127.0.0.1:{port}/x"},
            }[away]
            if away == "discord":
                discord.faults.on("GET", "/users/@me", Fail(503), times=None)
            async with starting(discord, tmp_path, **settings) as bot:
                await waits(discord, bot)
                assert await bot.terminate() == 0
                assert bot.log.splitlines()[-1].endswith("stopped")
