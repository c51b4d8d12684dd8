"""Answers that Discord seldom gives, and what a proxy, a ban or another server makes of them.

A match moves on when its place is gone by any name, a slow acknowledgement ends, a success counts as one even
where its answer makes no sense, and nothing of this is taken for a bug.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.loopback.doing import agreed
from tests.loopback.process import BotProcess
from tests.loopback.server import payloads
from tests.loopback.server.entities import Channel
from tests.loopback.server.faults import Fail, RateLimit, Stop, Twist
from tests.loopback.server.loopback import Loopback
from tests.loopback.server.people import Answer, labels, text
from tests.loopback.story import Story, a_story
from tests.patience import PATIENCE

CALLBACK = "/interactions/*/*/callback"
LATE = 1.0
"""Seconds after which the bot gives up where Discord is made to hold an answer back for longer."""
NOT_DONE = "was not done: Discord did not take its acknowledgement in time"


@pytest.fixture
async def quick(tmp_path: Path, processes: None) -> AsyncIterator[Story]:
    """A match of Cannons and Crabs, white to move; the bot sweeps all the time."""
    async with a_story(tmp_path, loopback_sweep="0.1") as story:
        await story.begin("cannons", side="white", pace="1d")
        await story.discord.quiet()
        yield story


def told_nothing_wrong(story: Story) -> None:
    """No line of the log tells of a bug."""
    assert "Traceback" not in story.bot.log, story.bot.log
    assert "Session is closed" not in story.bot.log


# --- places ---------------------------------------------------------------------------------------


async def from_the_channel(story: Story, action: str) -> Answer:
    """White moves where no thread is needed."""
    return await (await story.challenger.slash(story.channel, "cannons move", action=action)).complete()


async def test_a_place_is_lost_by_the_status_whatever_the_code(quick: Story) -> None:
    """But not by a page, which is not Discord's: then the match stays where it is, and is shown later."""
    first = quick.home
    quick.discord.faults.on("*", f"/channels/{first.id}/messages", Fail(403, plain=True), times=None)
    moved = await from_the_channel(quick, "a2-a3")
    assert "Discord didn't accept it" in moved.told
    quick.discord.faults.clear()
    quick.world.turn(minutes=5)
    await quick.until(lambda: "pawn a2 to a3" in text(first.last), "the move, by the sweep")
    assert quick.home is first
    quick.discord.faults.on("*", f"/channels/{first.id}/messages/**", Fail(404, 0), times=None)
    quick.discord.faults.on("*", f"/channels/{first.id}/messages", Fail(404, 0), times=None)
    answer = await quick.opponent.slash(quick.channel, "cannons move", action="a5-a4")
    await quick.until(lambda: quick.home.public and "continues here" in text(quick.card), "another thread")
    second = quick.home
    assert second is not first
    await quick.until(lambda: str(second.id) in answer.told, "where it goes on")
    quick.world.remove_channel(first)
    quick.discord.faults.on("*", f"/channels/{second.id}/messages", Fail(403, 12345), times=None)
    await from_the_channel(quick, "b1-c3")
    await quick.until(lambda: "continues here" in text(quick.channel.last), "the board in the channel")
    told_nothing_wrong(quick)


# --- acknowledgements -----------------------------------------------------------------------------


def held(story: Story, *, when: Any = "received") -> Stop:
    """Every acknowledgement is held from now on."""
    stop = Stop(when)
    story.discord.faults.on("POST", CALLBACK, stop, times=None)
    return stop


