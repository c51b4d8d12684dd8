"""The front door that a server keeps in a channel: one message, in place of the four lists or beside none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.backend.models.channel import Overwrite, OverwriteType
from sqlalchemy import update

from cogs.panels.community.pinned_lists import mark
from data.schema import pinned_list
from matches import GuildId
from matches.guild_posts import ListKind
from matches.guild_settings import FRONT_DOOR, PINNED
from tests.cogs.challenge_forms import post
from tests.cogs.community import beat_all, id_of, newcomers, well_begun, won
from tests.cogs.front_doors import TITLE, door_in, with_a_door
from tests.cogs.governing import panel_of, stored, told
from tests.cogs.pinned import SILENT, TITLES, edits, kept, let_pin, lists, requests
from tests.cogs.places import UNKNOWN, delete
from tests.cogs.server import Server, a_server, ids, labels, text
from tests.people import user_of
from tests.store import write

BACK, THERE = "Switch to four lists", "Switch to one front door"


def doors(channel: Any) -> list[discord.Message]:
    """The front doors in a channel, by the button that tells them from other messages."""
    own = mark(GuildId(channel.guild.id), ListKind.FRONT_DOOR)
    return [message for message in channel.history() if own in ids(message, "seelist:")]


def titles(channel: Any) -> list[str]:
    """The first lines of the front doors and the lists that are pinned in a channel."""
    return sorted(text(message).split("\n")[0] for message in channel.pinned_messages())


async def play_a_turn(server: Server, number: int) -> None:
    """The next turn of a match."""
    matches = server.bot.app.matches
    match = await server.match(number)
    action = matches.history(match).position.legal_actions()[0]
    await matches.play.turn(match.id, user_of(matches.to_act(match)[0]), str(action))


async def switch(server: Server, admin: MemberActor, label: str) -> Any:
    """Tap the switch on the panel's page, and let the bot look at its lists; returns the panel."""
    opened = await admin.slash(server.channel, "server panel")
    await admin.click(panel_of(opened), label="News…")
    await admin.click(panel_of(opened), label=label)
    await server.pass_time(seconds=1)
    return panel_of(opened)


async def test_a_server_that_names_its_first_channel_gets_one(server: Server, admin: MemberActor) -> None:
    channel = server.guild.create_text_channel("the-boards")
    await told(server, admin, "set", lists=channel)
    await server.pass_time(seconds=1)
    assert titles(channel) == [TITLE]
    (sent,) = requests(server, channel, "POST")
    assert sent.json["flags"] & SILENT and not sent.json["allowed_mentions"].get("users")
    assert "one front door" in await told(server, admin, "panel")
    for _ in range(2):
        await server.pass_time(hours=1)
    await server.restart()
    await server.pass_time(hours=1)
    assert len(doors(channel)) == 1 and edits(server, channel) == 0, "nothing has changed"


async def test_one_tap_switches_and_one_switches_back(server: Server, admin: MemberActor) -> None:
    channel = await with_a_door(server, lists=True)
    assert titles(channel) == TITLES
    panel = await switch(server, admin, THERE)
    assert BACK in labels(panel) and THERE not in labels(panel)
    assert titles(channel) == [TITLE] and not [one for one in lists(channel) if one in TITLES]
    assert (await kept(server)).keys() == {ListKind.FRONT_DOOR}
    panel = await switch(server, admin, BACK)
    assert THERE in labels(panel)
    assert titles(channel) == TITLES and not doors(channel)
    assert FRONT_DOOR not in await stored(server)


async def test_a_channel_given_up_and_named_again_is_as_new(server: Server, admin: MemberActor) -> None:
    channel = await with_a_door(server, lists=True)
    other = server.guild.create_text_channel("elsewhere")
    await told(server, admin, "set", lists=other)
    await server.pass_time(seconds=1)
    assert titles(other) == TITLES, "another channel is no other choice"
    await told(server, admin, "set", reset=PINNED)
    await server.pass_time(seconds=1)
    assert not titles(other) and not await stored(server)
    await told(server, admin, "set", lists=channel)
    await server.pass_time(seconds=1)
    assert titles(channel) == [TITLE]


async def test_lists_that_can_not_be_taken_away_go_later(server: Server, admin: MemberActor) -> None:
    channel = await with_a_door(server, lists=True)
    bot = server.bot.user
    assert bot is not None
    hidden = Overwrite(bot.id, OverwriteType.MEMBER, deny=discord.Permissions(view_channel=True).value)
    server.env.backend.edit_channel(channel.id, {}, overwrites=[hidden])
    await switch(server, admin, THERE)
    assert titles(channel) == TITLES, "the bot may not reach them"
    server.env.backend.edit_channel(channel.id, {}, overwrites=[])
    await server.pass_time(hours=7)
    assert titles(channel) == [TITLE] and len(doors(channel)) == 1


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


@pytest.mark.slow
async def test_a_busy_day_takes_no_more_requests_than_with_four_lists(
    tmp_path: Path, fresh_database: Path
) -> None:
    counted = {}
    for four in (True, False):
        folder = tmp_path / str(four)
        async with a_server(folder, fresh_database) as server:
            channel = await with_a_door(server, lists=four)
            await a_busy_day(server)
            counted[four] = len([one for one in server.env.http_requests if f"/{channel.id}/" in one.path])
    assert counted[False] < counted[True], counted


async def a_busy_day(server: Server) -> None:
    """Challenges, matches and results in every hour, and turns in between."""
    first, *others = newcomers(server, 4)
    await beat_all(server, first, *others)
    running = await well_begun(server, server.challenger, server.opponent)
    for hour in range(3):
        await post(server, server.challenger if hour % 2 else server.opponent)
        await server.pass_time(minutes=20)
        open_one = (await server.bot.app.matches.lists.open_in(GuildId(server.guild.id), 1))[0]
        match = await server.match(open_one.id)
        challenges = server.bot.app.matches.challenges
        await challenges.accept(match.id, id_of(server.visitor), match.version, call="heads")
        await play_a_turn(server, running.id)
        await server.pass_time(minutes=20)
        await server.bot.app.matches.play.resign(match.id, id_of(server.visitor))
        if hour % 3 == 0:
            await won(server, others[hour % 4 - 1], first)
        await play_a_turn(server, running.id)
        await server.pass_time(minutes=20)
