"""What Discord refuses in a server for a reason that no permission shows is told where it matters."""

from __future__ import annotations

from typing import Any, Final

import discord
import pytest
from simcord.actors import MemberActor

from cogs.text import server_texts
from matches import GuildId
from matches.guilds.settings import HOME
from tests.cogs.community import beat_all, newcomers
from tests.cogs.governing import an_admin_of_roles, told
from tests.cogs.server import CONTROLS, Server, controls, text

FULL: Final = [160006, 160007]
LINE: Final = "as many active threads as Discord allows"


@pytest.fixture
def admin(server: Server) -> MemberActor:
    """Somebody who manages the server and its roles."""
    return an_admin_of_roles(server)


def fill(server: Server, code: int) -> None:
    """The server has no room for another active thread."""
    for path in ("/channels/*/threads", "/channels/*/messages/*/threads"):
        server.env.inject_error("POST", path, status=400, code=code, times=None)


# --- threads ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", FULL)
async def test_a_match_without_a_thread_says_why_once(
    server: Server, admin: MemberActor, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    assert LINE not in await told(server, admin, "panel")
    fill(server, code)
    await server.begin("pjawns")
    assert server.channel.threads == []
    assert LINE in text(server.card) and controls(server.card) == CONTROLS
    await server.play("@e1", server.challenger)
    assert LINE not in text(server.card), "said once"
    assert "(1,000), so new matches have none" in await told(server, admin, "panel")
    assert sum("active threads" in line for line in caplog.messages) == 1, caplog.messages
    server.env.backend.faults.clear()
    await server.begin("prudh")
    assert len(server.channel.threads) == 1 and LINE not in text(server.card)
    assert LINE not in await told(server, admin, "panel"), "there is room again"


@pytest.mark.parametrize("forum", [False, True])
async def test_where_a_server_has_a_home_it_is_said_too(server: Server, *, forum: bool) -> None:
    made = server.guild.create_forum_channel if forum else server.guild.create_text_channel
    home = made("matches")
    await server.bot.app.guilds.change(GuildId(server.guild.id), {HOME: str(home.id)})
    fill(server, 160006)
    await server.begin("pjawns")
    assert LINE in text(server.card) and server.home is server.channel


async def test_a_private_match_says_it_in_direct_messages(server: Server) -> None:
    fill(server, 160006)
    await server.begin("pjawns", private="on")
    assert LINE in text(server.dms(server.challenger)[0])


@pytest.mark.parametrize("code", FULL)
async def test_a_thread_that_can_not_wake_is_left(server: Server, code: int) -> None:
    """A message wakes an archived thread, which takes room, too."""
    await server.begin("pjawns")
    thread = server.home
    fill(server, code)
    server.env.inject_error("POST", f"/channels/{thread.id}/messages", status=400, code=code, times=None)
    await server.challenger.slash(server.channel, "pjawns move", action="@e1")
    assert (await server.match()).shown.home == server.channel.id
    assert "continues here" in text(server.channel.last_message)


async def test_a_channel_that_may_have_no_threads_blames_nothing_else(server: Server) -> None:
    fill(server, 160006)
    await server.begin("pjawns")
    bare = server.guild.create_text_channel(
        "no-threads",
        overwrites={server.guild.default_role: discord.PermissionOverwrite(create_public_threads=False)},
    )
    server.channel = bare
    await server.begin("prudh")
    assert LINE not in text(server.card)


# --- two factors -----------------------------------------------------------------------------------

ROLES: Final = "/guilds/*/members/*/roles/*"


async def ranked(server: Server, admin: MemberActor, **setting: Any) -> None:
    """Somebody is ranked who is to have a role."""
    await told(server, admin, "set", **setting)
    first, *others = newcomers(server, 5)
    await beat_all(server, first, *others)
    await server.pass_time(minutes=1)


async def test_roles_that_two_factors_keep_from_being_given(
    server: Server, admin: MemberActor, caplog: pytest.LogCaptureFixture
) -> None:
    server.let_bot()
    role = server.guild.create_role("Bronze")
    server.env.inject_error("PUT", ROLES, status=403, code=60003, times=None)
    await ranked(server, admin, tier_role=role, tier_from=1)
    assert server_texts.TWO_FACTORS in await told(server, admin, "panel")
    assert sum("the account that owns the bot" in line for line in caplog.messages) == 1, caplog.messages
    server.env.backend.faults.clear()
    await server.pass_time(days=1)
    assert server_texts.TWO_FACTORS not in await told(server, admin, "panel"), "it was turned on"


async def test_a_missing_permission_is_no_question_of_two_factors(server: Server, admin: MemberActor) -> None:
    server.let_bot()
    role = server.guild.create_role("Bronze")
    server.env.inject_error("PUT", ROLES, status=403, code=50013, times=None)
    await ranked(server, admin, tier_role=role, tier_from=1)
    assert server_texts.TWO_FACTORS not in await told(server, admin, "panel")


async def test_pins_that_two_factors_keep_away(server: Server, admin: MemberActor) -> None:
    channel = server.guild.create_text_channel("the-boards")
    server.env.inject_error("PUT", "/channels/*/messages/pins/*", status=403, code=60003, times=None)
    server.let_bot()
    await told(server, admin, "set", lists=channel)
    await server.pass_time(minutes=2)
    assert server_texts.TWO_FACTORS in await told(server, admin, "panel")


async def test_another_server_is_not_told(server: Server, admin: MemberActor) -> None:
    fill(server, 160006)
    await server.begin("pjawns")
    refusals = server.bot.app.refusals
    assert refusals.is_full(server.guild.id) and not refusals.is_full(server.guild.id + 1)
