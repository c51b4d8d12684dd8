"""A season of a server: its champions, their role, a tie, and what stands in the way."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor

from matches import GuildId
from tests.cogs.community import GAME, beat_all, newcomers, won
from tests.cogs.governing import an_admin, an_admin_of_roles, stored, told
from tests.cogs.server import Server, labels, private, text

refusing = pytest.mark.simcord(check_errors=False)
"""For tests of what is refused: simcord takes all that a command raises for a bug."""


@pytest.fixture
def admin(server: Server) -> MemberActor:
    """Somebody who manages the server and its roles."""
    return an_admin_of_roles(server)


@pytest.fixture
async def role(server: Server, admin: MemberActor) -> Any:
    """The champions' role of a server that wants its champions announced in the channel."""
    found = server.guild.create_role("Harbour champion")
    await told(server, admin, "set", champion=found, results=server.channel)
    assert (await stored(server))["champion"] == str(found.id)
    return found


def change_own_role(server: Server, **changes: Any) -> None:
    """Change the role that the bot has from its invitation."""
    roles = server.env.backend.get_guild(server.guild.id).roles.values()
    (own,) = (role for role in roles if role.managed)
    server.env.backend.edit_role(server.guild.id, own.id, changes)


def let_give_roles(server: Server, allowed: bool) -> None:
    """Give the bot *Manage Roles*, or take it away."""
    permissions = discord.Permissions.all()
    permissions.update(administrator=False, manage_roles=allowed)
    change_own_role(server, permissions=permissions.value)


def wears(server: Server, who: MemberActor, role: Any) -> bool:
    """Whether somebody has the role."""
    return role.id in server.env.backend.get_member(server.guild.id, who.id).role_ids


async def next_season(server: Server) -> None:
    """Let time pass until an hour into the next month."""
    now = server.bot.app.clock()
    later = (now.replace(day=1) + timedelta(days=32)).replace(day=1, hour=1, minute=0)
    await server.pass_time(seconds=(later - now).total_seconds())


def announcements(server: Server) -> list[str]:
    """What was told of seasons, in order."""
    said = [text(message) for message in server.channel.history()]
    return [one for one in said if one.startswith("### The season is over")]


async def test_the_champion_is_announced_once_and_wears_the_role(server: Server, role: Any) -> None:
    first, *others = newcomers(server, 4)
    season = server.bot.app.clock().strftime("%B %Y")
    await beat_all(server, first, *others)
    await server.pass_time(hours=1)
    assert not announcements(server)
    await next_season(server)
    (said,) = announcements(server)
    assert said.startswith(f"### The season is over: {season}\n🏆 **Pjawns:** <@{first.id}>, rated ")
    assert "? after 3 matches against 3 different people." in said, "three matches say little yet"
    assert f"<@{first.id}> wears <@&{role.id}> until the next season ends." in said
    assert wears(server, first, role)
    await server.pass_time(hours=1)
    await server.restart()
    await server.pass_time(hours=1)
    assert len(announcements(server)) == 1


async def test_two_who_are_equal_share_it(server: Server, role: Any) -> None:
    champions = []
    for winner, *losers in (newcomers(server, 4), newcomers(server, 4)):
        await beat_all(server, winner, *losers)
        champions.append(winner)
    await next_season(server)
    (said,) = announcements(server)
    assert said.count("? (3 opponents)") == 2
    assert "share the title." in said and said.count("🏆") == 1
    assert all(f"<@{one.id}>" in said and wears(server, one, role) for one in champions)
    assert "wear <@&" in said


@pytest.mark.parametrize("people", [2, 3])
async def test_where_nobody_met_three_people_there_is_no_champion_and_it_is_said(
    server: Server, role: Any, people: int
) -> None:
    first, *others = newcomers(server, people)
    for _ in range(3):
        await beat_all(server, first, *others)
    await next_season(server)
    (said,) = announcements(server)
    (line,) = said.splitlines()[1:2]
    assert line.startswith("**Pjawns:** no champion. Nobody played three different people")
    assert not any(wears(server, one, role) for one in (first, *others))


