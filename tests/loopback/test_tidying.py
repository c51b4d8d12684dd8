"""Tidying up on the wire: done once by two processes, after a crash at any point, and in forums.

What the loopback Discord refuses (archived threads, many edits of old messages, tags) the bot lives with.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing, nullcontext
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Final

import pytest

from tests.loopback.entities import Channel
from tests.loopback.faults import Reset
from tests.loopback.lifetimes import live, reminders
from tests.loopback.people import labels, text
from tests.loopback.story import Story, a_story
from tests.loopback.test_two_at_once import two_processes

PATCH: Final = ("PATCH", "/channels/*/messages/*")
CONTROLS: Final = ["Move", "Board", "More"]
"""The last buttons of a card; where few pieces can move, a button for each is above them."""


@pytest.fixture
async def quick(tmp_path: Path) -> AsyncIterator[Story]:
    """A server with a bot that sweeps and tidies up all the time."""
    async with a_story(tmp_path, loopback_sweep="0.1") as story:
        yield story


@pytest.fixture
async def pair(tmp_path: Path) -> AsyncIterator[Story]:
    """The same with two processes on one database."""
    async with two_processes(tmp_path, loopback_sweep="0.1") as (story, _):
        yield story


# --- what leads to each kind of work ---------------------------------------------------------------


@dataclass(frozen=True)
class Work:
    """One kind: how to get there, what makes it due, the request that does it, how to see that it is done."""

    prepare: Callable[[Story], Awaitable[Any]]
    act: Callable[[Story], Awaitable[Any]]
    request: tuple[str, str]
    is_done: Callable[[Story], bool]


async def _begun(story: Story) -> None:
    """A match without a clock."""
    await story.begin("pjawns", side="white", pace="none")
    await tidied_up(story)


async def _move(story: Story) -> None:
    """The next card goes out, so the first is an old one."""
    await story.challenger.slash(story.home, "pjawns move", action="@e1")


async def _declined(story: Story) -> None:
    """A challenge was declined."""
    story.command = "pjawns"
    challenge = await story.challenge()
    await story.opponent.click(challenge, "Decline")
    await story.until(lambda: "declined" in text(challenge), "the refusal")


async def _finished(story: Story) -> None:
    """A match has ended."""
    await _begun(story)
    await story.resign(story.challenger)
    await tidied_up(story)


async def _moved(story: Story) -> None:
    """A match has begun, and its first turn was made."""
    await _begun(story)
    await story.play("@e1")
    await tidied_up(story)


async def _challenged(story: Story) -> None:
    """A challenge in a server whose matches are posts."""
    name_home(story, story.world.add_forum(story.guild, "matches", "Pjawns"))
    story.command = "pjawns"
    await story.challenge(side="white")


async def _accept(story: Story) -> None:
    """The challenge is taken up."""
    await story.opponent.click(story.channel.last, "Accept")


async def _a_day(story: Story) -> None:
    """A day passes."""
    live(story, days=1, hours=1)


async def _a_week(story: Story) -> None:
    """A week passes, in which nobody writes."""
    live(story, days=7, minutes=10)


def _posts(story: Story) -> list[Channel]:
    return [place for place in story.world.channels.values() if place.parent and place.parent.type == 15]


WORK: Final = {
    "old card": Work(_begun, _move, PATCH, lambda story: labels(story.home.public[0]) == []),
    "challenge": Work(
        _declined, _a_day, ("DELETE", "/channels/*/messages/*"), lambda story: not story.channel.public
    ),
    "archive": Work(_finished, _a_day, ("PATCH", "/channels/*"), lambda story: story.home.archived),
    "rouse": Work(_moved, _a_week, ("PATCH", "/channels/*"), lambda story: not story.home.archived),
    "forum": Work(
        _challenged,
        _accept,
        ("POST", "/channels/*/threads"),
        lambda story: bool(_posts(story)) and labels(_posts(story)[-1].last) == CONTROLS,
    ),
}


class Point(Enum):
    """Where on its way the process dies."""

    BEFORE = "claimed, not yet sent"
    UNANSWERED = "carried out, unanswered"
    NOT_NOTED = "answered, not yet noted"


# --- the kill matrix -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", WORK)
async def test_work_killed_once(quick: Story, name: str) -> None:
    await killed(quick, WORK[name], Point.UNANSWERED)


@pytest.mark.long
@pytest.mark.parametrize("point", [Point.BEFORE, Point.NOT_NOTED], ids=lambda point: point.value)
@pytest.mark.parametrize("name", WORK)
async def test_work_killed_elsewhere(quick: Story, name: str, point: Point) -> None:
    await killed(quick, WORK[name], point)


async def killed(story: Story, work: Work, point: Point) -> None:
    """Kill the bot at ``point`` of some work, start it, and see that it is done as if once."""
    await work.prepare(story)
    stop = story.discord.faults.stop(*work.request, when="received" if point is Point.BEFORE else "handled")
    await work.act(story)
    await stop
    with story.bot.locked_database() if point is Point.NOT_NOTED else nullcontext():
        if point is Point.NOT_NOTED:
            stop.release()
            await asyncio.sleep(0.2)
        await story.bot.kill()
    stop.drop()
    story.discord.faults.clear()
    await story.bot.start()
    live(story, minutes=3)  # what the dead process had in its hands comes up again
    await story.until(lambda: work.is_done(story), "the work, done")
    await tidied_up(story)
    assert work.is_done(story)
    assert len(_posts(story)) <= 1, "no second post"
    for place in _posts(story):
        assert len(place.public) == 2, "a first message, and one card"


async def tidied_up(story: Story) -> None:
    """Wait until nothing that is due is left."""
    await story.until(lambda: not due(story), "the end of the tidying")
    await story.discord.quiet(0.3)


def due(story: Story) -> list[Any]:
    """The chores that are due, whoever has them."""
    now = story.world.clock().isoformat(" ", "microseconds")
    with closing(sqlite3.connect(story.bot.database, timeout=10)) as database:
        return database.execute("SELECT kind FROM chore WHERE due_at <= ?", (now,)).fetchall()


def name_home(story: Story, home: Channel) -> None:
    """An administrator has named the home of all matches."""
    with closing(sqlite3.connect(story.bot.database, timeout=10)) as database, database:
        database.execute("INSERT INTO guild_setting VALUES (?, 'home', ?)", (story.guild.id, str(home.id)))


# --- two processes, and what Discord refuses -------------------------------------------------------


async def test_two_processes_tidy_up_once(pair: Story) -> None:
    await pair.begin("pjawns", side="white")
    await pair.play("@e1 / @d8 / @d1 / @e8")
    await pair.until(lambda: all(not labels(card) for card in pair.home.public[:-1]), "the old cards")
    await tidied_up(pair)
    assert [card.edits for card in pair.home.public] == [1, 1, 1, 1, 0]
    assert labels(pair.card)[-3:] == CONTROLS
    pictures = [call for call in pair.discord.calls if call.method == "PATCH" and call.files]
    assert pictures == [], "nothing was sent again"


async def test_a_thread_that_sleeps_wakes_without_a_message(quick: Story) -> None:
    await quick.begin("pjawns", side="white", pace="none")
    await quick.play("@e1")
    await tidied_up(quick)
    messages = len(quick.home.public)
    for week in range(1, 4):
        live(quick, days=7, minutes=2)
        assert quick.home.archived
        live(quick, minutes=8)
        await quick.until(lambda: not quick.home.archived, "the thread awake")
        await tidied_up(quick)
        assert len(quick.home.public) == messages + (week > 1), "nothing but the nudge after two weeks"
    assert [said for said in reminders(quick.home.public) if "Nobody has moved for" not in said] == []
    await quick.opponent.click(quick.home.public[messages - 1], "Board")


async def test_a_thread_is_kept_awake_by_whoever_writes_there(quick: Story) -> None:
    await quick.begin("pjawns", side="white", pace="none")
    await quick.play("@e1")
    await tidied_up(quick)
    live(quick, days=5)
    quick.home.active_at = quick.world.now()
    quick.home.last.created_at = quick.world.now()
    live(quick, days=2, minutes=10)
    await tidied_up(quick)
    assert not quick.home.archived
    opened = [call for call in quick.discord.calls if call.method == "PATCH" and "archived" in str(call.body)]
    assert len(opened) == 1, "asked once, and told that it was awake"


async def test_a_locked_thread_of_a_running_match_is_left_alone(quick: Story) -> None:
    await quick.begin("pjawns", side="white", pace="none")
    await quick.play("@e1")
    await tidied_up(quick)
    quick.world.archive(quick.home, locked=True)
    live(quick, days=7, minutes=10)
    await tidied_up(quick)
    assert quick.home.archived
    assert quick.bot.log.count("rouse is left undone") == 1


async def test_old_cards_in_an_archived_thread_stay(quick: Story) -> None:
    await _begun(quick)
    stop = quick.discord.faults.stop(*PATCH, when="received")
    await _move(quick)
    await stop
    quick.world.archive(quick.home)
    stop.release()
    await tidied_up(quick)
    assert labels(quick.home.public[0]) == CONTROLS
    assert quick.bot.log.count("card is left undone") == 1


async def test_too_many_edits_of_old_messages_wait(quick: Story) -> None:
    await quick.begin("pjawns", side="white")
    live(quick, hours=2)
    quick.world.old_edits = 0
    await quick.play("@e1")
    await quick.until(lambda: "30046" in str([call.answer for call in quick.discord.calls]), "the refusal")
    quick.world.old_edits = 2
    live(quick, minutes=2)
    await quick.until(lambda: labels(quick.home.public[0]) == [], "the old card, later")


async def test_cards_do_not_wait_for_tidying(quick: Story) -> None:
    await _begun(quick)
    stop = quick.discord.faults.stop(*PATCH, when="received")
    await _move(quick)
    await stop
    await quick.play("@d8 / @d1 / @e8", first=quick.opponent)
    assert labels(quick.home.public[0]) == CONTROLS, "held all the time"
    assert labels(quick.card)[-3:] == CONTROLS
    stop.release()
    await quick.until(lambda: all(not labels(card) for card in quick.home.public[:-1]), "the old cards")


# --- forums ----------------------------------------------------------------------------------------


async def test_a_match_is_a_post_with_the_tag_of_its_game(quick: Story) -> None:
    forum = quick.world.add_forum(quick.guild, "matches", "Chess", "pjawns", requires_tag=True)
    name_home(quick, forum)
    quick.command = "pjawns"
    challenge = await quick.challenge(side="white")
    await quick.opponent.click(challenge, "Accept")
    await quick.until(lambda: _posts(quick) and labels(_posts(quick)[0].last) == CONTROLS, "the post")
    (post,) = _posts(quick)
    assert post.applied_tags == [forum.tags[1].id]
    assert post.public[0].id == post.id
    assert post.public[0].pings.users == (), "the first card pings"
    assert post.last.pings.users == (quick.challenger.id, quick.opponent.id)
    await quick.until(lambda: post.mention in text(challenge), "the challenge, answered")


async def test_a_forum_with_tags_for_moderators_only_is_not_used(quick: Story) -> None:
    forum = quick.world.add_forum(quick.guild, "matches", "Chess", requires_tag=True, moderated=True)
    name_home(quick, forum)
    await quick.begin("pjawns", side="white")
    assert _posts(quick) == []
    assert f"This server plays its matches in {forum.mention}" in text(quick.card)


async def test_a_post_whose_making_was_not_answered_is_found(quick: Story) -> None:
    name_home(quick, quick.world.add_forum(quick.guild, "matches"))
    quick.discord.faults.on("POST", "/channels/*/threads", Reset(when="handled"), times=1)
    quick.command = "pjawns"
    challenge = await quick.challenge(side="white")
    await quick.opponent.click(challenge, "Accept")
    await quick.until(lambda: _posts(quick), "the post")
    live(quick, minutes=1)
    await quick.until(lambda: labels(_posts(quick)[0].last) == CONTROLS, "its first card")
    assert len(_posts(quick)) == 1
