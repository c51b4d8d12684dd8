"""A match against the computer lives in its player's own thread, else in their direct messages."""

from __future__ import annotations

from itertools import product
from typing import Any

import discord
from discord import PermissionOverwrite

from cogs.kit.call import show_all
from matches import ChallengeChannel, ChallengeTerms, ChannelId, GuildId, Phase, UserId
from tests.cases import case
from tests.cogs.alone import begin, pings, play_first
from tests.cogs.server import Server, raw_text, text


async def test_a_thread_of_its_players_own(server: Server) -> None:
    match = await begin(server, side="white")
    thread: Any = server.bot.get_channel(match.shown.home or 0)
    assert thread.is_private()
    (made,) = [entry.json for entry in server.env.http_requests if entry.path.endswith("/threads")]
    assert made is not None
    assert made["invitable"] is False
    assert [member.id for member in await thread.fetch_members()].count(server.challenger.id) == 1
    assert [raw_text(message) for message in server.channel.history()] == [""], "no challenge in the channel"
    assert match.shown.invitation is None


async def without_threads(server: Server) -> None:
    """Nobody may make private threads in the channel."""
    bare = PermissionOverwrite(create_private_threads=False)
    everyone = server.guild.default_role
    server.channel = server.guild.create_text_channel("no-threads", overwrites={everyone: bare})


async def test_direct_messages_where_there_are_no_private_threads(server: Server) -> None:
    await without_threads(server)
    match = await begin(server, side="white")
    assert match.shown.direct
    assert server.channel.history() == []
    (card,) = server.dms(server.challenger)
    assert f"For a private thread in <#{server.channel.id}> I need the **Create Private Threads**" in text(
        card
    )
    await server.challenger.user.slash("pjawns move", action="@a1")
    *_, card = server.dms(server.challenger)
    assert "Black: pjawn" in text(card)
    assert "private thread" not in text(card), "said once"
    assert pings(server) == [([], True)] * 2
    assert len(server.dms(server.challenger)) == 2


def close_dms(server: Server, *, times: int | None = None) -> None:
    server.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=times)


def archived(server: Server) -> list[bool]:
    """The threads under the channel: whether each is archived."""
    found = (server.env.backend.get_channel(thread.id) for thread in server.channel.threads)
    return [one.thread_metadata is not None and one.thread_metadata.archived for one in found]


