"""Roles by rating: given and taken when rated matches end, or they are set anew."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from sqlalchemy import update

from data.schema import rating_role, standing
from matches import GuildId
from matches.guilds.settings import TIERS
from matches.ratings.leaderboard import ACTIVE_DAYS
from matches.ratings.seasons import ALL_TIME
from tests.cases import case
from tests.cogs.community import GAME, beat_all, id_of, newcomers, won
from tests.cogs.governing import an_admin_of_roles, told
from tests.cogs.refusing import refusing
from tests.cogs.roles import let_give_roles, wears
from tests.cogs.server import Server
from tests.store import write


@pytest.fixture
def admin(server: Server) -> MemberActor:
    """Somebody who manages the server and its roles."""
    return an_admin_of_roles(server)


@pytest.fixture
async def roles(server: Server, admin: MemberActor) -> tuple[Any, Any]:
    """Two roles by rating, the lower first."""
    found = server.guild.create_role("Bronze"), server.guild.create_role("Gold")
    for role, least in zip(found, (1, 1250), strict=True):
        await told(server, admin, "set", tier_role=role, tier_from=least)
    return found


async def look(server: Server) -> None:
    await server.pass_time(minutes=1)


async def test_they_are_given_and_taken_after_a_match(server: Server, roles: tuple[Any, Any]) -> None:
    bronze, gold = roles
    first, *others = newcomers(server, 6)
    await beat_all(server, first, *others[:2])
    await look(server)
    assert not wears(server, first, gold), "not ranked yet"
    await won(server, first, others[2])
    await look(server)
    assert wears(server, first, gold)
    assert not wears(server, first, bronze), "one at a time"
    for other in others:
        await won(server, other, first)
        await won(server, other, first)
    await look(server)
    assert wears(server, first, bronze)
    assert not wears(server, first, gold)


async def test_a_provisional_rating_counts_as_its_low_end(
    server: Server, admin: MemberActor, roles: tuple[Any, Any]
) -> None:
    bronze, gold = roles
    first, *others = newcomers(server, 4)
    await beat_all(server, first, *others)
    guild = GuildId(server.guild.id)
    (place,) = await server.bot.app.leaderboards.ranking(GAME, guild, ALL_TIME, 9)
    await told(server, admin, "set", tier_role=gold, tier_from=place.rating.points - 100)
    await look(server)
    assert wears(server, first, bronze)
    assert not wears(server, first, gold)
    await told(server, admin, "set", tier_role=gold, tier_from=place.by.points)
    await look(server)
    assert wears(server, first, gold)


async def test_a_role_is_looked_at_on_the_day_its_rating_stops_being_sure(
    server: Server, roles: tuple[Any, Any]
) -> None:
    """Or, where it stays sure, on the day on which the player isn't ranked any more."""
    bronze, gold = roles
    first, *others = newcomers(server, 4)
    await beat_all(server, first, *others)
    for deviation, day in ((100, 20), (105, 10), (90, 37), (40, 91)):
        with case(deviation, day):
            await won(server, first, others[0])
            settled = update(standing).where(standing.c.user_id == first.id)
            await write(server.store, settled.values(rating=1300, points=1300, deviation=deviation))
            await look(server)
            assert wears(server, first, gold)
            await server.pass_time(days=day - 1)
            assert wears(server, first, gold)
            await server.pass_time(days=1, minutes=1)
            assert not wears(server, first, gold)
            assert wears(server, first, bronze) is (day <= ACTIVE_DAYS)


async def test_setting_them_anew_reaches_all_who_are_ranked(
    server: Server, admin: MemberActor, roles: tuple[Any, Any]
) -> None:
    bronze, gold = roles
    first, *others = newcomers(server, 4)
    await beat_all(server, first, *others)
    await look(server)
    assert "<@&" in await told(server, admin, "set", tier_role=gold, tier_from=3000)
    await look(server)
    assert wears(server, first, bronze)
    assert not wears(server, first, gold)
    await told(server, admin, "set", tier_role=bronze, tier_from=0)
    await look(server)
    assert not wears(server, first, bronze)
    await told(server, admin, "set", tier_role=bronze, tier_from=1000)
    await look(server)
    assert wears(server, first, bronze)
    await told(server, admin, "set", reset=TIERS)
    await look(server)
    assert not wears(server, first, bronze)


async def test_a_missing_permission_is_told_and_nothing_is_lost(
    server: Server, admin: MemberActor, roles: tuple[Any, Any], caplog: pytest.LogCaptureFixture
) -> None:
    let_give_roles(server, False)
    first, *others = newcomers(server, 4)
    await beat_all(server, first, *others)
    await look(server)
    await server.pass_time(days=1)
    assert not wears(server, first, roles[1])
    said = [record for record in caplog.records if "cannot be given by rating" in record.getMessage()]
    assert len(said) == 1
    assert "Manage Roles" in await told(server, admin, "panel")
    let_give_roles(server, True)
    await server.pass_time(days=1)
    assert wears(server, first, roles[1])


async def test_a_crash_in_the_middle_gives_it_all_the_same_and_whoever_is_erased_loses_it(
    server: Server, roles: tuple[Any, Any]
) -> None:
    first, *others = newcomers(server, 4)
    await beat_all(server, first, *others)
    # What a process leaves that was killed after it noted the role and before it gave it.
    ago = server.bot.app.clock() - timedelta(days=1)
    noted = update(rating_role).where(rating_role.c.user_id == first.id)
    await write(server.store, noted.values(role=roles[1].id, due_at=ago, claimed_until=ago))
    await look(server)
    assert wears(server, first, roles[1])
    await server.bot.app.privacy.ask_to_be_forgotten(id_of(first))
    assert await server.bot.app.erasure.finish(id_of(first))
    assert not wears(server, first, roles[1])


@refusing
async def test_what_cannot_be_is_refused(server: Server, admin: MemberActor, roles: tuple[Any, Any]) -> None:
    assert "takes both" in await told(server, admin, "set", tier_role=roles[0])
    assert "takes both" in await told(server, admin, "set", tier_from=1500)
    other = server.guild.create_role("Other")
    assert "isn't given by rating" in await told(server, admin, "set", tier_role=other, tier_from=0)
    high = server.guild.create_role("High", position=14, permissions=discord.Permissions.none())
    assert "above" in await told(server, admin, "set", tier_role=high, tier_from=1500)
    for number in range(3):
        role = server.guild.create_role(f"More {number}")
        await told(server, admin, "set", tier_role=role, tier_from=1700 + number)
    assert "5 roles by rating already" in await told(server, admin, "set", tier_role=other, tier_from=1500)
