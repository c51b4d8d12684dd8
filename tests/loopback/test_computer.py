"""``kill -9`` around the computer: of its worker, of the bot while it thinks, of both. It moves once.

Its level thinks for about a second, so that what is killed is in the middle of it.
"""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest

from services.computers import Computers
from tests.loopback.doing import against_computer
from tests.loopback.process import still_thinking
from tests.loopback.server.people import labels, text
from tests.loopback.story import Story, a_story

LEVEL = 5
FIRST = "@e1"


@pytest.fixture
async def story(tmp_path: Path, processes: None) -> AsyncIterator[Story]:
    """A match of Pjawns against the computer, in which the challenger is to begin."""
    async with a_story(tmp_path, thinkers="1", loopback_sweep="0.1") as running:
        running.command = "pjawns"
        running.world.let_everyone(running.guild, create_private_threads=True)
        await against_computer(running.challenger, running.channel, "pjawns", LEVEL, "white")
        await running.until(lambda: running.home.public and "Move" in labels(running.card), "the board")
        yield running


def sides(story: Story) -> list[str]:
    """The sides of the actions that are stored."""
    return [
        side for (side,) in story.bot.rows("SELECT side FROM entry WHERE kind = 'action' ORDER BY number")
    ]


async def thinking(story: Story) -> int:
    """The challenger moves; returns the worker that thinks about the answer."""
    story.challenger.send_slash(story.home, "pjawns move", action=FIRST)
    await story.until(lambda: sides(story) == ["white"], "the move to be stored")
    await story.until(lambda: story.bot.workers, "a worker")
    return story.bot.workers[0]


async def started_again(story: Story) -> None:
    """The bot is there again, and the time is up for which the turn was in the killed one's hands."""
    await story.bot.start()
    story.world.turn(seconds=Computers.lease.total_seconds() + 1)


async def goes_on(story: Story) -> None:
    """The computer has answered, once, and its player moves again."""
    await story.until(lambda: sides(story) == ["white", "black"], "the answer")
    await story.until(lambda: "White's turn" in text(story.card), "its card")
    await story.discord.quiet()
    assert sides(story) == ["white", "black"], "it moves once"
    assert sum("White's turn" in text(message) for message in story.home.public[1:]) == 1, "shown once"
    await story.challenger.slash(story.home, "pjawns move", action="end")
    story.challenger.send_slash(story.home, "pjawns move", action="@c1")
    await story.until(lambda: len(sides(story)) >= 3, "the next move")
    assert not story.bot.bugs, story.bot.log


async def test_the_worker_is_killed(story: Story) -> None:
    os.kill(await thinking(story), signal.SIGKILL)
    await goes_on(story)


async def test_the_bot_is_killed_while_it_thinks(story: Story) -> None:
    worker = await thinking(story)
    await story.bot.kill()
    assert sides(story) == ["white"]
    await story.until(lambda: not still_thinking([worker]), "the worker's end")
    await started_again(story)
    await goes_on(story)


async def test_both_are_killed(story: Story) -> None:
    worker = await thinking(story)
    await story.bot.kill()
    with suppress(ProcessLookupError):
        os.kill(worker, signal.SIGKILL)
    await started_again(story)
    await goes_on(story)


@pytest.mark.parametrize("when", ["received", "handled"])
async def test_the_bot_is_killed_once_the_answer_is_stored(story: Story, when: str) -> None:
    stop = story.discord.faults.stop("POST", "/channels/*/messages", when=when)  # type: ignore[arg-type]
    story.challenger.send_slash(story.home, "pjawns move", action=FIRST)
    await stop
    await story.bot.kill()
    stop.drop()
    await started_again(story)
    await goes_on(story)
