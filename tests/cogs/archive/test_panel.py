"""The archive of a server: which finished matches are in it, for whom, and the way to each."""

from __future__ import annotations

from typing import Any

import pytest
from discord import ChannelType, PermissionOverwrite, Permissions, TextChannel, Thread
from simcord.backend.models.channel import Overwrite, OverwriteType

from cogs.archive import panel as archive_panel
from cogs.archive.open_channels import ASKED_AT_ONCE, UNTOLD
from cogs.archive.query import ArchiveListQuery
from cogs.archive.rules import ArchiveQuery
from cogs.archive.service import Archive
from cogs.kit.controls import CONTROLS
from engines import GAMES
from matches import MatchId, UserId
from tests.cogs.archive.archived import (
    TABS,
    archive,
    choose,
    finished,
    id_of_menu,
    listed,
    menu,
    running,
    taken_in,
)
from tests.cogs.front_door.doors import door_in, pressed, with_a_door
from tests.cogs.governing import panel_of
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, blue, labels, private, text
from tests.cogs.sight import hide, private_thread


async def test_a_list_says_who_beat_whom_and_leads_to_each_match(server: Server) -> None:
    await finished(server, server.challenger, server.opponent, "b1")
    shown = await archive(server)
    head, line, said = text(shown).split("\n")
    assert head == "### Finished matches"
    assert line.startswith("[Pjawns #1](<https://discord.com/channels/")
    assert f"· {server.challenger.mention} beat {server.opponent.mention} · <t:" in line
    assert line.endswith(":d>") and "everyone here can see" in said
    assert menu(shown, "archivematch") == [("1", "challenger – opponent · Pjawns #1")]
    assert labels(shown) == [*TABS] and blue(shown) == []
    opened = await server.visitor.select(shown, ["1"], custom_id=id_of_menu(shown, "archivematch"))
    view = opened.followups[-1]
    assert view.ephemeral and "After move 1 of 1" in text(view)
    await server.visitor.click(view, label="⋯")
    assert "Film" in labels(view)
    live = panel_of(await server.visitor.slash(server.channel, "matches", show="running"))
    assert labels(live) == [*TABS]
    await server.visitor.click(live, label="Finished")
    assert listed(live) == [1], "in the place of the running matches"


async def test_running_matches_and_those_against_the_computer_are_not_in_it(server: Server) -> None:
    await running(server, server.challenger, server.opponent, "b1")
    await taken_in(server)
    shown = await archive(server)
    assert text(shown).startswith(
        "### Finished matches\nNo match has finished yet in a channel that everyone here"
    )
    assert labels(shown) == [*TABS] and menu(shown, "archivegame") == []


async def test_it_is_leafed_through_after_a_restart_too(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive_panel, "PAGE", 2)
    for _ in range(3):
        await finished(server, server.challenger, server.opponent)
    shown = await archive(server)
    assert listed(shown) == [3, 2]
    await server.restart()
    await server.visitor.click(shown, label="▶")
    assert listed(shown) == [1] and text(shown).endswith("-# Page 2")
    await server.visitor.click(shown, label="◀")
    assert listed(shown) == [3, 2]


async def test_by_game_result_and_player(server: Server) -> None:
    await finished(server, server.challenger, server.opponent)
    await finished(server, server.opponent, server.challenger, second=True)
    await finished(server, server.visitor, server.opponent, game="prudh")
    shown = await archive(server)
    assert [name for _, name in menu(shown, "archiveresult")] == ["Any result", "Drawn", "No result"], (
        "nobody knows whose side without a game"
    )
    await choose(server, shown, "archivegame", "pjawns")
    assert listed(shown) == [2, 1] and text(shown).startswith("### Finished matches: Pjawns\n")
    won = {name: value for value, name in menu(shown, "archiveresult")}
    await choose(server, shown, "archiveresult", won["Black won"])
    assert listed(shown) == [2] and text(shown).startswith("### Finished matches: Pjawns · black won\n")
    await choose(server, shown, "archiveresult", won["Drawn"])
    assert listed(shown) == []
    assert text(shown) == "### Finished matches: Pjawns · drawn\nNo finished match here is like that."
    await choose(server, shown, "archiveresult", "0")
    await server.visitor.select(shown, [server.opponent], custom_id=id_of_menu(shown, "archivewho"))
    assert f"Pjawns · matches of {server.opponent.mention}" in text(shown) and listed(shown) == [2, 1]
    won = {name: value for value, name in menu(shown, "archiveresult")}
    await choose(server, shown, "archiveresult", won["Lost"])
    assert listed(shown) == [1]
    await choose(server, shown, "archivegame", "0")
    assert listed(shown) == [3, 2, 1], "another game has results of its own"
    await server.visitor.select(shown, [], custom_id=id_of_menu(shown, "archivewho"))
    assert listed(shown) == [3, 2, 1] and text(shown).startswith("### Finished matches\n")
    shown = await archive(server, game="prudh", player=server.opponent)
    assert listed(shown) == [3]
    assert text(shown).startswith(f"### Finished matches: Prudh · matches of {server.opponent.mention}\n")


