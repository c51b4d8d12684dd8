"""A season of a server: its champions, their role, a tie, and what stands in the way.

Who is champion is told in ``tests/matches/ratings/test_champions.py``.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from simcord.actors import MemberActor

from cogs.text import community_texts
from matches import GuildId, UserId
from matches.guilds.settings import SeasonKind
from matches.players import Human
from matches.ratings.rating import Rating, day_of
from matches.ratings.seasons import Champion, Crowned, EndedSeason, SeasonResult, season_of
from tests.cogs.community import beat_all, newcomers, won
from tests.cogs.governing import an_admin, an_admin_of_roles, stored, told
from tests.cogs.refusing import refusing
from tests.cogs.roles import let_give_roles, wears
from tests.cogs.server import Server, private, text


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


async def next_season(server: Server) -> None:
    """Let time pass until an hour into the next month."""
    now = server.bot.app.clock()
    later = (now.replace(day=1) + timedelta(days=32)).replace(day=1, hour=1, minute=0)
    await server.pass_time(seconds=(later - now).total_seconds())


def announcements(server: Server) -> list[str]:
    """What was told of seasons, in order."""
    said = [text(message) for message in server.channel.history()]
    return [one for one in said if one.startswith("### The season is over")]


def crowned(number: int, met: int, role: int | None, deviation: float = 60) -> Crowned:
    """Somebody crowned for a game, after four matches."""
    champion = Champion("pjawns", Human(UserId(number)), 1700, 4, role)
    return Crowned(champion, Rating(1700, deviation), met)


def test_an_announcement_says_who_won_against_how_many_and_who_wears_the_role() -> None:
    results = [
        SeasonResult("pjawns", (crowned(1, 3, role=7, deviation=200),)),
        SeasonResult("prudh", (crowned(1, 3, role=7), crowned(2, 4, role=7), crowned(3, 5, role=None))),
        SeasonResult("prawns", ()),
    ]
    assert community_texts.season_over("2026-Q1", results, 7).splitlines() == [
        "### The season is over: January to March 2026",
        "🏆 **Pjawns:** <@1>, rated 1700? after 4 matches against 3 different people.",
        "🏆 **Prudh:** <@1> 1700 (3 opponents), <@2> 1700 (4 opponents) and <@3> 1700 (5 opponents) "
        "share the title.",
        "**Prawns:** no champion. Nobody played three different people in rated matches.",
        "<@1> and <@2> wear <@&7> until the next season ends.",
    ]
    alone = community_texts.season_over("2026-03", results[:1], 7).splitlines()
    assert alone[0] == "### The season is over: March 2026"
    assert alone[-1] == "<@1> wears <@&7> until the next season ends."
    assert len(community_texts.season_over("2026-03", results[:1], None).splitlines()) == 2


async def test_champions_are_announced_once_and_wear_the_role(server: Server, role: Any) -> None:
    """Two are equal, and share it; the announcement leads to the season that is over."""
    champions = []
    for winner, *losers in (newcomers(server, 4), newcomers(server, 4)):
        await beat_all(server, winner, *losers)
        champions.append(winner)
    await server.pass_time(hours=1)
    assert not announcements(server)
    ended = EndedSeason(GuildId(server.guild.id), season_of(day_of(server.bot.app.clock()), SeasonKind.MONTH))
    await next_season(server)
    (said,) = announcements(server)
    results = await server.bot.app.services.seasons.results(ended)
    assert said == community_texts.season_over(ended.season, results, role.id)
    assert all(f"<@{one.id}>" in said and wears(server, one, role) for one in champions)
    await server.pass_time(hours=1)
    await server.restart()
    await next_season(server)
    assert len(announcements(server)) == 1
    (message,) = (one for one in server.channel.history() if "season is over" in text(one))
    opened = private(await server.visitor.click(message, label="Pjawns leaderboard"))
    assert all(f"<@{one.id}>" in opened for one in champions)


async def test_where_nobody_met_three_people_there_is_no_champion_and_it_is_said(
    server: Server, role: Any
) -> None:
    first, *others = newcomers(server, 3)
    for _ in range(2):
        await beat_all(server, first, *others)
    await next_season(server)
    (said,) = announcements(server)
    assert "**Pjawns:** no champion." in said
    assert not any(wears(server, one, role) for one in (first, *others))


async def test_the_role_stays_with_who_wins_again_and_goes_to_the_next_champion(
    server: Server, role: Any
) -> None:
    first, second, *others = newcomers(server, 5)
    for number in (1, 2):
        await beat_all(server, first, second, *others[:2])
        await next_season(server)
        assert wears(server, first, role)
        assert len(announcements(server)) == number
    # A season in which nobody played enough changes nothing.
    for other in others[:2]:
        await won(server, second, other)
    await next_season(server)
    assert wears(server, first, role)
    await beat_all(server, second, *others)
    await next_season(server)
    assert (wears(server, first, role), wears(server, second, role)) == (False, True)
    assert len(announcements(server)) == 3


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


async def test_a_role_that_could_be_neither_given_nor_taken_is_taken_next_time(
    server: Server, role: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """It keeps nobody from being announced."""
    first, second, *others = newcomers(server, 5)
    await beat_all(server, first, second, *others[:2])
    await next_season(server)
    await beat_all(server, second, *others)
    let_give_roles(server, False)
    await next_season(server)
    assert wears(server, first, role) and not wears(server, second, role)
    assert "wears" in announcements(server)[0] and "wears" not in announcements(server)[1]
    assert "was not changed" in caplog.text
    let_give_roles(server, True)
    await beat_all(server, second, *others)
    await next_season(server)
    assert (wears(server, first, role), wears(server, second, role)) == (False, True)


async def test_a_season_that_cannot_be_told_now_is_told_before_later_ones(server: Server, role: Any) -> None:
    """Meanwhile clocks stand still, as in any outage."""
    first, second, *others = newcomers(server, 5)
    await beat_all(server, first, second, *others[:2])
    path = f"/guilds/{server.guild.id}/members/{first.id}/roles/*"
    server.env.inject_error("PUT", path, status=500, times=None)
    await next_season(server)
    assert not announcements(server)
    await server.stop_loops()
    await server.env.advance_time(660)
    server.bot.app.connection.worked()
    await server.bot.app.season_closer.close_seasons()
    assert not server.bot.app.connection
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
    assert "Champions' role on" in await told(server, admin, "panel")
    await told(server, admin, "set", reset="champion")
    assert "Champions' role off" in await told(server, admin, "panel")
