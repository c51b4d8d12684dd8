"""A match whose place is lost goes on elsewhere, and says so."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from matches import GuildId
from matches.guild_settings import HOME
from tests.cogs.server import Server, controls, labels, private, text

OUT_OF_REACH = [(403, 50001), (403, 50013), (404, 10003), (404, 0), (403, 20012)]
"""Also by codes that nobody has heard of: Discord has said that it will not be."""
PASSING = [(403, 40333), (404, 10008), (429, 0)]
"""Turned away before Discord; a message with the same nonce that was deleted; a ban."""
UNKNOWN = (10008, 404, 0)
"""Codes with which a message is said to be gone: Discord's, and those of a Discord that has others."""


def delete(server: Server, message: Any, code: int) -> None:
    """Delete a message; editing it is answered with 404 and ``code``."""
    server.env.backend.delete_message(message.channel.id, message.id)
    path = f"/channels/{message.channel.id}/messages/{message.id}"
    server.env.inject_error("PATCH", path, status=404, code=code, times=None)


def lose(server: Server, code: int, *, status: int = 403, place: Any = None) -> None:
    """Let Discord refuse everything that the bot would post or change in the match's place."""
    path = f"/channels/{(place or server.home).id}/messages"
    server.env.inject_error("PATCH", f"{path}/*", status=status, code=code, times=None)
    server.env.inject_error("POST", path, status=status, code=code, times=None)


def lose_the_server(server: Server, code: int = 50001, *, status: int = 403) -> None:
    """Let Discord refuse the thread, the channel, and a new thread."""
    lose(server, code, status=status)
    lose(server, code, status=status, place=server.channel)
    threads = f"/channels/{server.channel.id}/threads"
    server.env.inject_error("POST", threads, status=status, code=code, times=None)


async def test_a_deleted_thread(server: Server) -> None:
    await server.start()
    thread: Any = server.bot.get_channel(server.home.id)
    await thread.delete()
    await server.env.settle()
    moved = await server.challenger.slash(server.channel, "prawns move", action="d1-d3")
    assert server.home.id != thread.id, "a new thread"
    assert "so it continues here" in text(server.card)
    assert str(server.home.id) in private(moved), "whoever moved elsewhere is told where it goes on"
    await server.play("e8-e6", server.opponent)
    assert "krill e8 to e6" in text(server.card)
    assert "continues here" not in text(server.card), "said once"


@pytest.mark.parametrize("code", [10003, 50083, 160005], ids=["deleted", "archived", "locked"])
async def test_a_thread_lost_in_the_middle(server: Server, code: int) -> None:
    await server.start()
    lost = server.home
    lose(server, code, status=400)
    await server.challenger.click(server.card, label="Move")
    await server.tap(server.challenger, "d1-d3")
    assert server.home.id != lost.id
    assert "continues here" in text(server.card)
    assert controls(server.card) == ["Move", "Board", "More"]
    await server.tap(server.opponent, "e8-e6")
    assert "krill e8 to e6" in text(server.card)


@pytest.mark.parametrize("code", [10003, 50083, 160005], ids=["deleted", "archived", "locked"])
async def test_a_thread_lost_before_play(server: Server, code: int) -> None:
    await server.challenge(server.opponent)
    server.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=1)
    await server.accept()
    lose(server, code, status=400)
    await server.pick(server.opponent, "crab", "crab")
    assert "continues here" in text(server.card)
    assert f"Still choosing: {server.challenger.mention}." in text(server.card)
    assert f"couldn't DM {server.challenger.mention}" in text(server.card)


async def test_no_other_thread_may_be_opened(server: Server) -> None:
    await server.start()
    lose(server, 50083, status=400)
    server.env.inject_error(
        "POST", f"/channels/{server.channel.id}/threads", status=403, code=50013, times=None
    )
    await server.move(server.challenger, "d1-d3")
    shown = server.channel.last_message
    assert shown is not None
    assert "continues here" in text(shown)
    await server.opponent.slash(server.channel, "prawns move", action="e8-e6")
    assert "krill e8 to e6" in text(server.channel.last_message)


@pytest.mark.parametrize(
    ("status", "code"),
    OUT_OF_REACH,
)
async def test_a_server_out_of_reach(server: Server, status: int, code: int) -> None:
    """Both players get the board by direct message, and the match is played to its end there."""
    await server.start()
    lose_the_server(server, code, status=status)
    moved = await server.move(server.challenger, "d1-d3")
    assert "Played: krill d1 to d3" in private(moved)
    for who in (server.challenger, server.opponent):
        card = server.dms(who)[-1]
        assert "I can't post in" in text(card)
        assert "krill d1 to d3" in text(card)
        assert card.attachments
    opponent = server.opponent.user
    opened = await opponent.click(server.dms(server.opponent)[-1], label="Move")
    await server.tap_on(opponent, lambda: opened.followups[-1], "e8-e6")
    assert "krill e8 to e6" in text(server.dms(server.challenger)[-1])
    assert "Move" in labels(server.dms(server.challenger)[-1])
    asked = await server.challenger.user.slash("match resign")
    assert asked.response is not None
    await server.challenger.user.click(asked.response, label="Resign")
    assert "resigned" in text(server.dms(server.opponent)[-1])


