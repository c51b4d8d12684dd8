"""Tidying up on the wire: done once by two processes, after a crash at any point, and in forums.

What the loopback Discord refuses (archived threads, many edits of old messages, tags) the bot lives with.
All else that the bot does by itself is killed here too: see ``work``. One point is drawn for each kind, by
the seed of the gate; ``ALL_POINTS=1`` in the environment kills each at all of them.
"""

from __future__ import annotations

import os
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest

from tests.loopback.changes import PATCH
from tests.loopback.lifetimes import live, reminders
from tests.loopback.server.faults import Reset
from tests.loopback.server.people import labels, text
from tests.loopback.story import Story, a_story
from tests.loopback.work import (
    CONTROLS,
    WORK,
    Point,
    Work,
    begun,
    killed,
    move,
    name_home,
    posts,
    tidied_up,
)
from tools import seed


@pytest.fixture
async def quick(tmp_path: Path, processes: None) -> AsyncIterator[Story]:
    """A server with a bot that sweeps and tidies up all the time.

    It shows a move together with the computer's answer, however long that takes.
    """
    async with a_story(tmp_path, thinkers="1", loopback_sweep="0.1") as story:
        yield story


# --- the kill matrix -------------------------------------------------------------------------------


def drawn(name: str) -> Point:
    """The point at which a kind of work is killed."""
    return random.Random(f"{seed.of_tree()} {name}").choice(list(Point))


CASES: Final = [
    pytest.param(work, point, id=f"{name}-{point.value}")
    for name, work in WORK.items()
    for point in (Point if "ALL_POINTS" in os.environ else [drawn(name)])
]


@pytest.mark.gate(draw=3)
@pytest.mark.parametrize(("work", "point"), CASES)
async def test_work_killed(quick: Story, work: Work, point: Point) -> None:
    await killed(quick, work, point)


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
    await begun(quick)
    stop = quick.discord.faults.stop(*PATCH, when="received")
    await move(quick)
    await stop
    quick.world.archive(quick.home)
    stop.release()
    await tidied_up(quick)
    assert labels(quick.home.public[0])[-3:] == CONTROLS
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
    await begun(quick)
    stop = quick.discord.faults.stop(*PATCH, when="received")
    await move(quick)
    await stop
    await quick.play("@d8 / @d1 / @e8", first=quick.opponent)
    assert labels(quick.home.public[0])[-3:] == CONTROLS, "held all the time"
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
    await quick.until(lambda: posts(quick) and labels(posts(quick)[0].last)[-3:] == CONTROLS, "the post")
    (post,) = posts(quick)
    assert post.applied_tags == [forum.tags[1].id]
    assert post.public[0].id == post.id
    assert post.public[0].pings.users == (), "the first card pings"
    assert post.last.pings.users == (quick.challenger.id, quick.opponent.id)
    await quick.until(lambda: post.mention in text(challenge), "the challenge, answered")


async def test_a_forum_with_tags_for_moderators_only_is_not_used(quick: Story) -> None:
    forum = quick.world.add_forum(quick.guild, "matches", "Chess", requires_tag=True, moderated=True)
    name_home(quick, forum)
    await quick.begin("pjawns", side="white")
    assert posts(quick) == []
    assert f"This server plays its matches in {forum.mention}" in text(quick.card)


async def test_a_post_whose_making_was_not_answered_is_found(quick: Story) -> None:
    name_home(quick, quick.world.add_forum(quick.guild, "matches"))
    quick.discord.faults.on("POST", "/channels/*/threads", Reset(when="handled"), times=1)
    quick.command = "pjawns"
    challenge = await quick.challenge(side="white")
    await quick.opponent.click(challenge, "Accept")
    await quick.until(lambda: posts(quick), "the post")
    live(quick, minutes=1)
    await quick.until(lambda: labels(posts(quick)[0].last)[-3:] == CONTROLS, "its first card")
    assert len(posts(quick)) == 1
