"""The front door that a server keeps in a channel: posted once, kept up to date, and never a second one."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from sqlalchemy import update

from cogs.front_door.delivery import FrontDoorKeeper
from cogs.front_door.service import FrontDoors
from data.features.front_door import pinned_list
from matches import GuildId
from matches.guilds.settings import PINNED
from tests.cogs.challenge_forms import post
from tests.cogs.community import beat_all, id_of, newcomers, well_begun
from tests.cogs.front_door.doors import TITLE, door_in, with_a_door
from tests.cogs.front_door.messages import SILENT, doors, edits, kept, let_pin, requests, titles
from tests.cogs.governing import stored, told
from tests.cogs.places import UNKNOWN, delete
from tests.cogs.server import Server, ids, text
from tests.people import user_of
from tests.store import write


async def play_a_turn(server: Server, number: int) -> None:
    """The next turn of a match."""
    matches = server.bot.app.matches
    match = await server.match(number)
    action = matches.history(match).position.legal_actions()[0]
    await matches.play.turn(match.id, user_of(matches.to_act(match)[0]), str(action))


async def test_a_server_that_names_its_first_channel_gets_one(server: Server, admin: MemberActor) -> None:
    channel = server.guild.create_text_channel("the-boards")
    await told(server, admin, "set", lists=channel)
    await server.pass_time(seconds=1)
    assert titles(channel) == [TITLE]
    (sent,) = requests(server, channel, "POST")
    assert sent.json["flags"] & SILENT and not sent.json["allowed_mentions"].get("users")
    assert "front door on" in await told(server, admin, "panel")
    for _ in range(2):
        await server.pass_time(hours=1)
    await server.restart()
    await server.pass_time(hours=1)
    assert len(doors(channel)) == 1 and edits(server, channel) == 0, "nothing has changed"


async def test_another_channel_or_none_takes_it_away(server: Server, admin: MemberActor) -> None:
    channel, other = await with_a_door(server), server.guild.create_text_channel("elsewhere")
    await told(server, admin, "set", lists=other)
    await server.pass_time(seconds=1)
    assert (len(doors(channel)), titles(other)) == (0, [TITLE])
    await told(server, admin, "set", reset=PINNED)
    await server.pass_time(seconds=1)
    assert not doors(other) and not await kept(server) and not await stored(server)
    await told(server, admin, "set", lists=channel)
    await server.pass_time(seconds=1)
    assert titles(channel) == [TITLE]


async def test_one_that_can_not_be_taken_away_goes_later(server: Server, admin: MemberActor) -> None:
    channel = await with_a_door(server)
    server.env.inject_error("DELETE", f"/channels/{channel.id}/messages/*", status=403, code=50001, times=1)
    await told(server, admin, "set", reset=PINNED)
    await server.pass_time(seconds=1)
    assert titles(channel) == [TITLE], "the bot may not reach it"
    await server.pass_time(hours=7)
    assert not doors(channel) and not await kept(server)


async def test_without_the_permission_to_pin_it_is_kept_all_the_same(
    server: Server, admin: MemberActor
) -> None:
    let_pin(server, False)
    channel = await with_a_door(server)
    assert len(doors(channel)) == 1 and not titles(channel)
    assert "Pin Messages" in await told(server, admin, "panel")
    let_pin(server, True)
    await server.pass_time(hours=1)
    assert titles(channel) == [TITLE]
    assert "Pin Messages" not in await told(server, admin, "panel")


async def test_a_crash_before_it_was_noted_leaves_no_second_one(server: Server) -> None:
    channel = await with_a_door(server)
    nothing: dict[str, Any] = {"channel": None, "message": None, "digest": None, "pinned": False}
    await write(server.store, update(pinned_list).values(**nothing))
    await server.restart()
    await server.pass_time(hours=1)
    assert len(doors(channel)) == 1 and titles(channel) == [TITLE]


async def test_one_that_is_deleted_comes_back_once(server: Server, admin: MemberActor) -> None:
    channel = await with_a_door(server)
    for comes_back, game, code in ((True, "prudh", UNKNOWN[1]), (False, "pjawns", UNKNOWN[2])):
        delete(server, door_in(channel), code)
        await post(server, game=game)
        await server.pass_time(minutes=2)
        assert bool(doors(channel)) is comes_back
    assert "Somebody deleted the front door twice" in await told(server, admin, "panel")
    await told(server, admin, "set", lists=channel)
    await server.pass_time(seconds=1)
    assert titles(channel) == [TITLE]


async def test_a_turn_alone_is_worth_one_edit_an_hour(server: Server) -> None:
    match = await well_begun(server, server.challenger, server.opponent)
    channel = await with_a_door(server)
    for _ in range(2):  # the match gets its thread, and the door leads there
        await server.pass_time(minutes=2)
    before = edits(server, channel)
    for _ in range(3):
        await play_a_turn(server, match.id)
        await server.pass_time(minutes=18)
    assert edits(server, channel) == before
    mover = user_of(server.bot.app.matches.to_act(await server.match(match.id))[0])
    await server.pass_time(minutes=20)
    assert edits(server, channel) == before + 1
    assert f"<@{mover}> to move against" in text(door_in(channel))
    await server.pass_time(hours=3)
    assert edits(server, channel) == before + 1, "whose turn it is has not changed"
    await post(server)
    await server.pass_time(minutes=1)
    assert ids(door_in(channel), "takeup:"), "a challenge does not wait for the hour"


async def test_it_follows_what_happens_at_most_one_edit_a_minute(server: Server) -> None:
    channel = await with_a_door(server)
    first, *others = newcomers(server, 4)
    await beat_all(server, first, *others)
    match = await well_begun(server, server.challenger, server.opponent)
    await post(server)
    before = edits(server, channel)
    await server.pass_time(minutes=2)
    assert edits(server, channel) == before + 1
    shown = text(door_in(channel))
    assert f"1. <@{first.id}>" in shown
    assert f"[Pjawns #{match.id}]" in shown
    assert ids(door_in(channel), "takeup:")
    await post(server, game="prudh")
    await server.pass_time(seconds=20)
    assert edits(server, channel) == before + 1
    await server.pass_time(seconds=61)
    assert edits(server, channel) == before + 2


async def test_one_a_minute_is_one_in_every_second_look(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    channel = await with_a_door(server)
    app = server.bot.app
    keeper = app[FrontDoorKeeper]
    clock, took = keeper._clock, [0.0]

    def slow() -> datetime:
        """The time, some of which passes with each look at it."""
        took[0] += 0.01
        return clock() + timedelta(seconds=took[0])

    monkeypatch.setattr(keeper, "_clock", slow)
    monkeypatch.setattr(keeper._doors._core, "now", slow)
    assert app[FrontDoors] is keeper._doors
    await server.pass_time(minutes=5)
    before, seen = edits(server, channel), []
    for game in ("pjawns", "prudh", "cannons", "prawns"):
        await post(server, game=game)
        seen.append(edits(server, channel) - before)
        took[0] = 0.0  # a loop begins each of its rounds in time, however long the one before took
        await server.pass_time(seconds=30)
    assert seen == [0, 1, 1, 2]


@pytest.mark.parametrize("ended", ["challenge", "match", "both"])
async def test_what_changed_just_before_a_crash_is_seen_to_after_it(server: Server, ended: str) -> None:
    channel = await with_a_door(server)
    match = await well_begun(server, server.challenger, server.opponent)
    await post(server)
    for _ in range(4):
        await server.pass_time(minutes=2)
    app = server.bot.app
    if ended != "match":
        (open_one,) = await app.matches.lists.open_in(GuildId(server.guild.id), 9)
        challenge = await app.matches.load(open_one.id)
        await app.matches.challenges.withdraw(challenge.id, id_of(server.challenger), challenge.version)
    if ended != "challenge":
        await app.matches.play.resign(match.id, id_of(server.challenger))
    await server.restart()  # and what was noted in memory is gone
    for _ in range(4):
        await server.pass_time(minutes=1)
    shown = door_in(channel)
    assert (not ids(shown, "takeup:")) is (ended != "match")
    assert ("Matches in progress" not in text(shown)) is (ended != "challenge")


async def test_only_what_all_who_see_the_channel_may_see(server: Server) -> None:
    nobody, sees = (discord.PermissionOverwrite(view_channel=may) for may in (False, True))
    overwrites: dict[Any, Any] = {
        server.guild.default_role: nobody,
        server.challenger: sees,
        server.bot.user: sees,
    }
    public = server.channel
    server.channel = server.guild.create_text_channel("club", overwrites=overwrites)
    match = await well_begun(server, server.challenger, server.opponent)
    server.channel = public
    assert f"#{match.id}]" not in text(door_in(await with_a_door(server)))
