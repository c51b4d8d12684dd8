"""Two at once: two clicks, or one interaction in two processes on one database. One change, one answer."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.loopback.changes import CHANGES, POST, clicks
from tests.loopback.faults import Stop, When
from tests.loopback.people import Answer, labels, text
from tests.loopback.process import BotProcess
from tests.loopback.story import Story, a_story
from tests.loopback.test_nothing_lost import Point, all_shown, killed_at, on_one_card, stored

pytestmark = pytest.mark.long

CALLBACK = "/interactions/*/*/callback"


@asynccontextmanager
async def two_processes(folder: Path, **bot: str) -> AsyncIterator[tuple[Story, BotProcess]]:
    """A server in which two processes of the bot run on one database, each told of everything."""
    async with a_story(folder, **bot) as story:
        other = BotProcess(story.discord, folder, name="other", **bot)
        try:
            await other.start()
            # A process that starts shows at once what is not shown yet, whichever process is about to.
            await story.discord.quiet()
            yield story, other
            assert not other.bugs, other.log
        finally:
            if other.running:
                await other.kill()


@pytest.fixture
async def pair(tmp_path: Path, processes: None) -> AsyncIterator[Story]:
    """A server with two processes of the bot."""
    async with two_processes(tmp_path) as (story, _):
        yield story


@pytest.fixture(params=["one process", pytest.param("two processes", marks=pytest.mark.long)])
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


async def test_two_people_accept_an_open_challenge(story: Story) -> None:
    card = await story.challenger.slash(story.channel, "prawns challenge")
    await card.complete()
    await story.until(lambda: labels(story.channel.last), "the challenge")
    first = story.opponent.send_click(story.channel.last, "Accept: heads")
    second = story.visitor.send_click(story.channel.last, "Accept: tails")
    await _both(story, first, second)
    assert len(story.world.threads(story.channel)) == 1
    assert [bool(first.told), bool(second.told)].count(True) == 1, "the other is shown how things stand"
    assert "are playing in" in text(story.channel.last) or "are playing in" in first.told + second.told


async def test_both_confirm_their_picks(story: Story) -> None:
    await story.challenge()
    await story.accept()
    await story.choose(story.challenger, "crab", "lobster")
    await story.choose(story.opponent, "shrimp", "crab")
    first = story.challenger.send_click(story.challenger.dms[-1], "Confirm")
    second = story.opponent.send_click(story.opponent.dms[-1], "Confirm")
    await _both(story, first, second)
    assert first.told == second.told == ""
    boards = [message for message in story.home.public if "Move" in labels(message)]
    assert len(boards) == 1
    await story.play("d1-d3")


async def test_both_resign(story: Story) -> None:
    await story.start()
    panels = [await story.about_to_resign(who) for who in (story.challenger, story.opponent)]
    first = story.challenger.send_click(panels[0], "Resign")
    second = story.opponent.send_click(panels[1], "Resign")
    await _both(story, first, second)
    ends = [message for message in story.home.public if "resigned" in text(message)]
    assert len(ends) == 1
    assert [bool(first.told), bool(second.told)].count(True) == 1


@dataclass(frozen=True)
class Double:
    """Something that one person clicks twice: how to get there, the click, and what it leads to.

    ``posts`` is how many messages it adds to the channel and the thread, ``seen`` what the newest one of
    them says then, ``told`` what either click may be told privately; nobody need be told more.
    """

    prepare: Callable[[Story], Awaitable[Any]]
    click: Callable[[Story], Answer]
    posts: int
    seen: str
    told: str = "an older card"


async def _mid_turn(story: Story) -> None:
    await story.start()
    await story.play("h2xb8")


DOUBLES = {
    "accept": Double(Story.challenge, clicks("opponent", "Accept: heads"), 1, "Still choosing"),
    "decline": Double(Story.challenge, clicks("opponent", "Decline"), 0, "declined"),
    "withdraw": Double(Story.challenge, clicks("challenger", "Withdraw"), 0, "withdrew"),
    # The panel clicked on is drawn anew: that says all there is to say.
    "confirm": Double(CHANGES["second pick"].prepare, CHANGES["second pick"].act, 1, "Green's turn", told=""),
    "end turn": Double(_mid_turn, clicks("challenger", "End turn"), 1, "Blue's turn"),
    "take back": Double(_mid_turn, clicks("challenger", "Take back"), 0, "Green's turn"),
    "resign": Double(CHANGES["resignation"].prepare, CHANGES["resignation"].act, 1, "resigned"),
    "rematch": Double(
        CHANGES["rematch"].prepare, CHANGES["rematch"].act, 1, "a rematch of match 1", "already offered"
    ),
}
OFTEN = "end turn"
"""What every run of the tests tries; the others are long."""


@pytest.mark.gate(draw=1)
@pytest.mark.parametrize(
    "name", [name if name == OFTEN else pytest.param(name, marks=pytest.mark.long) for name in DOUBLES]
)
async def test_one_person_clicks_twice(story: Story, name: str) -> None:
    double = DOUBLES[name]
    await double.prepare(story)
    await story.discord.quiet()
    posted, version = _posted(story), stored(story)[0][1]
    answers = [double.click(story) for _ in range(2)]
    await _both(story, *answers)
    assert stored(story)[0][1] == version + 1, "one change"
    assert _posted(story) == posted + double.posts
    assert double.seen in text(story.card)
    if name == "rematch":
        assert "Rematch offered" in text(story.home.public[-2]), "the finished match says so too"
    _absorbed(answers, double.told)


def _absorbed(answers: list[Answer], told: str) -> None:
    """One of two clicks did what it says; the other was told so in a polite word, or nothing."""
    words = [click.told for click in answers if click.told]
    assert len(words) == bool(told)
    assert all(told in word or "an older card" in word for word in words), words
    assert not any(click.thinking or click.failed for click in answers)


@pytest.mark.gate(draw=2)
@pytest.mark.parametrize(
    "name", [name if name == "move" else pytest.param(name, marks=pytest.mark.long) for name in CHANGES]
)
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


@pytest.mark.gate(draw=1)
@pytest.mark.real
@pytest.mark.parametrize(
    "point",
    [Point.COMMITTED, pytest.param(Point.UNANSWERED, marks=pytest.mark.long)],
    ids=lambda point: point.value,
)
async def test_a_move_left_by_a_kill_is_shown_once_by_two_sweeps(tmp_path: Path, point: Point) -> None:
    async with a_story(tmp_path, loopback_sweep="0.1") as story:
        other = BotProcess(story.discord, tmp_path, name="other", loopback_sweep="0.1")
        await story.start()
        posted = _posted(story)
        await killed_at(story, CHANGES["move"], point)
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
@pytest.mark.parametrize(
    ("when", "where", "other"),
    [
        ("handled", "direct message", True),
        pytest.param("received", "direct message", True, marks=pytest.mark.long),
        pytest.param("handled", "private panel", True, marks=pytest.mark.long),
        pytest.param("handled", "direct message", False, marks=pytest.mark.long),
        pytest.param("received", "direct message", False, marks=pytest.mark.long),
    ],
)
async def test_a_pick_while_the_setup_card_is_on_its_way(
    pair: Story, when: When, where: str, other: bool
) -> None:
    """``other``: the pick is confirmed through the process that does not send the card."""
    card = await pair.challenge()
    # A thread has the id of the message that it hangs on.
    stop = pair.discord.at("POST", f"/channels/{card.id}/messages", when=when)
    pair.opponent.send_click(card, "Accept: heads")
    sender = (await stop).process
    deaf = _answered_only_by(pair, sender, other=other)
    await _confirm(pair, where)
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
    assert [len(who.dms) for who in (pair.challenger, pair.opponent)] == [1, 1]


@pytest.mark.long
@pytest.mark.parametrize(
    ("who", "label", "then"),
    [("challenger", "Withdraw", "withdrew"), ("opponent", "Accept: heads", "are playing in")],
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


@pytest.mark.long
async def test_an_edit_that_arrives_late_does_not_hide_a_newer_one(pair: Story) -> None:
    await pair.begin("predation", side="predator")
    await pair.discord.quiet()
    stop = pair.discord.at("PATCH", f"/channels/{pair.home.id}/messages/*", when="received")
    pair.challenger.send_slash(pair.home, "predation move", action="c13-d11")
    deaf = _answered_only_by(pair, (await stop).process, other=True)
    pair.challenger.send_slash(pair.home, "predation move", action="g13-f11")
    await pair.until(lambda: "g13 to f11" in text(pair.card), "the second action")
    stop.release()
    deaf.release()
    await pair.until(lambda: pair.card.edits >= 3, "the late edit, and what mends it")
    await pair.discord.quiet()
    assert "c13 to d11; g13 to f11" in text(pair.card)


@pytest.mark.long
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


async def _confirm(story: Story, where: str) -> None:
    """The challenger picks in the direct message, or in the panel that the setup card opens."""
    who = story.challenger
    if where == "private panel":
        panel = await (await who.click(story.card, custom_id="choose:")).message()
        await story.choose_on(panel, who, "crab", "lobster")
    else:
        await story.choose(who, "crab", "lobster")
        panel = who.dms[-1]
    await who.click(panel, "Confirm")


def _posted(story: Story) -> int:
    places = [story.channel, *story.world.threads(story.channel)]
    return sum(len(place.public) for place in places)
