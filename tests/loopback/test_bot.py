"""The real bot, in a process of its own, over the wire."""

from __future__ import annotations

import os

import pytest

from tests.loopback.process import BotProcess
from tests.loopback.server.faults import Fail, RateLimit
from tests.loopback.server.people import labels, text
from tests.loopback.story import Story


@pytest.mark.gate
async def test_a_match_through_a_kill(story: Story) -> None:
    await story.challenge(board="8x8")
    assert story.channel.last.pings.users == (story.opponent.id,)
    thread = await story.accept()
    assert thread.parent is story.channel
    await story.pick(story.challenger, "crab", "lobster")
    await story.pick(story.opponent, "shrimp", "crab")
    await story.until(lambda: "Move" in labels(story.card), "the board")
    assert "lobster h2" in story.board
    assert story.card.attachments[0].size is not None
    await story.play("a2xa7 / d8-d6 / e1-e3")
    cards = len(story.home.public)
    await story.bot.restart()
    await story.play("h7xa7", first=story.opponent)
    assert len(story.home.public) == cards + 1
    await story.resign(story.challenger)
    assert f"{story.challenger.mention} resigned" in text(story.card)
    again = await story.rematch(story.opponent)
    assert "a rematch of #1" in text(again)
    await story.discord.quiet()
    assert story.bot.starts == 2
    assert story.world.commands_set == 1, "the commands did not change"
    assert len(story.world.threads(story.channel)) == 1


async def test_what_the_bot_writes_is_for_its_owner_alone(story: Story) -> None:
    """Whatever the umask that it was started with: here the usual one, which lets others read."""
    await story.bot.terminate()
    story.bot.database.unlink()
    before = os.umask(0o022)
    try:
        await story.bot.start()
    finally:
        os.umask(before)
    await story.start()
    written = list(story.bot.database.parent.glob(f"{story.bot.database.name}*"))
    assert len(written) == 3, "the database, its log, and its index of the log"
    assert [file.name for file in written if file.stat().st_mode & 0o077] == []


async def test_a_command_says_why_not_and_completes(story: Story) -> None:
    await story.start()
    offered = await story.challenger.autocomplete(story.home, "prawns move", "action", "a2")
    assert "a2xa7" in [value for _, value in offered]
    answer = await story.move(story.opponent, "a7-a6")
    assert f"It's {story.challenger.mention}'s turn (green)." in answer.told
    elsewhere = await story.challenger.slash(story.world.direct_messages(story.challenger.user), "match")
    await elsewhere.complete()
    assert (await elsewhere.message()).attachments


async def test_discord_fails_on_the_way(story: Story) -> None:
    await story.start()
    faults = story.discord.faults
    faults.on("POST", "/channels/*/messages", RateLimit(0.1), times=2)
    faults.on("DELETE", "/webhooks/**", Fail(500))
    before = len(story.home.public)
    await story.play("a2xa7")
    assert len(story.home.public) == before + 1


async def test_the_gateway_is_dropped_in_the_middle_of_a_turn(story: Story) -> None:
    await story.start()
    await story.discord.gateway.drop()
    answer = story.challenger.send_slash(story.home, "prawns move", action="a2xa7")
    await story.until(lambda: answer.interaction.acknowledged_at, "the bot to resume")
    await story.until(lambda: "a2" in text(story.card), "the move")
    session = story.discord.gateway.session("bot")
    assert session is not None
    assert session.resumed == 1


async def test_killed_before_the_acknowledgement_and_after_the_commit(story: Story) -> None:
    await story.start()
    stop = story.discord.at("POST", "/interactions/*/*/callback", when="received")
    lost = story.challenger.send_slash(story.home, "prawns move", action="a2xa7")
    await stop
    await story.bot.kill()
    stop.drop()
    await story.bot.start()
    assert lost.failed
    stop = story.discord.at("POST", "/channels/*/messages", when="received")
    story.challenger.send_slash(story.home, "prawns move", action="a2xa7")
    await stop
    before = len(story.home.public)
    await story.bot.kill()
    stop.drop()
    await story.bot.start()
    await story.until(lambda: len(story.home.public) == before + 1, "the move, after the start")
    await story.discord.quiet()
    assert len(story.home.public) == before + 1


async def test_two_processes_get_the_same_interaction(story: Story) -> None:
    await story.start()
    other = BotProcess(story.discord, story.bot.folder, name="other")
    await other.start()
    try:
        before = len(story.home.public)
        answer = await story.challenger.slash(story.home, "prawns move", action="a2xa7")
        await story.until(lambda: len(story.home.public) > before, "the move")
        await story.discord.quiet()
        assert len(story.home.public) == before + 1
        assert answer.interaction.refusals == [40060]
        assert len(set(answer.interaction.answered_by)) == 1
        assert answer.told == ""
        assert not other.bugs
    finally:
        await other.kill()


async def test_the_bot_follows_the_clock(story: Story) -> None:
    card = await story.challenge()
    story.world.turn(days=8)
    await story.bot.restart()
    await story.until(lambda: not labels(card), "the challenge to lapse")
    assert "expired" in text(card)


async def test_a_process_that_ends_is_told(story: Story) -> None:
    wrong = BotProcess(story.discord, story.bot.folder, name="wrong", discord_token="nonsense")
    wrong.launch()
    assert await wrong.ended() == 1
    assert "Discord refused the token" in wrong.log
    assert await story.bot.interrupt() == 0
