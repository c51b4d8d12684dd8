"""The lists that a server keeps in a channel: posted once, kept up to date, and never a second one."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from sqlalchemy import update

from data.schema import pinned_list
from matches import GuildId, UserId
from matches.guild_posts import ListKind
from matches.guild_settings import PINNED
from tests.cogs.community import GAME, beat_all, newcomers, well_begun
from tests.cogs.governing import told
from tests.cogs.pinned import SILENT, TITLES, edits, kept, let_pin, lists, requests
from tests.cogs.places import UNKNOWN, delete
from tests.cogs.server import Server, ids, text
from tests.store import write

SEES = discord.PermissionOverwrite(view_channel=True)


@pytest.fixture
async def board(server: Server, admin: MemberActor) -> Any:
    """A channel of its own, in which the lists are."""
    channel = server.guild.create_text_channel("the-boards")
    await told(server, admin, "set", lists=channel, front_door="off")
    await look(server)
    return channel


async def look(server: Server, **passed: float) -> None:
    """Let time pass, and have the lists looked at that are due."""
    await server.pass_time(**(passed or {"seconds": 1}))


async def posted(server: Server) -> list[Any]:
    """The lists that are posted where nobody is on a ladder."""
    return [one for kind, one in (await kept(server)).items() if kind is not ListKind.LADDERS]


async def test_three_lists_are_posted_once_without_a_ping(server: Server, board: Any) -> None:
    assert sorted(lists(board)) == TITLES
    assert "Nobody is ranked yet" in lists(board)["### Leaderboard"]
    await look(server, hours=1)
    await look(server, hours=1)
    assert len(lists(board)) == 3
    assert edits(server, board) == 0, "nothing has changed"
    posts = requests(server, board, "POST")
    assert len(posts) == 3
    for one in posts:
        assert one.json["flags"] & SILENT
        assert not one.json["allowed_mentions"].get("users")


async def test_they_follow_what_happens_at_most_one_edit_a_minute(server: Server, board: Any) -> None:
    first, *others = newcomers(server, 4)
    await beat_all(server, first, *others)
    match = await well_begun(server, server.challenger, server.opponent)
    server.command = "prudh"
    await server.challenge()
    before = edits(server, board)
    await look(server, minutes=2)
    assert edits(server, board) == before + 1
    await look(server, seconds=20)
    assert edits(server, board) == before + 1
    await look(server, seconds=61)
    await look(server, seconds=61)
    assert edits(server, board) == before + 3
    shown = lists(board)
    assert f"**1.** <@{first.id}>" in shown["### Leaderboard"]
    assert f"[Pjawns #{match.id}]" in shown["### Matches in progress"]
    assert f"<@{server.challenger.id}>" in shown["### Open challenges"]
    # A move changes nothing of them, nor does a restart.
    app = server.bot.app
    await app.matches.play.turn(
        match.id,
        next(user for user in match.users if app.matches.waits_for(match, user)),
        str(app.matches.history(match).position.legal_actions()[0]),
    )
    await server.restart()
    await look(server, hours=1)
    await look(server, minutes=2)
    assert edits(server, board) == before + 3


async def test_one_a_minute_is_one_in_every_second_look(
    server: Server, board: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    services, kept = server.bot.app.services, server.bot.app.pinned_lists
    clock, took = kept._clock, [0.0]

    def slow() -> datetime:
        """The time, some of which passes with each look at it."""
        took[0] += 0.01
        return clock() + timedelta(seconds=took[0])

    monkeypatch.setattr(kept, "_clock", slow)
    monkeypatch.setattr(kept._pinned._core, "now", slow)
    assert services.pinned is kept._pinned
    first, *others = newcomers(server, 4)
    await beat_all(server, first, *others)
    await well_begun(server, server.challenger, server.opponent)
    server.command = "prudh"
    await server.challenge()
    before, seen = edits(server, board), []
    await look(server, minutes=5)
    for _ in range(5):
        seen.append(edits(server, board) - before)
        took[0] = 0.0  # a loop begins each of its rounds in time, however long the one before took
        await look(server, seconds=30)
    assert seen == [1, 1, 2, 2, 3]


@pytest.mark.parametrize("ended", ["challenge", "match", "both"])
async def test_what_changed_just_before_a_crash_is_seen_to_after_it(
    server: Server, board: Any, ended: str
) -> None:
    match = await well_begun(server, server.challenger, server.opponent)
    server.command = "prudh"
    await server.challenge()
    for _ in range(4):
        await look(server, minutes=2)
    app = server.bot.app
    if ended != "match":
        (open_one,) = await app.matches.lists.open_in(GuildId(server.guild.id), 9)
        challenge = await app.matches.load(open_one.id)
        await app.matches.challenges.withdraw(challenge.id, UserId(server.challenger.id), challenge.version)
    if ended != "challenge":
        await app.matches.play.resign(match.id, UserId(server.challenger.id))
    await server.restart()  # and what was noted in memory is gone
    for _ in range(4):
        await look(server, minutes=1)
    shown = lists(board)
    assert ("None right now" in shown["### Open challenges"]) is (ended != "match")
    assert ("None right now" in shown["### Matches in progress"]) is (ended != "challenge")


async def test_one_that_is_deleted_comes_back_once(server: Server, admin: MemberActor, board: Any) -> None:
    for comes_back, code in ((True, UNKNOWN[0]), (False, UNKNOWN[1])):
        (message,) = (one for one in board.history() if text(one).startswith("### Open"))
        delete(server, message, code)
        server.command = "prudh"
        await server.challenge()
        await look(server, minutes=2)
        await look(server, minutes=2)
        assert ("### Open challenges" in lists(board)) is comes_back
    assert "Somebody deleted open challenges twice" in await told(server, admin, "panel")
    await told(server, admin, "set", lists=board)
    await look(server)
    assert "### Open challenges" in lists(board), "the channel was set again"


async def test_they_are_pinned_where_that_is_allowed(server: Server, admin: MemberActor) -> None:
    let_pin(server, False)
    channel = server.guild.create_text_channel("the-boards")
    await told(server, admin, "set", lists=channel, front_door="off")
    await look(server)
    assert len(lists(channel)) == 3
    assert not channel.pinned_messages()
    assert "Pin Messages" in await told(server, admin, "panel")
    let_pin(server, True)
    await look(server, hours=1)
    assert len(channel.pinned_messages()) == 3
    assert "Pin Messages" not in await told(server, admin, "panel")
    assert all(one.pinned for one in await posted(server))


async def test_a_crash_before_it_was_noted_leaves_no_second_one(server: Server, board: Any) -> None:
    nothing: dict[str, Any] = {"channel": None, "message": None, "digest": None, "pinned": False}
    await write(server.store, update(pinned_list).values(**nothing))
    await look(server, hours=1)
    assert len(lists(board)) == 3
    assert all(one.message is not None for one in await posted(server))


async def test_another_channel_or_none_takes_them_away(
    server: Server, admin: MemberActor, board: Any
) -> None:
    other = server.guild.create_text_channel("elsewhere")
    await told(server, admin, "set", lists=other)
    await look(server)
    assert (len(lists(board)), len(lists(other))) == (0, 3)
    await told(server, admin, "set", reset=PINNED)
    await look(server)
    assert not lists(other)
    assert not await kept(server)


async def test_only_what_all_who_see_the_channel_may_see(server: Server, admin: MemberActor) -> None:
    open_to_all = server.guild.create_text_channel("the-boards")
    nobody = discord.PermissionOverwrite(view_channel=False)
    overwrites: dict[Any, Any] = {
        server.guild.default_role: nobody,
        server.challenger: SEES,
        server.bot.user: SEES,
    }
    public = server.channel
    server.channel = server.guild.create_text_channel("club", overwrites=overwrites)
    await well_begun(server, server.challenger, server.opponent)
    server.channel = public
    await told(server, admin, "set", lists=open_to_all, front_door="off")
    await look(server)
    assert "None right now." in lists(open_to_all)["### Matches in progress"]


async def test_the_button_shows_the_whole_list(server: Server, board: Any) -> None:
    match = await well_begun(server, server.challenger, server.opponent)
    by_title = {text(one).splitlines()[0]: one for one in board.history() if ids(one, "seelist:")}
    shown = await server.visitor.click(by_title["### Matches in progress"], label="Show all")
    assert f"[Pjawns #{match.id}]" in text(shown.followups[-1])
    shown = await server.visitor.click(by_title["### Leaderboard"], label="Full leaderboard")
    assert "· this server · all time" in text(shown.followups[-1])
    assert GAME