async def test_a_thread_that_its_player_cannot_be_let_into_is_put_away(server: Server) -> None:
    answers = [(403, 50001), (403, 50013), (404, 10013), (400, 50035)]
    for number, ((status, code), deletes) in enumerate(product(answers, (True, False)), 1):
        with case(status, code, deletes):
            server.env.backend.faults.clear()
            path = "/channels/*/thread-members/*"
            server.env.inject_error("PUT", path, status=status, code=code, times=None)
            if not deletes:
                server.env.inject_error("DELETE", "/channels/*", status=403, code=50013, times=None)
            match = await begin(server, side="white")
            assert match.shown.direct
            assert archived(server) == [True] * (number // 2), "only where it can't be deleted"
            assert len(server.dms(server.challenger)) == number
            await server.bot.app.matches.play.resign(match.id, UserId(server.challenger.id))


async def test_no_place_at_all(server: Server) -> None:
    """Its player is told what to change, and the match shows up once there is a place."""
    await without_threads(server)
    close_dms(server, times=2)
    await begin(server, side="white")
    match = await server.match()
    assert match.shown.card is None
    told = await play_first(server)
    assert told.startswith("Your match is saved (Pjawns #1), but I couldn't post it: your DMs are closed")
    assert told.endswith("I'll keep trying."), "nothing else waits"
    assert "I need the **Create Private Threads** permission" in told
    await server.pass_time(minutes=3)
    (card,) = server.dms(server.challenger)
    assert "Black: pjawn" in text(card)


async def test_the_thread_is_lost(server: Server) -> None:
    match = await begin(server, side="white")
    thread: Any = server.bot.get_channel(match.shown.home or 0)
    await thread.delete()
    await server.env.settle()
    server.channel = server.guild.create_text_channel("elsewhere")
    await play_first(server)
    (card,) = server.dms(server.challenger)
    assert "so it continues here" in text(card)
    assert "Black: pjawn" in text(card)
    match = await server.match()
    assert match.shown.direct


async def test_a_lost_thread_and_closed_direct_messages(server: Server) -> None:
    """Then it gets another thread."""
    match = await begin(server, side="white")
    lost = match.shown.home
    thread: Any = server.bot.get_channel(lost or 0)
    await thread.delete()
    await server.env.settle()
    close_dms(server)
    await server.challenger.slash(server.channel, "pjawns move", action="@a1")
    match = await server.match()
    assert match.shown.home not in (None, lost)
    assert "so it continues here" in text(server.card)
    assert not match.shown.direct


async def test_a_rematch_goes_on_in_the_same_thread(server: Server) -> None:
    await begin(server, side="white")
    await play_first(server)
    await server.resign(server.challenger)
    home = server.home
    cards = len(home.history())
    await server.challenger.click(server.card, label="Rematch")
    match = await server.match(2)
    assert server.home.id == home.id == match.shown.home
    assert match.phase is Phase.PLAYING
    assert len(home.history()) == cards + 1
    assert "Rematch: #2." in text(home.history()[-2])
    assert f"**Black's turn:** {server.challenger.mention}" in text(server.card), "sides change"
    renamed = [
        entry
        for entry in server.env.http_requests
        if entry.method == "PATCH" and entry.path == f"/channels/{home.id}"
    ]
    assert renamed == [], "Discord allows two names in ten minutes, and a match may be over in one"


async def test_a_rematch_goes_on_in_direct_messages(server: Server) -> None:
    await without_threads(server)
    await begin(server, side="white")
    user = server.challenger.user
    await user.slash("match", deed="resign")
    await user.click(user.dm_channel.history(viewer=user)[-1], label="Resign")
    bare = PermissionOverwrite(create_private_threads=True)
    channel: Any = server.bot.get_channel(server.channel.id)
    await channel.set_permissions(channel.guild.default_role, overwrite=bare)
    await user.click(server.dms(server.challenger)[-1], label="Rematch")
    match = await server.match(2)
    assert match.shown.direct
    assert channel.threads == []


async def test_discord_refuses_the_thread(server: Server) -> None:
    path = f"/channels/{server.channel.id}/threads"
    for code in (50013, 50001, 50024):
        with case(code):
            server.env.backend.faults.clear()
            server.env.inject_error("POST", path, status=403, code=code, times=None)
            match = await begin(server, side="white")
            assert match.shown.direct
            assert "I can't make a private thread" in text(server.dms(server.challenger)[-1])


async def test_asked_for_in_a_thread(server: Server) -> None:
    """It gets a thread beside that one."""
    thread: Any = server.bot.get_channel(server.channel.id)
    made = await thread.create_thread(name="talk", type=discord.ChannelType.public_thread)
    await server.env.settle()
    app, user = server.bot.app, UserId(server.challenger.id)
    place = ChallengeChannel(GuildId(server.guild.id), ChannelId(made.id), ChannelId(server.channel.id))
    wishes = ChallengeTerms("pjawns", {})
    match = await app.matches.challenges.against_computer(user, 1, wishes, place)
    await show_all(app, [match])
    match = await server.match()
    home: Any = server.bot.get_channel(match.shown.home or 0)
    assert home.is_private()
    assert home.parent_id == server.channel.id


async def test_a_crash_after_the_thread_was_made(server: Server) -> None:
    """There is one thread, whenever the bot stops."""
    server.env.inject_error("PUT", "/channels/*/thread-members/*", status=500, times=1)
    await begin(server, side="white")
    assert (await server.match()).shown.home is None
    assert len(server.channel.threads) == 1
    await server.pass_time(minutes=2)
    match = await server.match()
    assert len(server.channel.threads) == 1
    assert match.shown.home == server.channel.threads[0].id
    assert match.shown.version == match.version