@pytest.mark.parametrize(("status", "code"), PASSING)
async def test_what_passes_is_no_loss(server: Server, status: int, code: int) -> None:
    """What is said and what is done agree: the match waits, and goes on in its thread."""
    await server.start()
    home = server.home
    lose(server, code, status=status)
    moved = await server.move(server.challenger, "d1-d3")
    assert "Discord didn't accept it" in private(moved)
    server.env.backend.faults.clear()
    await server.pass_time(minutes=5)
    assert server.home.id == home.id
    assert "krill d1 to d3" in text(server.card)


async def test_only_whoever_has_to_act_hears_a_direct_message(server: Server) -> None:
    await server.start()
    lose_the_server(server)
    before = len(server.env.http_requests)
    await server.move(server.challenger, "d1-d3")
    rooms = {who.user.dm_channel.id: who for who in (server.challenger, server.opponent)}
    sent = [
        (rooms[int(entry.path.split("/")[2])], entry.json)
        for entry in server.env.http_requests[before:]
        if entry.method == "POST" and any(entry.path == f"/channels/{room}/messages" for room in rooms)
    ]
    heard = {who: not (body or {}).get("flags", 0) & 1 << 12 for who, body in sent}
    assert heard == {server.opponent: True, server.challenger: False}


async def test_a_match_comes_back_from_direct_messages(server: Server) -> None:
    await server.start()
    thread = server.home
    lose_the_server(server)
    await server.move(server.challenger, "d1-d3")
    server.env.backend.faults.clear()
    opponent = server.opponent.user
    opened = await opponent.click(server.dms(server.opponent)[-1], label="Move")
    await server.tap_on(opponent, lambda: opened.followups[-1], "e8-e6")
    assert [each.id for each in server.channel.threads] == [thread.id]
    assert "I can post in the server again" in text(server.card)
    assert "krill e8 to e6" in text(server.card)
    await server.play("e1-e3")
    assert "krill e1 to e3" in text(server.card), "and it stays there"


# --- the channel that the server has chosen for its matches --------------------------------------


async def chosen(server: Server, **made: Any) -> Any:
    """A channel that the server has chosen for its matches since the running one began."""
    home = server.guild.create_text_channel("matches", **made)
    await server.bot.app.guilds.change(GuildId(server.guild.id), {HOME: str(home.id)})
    return home


async def place(server: Server) -> int:
    """The id of the place where the running match is shown."""
    return int((await server.match()).shown.home or 0)


async def delete_thread(server: Server) -> None:
    """Delete the thread of the running match."""
    server.env.backend.delete_channel(await place(server))
    await server.env.settle()


async def delete_channel(server: Server) -> None:
    """Delete the thread of the running match and the channel above it."""
    await delete_thread(server)
    server.env.backend.delete_channel(server.channel.id)
    await server.env.settle()


async def refuse_all(server: Server) -> None:
    """Let Discord refuse everything in the thread of the running match and in its channel."""
    lose_the_server(server)


@pytest.mark.parametrize("lost", [delete_thread, delete_channel, refuse_all])
async def test_a_match_that_loses_its_place_goes_to_the_home_of_the_server(server: Server, lost: Any) -> None:
    await server.start()
    home = await chosen(server)
    await lost(server)
    elsewhere = server.guild.create_text_channel("elsewhere")
    moved = await server.challenger.slash(elsewhere, "prawns move", action="d1-d3")
    (thread,) = home.threads
    assert await place(server) == thread.id and str(thread.id) in private(moved)
    card = text(thread.history()[-1])
    assert "so it continues here" in card and "krill d1 to d3" in card
    assert not (await server.match()).shown.direct
    await server.opponent.slash(elsewhere, "prawns move", action="e8-e6")
    card = text(thread.history()[-1])
    assert "krill e8 to e6" in card and "continues here" not in card
    assert await place(server) == thread.id


async def test_a_thread_from_before_a_crash_is_found_in_the_home_of_the_server(server: Server) -> None:
    await server.start()
    home = await chosen(server)
    channel: Any = server.bot.get_channel(home.id)
    kind = discord.ChannelType.public_thread
    made = await channel.create_thread(name="by someone · Prawns #1", type=kind)
    await delete_thread(server)
    await server.challenger.slash(server.channel, "prawns move", action="d1-d3")
    assert [thread.id for thread in home.threads] == [made.id] == [await place(server)]