async def test_the_next_on_the_list_is_champion_where_the_first_met_too_few(
    server: Server, role: Any
) -> None:
    first, second, *others = newcomers(server, 6)
    for _ in range(3):
        await beat_all(server, first, *others[:2])
    await beat_all(server, second, *others[1:])
    await won(server, others[3], second)
    await next_season(server)
    (said,) = announcements(server)
    assert f"<@{second.id}>, rated " in said and f"<@{first.id}>" not in said
    assert "after 4 matches against 3 different people." in said
    assert wears(server, second, role) and not wears(server, first, role)


async def test_the_role_goes_to_the_next_champion(server: Server, role: Any) -> None:
    first, second, *others = newcomers(server, 5)
    await beat_all(server, first, second, *others[:2])
    await next_season(server)
    assert wears(server, first, role)
    # A season in which nobody played changes nothing.
    await next_season(server)
    assert wears(server, first, role)
    await beat_all(server, second, *others)
    await next_season(server)
    assert (wears(server, first, role), wears(server, second, role)) == (False, True)
    assert len(announcements(server)) == 2


async def test_who_wins_again_keeps_the_role(server: Server, role: Any) -> None:
    first, *others = newcomers(server, 4)
    await beat_all(server, first, *others)
    await next_season(server)
    await beat_all(server, first, *others)
    await next_season(server)
    assert wears(server, first, role)
    assert len(announcements(server)) == 2


async def test_whoever_has_left_is_no_champion(server: Server, role: Any) -> None:
    first, second, *others = newcomers(server, 5)
    await beat_all(server, first, second, *others[:2])
    await beat_all(server, second, *others)
    server.guild.remove_member(first)
    await next_season(server)
    (said,) = announcements(server)
    assert f"<@{second.id}>" in said and f"<@{first.id}>" not in said


async def test_a_season_that_ends_while_the_bot_is_down_is_closed_at_its_start(
    server: Server, role: Any
) -> None:
    first, *others = newcomers(server, 4)
    await beat_all(server, first, *others)
    await server.stop_loops()
    await server.env.advance_time(40 * 24 * 3600)
    await server.restart()
    await server.pass_time(minutes=2)
    assert len(announcements(server)) == 1
    assert wears(server, first, role)


async def test_a_role_that_cannot_be_given_any_more_keeps_nobody_from_being_announced(
    server: Server, role: Any, caplog: pytest.LogCaptureFixture
) -> None:
    first, *others = newcomers(server, 4)
    await beat_all(server, first, *others)
    let_give_roles(server, False)
    await next_season(server)
    (said,) = announcements(server)
    assert "wears" not in said
    assert not wears(server, first, role)
    assert "was not changed" in caplog.text


async def test_a_role_that_could_not_be_taken_away_is_taken_next_time(server: Server, role: Any) -> None:
    first, second, *others = newcomers(server, 5)
    await beat_all(server, first, second, *others[:2])
    await next_season(server)
    await beat_all(server, second, *others)
    let_give_roles(server, False)
    await next_season(server)
    assert wears(server, first, role) and not wears(server, second, role)
    let_give_roles(server, True)
    await beat_all(server, second, *others)
    await next_season(server)
    assert (wears(server, first, role), wears(server, second, role)) == (False, True)


async def test_clocks_stand_still_where_a_season_meets_an_outage(server: Server, role: Any) -> None:
    first, second, *others = newcomers(server, 5)
    await beat_all(server, first, second, *others[:2])
    path = f"/guilds/{server.guild.id}/members/{first.id}/roles/*"
    server.env.inject_error("PUT", path, status=500, times=None)
    await next_season(server)
    await server.stop_loops()
    await server.env.advance_time(660)
    server.bot.app.connection.worked()
    await server.bot.app.season_closer.close_seasons()
    assert not server.bot.app.connection


