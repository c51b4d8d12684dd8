"""A gateway in trouble: refused, answered with anything but a websocket, closed too soon, closed for good."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from cogs.connection.shard import FOR_GOOD
from tests.loopback.endpoint import ask, refusing
from tests.loopback.process import BotProcess
from tests.loopback.server.gateway import Closing, Status, Trouble
from tests.loopback.server.loopback import Loopback
from tests.loopback.story import Story, a_story

TROUBLES: dict[str, Trouble] = {
    "HTTP 200": Status(200),
    "HTTP 502": Status(502),
    "closed with 1001": Closing(1001),
    "closed with 4000": Closing(4000),
}
TRIES = 6
PAUSES = 0.7
"""Seconds between them at least, in all: twice it is tried at once, then after 0.05, 0.1, 0.2, 0.4."""
LOST = "the gateway to Discord cannot be reached"
BACK = "the gateway to Discord is connected again"


async def tried(discord: Loopback, bot: BotProcess, times: int = 2) -> None:
    """Wait until the bot has tried to connect so often, from now on."""
    before = discord.gateway.connections
    while discord.gateway.connections < before + times:
        assert bot.running, bot.log
        await asyncio.sleep(0.02)


@pytest.fixture
async def hasty(tmp_path: Path, processes: None) -> AsyncIterator[Story]:
    """A story whose bot pauses less than it would."""
    async with a_story(tmp_path, loopback_pause="0.05") as story:
        yield story


# --- the first connection -------------------------------------------------------------------------


@pytest.mark.real
async def test_the_first_connection_is_tried_for_until_it_is_there(tmp_path: Path) -> None:
    with refusing() as (own, port):
        async with Loopback(tmp_path) as discord:
            bot = BotProcess(
                discord,
                tmp_path,
                loopback_pause="0.002",
                metrics_port="0",
                discord_gateway_url=f"ws://127.0.0.1:{port}/bot/gateway",
            )
            bot.launch()
            try:
                await discord.world.until(lambda: LOST in bot.log or not bot.running)
                for number, trouble in enumerate(TROUBLES.values()):
                    discord.gateway.trouble = trouble
                    if not number:
                        await discord.listen(own)
                    await tried(discord, bot)
                    assert await ask(bot.port) == (503, "The gateway to Discord is not connected.\n")
                discord.gateway.trouble = None
                await bot.connected()
                await discord.world.until(lambda: "is ready" in bot.log)
                assert bot.log.count(LOST) == bot.log.count(BACK) == 1
                assert await bot.terminate() == 0
                assert "Traceback" not in bot.log
                assert "ERROR" not in bot.log
            finally:
                if bot.running:
                    await bot.kill()


@pytest.mark.real
@pytest.mark.parametrize("name", ["refused", *TROUBLES])
async def test_a_bot_that_cannot_connect_ends_well(name: str, tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        _, port = stack.enter_context(refusing())
        discord = await stack.enter_async_context(Loopback(tmp_path))
        elsewhere = {"discord_gateway_url": f"ws://127.0.0.1:{port}"} if name == "refused" else {}
        discord.gateway.trouble = TROUBLES.get(name)
        bot = BotProcess(discord, tmp_path, **elsewhere)
        bot.launch()
        try:
            await discord.world.until(lambda: LOST in bot.log or not bot.running)
            if name != "refused":
                await tried(discord, bot, 1)
            assert bot.running, bot.log
            assert await bot.terminate() == 0
        finally:
            if bot.running:
                await bot.kill()
        assert bot.log.count(LOST) == 1
        assert bot.log.splitlines()[-1].endswith("stopped")
        for trouble in ("Traceback", "ERROR", "Unclosed"):
            assert trouble not in bot.log, bot.log


# --- later ones -----------------------------------------------------------------------------------


@pytest.mark.gate(draw=1)
@pytest.mark.parametrize(
    "trouble",
    [
        Closing(4000, "after HELLO"),
        Closing(1000, "after HELLO"),
        Closing(4000, "after READY"),
        Status(502),
    ],
    ids=str,
)
async def test_a_gateway_that_closes_is_not_hammered(trouble: Trouble, hasty: Story) -> None:
    gateway = hasty.discord.gateway
    gateway.trouble = trouble
    await gateway.drop()
    began = time.monotonic()
    await tried(hasty.discord, hasty.bot, TRIES)
    assert time.monotonic() - began > PAUSES, "however slow the machine is"
    gateway.trouble = None
    await hasty.bot.connected()
    await hasty.challenge()
    if trouble != Closing(4000, "after READY"):
        assert hasty.bot.log.count(LOST) == 1
    # A connection that was made before may still be closed.
    await hasty.until(lambda: hasty.bot.log.count(LOST) == hasty.bot.log.count(BACK), "a line for each")
    assert len(re.findall("WARNING|ERROR", hasty.bot.log)) == hasty.bot.log.count(LOST) < 20


async def test_a_session_that_cannot_be_read_is_no_trouble_of_the_network(hasty: Story) -> None:
    gateway = hasty.discord.gateway

    def without_shard(told: dict[str, Any]) -> Any:
        del told["shard"]
        return told

    gateway.tells_ready = without_shard
    await gateway.drop(resumable=False)
    await hasty.until(lambda: LOST in hasty.bot.log, "a line")
    gateway.tells_ready = lambda told: told
    await hasty.until(lambda: BACK in hasty.bot.log, "a line for the end of it")
    assert f"{LOST} (an answer that can't be read, KeyError)" in hasty.bot.log


async def test_a_lost_connection_and_a_session_that_is_over_are_no_trouble(story: Story) -> None:
    await story.discord.gateway.drop(resumable=False)
    await story.bot.connected()
    await story.challenge()
    assert LOST not in story.bot.log


# --- for good -------------------------------------------------------------------------------------


@pytest.mark.gate(draw=1)
@pytest.mark.parametrize("code", FOR_GOOD)
async def test_a_gateway_that_closes_for_good_is_told_with_what_helps(code: int, story: Story) -> None:
    await story.discord.gateway.drop(how="close", code=code)
    assert await story.bot.ended() == 1
    last = story.bot.log.splitlines()[-1]
    assert "CRITICAL" in last
    assert FOR_GOOD[code] in last
    assert "Traceback" not in story.bot.log
    if code != 4004:
        assert f"({code}" in last
