"""/server: what a server settles, and that challenges obey it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from discord import PermissionOverwrite
from simcord.actors import MemberActor

from cogs.kit.call import Call
from cogs.kit.errors import Refusal
from cogs.panels.server.sentences import setting_sentences
from cogs.panels.server.values import guild_of
from cogs.text.en.server import server_page
from matches import GuildId, Phase
from matches.guilds.settings import COMPUTER, ROLES, GuildRules
from matches.time.pace import DEFAULT_PACE, Pace
from tests.cases import case
from tests.cogs.governing import allow, stored, told
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, private

NOTHING = """\
### This server's settings
**Games:** all games.
**Channels:** every channel.
**Roles:** everyone.
**Matches per player:** no limit.
**Matches against the computer:** on.
**Ladders:** open.
**Matches** are played in the channel of their challenge.
**Earlier boards** lose their buttons and keep their picture.
**Threads of finished matches** are archived after a day.
**Time control:** 3 days a move, unless agreed otherwise.
**Seasons** last a month.
**Board theme:** Light sea.
**Results and champions:** not announced.
**Weekly summary:** off.
**Front door:** off.
**Champions** get no role.
**Roles by rating:** none."""


def nothing_is_set(said: str) -> bool:
    """True if all settings above stand there as they are in a new server, whatever stands between them."""
    lines = NOTHING.splitlines()
    return [line for line in said.splitlines() if line in lines] == lines


# --- who sees it -----------------------------------------------------------------------------------


async def test_only_those_who_manage_a_server_see_the_command_and_only_there(
    server: Server, admin: MemberActor
) -> None:
    def seen(who: Any) -> set[str]:
        return {name for name in who.available_commands(server.channel) if name.startswith("server ")}

    assert seen(admin) == {"server panel", "server set", "server match"}
    assert seen(server.visitor) == set()
    group: Any = server.bot.tree.get_command("server")
    registered = group.to_dict(server.bot.tree)
    assert registered["contexts"] == [0]
    assert registered["default_member_permissions"] == 1 << 5, "Manage Server"


def test_a_client_that_offers_it_in_direct_messages_all_the_same() -> None:
    with pytest.raises(Refusal, match="Use this command in one of its channels"):
        guild_of(Call(cast(discord.Interaction, SimpleNamespace(guild_id=None))))


# --- what is set -----------------------------------------------------------------------------------


async def test_everything_at_once_and_back(server: Server, admin: MemberActor) -> None:
    await told(server, admin, "set", most_matches=4)
    said = await told(server, admin, "set", reset="most")
    assert nothing_is_set(said)
    said = await told(server, admin, "set", pace="5D + 12h < 7d", most_matches=4, results=server.channel)
    assert "**Time control:** bank 5 d + 12 h, unless" in said
    assert "**Matches per player:** at most 4." in said
    assert f"**Results and champions:** announced in <#{server.channel.id}>." in said
    assert said.startswith("**Changed:** matches per player, time control and results channel.\n###")
    assert "" not in said.splitlines(), "a setting that another's line tells of leaves no gap"
    assert "`/server panel`" in said
    again = await told(server, admin, "set", most_matches=4)
    assert again.startswith("**No change:** it was already set like that.")
    assert await stored(server) == {"pace": "5d+12h<7d", "most": "4", "results": str(server.channel.id)}
    await told(server, admin, "set", pace="usual", most_matches=0)
    said = await told(server, admin, "set", reset="results")
    assert said.startswith("**Changed:** results channel.\n")
    assert nothing_is_set(said)
    assert await stored(server) == {}


@refusing
async def test_what_is_refused_changes_nothing(server: Server, admin: MemberActor) -> None:
    everyone = server.guild.default_role
    mute = PermissionOverwrite(embed_links=False, attach_files=False)
    quiet = server.guild.create_text_channel("quiet", overwrites={everyone: mute})
    cases: list[tuple[str, dict[str, Any], str]] = [
        (
            "set",
            {"pace": "banana", "most_matches": 3},
            "“banana” isn't a time control I know. Pick one from the list, or type none, days a move "
            "such as 3d, or a time bank such as 5d+12h<7d. Bank: each side has 5 days for all its turns and "
            "gets 12 hours after each, up to 7 days.",
        ),
        (
            "set",
            {"pace": "4d"},
            "“4d” isn't a time control I know. A turn can take 10m, 30m, 2h, 1d, 2d, 3d, 5d, 7d, 14d. Pick",
        ),
        ("set", {}, "Pick at least one option"),
        (
            "set",
            {"results": quiet, "most_matches": 3},
            "I need the **Embed Links** and **Attach Files** permissions",
        ),
    ]
    for command, options, said in cases:
        with case(command, *options):
            assert said in await told(server, admin, command, **options)
            assert await stored(server) == {}, "all of it, or nothing"


async def test_the_paces_that_are_suggested(server: Server, admin: MemberActor) -> None:
    async def offered(typed: str) -> dict[str, str]:
        found = await admin.autocomplete(server.channel, "server set", "pace", typed)
        return {choice["name"]: choice["value"] for choice in found}

    paces = await offered("")
    assert paces["Default: 3 days a move"] == "usual"
    assert paces["No clock"] == "none"
    assert paces["14 days a move"] == "14d"
    assert all(Pace.read(value) for value in paces.values() if value != "usual")
    assert set((await offered("5 d")).values()) == {"5d", "5d+12h<7d"}
    assert await offered("zebra") == {}


def test_a_long_list_fits_into_a_message() -> None:
    many = frozenset(range(10**18, 10**18 + 500))
    page = server_page(setting_sentences(None, GuildRules(channels=many, roles=many)).values())
    assert page.count("and 492 more") == 2
    assert len(page) < 4000


# --- that challenges obey --------------------------------------------------------------------------


@refusing
async def test_a_challenge_obeys(server: Server, admin: MemberActor) -> None:
    """It has the pace of its server, and is made only where, of what and by whom matches are played."""
    club, crew = server.guild.create_text_channel("club"), server.guild.create_role("Crew")
    sailor = server.guild.add_member(server.env.create_user("sailor"), roles=[crew])
    await server.challenge(server.opponent)
    await told(server, admin, "set", pace="7d")
    await server.challenge(server.opponent)
    paces = [(await server.match(number)).terms.pace for number in (1, 2)]
    assert paces == [DEFAULT_PACE, Pace.per_move(7)]
    await allow(server, channel=club, game="prudh", role=crew)
    assert "Prudh" in private(await server.challenge(server.opponent))
    server.command = "prudh"
    assert f"<#{club.id}>" in private(await server.challenge(server.opponent))
    server.channel = club
    assert f"<@&{crew.id}>" in private(await server.challenge(server.opponent))
    server.challenger = sailor
    await server.challenge(server.opponent)
    assert (await server.match(3)).phase is Phase.CHALLENGED


@refusing
async def test_whoever_accepts_obeys_and_has_no_more_matches_than_they_may(
    server: Server, admin: MemberActor
) -> None:
    crew = server.guild.create_role("Crew")
    sailor = server.guild.add_member(server.env.create_user("sailor"), roles=[crew])
    server.command = "prudh"
    await server.challenge()
    await allow(server, role=crew)
    assert f"<@&{crew.id}>" in private(await server.accept())
    assert (await server.match()).phase is Phase.CHALLENGED
    await server.bot.app.guilds.change(GuildId(server.guild.id), {ROLES: None})
    await told(server, admin, "set", most_matches=1)
    assert "1 match" in private(await server.challenge())
    await server.accept(sailor)
    assert (await server.match()).phase is Phase.PLAYING
    said = private(await server.visitor.slash(server.channel, "prudh challenge", opponent=sailor))
    assert said == "", "a challenge made to somebody counts for whoever made it"
    refused = await sailor.click(server.channel.history()[-1], label="Accept")
    assert "1 match" in private(refused)
    assert (await server.match(2)).phase is Phase.CHALLENGED


def test_the_page_says_where_the_host_has_switched_the_computer_off() -> None:
    on = "**Matches against the computer:** on."
    assert setting_sentences(None, GuildRules())[COMPUTER] == on
    off = setting_sentences(None, GuildRules(), computer=False)[COMPUTER]
    assert off == f"{on} The bot's owner has switched the computer off, so nobody can play it here for now."