async def test_a_season_that_cannot_be_told_now_is_told_before_later_ones(server: Server, role: Any) -> None:
    first, second, *others = newcomers(server, 5)
    await beat_all(server, first, second, *others[:2])
    path = f"/guilds/{server.guild.id}/members/{first.id}/roles/*"
    server.env.inject_error("PUT", path, status=500, times=None)
    await next_season(server)
    assert not announcements(server)
    await beat_all(server, second, *others)
    await next_season(server)
    assert not announcements(server), "the earlier one is still to be told"
    server.env.backend.faults.clear()
    await server.pass_time(minutes=11)
    await server.pass_time(minutes=11)
    assert [f"<@{one.id}>" in said for one, said in zip((first, second), announcements(server), strict=True)]
    assert (wears(server, first, role), wears(server, second, role)) == (False, True)


async def test_another_role_or_none_takes_the_old_one_away(
    server: Server, role: Any, admin: MemberActor
) -> None:
    first, *others = newcomers(server, 4)
    await beat_all(server, first, *others)
    await next_season(server)
    await told(server, admin, "set", reset="champion")
    assert not wears(server, first, role)
    assert await server.bot.app.services.seasons.wearing(GuildId(server.guild.id)) == ()


async def test_without_a_channel_or_a_role_a_season_ends_quietly(server: Server) -> None:
    first, *others = newcomers(server, 4)
    await beat_all(server, first, *others)
    await next_season(server)
    assert not announcements(server)
    seasons = server.bot.app.services.seasons
    assert await seasons.ended(10) == ()


async def test_a_server_can_have_quarters(server: Server, admin: MemberActor) -> None:
    said = await told(server, admin, "set", season="quarter", results=server.channel)
    assert "**Seasons** last three months." in said
    first, *others = newcomers(server, 4)
    await beat_all(server, first, *others)
    for _ in range(3):
        await next_season(server)
    (announced,) = announcements(server)
    assert " to " in announced.splitlines()[0]
    assert labels(server.channel.history()[-1]) == ["Pjawns leaderboard"]


async def test_the_announcement_leads_to_the_season_that_is_over(server: Server, role: Any) -> None:
    first, *others = newcomers(server, 4)
    await beat_all(server, first, *others)
    await next_season(server)
    (message,) = (one for one in server.channel.history() if "season is over" in text(one))
    await next_season(server)
    opened = await server.visitor.click(message, label="Pjawns leaderboard")
    assert f"<@{first.id}>" in private(opened)


@refusing
async def test_a_role_that_the_bot_cannot_give_is_refused_by_name(server: Server, admin: MemberActor) -> None:
    role = server.guild.create_role("Harbour champion")
    let_give_roles(server, False)
    said = await told(server, admin, "set", champion=role)
    assert "I need the **Manage Roles** permission" in said
    let_give_roles(server, True)
    beside = server.guild.create_role("Above the bot", position=14)
    assert "my own role isn't above it" in await told(server, admin, "set", champion=beside)
    higher = server.guild.create_role("Above the admin", position=20)
    assert "You couldn't give" in await told(server, admin, "set", champion=higher)
    helper = an_admin(server)
    assert "You couldn't give" in await told(server, helper, "set", champion=role)
    everyone = server.guild.default_role
    assert "is a role that can't be given" in await told(server, admin, "set", champion=everyone)
    assert await stored(server) == {}
    assert "**Changed:** champions' role." in await told(server, admin, "set", champion=role)
    assert f"**Champions** wear <@&{role.id}>." in await told(server, admin, "show")
    await told(server, admin, "set", reset="champion")
    assert "**Champions** get no role." in await told(server, admin, "show")


async def test_matches_of_another_server_make_no_champion_here(server: Server, role: Any) -> None:
    first, *others = newcomers(server, 4)
    await won(server, first, others[0])
    await won(server, first, others[1])
    leaderboards = server.bot.app.leaderboards
    assert (await leaderboards.leaderboard(GAME, first.id, guild=GuildId(server.guild.id))).places == ()  # type: ignore[arg-type]
    await next_season(server)
    assert not announcements(server), "two matches make no champion"
