"""A moderator has timed the bot out: it says so, and asks for no permission that it has."""

from __future__ import annotations

from datetime import datetime

import pytest
from simcord import MemberActor

from tests.cases import case
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, private

UNTIL = "2100-01-01T00:00:00+00:00"
"""Later than now by any clock: discord.py looks at the machine's, simcord at its own."""
SAID = "I'm timed out in this server until <t:4102444800:f>."


@pytest.fixture
async def timed_out(server: Server) -> Server:
    """A server with a running match, in which the bot was timed out since."""
    await server.begin("pjawns")
    await time_out(server, UNTIL)
    return server


async def time_out(server: Server, until: str | None) -> None:
    """Time the bot out, or end that. Discord tells a bot of its own changes whatever it listens to."""
    assert server.bot.user is not None
    server.env.backend.edit_member(server.guild.id, server.bot.user.id, {"timed_out_until": until})
    guild = server.bot.get_guild(server.guild.id)
    assert guild is not None
    guild.me.timed_out_until = None if until is None else datetime.fromisoformat(until)
    await server.env.settle()


@refusing
async def test_a_challenge_is_refused_with_the_reason(timed_out: Server) -> None:
    asked = await timed_out.challenger.slash(
        timed_out.channel, "pjawns challenge", opponent=timed_out.opponent
    )
    assert SAID in private(asked)
    assert "permission" not in private(asked)
    await time_out(timed_out, None)
    again = await timed_out.challenger.slash(
        timed_out.channel, "pjawns challenge", opponent=timed_out.opponent
    )
    assert SAID not in private(again)


async def test_a_move_that_cannot_be_shown_is_saved(timed_out: Server) -> None:
    for path in ("/channels/*/messages", "/channels/*/threads"):
        timed_out.env.inject_error("POST", path, status=403, code=50013, times=None)
    moved = await timed_out.move(timed_out.challenger, "@a1")
    assert "Your move is saved" in private(moved)
    assert SAID in private(moved)


@refusing
async def test_a_setting_is_refused_with_the_reason_and_the_panel_says_it(
    server: Server, admin: MemberActor
) -> None:
    await admin.slash(server.channel, "server set", results=server.channel)
    await time_out(server, UNTIL)
    for option in ("results", "home", "weekly"):
        with case(option):
            asked = await admin.slash(server.channel, "server set", **{option: server.channel})
            assert SAID in private(asked)
    assert SAID in private(await admin.slash(server.channel, "server panel"))
