"""SIGTERM, as a service manager sends it: what is being sent is finished, and the bot ends well and soon."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.loopback.process import BotProcess
from tests.loopback.server.loopback import Loopback
from tests.loopback.server.people import labels
from tests.loopback.server.rest import STOPPING
from tests.loopback.story import Story, a_story


async def terminated(bot: BotProcess) -> int:
    """Its exit code. Fails when it told of trouble."""
    code = await bot.terminate()
    assert "Traceback" not in bot.log, bot.log
    assert "Unclosed" not in bot.log
    assert "ERROR" not in bot.log
    return code


async def test_an_idle_bot_ends_at_once_and_starts_again(story: Story) -> None:
    assert await terminated(story.bot) == 0
    assert "stopped" in story.bot.log.splitlines()[-1]
    assert not story.bot.database.with_name("tidepool.sqlite3-wal").exists(), "the database was closed"
    await story.bot.start()
    await story.challenge()


@pytest.mark.gate
async def test_what_is_being_sent_is_finished(story: Story) -> None:
    await story.start()
    before = len(story.home.public)
    stop = story.discord.at("POST", "/channels/*/messages", when="received")
    answer = story.challenger.send_slash(story.home, "prawns move", action="a2xa7")
    await stop
    ending = asyncio.create_task(terminated(story.bot))
    await story.bot.says(STOPPING)
    assert not ending.done(), "the move is on its way"
    stop.release()
    assert await ending == 0
    assert len(story.home.public) == before + 1
    assert answer.interaction.acknowledged_at
    assert "stops in the middle" not in story.bot.log
    await story.bot.start()
    await story.discord.quiet()
    assert len(story.home.public) == before + 1, "nothing was left to be shown"


@pytest.mark.real
async def test_what_discord_never_answers_is_given_up_and_shown_after_the_start(tmp_path: Path) -> None:
    async with a_story(tmp_path, drain_seconds="0.2") as story:
        await story.start()
        before = len(story.home.public)
        stop = story.discord.at("POST", "/channels/*/messages", when="received")
        story.challenger.send_slash(story.home, "prawns move", action="a2xa7")
        await stop
        assert await terminated(story.bot) == 0
        assert "the bot stops in the middle of 1 things; the next start goes on with them" in story.bot.log
        stop.drop()
        await story.bot.start()
        await story.until(lambda: len(story.home.public) == before + 1, "the move, after the start")
        assert "Move" in labels(story.card)


@pytest.mark.real
async def test_a_bot_that_is_just_starting_ends_well(tmp_path: Path) -> None:
    async with Loopback(tmp_path) as discord:
        bot = BotProcess(discord, tmp_path)
        stop = discord.at("PUT", "/applications/*/commands", when="received")
        bot.launch()
        await stop
        assert await terminated(bot) == 0
        stop.drop()


async def test_ctrl_c_does_the_same(story: Story) -> None:
    assert await story.bot.interrupt() == 0
    assert "Traceback" not in story.bot.log, story.bot.log