async def test_what_not_everyone_sees_is_in_nobodys_archive(server: Server) -> None:
    nobody = PermissionOverwrite(view_channel=False)
    hidden = server.guild.create_text_channel("club", overwrites={server.guild.default_role: nobody})
    await finished(server, server.challenger, server.opponent)
    await finished(server, server.challenger, server.opponent, channel=hidden)
    inside = await private_thread(server, server.challenger, server.opponent)
    await finished(server, server.challenger, server.opponent, channel=inside)
    for reader in (server.challenger, server.visitor):
        assert listed(await archive(server, reader)) == [1], "not even in a player's own"


async def thread_in(server: Server, place: TextChannel, name: str = "evening") -> Thread:
    """A public thread in a channel."""
    thread = await place.create_thread(name=name, type=ChannelType.public_thread)
    await server.env.settle()
    return thread


async def test_a_thread_counts_as_its_channel_and_a_deleted_channel_is_left_out(server: Server) -> None:
    club = server.guild.create_text_channel("club")
    place: Any = server.bot.get_channel(club.id)
    thread = await thread_in(server, place)
    await finished(server, server.challenger, server.opponent, channel=club.threads[-1])
    await finished(server, server.challenger, server.opponent, channel=club)
    assert listed(await archive(server)) == [2, 1]
    await thread.edit(archived=True)
    await server.env.settle()
    assert place.get_thread(thread.id) is None, "the bot isn't told of it any more"
    assert listed(await archive(server)) == [2, 1]
    fetched = len(server.env.http_requests)
    await archive(server)
    asked = [entry.path for entry in server.env.http_requests[fetched:] if entry.method == "GET"]
    assert asked == [], "once is enough"
    await place.delete()
    await server.env.settle()
    assert listed(await archive(server)) == []


async def test_an_archived_thread_of_a_hidden_channel_is_hidden_too(server: Server) -> None:
    club = server.guild.create_text_channel("club")
    place: Any = server.bot.get_channel(club.id)
    thread = await thread_in(server, place)
    await finished(server, server.challenger, server.opponent, channel=club.threads[-1])
    await thread.edit(archived=True)
    await server.env.settle()
    assert listed(await archive(server)) == [1]
    nobody = Overwrite(server.guild.id, OverwriteType.ROLE, deny=Permissions(view_channel=True).value)
    server.env.backend.edit_channel(club.id, {}, overwrites=[nobody])
    await server.env.settle()
    assert listed(await archive(server)) == []


async def test_while_discord_cannot_tell_of_a_thread_it_is_left_out(server: Server) -> None:
    (thread,) = await in_archived_threads(server, 1)
    server.env.inject_error("GET", f"/channels/{thread.id}", status=403, code=50001)
    assert listed(await archive(server)) == []
    fetched = len(server.env.http_requests)
    assert listed(await archive(server)) == []
    asked = [entry.path for entry in server.env.http_requests[fetched:] if entry.method == "GET"]
    assert asked == [], "not with every look"
    await server.env.advance_time(UNTOLD.total_seconds() + 1)
    assert listed(await archive(server)) == [1]


LOOKING = "still looking into"


async def in_archived_threads(server: Server, number: int) -> list[Thread]:
    """A finished match in each of as many threads, which are then archived."""
    place: Any = server.bot.get_channel(server.channel.id)
    threads = []
    for _ in range(number):
        threads.append(await thread_in(server, place))
        await finished(server, server.challenger, server.opponent, channel=server.channel.threads[-1])
    for thread in threads:
        await thread.edit(archived=True)
    await server.env.settle()
    return threads


@pytest.mark.parametrize("number", [ASKED_AT_ONCE, ASKED_AT_ONCE + 1, 12])
async def test_the_archive_is_whole_or_says_that_it_is_still_looking(
    server: Server, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive_panel, "PAGE", 20)
    await in_archived_threads(server, number)
    for _ in range(2):
        shown = await archive(server)
        whole = len(listed(shown)) == number
        assert (LOOKING in text(shown)) is not whole
    assert len(listed(await archive(server))) == number, "it went on looking by itself"
    asked = len(server.env.http_requests)
    await archive(server)
    asked_again = [one.path for one in server.env.http_requests[asked:] if one.method == "GET"]
    assert asked_again == []