async def test_what_is_not_acknowledged_in_time_is_not_done(quick: Story) -> None:
    opened = await quick.challenger.click(quick.card, "⋯")
    panel = await opened.message()
    await quick.discord.quiet()
    before = quick.state()
    stop = held(quick)
    await quick.bot.give(acknowledge=LATE)
    quick.challenger.send_slash(quick.home, "cannons move", action="a2-a3")
    quick.challenger.send_click(panel, "My notes")
    quick.challenger.send_click(quick.card, "⋯")
    typing = asyncio.create_task(quick.challenger.autocomplete(quick.home, "cannons move", "action", "a2"))
    await quick.until(lambda: quick.bot.log.count(NOT_DONE) == 3, "a line for each")
    await quick.until(lambda: "suggestions ended" in quick.bot.log, "a line for what was typed")
    quick.world.turn(seconds=PATIENCE)
    assert await typing == []
    stop.release()
    quick.discord.faults.clear()
    await quick.bot.give(acknowledge=PATIENCE)
    await quick.discord.quiet()
    assert quick.state() == before
    await quick.play("a2-a3")
    await quick.discord.quiet()  # the card before is tidied up
    # One that arrives and is answered late: Discord waits for what it was promised.
    before = quick.state()
    stop = held(quick, when="handled")
    await quick.bot.give(acknowledge=LATE)
    moved = quick.opponent.send_slash(quick.home, "cannons move", action="a5-a4")
    await quick.until(lambda: moved.told, "the answer")
    assert "nothing was changed" in moved.told
    stop.release()
    quick.discord.faults.clear()
    # A server error is tried again by discord.py, for 25 seconds if nobody ends it.
    laid = quick.discord.faults.on("POST", CALLBACK, Fail(500), times=None)
    quick.opponent.send_slash(quick.home, "cannons move", action="a5-a4")
    await quick.until(lambda: quick.bot.log.count(NOT_DONE) == 5, "its end")
    await quick.discord.quiet()
    assert laid.hits <= 2
    assert quick.state() == before
    told_nothing_wrong(quick)


@pytest.mark.real
@pytest.mark.parametrize("drained", [True, False], ids=["given up", "cut off"])
async def test_what_is_not_acknowledged_when_the_bot_stops_is_not_done(tmp_path: Path, drained: bool) -> None:
    """It is given up before the bot stops for good, or after that."""
    async with a_story(tmp_path, drain_seconds=str(PATIENCE if drained else 0)) as story:
        await story.begin("cannons", side="white")
        await story.discord.quiet()
        before = story.state()
        stop = held(story)
        await story.bot.give(acknowledge=LATE if drained else PATIENCE)
        story.challenger.send_slash(story.home, "cannons move", action="a2-a3")
        story.challenger.send_click(story.card, "⋯")
        await stop
        assert await story.bot.terminate() == 0
        told_nothing_wrong(story)
        assert ("stops in the middle" in story.bot.log) is not drained
        assert "ERROR" not in story.bot.log
        stop.drop()
        story.discord.faults.clear()
        await story.bot.start()
        await story.discord.quiet()
        assert story.state() == before
        await story.play("a2-a3")


# --- answers that cannot be read ------------------------------------------------------------------


def _malformed(answer: Any) -> Any:
    """A message whose author's membership makes no sense to discord.py."""
    return {**answer, "member": {"roles": 7, "joined_at": None}}


async def test_a_success_is_one_whatever_is_answered(quick: Story) -> None:
    faults = quick.discord.faults
    for method, path in (
        ("POST", "/channels/*/messages"),
        ("PATCH", "/channels/*/messages/*"),
        ("POST", "/webhooks/**"),
        ("PATCH", "/webhooks/**"),
    ):
        faults.on(method, path, Twist(_malformed), times=None)
    faults.on("POST", CALLBACK, Twist(lambda _: None), times=None)
    await quick.play("a2-a3 / a5-a4")
    asked = await agreed(quick.challenger, quick.channel, "draw", "Offer a draw")
    await quick.until(lambda: "Your opponent has been asked" in text(asked), "an answer")
    seen = len(quick.home.public)
    before = [call for call in quick.discord.calls if call.path.startswith("/channels/")]
    quick.world.turn(minutes=10)
    await quick.discord.quiet()
    after = [call for call in quick.discord.calls if call.path.startswith("/channels/")]
    tidied = after[len(before) :]
    assert after[: len(before)] == before
    old = {f"/channels/{quick.home.id}/messages/{card.id}" for card in quick.home.public[:-1]}
    assert {call.method for call in tidied} <= {"PATCH"}
    assert {call.path for call in tidied} <= old, "nothing but old cards is touched"
    assert len({call.path for call in tidied}) == len(tidied), "and each of them once"
    assert len(quick.home.public) == seen
    # A post of which nobody says what it became is sent again with care, as one message, and found later.
    faults.clear()
    laid = faults.on("POST", "/channels/*/messages", Twist(lambda _: None), times=None)
    moved = await from_the_channel(quick, "b1-c3")
    assert "Your move is saved" in moved.told
    quick.world.turn(seconds=45)
    await quick.until(lambda: laid.hits == 2, "the sweep's try")
    for _ in range(3):
        await quick.discord.quiet()
    assert laid.hits == 2, "not at each sweep"
    faults.clear()
    quick.world.turn(minutes=5)
    await quick.until(lambda: quick.discord.calls[-1].method == "GET", "a look at the place")
    await quick.discord.quiet()
    assert len(quick.home.public) == seen + 1
    await quick.play("d5-d4", first=quick.opponent)
    told_nothing_wrong(quick)


