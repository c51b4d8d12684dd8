"""Two at once: two clicks, or one interaction in two processes on one database. One change, one answer.

The version of a match decides, whatever the change: ``tests/services/test_two_services.py`` tries
them all. Here are a post, an edit, a pick and an end, with what people see of them.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.loopback.changes import CHANGES, POST, clicks
from tests.loopback.killing import Point, all_shown, killed_at, on_one_card, stored
from tests.loopback.process import BotProcess
from tests.loopback.server.faults import Stop, When
from tests.loopback.server.people import Answer, labels, text
from tests.loopback.story import Story, a_story, two_processes

CALLBACK = "/interactions/*/*/callback"


@pytest.fixture
async def pair(tmp_path: Path, processes: None) -> AsyncIterator[Story]:
    """A server with two processes of the bot."""
    async with two_processes(tmp_path) as (story, _):
        yield story


@pytest.fixture(params=["one process", "two processes"])
async def story(tmp_path: Path, request: pytest.FixtureRequest, processes: None) -> AsyncIterator[Story]:
    """A server with one process of the bot, and with two."""
    if request.param == "two processes":
        async with two_processes(tmp_path) as (running, _):
            yield running
    else:
        async with a_story(tmp_path) as running:
            yield running


async def _both(story: Story, *answers: Answer) -> None:
    """Wait until every click was acknowledged and nothing more is under way."""
    for answer in answers:
        await story.until(lambda answer=answer: answer.interaction.acknowledged_at, "an acknowledgement")  # type: ignore[misc]
    await story.discord.quiet()


async def test_two_people_accept_an_open_challenge(pair: Story) -> None:
    card = await pair.challenger.slash(pair.channel, "prawns challenge")
    await card.complete()
    await pair.until(lambda: labels(pair.channel.last), "the challenge")
    first = pair.opponent.send_click(pair.channel.last, "Accept: heads")
    second = pair.visitor.send_click(pair.channel.last, "Accept: tails")
    await _both(pair, first, second)
    assert len(pair.world.threads(pair.channel)) == 1
    assert [bool(first.told), bool(second.told)].count(True) == 1, "the other is shown how things stand"
    assert "are playing in" in text(pair.channel.last) or "are playing in" in first.told + second.told


async def test_both_confirm_their_picks(pair: Story) -> None:
    await pair.challenge()
    await pair.accept()
    await pair.choose(pair.challenger, "crab", "lobster")
    await pair.choose(pair.opponent, "shrimp", "crab")
    first = pair.challenger.send_click(pair.challenger.dms[-1], "Confirm")
    second = pair.opponent.send_click(pair.opponent.dms[-1], "Confirm")
    await _both(pair, first, second)
    assert first.told == second.told == ""
    boards = [message for message in pair.home.public if "Move" in labels(message)]
    assert len(boards) == 1
    await pair.play("d1-d3")


DOUBLES = {
    "end of turn": "Blue's turn",
    "take-back": "Green's turn",
    "second pick": "Green's turn",
    "resignation": "resigned",
}
"""Changes that one person clicks for twice, and what the newest card says then."""


@pytest.mark.gate(draw=1)
@pytest.mark.parametrize("name", DOUBLES)
async def test_one_person_clicks_twice(story: Story, name: str) -> None:
    change = CHANGES[name]
    await change.prepare(story)
    await story.discord.quiet()
    posted, version = _posted(story), stored(story)[0][1]
    answers = [change.act(story) for _ in range(2)]
    await _both(story, *answers)
    assert stored(story)[0][1] == version + 1, "one change"
    assert _posted(story) == posted + change.posts
    assert DOUBLES[name] in text(story.card)
    told = [answer.told for answer in answers if answer.told]
    # The panel of a pick is drawn anew: that says all there is to say.
    assert len(told) == (name != "second pick")
    assert all("An older card" in word for word in told), told
    assert not any(answer.thinking or answer.failed for answer in answers)


@pytest.mark.gate(draw=1)
@pytest.mark.parametrize("name", ["move", "take-back", "second pick", "resignation"])
async def test_one_interaction_in_two_processes(pair: Story, name: str) -> None:
    change = CHANGES[name]
    await change.prepare(pair)
    await pair.discord.quiet()
    before, known = _posted(pair), stored(pair)
    answer = change.act(pair)
    await pair.until(lambda: stored(pair) != known and all_shown(pair), "the change, shown")
    await pair.until(lambda: answer.interaction.refusals, "the refusal of the slower process")
    await pair.discord.quiet()
    assert _posted(pair) == before + change.posts
    assert answer.interaction.refusals == [40060]
    assert len(set(answer.interaction.answered_by)) == 1
    assert answer.told == ""
    assert on_one_card(pair)
    await change.follow(pair)


@pytest.mark.real
async def test_autocomplete_in_two_processes(tmp_path: Path) -> None:
    async with two_processes(tmp_path) as (story, other):
        await story.start()
        await story.discord.quiet()
        before = len(story.discord.calls)
        offered = await story.challenger.autocomplete(story.home, "prawns move", "action", "d1")
        assert ("krill d1 to d3, jump-start", "d1-d3") in offered
        await story.until(lambda: len(story.discord.calls) == before + 2, "the answer of the slower process")
        await story.discord.quiet()
        answers = story.discord.calls[before:]
        assert [call.answer["code"] for call in answers if call.status != 200] == [40060]
        assert "Traceback" not in story.bot.log + other.log
        assert "suggestions" not in story.bot.log + other.log


# --- two sweeps ------------------------------------------------------------------------------------


@pytest.mark.real
async def test_a_challenge_lapses_once_with_two_sweeps(tmp_path: Path) -> None:
    async with two_processes(tmp_path, loopback_sweep="0.1") as (story, _):
        card = await story.challenge()
        posted, edits = _posted(story), card.edits
        story.world.turn(days=8)
        await story.until(lambda: "expired" in text(card), "the lapse")
        await story.discord.quiet()
        assert _posted(story) == posted
        assert 1 <= card.edits - edits <= 2, "an edit is the same twice"


@pytest.mark.gate
@pytest.mark.real
async def test_a_move_left_by_a_kill_is_shown_once_by_two_sweeps(tmp_path: Path) -> None:
    async with a_story(tmp_path, loopback_sweep="0.1") as story:
        other = BotProcess(story.discord, tmp_path, name="other", loopback_sweep="0.1")
        await story.start()
        posted = _posted(story)
        await killed_at(story, CHANGES["move"], Point.COMMITTED)
        # Both sweeps must have sent the card before either is answered, or one of them would find it shown.
        stops = [story.discord.at(*POST, when="received", process=bot.name) for bot in (story.bot, other)]
        try:
            story.bot.launch()
            other.launch()
            for stop in stops:
                await stop
            for stop in stops:
                stop.release()
            await story.until(lambda: all_shown(story), "the noting of what was shown")
            await story.discord.quiet()
            assert _posted(story) == posted + 1
            await CHANGES["move"].follow(story)
            assert not other.bugs, other.log
        finally:
            if other.running:
                await other.kill()


# --- a change while the one before it is on its way ------------------------------------------------


@pytest.mark.gate(draw=1)
@pytest.mark.parametrize(("when", "other"), [("handled", True), ("received", False)])
async def test_a_pick_while_the_setup_card_is_on_its_way(pair: Story, when: When, other: bool) -> None:
    """``other``: the pick is confirmed through the process that does not send the card."""
    card = await pair.challenge()
    # A thread has the id of the message that it hangs on.
    stop = pair.discord.at("POST", f"/channels/{card.id}/messages", when=when)
    pair.opponent.send_click(card, "Accept: heads")
    sender = (await stop).process
    deaf = _answered_only_by(pair, sender, other=other)
    await pair.choose(pair.challenger, "crab", "lobster")
    await pair.challenger.click(pair.challenger.dms[-1], "Confirm")
    await pair.until(lambda: stored(pair) == [(1, 3, "setup")], "the pick")
    if other:
        await pair.until(lambda: all_shown(pair), "the pick, shown")
    stop.release()
    deaf.release()
    await pair.until(lambda: all_shown(pair), "the pick, shown")
    await pair.discord.quiet()
    setups = [message for message in pair.home.public if "Still choosing" in text(message)]
    assert len(setups) == 1, [text(message) for message in setups]
    assert f"Still choosing: {pair.opponent.mention}." in text(setups[0])
    pair.discord.faults.clear()
    await pair.pick(pair.opponent, "shrimp", "crab")
    await pair.until(lambda: "Move" in labels(pair.card), "the board")
    received = [list(map(text, who.dms)) for who in (pair.challenger, pair.opponent)]
    assert list(map(len, received)) == [1, 1], received


@pytest.mark.parametrize(
    ("who", "label", "then"),
    [("opponent", "Decline", "declined"), ("opponent", "Accept: heads", "are playing in")],
)
async def test_a_challenge_answered_while_it_is_on_its_way(
    pair: Story, who: str, label: str, then: str
) -> None:
    stop = pair.discord.at("POST", f"/channels/{pair.channel.id}/messages", when="handled")
    CHANGES["challenge"].act(pair)
    deaf = _answered_only_by(pair, (await stop).process, other=True)
    clicks(who, label)(pair)
    await pair.until(lambda: stored(pair)[0][1] == 2 and all_shown(pair), "the answer, shown")
    stop.release()
    deaf.release()
    await pair.discord.quiet()
    (card,) = pair.channel.public
    assert then in text(card)
    assert labels(card) == []
    # A thread has the id of the message that it hangs on.
    assert [thread.id for thread in pair.world.threads(pair.channel)] == [card.id] * (
        then == "are playing in"
    )


async def test_an_edit_that_arrives_late_does_not_hide_a_newer_one(pair: Story) -> None:
    await pair.begin("predation", side="predator")
    await pair.discord.quiet()
    stop = pair.discord.at("PATCH", f"/channels/{pair.home.id}/messages/*", when="received")
    pair.challenger.send_slash(pair.home, "predation move", action="c13-d11")
    deaf = _answered_only_by(pair, (await stop).process, other=True)
    pair.challenger.send_slash(pair.home, "predation move", action="g13-f11")
    await pair.until(lambda: "g13–f11" in text(pair.card), "the second action")
    stop.release()
    deaf.release()
    await pair.until(lambda: pair.card.edits >= 3, "the late edit, and what mends it")
    await pair.discord.quiet()
    assert "c13–d11, g13–f11" in text(pair.card)


async def test_a_card_that_arrives_late_does_not_stand_below_a_newer_one(pair: Story) -> None:
    await pair.start()
    await pair.discord.quiet()
    before = len(pair.home.public)
    stop = pair.discord.at("POST", f"/channels/{pair.home.id}/messages", when="received")
    pair.challenger.send_slash(pair.home, "prawns move", action="d1-d3")
    deaf = _answered_only_by(pair, (await stop).process, other=True)
    pair.opponent.send_slash(pair.home, "prawns move", action="d8-d6")
    await pair.until(lambda: "krill d8 to d6" in text(pair.card), "the answer")
    stop.release()
    deaf.release()
    await pair.discord.quiet()
    assert "krill d8 to d6" in text(pair.card)
    assert len(pair.home.public) == before + 1
    await pair.play("e1-e3")


def _answered_only_by(story: Story, process: str, *, other: bool) -> Stop:
    """From now on only ``process``, or only the other one, gets to answer what people do."""
    names = {"bot", "other"}
    (slow,) = {process} if other else names - {process}
    stop = Stop("received")
    story.discord.faults.on("POST", CALLBACK, stop, times=None, process=slow)
    return stop


def _posted(story: Story) -> int:
    places = [story.channel, *story.world.threads(story.channel)]
    return sum(len(place.public) for place in places)
