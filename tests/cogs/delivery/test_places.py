"""A match whose place is lost goes on elsewhere, and says so."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from tests.cases import case
from tests.cogs.doing import done
from tests.cogs.places import OUT_OF_REACH, PASSING, lose, lose_the_server, settled
from tests.cogs.server import CONTROLS, Server, controls, labels, private, text


async def test_a_deleted_thread(server: Server) -> None:
    await server.begin("pjawns")
    thread: Any = server.bot.get_channel(server.home.id)
    await thread.delete()
    await server.env.settle()
    moved = await server.challenger.slash(server.channel, "pjawns move", action="@e1")
    assert server.home.id != thread.id, "a new thread"
    assert "so it continues here" in text(server.card)
    assert str(server.home.id) in private(moved), "whoever moved elsewhere is told where it goes on"
    await server.play("@d8", server.opponent)
    assert "pjawn placed on d8" in text(server.card)
    assert "continues here" not in text(server.card), "said once"


LOST = {10003: "deleted", 50083: "archived", 160005: "locked"}
"""What Discord says of a thread, by code."""


async def test_a_thread_lost_in_the_middle(server: Server) -> None:
    for number, (code, why) in enumerate(LOST.items(), 1):
        with case(why):
            await server.begin("pjawns")
            lost = server.home
            lose(server, code, status=400)
            panel = await server.open(server.challenger, "Move")
            await server.take_step(server.challenger, panel(), "@e1", number)
            await server.challenger.click(panel(), label="Send")
            assert server.home.id != lost.id
            assert "continues here" in text(server.card)
            assert controls(server.card) == CONTROLS
            await server.opponent.slash(server.home, "pjawns move", action="@d8")
            assert "pjawn placed on d8" in text(server.card) and "continues here" not in text(server.card)


async def test_a_thread_lost_before_play(server: Server) -> None:
    for code, why in LOST.items():
        with case(why):
            await server.challenge(server.opponent)
            room = server.challenger.user.dm_channel.id
            server.env.inject_error("POST", f"/channels/{room}/messages", status=403, code=50007, times=1)
            await server.accept()
            lose(server, code, status=400)
            await server.pick(server.opponent, "crab", "crab")
            assert "continues here" in text(server.card)
            assert f"Still choosing: {server.challenger.mention}." in text(server.card)
            assert f"couldn't DM {server.challenger.mention}" in text(server.card)


async def test_no_other_thread_may_be_opened(server: Server) -> None:
    await server.begin("pjawns")
    lose(server, 50083, status=400)
    server.env.inject_error(
        "POST", f"/channels/{server.channel.id}/threads", status=403, code=50013, times=None
    )
    await server.move(server.challenger, "@e1")
    shown = server.channel.last_message
    assert shown is not None
    assert "continues here" in text(shown)
    await server.opponent.slash(server.channel, "pjawns move", action="@d8")
    assert "pjawn placed on d8" in text(server.channel.last_message)


async def test_a_server_out_of_reach(server: Server) -> None:
    """Both players get the board by direct message, and the match is played to its end there."""
    await server.begin("pjawns")
    thread = server.home
    for (status, code), column in zip(OUT_OF_REACH, "abcde", strict=True):
        with case(status, code):
            server.env.backend.faults.clear()
            if column == "c":
                server.env.backend.delete_channel(thread.id)
                await server.env.settle()
            if column != "a":
                await server.move(server.opponent, f"@{chr(ord(column) - 1)}8")
                assert "I can post in the server again" in text(server.card)
            assert (server.home.id != thread.id) is (column == "c"), "another one where the first is gone"
            thread = server.home
            lose_the_server(server, code, status=status)
            moved = await server.move(server.challenger, f"@{column}1")
            assert f"Played: pjawn placed on {column}1" in private(moved)
            for who in (server.challenger, server.opponent):
                card = server.dms(who)[-1]
                assert "I can't post in" in text(card)
                assert f"pjawn placed on {column}1" in text(card)
                assert card.attachments
    opponent = server.opponent.user
    opened = await opponent.click(server.dms(server.opponent)[-1], label="Move")
    await server.tap_on(opponent, lambda: opened.followups[-1], "@e8")
    assert "pjawn placed on e8" in text(server.dms(server.challenger)[-1])
    assert "Move" in labels(server.dms(server.challenger)[-1])
    asked = await server.challenger.user.slash("match", deed="resign")
    assert asked.response is not None
    await server.challenger.user.click(asked.response, label="Resign")
    assert "resigned" in text(server.dms(server.opponent)[-1])
    assert [each.id for each in server.channel.threads] == [thread.id]
    # Direct messages are not one match's own, as a thread is: it stands in the way of no other.
    server.env.backend.faults.clear()
    await server.begin("pjawns")
    opened = await server.challenger.user.slash("move")
    assert "Pjawns #2: your move" in text(opened.response)


async def test_what_passes_is_no_loss(server: Server) -> None:
    """What is said and what is done agree: the match waits, and goes on in its thread."""
    await server.begin("pjawns")
    home = server.home
    movers = (server.challenger, server.opponent, server.challenger)
    for (status, code), who, action in zip(PASSING, movers, ("@e1", "@d8", "@d1"), strict=True):
        with case(status, code):
            lose(server, code, status=status)
            moved = await server.move(who, action)
            assert "Discord didn't accept it" in private(moved)
            server.env.backend.faults.clear()
            await server.pass_time(minutes=5)
            assert server.home.id == home.id
            assert f"pjawn placed on {action[1:]}" in text(server.card)


async def test_only_whoever_has_to_act_hears_a_direct_message(server: Server) -> None:
    await server.begin("pjawns")
    lose_the_server(server)
    before = len(server.env.http_requests)
    await server.move(server.challenger, "@e1")
    rooms = {who.user.dm_channel.id: who for who in (server.challenger, server.opponent)}
    sent = [
        (rooms[int(entry.path.split("/")[2])], entry.json)
        for entry in server.env.http_requests[before:]
        if entry.method == "POST" and any(entry.path == f"/channels/{room}/messages" for room in rooms)
    ]
    heard = {who: not (body or {}).get("flags", 0) & 1 << 12 for who, body in sent}
    assert heard == {server.opponent: True, server.challenger: False}


# --- the channel that the server has chosen for its matches --------------------------------------


async def chosen(server: Server) -> Any:
    """A channel that the server has chosen for its matches since the running one began."""
    home = server.guild.create_text_channel("matches")
    await settled(server, home)
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
    await server.begin("pjawns")
    home = await chosen(server)
    await lost(server)
    elsewhere = server.guild.create_text_channel("elsewhere")
    moved = await server.challenger.slash(elsewhere, "pjawns move", action="@e1")
    (thread,) = home.threads
    assert await place(server) == thread.id and str(thread.id) in private(moved)
    card = text(thread.history()[-1])
    assert "so it continues here" in card and "pjawn placed on e1" in card
    assert not (await server.match()).shown.direct
    await server.opponent.slash(elsewhere, "pjawns move", action="@d8")
    card = text(thread.history()[-1])
    assert "pjawn placed on d8" in card and "continues here" not in card
    assert await place(server) == thread.id


async def test_one_that_lost_its_thread_stays_out_of_a_home_that_not_all_see(server: Server) -> None:
    await server.begin("pjawns")
    overwrites: dict[Any, discord.PermissionOverwrite] = {
        server.guild.default_role: discord.PermissionOverwrite(view_channel=False),
        server.env.bot.user: discord.PermissionOverwrite(view_channel=True),
    }
    home = server.guild.create_text_channel("matches", overwrites=overwrites)
    await settled(server, home)
    await delete_thread(server)
    await server.challenger.slash(server.channel, "pjawns move", action="@e1")
    assert home.threads == []
    assert [thread.id for thread in server.channel.threads] == [await place(server)]


async def test_a_thread_from_before_a_crash_is_found_in_the_home_of_the_server(server: Server) -> None:
    await server.begin("pjawns")
    home = await chosen(server)
    channel: Any = server.bot.get_channel(home.id)
    kind = discord.ChannelType.public_thread
    made = await channel.create_thread(name="#1 Pjawns · by someone", type=kind)
    await delete_thread(server)
    await server.challenger.slash(server.channel, "pjawns move", action="@e1")
    assert [thread.id for thread in home.threads] == [made.id] == [await place(server)]


async def test_a_deleted_thread_in_the_home_of_the_server_is_made_again_there(server: Server) -> None:
    home = await chosen(server)
    await server.begin("pjawns")
    await delete_thread(server)
    await server.challenger.slash(server.channel, "pjawns move", action="@e1")
    (thread,) = home.threads
    assert thread.id == await place(server)
    assert "continues here" in text(thread.history()[-1])


async def test_a_match_that_can_stay_in_no_thread_of_that_home_goes_to_its_channel(
    server: Server,
) -> None:
    home = await chosen(server)
    await server.begin("pjawns")
    (thread,) = home.threads
    lose(server, 160005, status=400, place=thread)
    await server.challenger.slash(server.channel, "pjawns move", action="@e1")
    assert [each.id for each in home.threads] == [thread.id]
    assert await place(server) == server.channel.id
    assert "continues here" in text(server.channel.last_message)


async def test_it_stays_in_direct_messages_until_there_is_a_home_again(server: Server) -> None:
    await server.begin("pjawns")
    home = await chosen(server)
    await delete_channel(server)
    server.env.backend.delete_channel(home.id)
    elsewhere = server.guild.create_text_channel("elsewhere")
    await server.challenger.slash(elsewhere, "pjawns move", action="@e1")
    assert (await server.match()).shown.direct
    assert "I can't post in" in text(server.dms(server.opponent)[-1])
    await server.opponent.slash(elsewhere, "pjawns move", action="@d8")
    card = text(server.dms(server.challenger)[-1])
    assert "pjawn placed on d8" in card and "I can't post in" not in card, "said once"
    home = await chosen(server)
    await server.challenger.slash(elsewhere, "pjawns move", action="@d1")
    (thread,) = home.threads
    assert thread.id == await place(server)
    assert "I can post in the server again" in text(thread.history()[-1])


async def test_nowhere_is_left(server: Server) -> None:
    """The person is told so, and the sweep shows the change once that is possible."""
    await server.begin("pjawns")
    lose_the_server(server)
    lose(server, 50007, place=server.opponent.user.dm_channel)
    moved = await server.move(server.challenger, "@e1")
    assert "Played: pjawn placed on e1" in private(moved)
    assert "placed on e1" in text(server.dms(server.challenger)[-1]), "the other's are not in the way"
    lose(server, 50007, place=server.challenger.user.dm_channel)
    moved = await server.move(server.opponent, "@d8")
    assert "Your move is saved" in private(moved)
    assert (await server.match()).entries[-1].text == "@d8"
    server.env.backend.faults.clear()
    await server.pass_time(minutes=5)
    assert "pjawn placed on d8" in text(server.card), "the sweep shows what could not be shown"
    await server.play("@d1")


async def test_a_refusal_reaches_both_in_direct_messages(server: Server) -> None:
    await server.begin("cannons")
    await server.challenger.user.slash("help")
    lose_the_server(server)
    await server.move(server.challenger, "a2-a3")
    await server.pass_time(minutes=3)
    told = await done(server.challenger.user, None, "takeback")
    assert "Your opponent has been asked" in told
    assert "asks to take back their last move" in text(server.dms(server.opponent)[-1])
    await server.opponent.user.click(server.dms(server.opponent)[-1], label="Decline")
    for who in (server.challenger, server.opponent):
        assert "The takeback was declined." in text(server.dms(who)[-1])
