"""Two at once: two clicks, or one interaction in two processes on one database. One change, one answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.loopback.people import Answer, labels, text
from tests.loopback.process import BotProcess
from tests.loopback.story import Story, a_story
from tests.loopback.test_nothing_lost import CHANGES


@pytest.fixture
async def pair(tmp_path: Path) -> AsyncIterator[Story]:
    """A server in which two processes of the bot run on one database, each told of everything."""
    async with a_story(tmp_path) as story, AsyncExitStack() as stack:
        other = BotProcess(story.discord, story.bot.folder, name="other")
        await other.start()
        stack.push_async_callback(other.kill)
        yield story
        assert not other.bugs, other.log


async def _both(story: Story, *answers: Answer) -> None:
    """Wait until every click was acknowledged and nothing more is under way."""
    for answer in answers:
        await story.until(lambda answer=answer: answer.interaction.acknowledged_at, "an acknowledgement")  # type: ignore[misc]
    await story.discord.quiet(0.5)


async def test_two_people_accept_an_open_challenge(story: Story) -> None:
    card = await story.challenger.slash(story.channel, "prawns challenge")
    await card.complete()
    await story.until(lambda: labels(story.channel.last), "the challenge")
    first = story.opponent.send_click(story.channel.last, "Accept: heads")
    second = story.visitor.send_click(story.channel.last, "Accept: tails")
    await _both(story, first, second)
    assert len(story.world.threads(story.channel)) == 1
    assert [bool(first.told), bool(second.told)].count(True) == 1, "the other is shown how things stand"
    assert "play in" in text(story.channel.last) or "play in" in first.told + second.told


async def test_both_confirm_their_picks(story: Story) -> None:
    await story.challenge()
    await story.accept()
    await story.choose(story.challenger, "crab", "lobster")
    await story.choose(story.opponent, "shrimp", "crab")
    first = story.challenger.send_click(story.challenger.dms[-1], "Confirm")
    second = story.opponent.send_click(story.opponent.dms[-1], "Confirm")
    await _both(story, first, second)
    assert first.told == second.told == ""
    boards = [message for message in story.home.public if "Resign" in labels(message)]
    assert len(boards) == 1
    await story.play("d1-d3")


async def test_both_resign(story: Story) -> None:
    await story.start()
    panels = [
        await (await who.click(story.card, "Resign")).message() for who in (story.challenger, story.opponent)
    ]
    first = story.challenger.send_click(panels[0], "Resign")
    second = story.opponent.send_click(panels[1], "Resign")
    await _both(story, first, second)
    ends = [message for message in story.home.public if "resigned" in text(message)]
    assert len(ends) == 1
    assert [bool(first.told), bool(second.told)].count(True) == 1


async def test_one_person_clicks_twice(story: Story) -> None:
    await story.start()
    await story.play("h2xb8")
    card, before = story.card, len(story.home.public)
    clicks = [story.challenger.send_click(card, "End turn") for _ in range(2)]
    await _both(story, *clicks)
    assert len(story.home.public) == before + 1
    assert [bool(click.told) for click in clicks].count(True) == 1
    assert "an older card" in "".join(click.told for click in clicks)


@pytest.mark.parametrize("name", CHANGES)
async def test_one_interaction_in_two_processes(pair: Story, name: str) -> None:
    change = CHANGES[name]
    await change.prepare(pair)
    await pair.discord.quiet()
    before = _posted(pair)
    answer = change.act(pair)
    await pair.until(lambda: _posted(pair) == before + change.posts, "the change, shown")
    await pair.until(lambda: answer.interaction.refusals, "the refusal of the slower process")
    await pair.discord.quiet(0.5)
    assert _posted(pair) == before + change.posts
    assert answer.interaction.refusals == [40060]
    assert len(set(answer.interaction.answered_by)) == 1
    assert answer.told == ""
    await change.follow(pair)


async def test_autocomplete_in_two_processes(pair: Story) -> None:
    await pair.start()
    offered = await pair.challenger.autocomplete(pair.home, "prawns move", "action", "d1")
    assert ("krill d1 to d3, jump-start", "d1-d3") in offered
    await pair.discord.quiet(0.5)


async def test_a_challenge_lapses_once_with_two_sweeps(tmp_path: Path) -> None:
    async with a_story(tmp_path, loopback_sweep="0.1") as story, AsyncExitStack() as stack:
        other = BotProcess(story.discord, story.bot.folder, name="other", loopback_sweep="0.1")
        await other.start()
        stack.push_async_callback(other.kill)
        card = await story.challenge()
        posted, edits = _posted(story), card.edits
        story.world.turn(days=8)
        await story.until(lambda: "lapsed" in text(card), "the lapse")
        await asyncio.sleep(0.5)
        await story.discord.quiet(0.3)
        assert _posted(story) == posted
        assert 1 <= card.edits - edits <= 2, "an edit is the same twice"
        assert not other.bugs, other.log


def _posted(story: Story) -> int:
    places = [story.channel, *story.world.threads(story.channel)]
    return sum(len(place.public) for place in places)