@pytest.mark.real
async def test_commands_that_are_answered_without_ids(tmp_path: Path) -> None:
    async with Loopback(tmp_path) as discord:
        bot = BotProcess(discord, tmp_path)
        discord.faults.on(
            "PUT", "/applications/*/commands", Twist(lambda commands: [{"name": "x"} for _ in commands])
        )
        try:
            await bot.start()
            assert "whether the commands are registered is not known" in bot.log
            assert "Traceback" not in bot.log
        finally:
            await bot.kill()


@pytest.mark.real
async def test_the_command_that_opens_an_activity_stays(tmp_path: Path) -> None:
    async with Loopback(tmp_path) as discord:
        world = discord.world
        launch = {"type": 4, "name": "launch", "description": "Launch an activity", "handler": 2}
        world.commands = [payloads.command(world, launch, world.new_id())]
        bot = BotProcess(discord, tmp_path)
        try:
            await bot.start()
            assert {"launch", "help", "prawns"} <= {command["name"] for command in world.commands}
            assert "registered" in bot.log
            assert "could not be registered" not in bot.log
        finally:
            await bot.kill()


# --- a ban ----------------------------------------------------------------------------------------


async def test_a_ban_is_an_outage(quick: Story) -> None:
    """Nobody's clock runs meanwhile, nothing is lost, and nobody is hammered."""
    await quick.discord.quiet()
    laid = quick.discord.faults.on("*", "/channels/**", RateLimit(60, via=False), times=None)
    asked = quick.discord.faults.on("GET", "/users/@me", RateLimit(60, via=False), times=None)
    moved = await from_the_channel(quick, "a2-a3")
    assert "Discord didn't accept it" in moved.told
    tries = laid.hits
    await quick.until(lambda: asked.hits, "the sweep's question")
    for _ in range(4):
        quick.world.turn(hours=12)  # two days: the opponent has one
        hits = asked.hits
        await quick.until(lambda hits=hits: asked.hits > hits, "another sweep")  # type: ignore[misc]
    assert laid.hits == tries
    quick.discord.faults.clear()
    await quick.until(lambda: "pawn a2 to a3" in text(quick.card), "the move, by the sweep")
    assert "the bot was down from" in quick.bot.log
    assert "Move" in labels(quick.card), "the opponent's time isn't up"
    await quick.discord.quiet()
    # An acknowledgement that is refused so has the sweep ask as well, though nothing else is sent.
    quick.discord.faults.on("POST", CALLBACK, RateLimit(60, via=False), times=None)
    asked = quick.discord.faults.on("GET", "/users/@me", RateLimit(60, via=False), times=None)
    quick.opponent.send_slash(quick.home, "cannons move", action="a5-a4")
    await quick.until(lambda: asked.hits, "the sweep's question")
    told_nothing_wrong(quick)


# --- what is missing in an interaction ------------------------------------------------------------


def _without(*names: str) -> Any:
    """What is told of an interaction, with a field missing: the names lead to it."""

    def told(payload: dict[str, Any]) -> dict[str, Any]:
        name, *rest = names
        within = {**payload}
        top = within
        while rest:
            within[name] = {**within[name]}
            within, (name, *rest) = within[name], rest
        within.pop(name, None)
        return top

    return told


async def said(story: Story, where: Channel) -> str:
    """What the challenger is told who challenges the opponent."""
    answer = await story.challenger.slash(where, "prawns challenge", opponent=story.opponent)
    await story.until(lambda: answer.told, "an answer")
    return answer.told


async def test_interactions_with_something_missing(story: Story) -> None:
    await story.challenge()
    story.world.tells = _without("channel")
    assert "I can't use this channel" in await said(story, story.channel)
    story.world.tells = _without("data", "resolved")
    assert "pick the person from the list" in await said(story, story.channel)
    named = await story.challenger.slash(story.channel, "profile", player=story.opponent)
    await story.until(lambda: named.told, "an answer")
    assert "pick the person from the list" in named.told
    story.world.tells = _without("member")
    assert "didn't tell me who you are" in await said(story, story.channel)
    clicked = await story.opponent.click(story.channel.last, "Accept: heads")
    await story.until(lambda: clicked.told, "an answer")
    assert "didn't tell me who you are" in clicked.told
    assert "Traceback" not in story.bot.log
    assert "reference=" not in story.bot.log
