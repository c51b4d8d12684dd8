"""``kill -9`` at any instant: the match stands at the last stored change, shown once, and play goes on.

Every kind of change is killed at every point of its way, ten times each in the long run, over a real
wire and with a real process. The loopback Discord counts.
"""

from __future__ import annotations

import asyncio
import itertools
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing, nullcontext
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

from tests.loopback.people import Answer, text
from tests.loopback.story import Story, a_story


class Point(Enum):
    """Where on its way a change is when the process dies."""

    BEFORE_ACKNOWLEDGING = "before the acknowledgement"
    ACKNOWLEDGED = "after the acknowledgement"
    COMMITTED = "after the commit"
    UNANSWERED = "request sent but unanswered"
    NOT_NOTED = "answered but not yet noted"

    @property
    def stored(self) -> bool:
        """Whether the change is in the database by then."""
        return self not in (Point.BEFORE_ACKNOWLEDGING, Point.ACKNOWLEDGED)


@dataclass(frozen=True)
class Change:
    """One kind of change: how to get there, what somebody does, the request that shows it, what follows.

    ``posts`` is how many messages it adds to the channel and the thread; ``follow`` is what must still be
    possible once the change is shown.
    """

    prepare: Callable[[Story], Awaitable[Any]]
    act: Callable[[Story], Answer]
    shows: tuple[str, str]
    posts: int
    follow: Callable[[Story], Awaitable[Any]]


POST = ("POST", "/channels/*/messages")
PATCH = ("PATCH", "/channels/*/messages/*")


async def _nothing(story: Story) -> None:
    """A challenge needs nothing before it."""


async def _one_is_left_to_pick(story: Story) -> None:
    await _accepted(story)
    await story.pick(story.opponent, "shrimp", "crab")
    await _chosen(story)


async def _accepted(story: Story) -> None:
    await story.challenge()
    await story.accept()
    await story.until(lambda: "Still choosing" in text(story.card), "the setup")


async def _chosen(story: Story) -> None:
    await story.choose(story.challenger, "crab", "lobster")


async def _first_pick(story: Story) -> None:
    await _accepted(story)
    await _chosen(story)


async def _about_to_resign(story: Story) -> None:
    await story.start()
    asked = await story.challenger.click(story.card, "Resign")
    story.panel = await asked.message()


async def _resigned(story: Story) -> None:
    await story.start()
    await story.resign(story.challenger)


async def _take_up(story: Story) -> None:
    await story.accept()
    await story.until(lambda: "Still choosing" in text(story.card), "the setup")


async def _accept_rematch(story: Story) -> None:
    await story.accept(who=story.challenger)


def _send_challenge(story: Story) -> Answer:
    return story.challenger.send_slash(story.channel, "prawns challenge", opponent=story.opponent)


def _send_move(story: Story) -> Answer:
    return story.challenger.send_slash(story.home, "prawns move", action="d1-d3")


CHANGES = {
    "challenge": Change(_nothing, _send_challenge, POST, 1, _take_up),
    "first pick": Change(
        _first_pick,
        lambda story: story.challenger.send_click(story.challenger.dms[-1], "Confirm"),
        PATCH,
        0,
        lambda story: story.pick(story.opponent, "shrimp", "crab"),
    ),
    "second pick": Change(
        _one_is_left_to_pick,
        lambda story: story.challenger.send_click(story.challenger.dms[-1], "Confirm"),
        POST,
        1,
        lambda story: story.play("d1-d3"),
    ),
    "move": Change(
        lambda story: story.start(),
        _send_move,
        POST,
        1,
        lambda story: story.play("e8-e6", first=story.opponent),
    ),
    "resignation": Change(
        _about_to_resign,
        lambda story: story.challenger.send_click(story.panel, "Resign"),
        POST,
        1,
        lambda story: story.rematch(story.opponent),
    ),
    "rematch": Change(
        _resigned,
        lambda story: story.opponent.send_click(story.card, "Rematch"),
        POST,
        1,
        _accept_rematch,
    ),
}


