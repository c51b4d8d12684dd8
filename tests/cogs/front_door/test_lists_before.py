"""Servers that have lists from before front doors: one takes the lists' place, and they go once it stands."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.backend.models.channel import Overwrite, OverwriteType

from cogs.front_door import texts
from cogs.front_door.delivery import FrontDoorKeeper
from cogs.front_door.rules import DoorKind
from matches import GuildId
from matches.guilds.settings import PINNED
from tests.cogs.community import newcomers, well_begun
from tests.cogs.front_door.doors import TITLE, door_in, pressed
from tests.cogs.front_door.messages import (
    SILENT,
    TITLES,
    doors,
    edits,
    first_round,
    kept,
    lists,
    requests,
    titles,
    with_lists,
)
from tests.cogs.governing import stored, told
from tests.cogs.server import Server, ids, text

STEPS = 20
"""What it takes to post a front door, to pin it and to take three lists away."""
REFUSED = "Discord refused it: 400"


class Killed(BaseException):
    """The process is gone."""


@pytest.fixture
async def board(server: Server) -> Any:
    """A channel with lists from before."""
    return await with_lists(server)


def replaced(channel: Any) -> bool:
    """True if the one message that is left is a pinned front door."""
    return len(doors(channel)) == 1 and not lists(channel) and titles(channel) == [TITLE]


async def test_the_front_door_comes_and_the_lists_go(server: Server, admin: MemberActor, board: Any) -> None:
    assert lists(board) == sorted(TITLES)
    await first_round(server)
    assert replaced(board)
    assert (await kept(server)).keys() == {DoorKind.FRONT_DOOR}
    sent = requests(server, board, "POST")[-1]
    assert sent.json["flags"] & SILENT and not sent.json["allowed_mentions"].get("users")
    assert "front door on" in await told(server, admin, "panel")
    before = edits(server, board)
    await first_round(server)
    await server.pass_time(hours=1)
    assert replaced(board) and edits(server, board) == before


async def test_what_changes_in_a_server_brings_it_too(server: Server, board: Any) -> None:
    server.command = "prudh"
    await server.challenge()
    await server.pass_time(minutes=1)
    assert replaced(board)


async def test_a_server_without_its_channel_loses_its_lists(
    server: Server, admin: MemberActor, board: Any
) -> None:
    await told(server, admin, "set", reset=PINNED)
    await first_round(server)
    assert not doors(board) and not lists(board)
    assert not await kept(server) and not await stored(server)


async def test_in_another_channel_the_door_stands_before_the_lists_go(
    server: Server, admin: MemberActor, board: Any
) -> None:
    other = server.guild.create_text_channel("elsewhere")
    await told(server, admin, "set", lists=other)
    await first_round(server)
    assert replaced(other) and not lists(board)


async def test_where_it_can_not_be_posted_the_lists_stay(
    server: Server, admin: MemberActor, board: Any, caplog: pytest.LogCaptureFixture
) -> None:
    path = f"/channels/{board.id}/messages"
    server.env.inject_error("POST", path, status=400, code=240000, times=None)
    await first_round(server)
    assert lists(board) == sorted(TITLES) and not doors(board)
    assert any("its front door was not shown" in line for line in caplog.messages)
    said = await told(server, admin, "panel")
    assert REFUSED in said and texts.LISTS_STAY in said
    tries = len(requests(server, board, "POST"))
    await server.pass_time(hours=22)
    assert len(requests(server, board, "POST")) == tries
    await server.pass_time(hours=3)
    assert len(requests(server, board, "POST")) == tries + 1, "it is tried daily"
    server.env.backend.faults.clear()
    await server.pass_time(days=1)
    assert replaced(board)
    assert "refused" not in await told(server, admin, "panel")


@pytest.mark.parametrize("lost", ["permission", "channel"])
async def test_where_the_bot_may_not_post_the_lists_stay(
    server: Server, admin: MemberActor, board: Any, lost: str, caplog: pytest.LogCaptureFixture
) -> None:
    bot = server.bot.user
    assert bot is not None
    denied = discord.Permissions(**{"send_messages" if lost == "permission" else "view_channel": True}).value
    hidden = Overwrite(bot.id, OverwriteType.MEMBER, deny=denied)
    server.env.backend.edit_channel(board.id, {}, overwrites=[hidden])
    await first_round(server)
    assert lists(board) == sorted(TITLES) and not doors(board)
    assert sum("its front door: " in line for line in caplog.messages) == 1
    assert texts.LISTS_STAY in await told(server, admin, "panel")
    server.env.backend.edit_channel(board.id, {}, overwrites=[])
    await server.pass_time(hours=25)
    assert replaced(board)


async def test_lists_that_can_not_be_taken_away_go_later(
    server: Server, board: Any, caplog: pytest.LogCaptureFixture
) -> None:
    path = f"/channels/{board.id}/messages/*"
    server.env.inject_error("DELETE", path, status=403, code=50001, times=None)
    await first_round(server)
    assert lists(board) == sorted(TITLES) and len(doors(board)) == 1
    assert sum("was not taken away" in line for line in caplog.messages) == len(TITLES)
    server.env.backend.faults.clear()
    await server.pass_time(hours=7)
    assert replaced(board) and (await kept(server)).keys() == {DoorKind.FRONT_DOOR}


async def test_a_door_that_somebody_deletes_before_the_lists_go_is_posted_again(
    server: Server, board: Any
) -> None:
    path = f"/channels/{board.id}/messages/*"
    server.env.inject_error("DELETE", path, status=403, code=50001, times=None)
    await first_round(server)
    server.env.backend.delete_message(board.id, door_in(board).id)
    server.env.backend.faults.clear()
    await server.pass_time(hours=7)
    assert replaced(board)


async def test_their_old_buttons_answer(server: Server, board: Any) -> None:
    match = await well_begun(server, server.challenger, server.opponent)
    server.command = "prudh"
    await server.challenge()
    by_title = {text(one): one for one in board.history() if ids(one, "seelist:")}
    shown = await pressed(server.visitor, by_title[TITLES[DoorKind.RUNNING]], "Show all")
    assert f"[Pjawns #{match.id}]" in text(shown)
    shown = await pressed(server.visitor, by_title[TITLES[DoorKind.LEADERBOARD]], "Show all")
    assert "· this server · all time" in text(shown)
    shown = await pressed(server.visitor, by_title[TITLES[DoorKind.CHALLENGES]], "Show all")
    assert f"<@{server.challenger.id}>" in text(shown)
    assert newcomers(server, 1)


# --- killed on the way ----------------------------------------------------------------------------


@contextmanager
def killed_at(server: Server, step: int, *, before: bool) -> Iterator[None]:
    """Have the bot end with its ``step``: a request, or a transaction that writes."""
    bot, database, done = server.bot, server.bot.app.services.core.db, 0
    request, write = bot.http.request, database.write

    def counting(do: Any) -> Any:
        async def step_of(*what: Any, **how: Any) -> Any:
            nonlocal done
            done += 1
            if done > step or (before and done == step):
                raise Killed
            found = await do(*what, **how)
            if done == step:
                raise Killed
            return found

        return step_of

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bot.http, "request", counting(request))
        patch.setattr(database, "write", counting(write))
        yield


@pytest.mark.gate(draw=6)
@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
@pytest.mark.parametrize("step", range(1, STEPS + 1))
async def test_killed_between_any_two_steps_never_both_are_lost(
    server: Server, board: Any, step: int, before: bool
) -> None:
    await server.stop_loops()
    server.bot.app.services.core.changed_guilds.add(GuildId(server.guild.id))
    with killed_at(server, step, before=before), server.env.as_bot(), pytest.raises(Killed):
        await server.bot.app[FrontDoorKeeper].keep_up()
    assert doors(board) or lists(board) == sorted(TITLES)
    for _ in range(2):
        await server.restart()
        await server.pass_time(minutes=6)
        assert replaced(board) and (await kept(server)).keys() == {DoorKind.FRONT_DOOR}
