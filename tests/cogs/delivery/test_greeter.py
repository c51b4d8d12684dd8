"""The card for a server that adds the bot: once, where everybody sees it, and without a ping."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from discord import PermissionOverwrite
from simcord.builders import ChannelHandle, GuildHandle

from cogs.delivery import greeter
from cogs.text import entry_points_texts
from matches import GuildId
from matches.guilds.settings import UNSET_RULES, OldCards
from services.greetings import AGAIN
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, labels, private, text

SILENT = 1 << 12
HIDDEN = PermissionOverwrite(view_channel=False)
MUTE = PermissionOverwrite(send_messages=False)


@pytest.fixture
async def later(server: Server) -> Server:
    """The server some time after the bot's first start: whoever adds it now is greeted."""
    await server.bot.app.services.greetings.since()
    await server.pass_time(minutes=5)
    return server


async def added(server: Server, *names: str, **overwrites: PermissionOverwrite) -> dict[str, ChannelHandle]:
    """A server that adds the bot, with these text channels; returns them by name."""
    guild = server.env.create_guild("Tide line")
    found = {
        name: guild.create_text_channel(name, overwrites={guild.default_role: overwrites[name]})
        if name in overwrites
        else guild.create_text_channel(name)
        for name in names
    }
    await server.env.settle()
    # simcord tells of a new server as of one that is back; Discord tells of one that was joined.
    known = server.bot.get_guild(guild.id)
    assert known is not None
    with server.env.as_bot():
        server.bot.dispatch("guild_join", known)
    await server.env.settle()
    return found


def guild_of(channel: ChannelHandle) -> GuildHandle:
    """The server of a channel."""
    assert channel.guild is not None
    return channel.guild


def greetings(channel: Any) -> list[Any]:
    return [message for message in channel.history() if "for this server" in text(message)]


async def test_it_shows_the_games_and_three_ways_on(later: Server) -> None:
    channels = await added(later, "general")
    (card,) = greetings(channels["general"])
    assert labels(card) == ["Which game should I try?", "Play the computer", "Settings"]
    assert card.attachments[0].filename == "games.png"
    for face in later.bot.app.presentations.values():
        assert face.game.name in text(card)
    path = f"/channels/{channels['general'].id}/messages"
    (sent,) = (one for one in later.env.http_requests if one.method == "POST" and one.path == path)
    assert sent.json is not None and sent.json["flags"] & SILENT
    assert not sent.json["allowed_mentions"].get("users")


@refusing
async def test_its_buttons_answer_privately_and_settings_only_who_manages(later: Server) -> None:
    channel = (await added(later, "general"))["general"]
    (card,) = greetings(channel)
    visitor = guild_of(channel).add_member(later.env.create_user("passer-by"))
    before = text(card)
    for label in labels(card)[:2]:
        answered = await visitor.click(card, label=label)
        assert answered.followups and answered.followups[-1].ephemeral
    told = private(await visitor.click(card, label=entry_points_texts.SETTINGS))
    assert "Manage Server" in told
    assert text(greetings(channel)[0]) == before, "the card stays for the others"


async def test_a_server_that_adds_the_bot_keeps_old_boards_small_and_others_keep_theirs(
    later: Server,
) -> None:
    channel = (await added(later, "general"))["general"]
    app = later.bot.app
    assert (await app.guilds.rules(GuildId(guild_of(channel).id))).old_cards is OldCards.SMALL
    assert (await app.guilds.rules(GuildId(later.guild.id))).old_cards is OldCards.PICTURE
    assert UNSET_RULES.old_cards is OldCards.PICTURE


async def test_it_goes_where_it_may_post_and_everybody_sees_it(later: Server) -> None:
    channels = await added(later, "staff", "rules", "general", staff=HIDDEN, rules=MUTE)
    assert [len(greetings(one)) for one in channels.values()] == [0, 0, 1]


async def test_where_it_may_post_nowhere_it_does_not(later: Server, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    channels = await added(later, "staff", "rules", staff=HIDDEN, rules=MUTE)
    assert not any(map(greetings, channels.values()))
    assert "is not greeted" in caplog.text
    await later.pass_time(minutes=5)
    assert caplog.text.count("is not greeted") == 1, "it is settled"


async def test_it_comes_once_through_restarts(later: Server) -> None:
    channel = (await added(later, "general"))["general"]
    for _ in range(2):
        await later.restart()
        await later.pass_time(minutes=5)
    assert len(greetings(channel)) == 1


async def test_one_that_was_sent_before_a_crash_is_found(
    later: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = later.bot.app

    async def dies(*_: object) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as patched:
        patched.setattr(app.services.greetings, "settle", dies)
        channel = (await added(later, "general"))["general"]
    assert len(greetings(channel)) == 1
    await later.restart()
    await later.pass_time(minutes=10)
    await later.pass_time(minutes=10)
    assert len(greetings(channel)) == 1
    assert await later.bot.app.services.greetings.claim(GuildId(guild_of(channel).id)) is None


async def test_servers_from_before_are_not_greeted(server: Server) -> None:
    await server.restart()
    await server.pass_time(minutes=5)
    assert not greetings(server.channel)


async def test_after_a_long_time_away_a_server_is_not_greeted(later: Server, monkeypatch: Any) -> None:
    monkeypatch.setattr(greeter, "FRESH", timedelta(0))
    with monkeypatch.context() as patched:
        patched.setattr(type(later.bot.app.greeter), "greet", lambda *_: asyncio.sleep(0))
        channel = (await added(later, "general"))["general"]
    await later.pass_time(minutes=5)
    assert not greetings(channel)


async def test_another_process_sends_it_no_second_time(later: Server) -> None:
    greetings_of = later.bot.app.services.greetings
    with later.env.as_bot():
        first = await greetings_of.claim(GuildId(7))
        assert first is not None
        assert await greetings_of.claim(GuildId(7)) is None
        await greetings_of.settle(GuildId(7), None)
        assert await greetings_of.claim(GuildId(7)) is None
    await later.pass_time(days=AGAIN.days + 1)
    again = await later.bot.app.services.greetings.claim(GuildId(7))
    assert again is not None and again.begun_at > first.begun_at, "added again much later"