@pytest.fixture
async def story(tmp_path: Path) -> AsyncIterator[Story]:
    """A server where challenges may pile up, since ten rematches in a row are offered and left alone."""
    async with a_story(tmp_path, max_open_challenges="100") as running:
        yield running


PAIRS = list(itertools.product(CHANGES, Point))
TIMES = 10


@pytest.mark.parametrize("point", list(Point), ids=lambda point: point.value)
async def test_a_move_killed_once(story: Story, point: Point) -> None:
    await kill_and_go_on(story, CHANGES["move"], point)


@pytest.mark.long
@pytest.mark.parametrize(("name", "point"), PAIRS, ids=lambda part: getattr(part, "value", part))
async def test_a_change_killed_ten_times(story: Story, name: str, point: Point) -> None:
    for _ in range(TIMES):
        await kill_and_go_on(story, CHANGES[name], point)


async def kill_and_go_on(story: Story, change: Change, point: Point) -> None:
    """Kill the bot at ``point`` of ``change``, start it, and see that nothing is doubled or lost."""
    await change.prepare(story)
    await story.discord.quiet()
    shown, before = _messages(story), stored(story)
    await killed_at(story, change, point)
    assert (stored(story) != before) is point.stored
    story.discord.faults.clear()
    await story.bot.start()
    if not point.stored:
        await story.discord.quiet()
        assert _messages(story) == shown, "what was not stored is not shown"
        await _again(story, change)
    await story.until(lambda: len(_messages(story)) == len(shown) + change.posts, "the change, shown")
    await story.until(lambda: all_shown(story), "the noting of what was shown")
    await story.discord.quiet()
    assert len(_messages(story)) == len(shown) + change.posts, "shown once"
    await change.follow(story)
    await story.discord.quiet()
    for person in (story.challenger, story.opponent):
        assert len(person.dms) == _blind_starts(story), "one direct message a blind start"


async def killed_at(story: Story, change: Change, point: Point) -> None:
    """Kill the bot at ``point`` of ``change``."""
    faults = story.discord.faults
    if point is Point.BEFORE_ACKNOWLEDGING:
        stop = faults.stop("POST", "/interactions/*/*/callback", when="received")
    elif point is Point.ACKNOWLEDGED:
        stop = faults.stop("POST", "/interactions/*/*/callback", when="handled")
    else:
        stop = faults.stop(*change.shows, when="received" if point is Point.COMMITTED else "handled")
    change.act(story)
    await stop
    with story.bot.locked_database() if point is Point.NOT_NOTED else nullcontext():
        if point is Point.NOT_NOTED:
            answered = len(story.discord.calls)
            stop.release()
            # The bot has its answer, and waits for the database to note it.
            await asyncio.sleep(0.2)
            assert len(story.discord.calls) == answered
        await story.bot.kill()
    stop.drop()


async def _again(story: Story, change: Change) -> None:
    """Do once more what was lost on its way: people see that it failed and try again."""
    answer = change.act(story)
    await story.until(lambda: answer.interaction.acknowledged_at, "the second try to be acknowledged")


# --- counting --------------------------------------------------------------------------------------


def _messages(story: Story) -> list[int]:
    places = [story.channel, *story.world.threads(story.channel)]
    return [message.id for place in places for message in place.public]


def _blind_starts(story: Story) -> int:
    return len(story.world.threads(story.channel))


def _rows(story: Story, query: str) -> list[Any]:
    with closing(sqlite3.connect(story.bot.database, timeout=10)) as database:
        return database.execute(query).fetchall()


def stored(story: Story) -> list[Any]:
    """Each match: its id, its version, its phase."""
    return _rows(story, "SELECT id, version, phase FROM match ORDER BY id")


def all_shown(story: Story) -> bool:
    """Whether it is noted of every change that it was shown."""
    return not _rows(story, "SELECT 1 FROM match WHERE shown_version < version")
