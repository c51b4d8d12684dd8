"""Names over a real wire: asked for over the gateway, and taken out of threads whatever comes in between."""

from __future__ import annotations

from typing import Any

import pytest

from tests.loopback.doing import stored_about
from tests.loopback.server.faults import Stop, When
from tests.loopback.server.people import labels, text
from tests.loopback.story import Story


def names(story: Story) -> list[str]:
    """The names of the threads, oldest first."""
    return [thread.name for thread in story.world.threads(story.channel)]


def asked(story: Story) -> list[dict[str, Any]]:
    """What the bot that runs has asked of members."""
    return story.discord.gateway.sessions[-1].member_requests


def people_in(request: dict[str, Any]) -> set[int]:
    """Whom a request asks about."""
    return {int(user) for user in request["user_ids"]}


async def restarted(story: Story) -> None:
    """Another bot, which knows nobody yet."""
    await story.bot.kill()
    await story.bot.start()


async def killed_while_deleting(story: Story, stop: Stop) -> None:
    """The challenger has everything deleted; the bot is killed at ``stop``, and started again."""
    panel = await stored_about(story.challenger, story.channel)
    await story.challenger.click(panel, "Delete everything…")
    await story.until(lambda: "Delete everything about me" in labels(panel), "the question")
    await story.challenger.click(panel, "Delete everything about me")
    await stop
    await story.bot.kill()
    stop.drop()
    story.discord.faults.clear()
    await story.bot.start()


async def test_whom_the_bot_does_not_know_it_asks_for_over_the_gateway(story: Story) -> None:
    story.command = "pjawns"
    await story.challenge(side="white")
    await restarted(story)
    await story.accept("")
    await story.until(lambda: "Move" in labels(story.card), "the board")
    assert names(story) == ["#1 Pjawns · Challe–Oppon"]
    (request,) = asked(story)
    assert people_in(request) == {story.challenger.id}


async def test_a_gateway_that_does_not_answer_keeps_no_match_waiting(story: Story) -> None:
    story.command = "pjawns"
    await story.challenge(side="white")
    await restarted(story)
    story.discord.gateway.answers_members = False
    await story.bot.give(named=0.1)
    await story.accept("")
    await story.until(lambda: "Move" in labels(story.card), "the board")
    assert names(story) == ["#1 Pjawns · White–Oppone"]
    await story.play("c1")


async def test_the_names_of_those_who_play_are_asked_for_at_the_start(story: Story) -> None:
    await story.begin("pjawns")
    await restarted(story)
    await story.until(lambda: asked(story), "a request for members")
    (request,) = asked(story)
    assert people_in(request) == {story.challenger.id, story.opponent.id}


@pytest.mark.parametrize("when", ["received", "handled"])
async def test_a_deletion_killed_between_two_threads(story: Story, when: When) -> None:
    for _ in range(2):
        await story.begin("pjawns")
        await story.resign(story.opponent)
    stop = story.discord.faults.stop("PATCH", "/channels/*", when=when)
    await killed_while_deleting(story, stop)
    await story.until(lambda: all("Chall" not in name for name in names(story)), "the names without theirs")
    assert [name.split(" · ")[0] for name in names(story)] == ["#1 Pjawns", "#2 Pjawns"]
    assert all("Oppon" in name for name in names(story))
    await story.discord.quiet()
    again = await stored_about(story.challenger, story.channel)
    assert "Nothing." in text(again)


@pytest.mark.parametrize("when", ["received", "handled"])
async def test_a_deletion_killed_at_an_archived_thread_that_its_match_has_left(
    story: Story, when: When
) -> None:
    """The match is in its channel by now, so the thread is found in the list of archived ones alone."""
    await story.begin("pjawns")
    await story.resign(story.opponent)
    (thread,) = story.world.threads(story.channel)
    await story.discord.quiet()
    await story.bot.kill()
    story.bot.write("UPDATE match SET home = channel_id, invitation = NULL, card = NULL")
    story.world.archive(thread)
    await story.bot.start()
    stop = story.discord.faults.stop("PATCH", f"/channels/{thread.id}", when=when)
    await killed_while_deleting(story, stop)
    await story.until(lambda: "Chall" not in thread.name, "the name without theirs")
    assert "Oppon" in thread.name
    await story.discord.quiet()
    assert thread.archived, "as it was"
    again = await stored_about(story.challenger, story.channel)
    assert "Nothing." in text(again)