async def test_the_openings_say_it_too(server: Server) -> None:
    await in_archived_threads(server, 12)
    opened = await server.visitor.slash(server.channel, "matches", show="finished", game="pjawns")
    assert LOOKING in private(opened)
    server.env.inject_error("GET", "/channels/*", status=500, times=None)
    await server.restart()
    for thread in list(server.bot.get_guild(server.guild.id).threads):  # type: ignore[union-attr]
        server.bot.get_guild(server.guild.id)._remove_thread(thread)  # type: ignore[union-attr]
    shown = await archive(server, game="pjawns")
    await server.visitor.click(shown, label="Openings")
    assert LOOKING in text(shown)


async def test_while_discord_is_out_of_order_it_says_so_and_none_is_left_out(server: Server) -> None:
    await in_archived_threads(server, 3)
    server.env.inject_error("GET", "/channels/*", status=500, times=None)
    shown = await archive(server)
    assert listed(shown) == [] and f"{LOOKING} 3 older threads" in text(shown)
    server.env.backend.faults.clear()
    assert len(listed(await archive(server))) == 3


async def test_a_thread_that_was_seen_open_is_never_asked_for(server: Server) -> None:
    place: Any = server.bot.get_channel(server.channel.id)
    thread = await thread_in(server, place)
    await finished(server, server.challenger, server.opponent, channel=server.channel.threads[-1])
    await archive(server)
    await thread.edit(archived=True)
    await server.env.settle()
    asked = len(server.env.http_requests)
    assert listed(await archive(server)) == [1]
    assert [one.path for one in server.env.http_requests[asked:] if one.method == "GET"] == []


@refusing
async def test_a_match_that_is_hidden_meanwhile_is_not_opened(server: Server) -> None:
    await finished(server, server.challenger, server.opponent)
    lobby = server.guild.create_text_channel("lobby")
    shown = panel_of(await server.visitor.slash(lobby, "matches", show="finished"))
    hide(server, server.visitor)
    result = await server.visitor.select(shown, ["1"], custom_id=id_of_menu(shown, "archivematch"))
    assert "You can't see this match" in private(result)


@refusing
async def test_another_server_has_its_own_and_direct_messages_none(server: Server) -> None:
    await finished(server, server.challenger, server.opponent)
    elsewhere = server.env.create_guild("Elsewhere")
    stranger = elsewhere.add_member(server.env.create_user("stranger"))
    result = await stranger.slash(elsewhere.create_text_channel("games"), "matches", show="finished")
    assert "No match has finished yet" in private(result)
    said = private(await server.visitor.user.slash("matches", show="finished"))
    assert said.startswith("You haven't finished a match yet."), "one's own are everywhere"


async def test_the_front_door_leads_to_it(server: Server) -> None:
    await finished(server, server.challenger, server.opponent)
    door = door_in(await with_a_door(server))
    assert labels(door)[-1] == "Finished matches"
    assert listed(await pressed(server.visitor, door, "Finished matches")) == [1]


async def test_its_tabs_keep_to_the_game_of_a_list(server: Server) -> None:
    await server.begin("pjawns")
    shown = panel_of(await server.challenger.slash(server.channel, "matches", game="prudh"))
    await server.challenger.click(shown, label="Openings")
    assert text(shown).startswith("### Openings of Prudh")
    await server.challenger.click(shown, label="Finished")
    assert text(shown).startswith("### Finished matches: Prudh")
    await server.challenger.click(shown, label="Running")
    assert text(shown).startswith("### 1 match running here")


async def test_the_game_that_a_server_plays_most_is_likely_meant(server: Server) -> None:
    for game in ("prudh", "predation", "prudh"):
        await server.begin(game)
    said = private(await server.visitor.slash(server.channel, "ranking"))
    assert said.startswith("### Prudh ·")


async def test_a_finished_match_is_in_the_archive_a_minute_later(server: Server) -> None:
    await server.begin("pjawns")
    archive = server.bot.app[Archive]
    match = await server.bot.app.matches.play.resign(MatchId(1), UserId(server.challenger.id))
    query = ArchiveQuery(match.guild_id, (match.channel_id,))
    assert (await archive.page(query, 9)).matches == ()
    await server.env.advance_time(90)
    assert [one.id for one in (await archive.page(query, 9)).matches] == [1]


def test_the_longest_ids_fit() -> None:
    longest = ArchiveListQuery("cannons-and-crabs", 9999, 2**63, 4, 2**63 - 1)
    for verb in ("archive", "archivepage", "archivegame", "archiveresult", "archivewho", "openings"):
        given = (1, longest) if verb == "archivepage" else (longest,)
        assert len(CONTROLS[verb].id_about(0, *given)) <= 100, verb


@pytest.mark.parametrize("position", [None, 0, 1, -1, 2**63 - 1, -(2**63)])
def test_a_position_is_read_as_it_was_written(position: int | None) -> None:
    asked = ArchiveListQuery(next(iter(GAMES)), position=position)
    assert ArchiveListQuery.of(asked.args) == asked and min(asked.args) >= 0
