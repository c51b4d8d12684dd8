"""A match goes on whatever becomes of its place: over a real wire, with Discord's own refusals."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.loopback.server.entities import Message
from tests.loopback.server.people import Answer, Person, labels, text
from tests.loopback.story import Story, a_story


@pytest.fixture
async def story(tmp_path: Path, processes: None) -> AsyncIterator[Story]:
    """A match of Cannons and Crabs that has just begun, white to move."""
    async with a_story(tmp_path) as told:
        await told.begin("cannons", side="white")
        yield told


async def from_the_channel(story: Story, who: Person, action: str) -> Answer:
    """``who`` moves where no thread is needed."""
    moved = await who.slash(story.channel, "cannons move", action=action)
    return await moved.complete()


def newest(who: Person) -> Message:
    """The latest direct message of somebody."""
    return who.dms[-1]


async def test_an_archived_thread_wakes(story: Story) -> None:
    thread = story.home
    story.world.archive(thread)
    await from_the_channel(story, story.challenger, "a2-a3")
    assert story.world.threads(story.channel) == [thread]
    assert "pawn a2 to a3" in text(story.card)
    assert not thread.archived
    await story.play("a5-a4", first=story.opponent)


async def test_a_thread_archived_within_a_turn(story: Story) -> None:
    """An edit does not wake it: a card posted afresh does."""
    await story.ask_for(story.challenger, "Offer a draw")
    asked = story.card
    story.world.archive(story.home)
    opened = await (await story.opponent.slash(story.channel, "matches")).message()
    assert "Cannons and Crabs #1" in text(opened)
    await from_the_channel(story, story.challenger, "a2-a3")
    assert story.card is not asked
    assert "pawn a2 to a3" in text(story.card)


@pytest.mark.gate(draw=1)
@pytest.mark.parametrize("how", ["deleted", "locked"])
async def test_a_lost_thread(story: Story, how: str) -> None:
    lost = story.home
    if how == "locked":
        story.world.archive(lost, locked=True)
    else:
        story.world.remove_channel(lost)
    moved = await from_the_channel(story, story.challenger, "a2-a3")
    assert story.home is not lost
    assert str(story.home.id) in moved.told
    assert "continues here" in text(story.card)
    await story.tap(story.opponent, "pawn a5 to a4")
    assert "pawn a5 to a4" in text(story.card)
    await story.resign(story.challenger)


async def test_a_deleted_channel(story: Story) -> None:
    """Both players have the board in direct messages, and play to the end there."""
    story.world.remove_channel(story.home)
    story.world.remove_channel(story.channel)
    moved = await story.challenger.slash(story.world.direct_messages(story.challenger.user), "move")
    panel = await moved.message()
    await story.choose_entries(panel, story.challenger, "pawn a2 to a3")
    await story.challenger.click(panel, "Send")
    for who in (story.challenger, story.opponent):
        await story.until(lambda who=who: who.dms and "I can't post in" in text(newest(who)), "the board")  # type: ignore[misc]
        assert labels(newest(who))[-3:] == ["Move", "Board", "⋯"]
    more = await (await story.opponent.click(newest(story.opponent), "⋯")).message()
    await story.opponent.click(more, "Resign")
    await story.until(lambda: "can't be undone" in text(more), "the question")
    await story.opponent.click(more, "Resign")
    await story.until(lambda: "resigned" in text(newest(story.challenger)), "the end")


async def test_a_permission_lost_and_given_back(story: Story) -> None:
    thread = story.home
    story.world.allow(story.channel, story.world.bot, send_messages=False, send_messages_in_threads=False)
    await from_the_channel(story, story.challenger, "a2-a3")
    await story.until(lambda: story.opponent.dms, "a direct message")
    assert "I can't post in" in text(newest(story.opponent))
    assert "pawn a2 to a3" not in text(story.card)
    story.world.allow(story.channel, story.world.bot, send_messages=None, send_messages_in_threads=None)
    opened = await (await story.opponent.click(newest(story.opponent), "Move")).message()
    await story.choose_entries(opened, story.opponent, "pawn a5 to a4")
    await story.opponent.click(opened, "Send")
    await story.until(lambda: "pawn a5 to a4" in text(story.card), "the way back")
    assert story.home is thread
    assert "I can post in the server again" in text(story.card)
    await story.play("b1-c3")


async def test_a_player_who_left_and_came_back(story: Story) -> None:
    gone = story.guild.members.pop(story.opponent.id)
    await story.play("a2-a3")
    assert f"**Black's turn:** {story.opponent.mention}" in text(story.card)
    story.guild.members[story.opponent.id] = gone
    await story.tap(story.opponent, "pawn a5 to a4")
    await story.play("b1-c3")
    assert "Traceback" not in story.bot.log


async def test_a_server_without_room_for_threads(story: Story) -> None:
    """The match is played in the channel, and says why."""
    story.guild.most_active_threads = 0
    await story.challenge(side="white")
    await story.opponent.click(story.channel.last, "Accept")
    await story.until(lambda: "Move" in labels(story.channel.last), "the board in the channel")
    assert "as many active threads as Discord allows" in text(story.channel.last)