async def test_a_deleted_thread_in_the_home_of_the_server_is_made_again_there(server: Server) -> None:
    home = await chosen(server)
    await server.start()
    await delete_thread(server)
    await server.challenger.slash(server.channel, "prawns move", action="d1-d3")
    (thread,) = home.threads
    assert thread.id == await place(server)
    assert "continues here" in text(thread.history()[-1])


async def test_a_match_that_can_stay_in_no_thread_of_that_home_goes_to_its_channel(
    server: Server,
) -> None:
    home = await chosen(server)
    await server.start()
    (thread,) = home.threads
    lose(server, 160005, status=400, place=thread)
    await server.challenger.slash(server.channel, "prawns move", action="d1-d3")
    assert [each.id for each in home.threads] == [thread.id]
    assert await place(server) == server.channel.id
    assert "continues here" in text(server.channel.last_message)


async def test_a_home_that_not_all_see_takes_no_match_that_lost_its_place(server: Server) -> None:
    await server.start()
    hidden = discord.PermissionOverwrite(view_channel=False)
    home = await chosen(server, overwrites={server.guild.default_role: hidden})
    await delete_thread(server)
    await server.challenger.slash(server.channel, "prawns move", action="d1-d3")
    assert home.threads == []
    assert [thread.id for thread in server.channel.threads] == [await place(server)]


async def test_it_comes_back_from_direct_messages_to_the_home_of_the_server(server: Server) -> None:
    await server.start()
    await delete_channel(server)
    elsewhere = server.guild.create_text_channel("elsewhere")
    await server.challenger.slash(elsewhere, "prawns move", action="d1-d3")
    assert (await server.match()).shown.direct
    home = await chosen(server)
    await server.opponent.slash(elsewhere, "prawns move", action="e8-e6")
    (thread,) = home.threads
    assert thread.id == await place(server)
    assert "I can post in the server again" in text(thread.history()[-1])


async def test_it_stays_in_direct_messages_and_says_so_once(server: Server) -> None:
    await server.start()
    home = await chosen(server)
    await delete_channel(server)
    server.env.backend.delete_channel(home.id)
    elsewhere = server.guild.create_text_channel("elsewhere")
    await server.challenger.slash(elsewhere, "prawns move", action="d1-d3")
    assert "I can't post in" in text(server.dms(server.opponent)[-1])
    await server.opponent.slash(elsewhere, "prawns move", action="e8-e6")
    card = text(server.dms(server.challenger)[-1])
    assert "krill e8 to e6" in card and "I can't post in" not in card


async def test_nowhere_is_left(server: Server) -> None:
    """The person is told so, and the sweep shows the change once that is possible."""
    await server.start()
    lose_the_server(server)
    for who in (server.challenger, server.opponent):
        lose(server, 50007, place=who.user.dm_channel)
    moved = await server.move(server.challenger, "d1-d3")
    assert "Your move is saved" in private(moved)
    assert (await server.match()).entries[-1].text == "d1-d3"
    server.env.backend.faults.clear()
    await server.pass_time(minutes=5)
    assert "krill d1 to d3" in text(server.card), "the sweep shows what could not be shown"
    await server.play("e8-e6", server.opponent)


async def test_closed_direct_messages_do_not_keep_the_other_player_from_theirs(server: Server) -> None:
    await server.start()
    lose_the_server(server)
    lose(server, 50007, place=server.opponent.user.dm_channel)
    moved = await server.move(server.challenger, "d1-d3")
    assert "Played: krill d1 to d3" in private(moved)
    assert "krill d1 to d3" in text(server.dms(server.challenger)[-1])


async def test_a_refusal_reaches_both_in_direct_messages(server: Server) -> None:
    await server.begin("cannons")
    await server.challenger.user.slash("help")
    lose_the_server(server)
    await server.move(server.challenger, "a2-a3")
    await server.pass_time(minutes=3)
    asked = await server.challenger.user.slash("match takeback")
    assert "Your opponent has been asked" in text(asked.response)
    assert "asks to take back their last move" in text(server.dms(server.opponent)[-1])
    await server.opponent.user.click(server.dms(server.opponent)[-1], label="Decline")
    for who in (server.challenger, server.opponent):
        assert "The takeback was declined." in text(server.dms(who)[-1])


async def test_a_finished_match_does_not_stand_in_the_way_of_others(server: Server) -> None:
    """Direct messages are not one match's own, as a thread is."""
    await server.start()
    lose_the_server(server)
    await server.move(server.challenger, "d1-d3")
    asked = await server.challenger.user.slash("match resign")
    assert asked.response is not None
    await server.challenger.user.click(asked.response, label="Resign")
    server.env.backend.faults.clear()
    await server.start()
    opened = await server.challenger.user.slash("move")
    assert "Prawns · match 2: your move" in text(opened.response)
