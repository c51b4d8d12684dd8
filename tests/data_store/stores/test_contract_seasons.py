"""What every store promises about the ends of seasons and their champions, asked of each kind."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from data import Database, stores
from matches.model import GuildId, UserId
from matches.players import Human
from matches.ratings.rating import day_of
from matches.ratings.seasons import Champion, EndedSeason
from tests.data_store.conftest import Opener
from tests.data_store.making import ANN, BOB, CAT, DAY, HOUR, MINUTE, NOON
from tests.data_store.stores.rated import GUILD, begun, ended

DAN = UserId(1004)
THERE = GuildId(2**63 - 1)
"""Another server, with the largest id there can be."""
FIRST_OF_APRIL = day_of(NOON) + 31
LEASE = 10 * MINUTE
MARCH, SPRING = EndedSeason(GUILD, "2026-03"), EndedSeason(GUILD, "2026-Q1")
ANNS = Champion("prudh", Human(ANN), 1662, 3)
BOBS = Champion("prawns", Human(BOB), 1700, 4)
CATS = Champion("prawns", Human(CAT), 1700, 5)


async def claim(
    store: Database, *, today: int = FIRST_OF_APRIL, at: datetime = NOON, limit: int = 99
) -> tuple[EndedSeason, ...]:
    """The seasons that somebody gets who asks for them."""
    return await store.write(stores.seasons.claim_seasons, today, at, at + LEASE, limit)


# --- taking seasons up -------------------------------------------------------------------------------


async def test_a_season_is_there_once_a_rated_match_of_it_has_ended(store: Database) -> None:
    await begun(store)
    await ended(store, rated=False)
    assert await claim(store) == ()
    await ended(store)
    assert await claim(store) == (MARCH, SPRING)


async def test_no_season_is_claimed_before_its_last_day_is_over(store: Database) -> None:
    await ended(store)
    assert await claim(store, today=FIRST_OF_APRIL - 1) == ()
    assert await claim(store, today=FIRST_OF_APRIL) == (MARCH, SPRING)


async def test_the_earliest_seasons_come_first_and_no_more_than_asked_for(store: Database) -> None:
    await ended(store)
    await ended(store, CAT, DAN, at=NOON - DAY, guild_id=THERE)
    wanted = (EndedSeason(THERE, "2026-02"), MARCH, SPRING)
    assert await claim(store, limit=0) == ()
    assert await claim(store, limit=2) == wanted[:2]
    assert await claim(store, limit=2) == wanted[2:]


async def test_a_season_waits_for_those_of_its_server_that_ended_before_it(store: Database) -> None:
    await ended(store, at=NOON - DAY)
    await ended(store)
    february = EndedSeason(MARCH.guild_id, "2026-02")
    assert await claim(store) == (february,)
    assert await claim(store, at=NOON + LEASE) == (replace(february, tried=True),)
    await store.write(stores.seasons.close_season, february)
    assert await claim(store) == (MARCH, SPRING)


async def test_a_claim_is_one_until_it_runs_out(store: Database) -> None:
    await ended(store)
    assert await claim(store) == (MARCH, SPRING)
    assert await claim(store, at=NOON + LEASE - timedelta(microseconds=1)) == ()
    again = (replace(MARCH, tried=True), replace(SPRING, tried=True))
    assert await claim(store, at=NOON + LEASE) == again
    assert await claim(store, at=NOON + LEASE) == ()
    assert await claim(store, at=NOON + 2 * LEASE) == again


async def test_a_time_without_a_zone_is_refused(store: Database) -> None:
    await ended(store)
    with pytest.raises(ValueError, match="zone"):
        await claim(store, at=NOON.replace(tzinfo=None))
    assert await claim(store) == (MARCH, SPRING)


async def test_a_closed_season_is_never_claimed_again(store: Database) -> None:
    await ended(store)
    (march, _) = await claim(store)
    await store.write(stores.seasons.close_season, march)
    await store.write(stores.seasons.close_season, march)
    assert await claim(store, at=NOON + DAY) == (replace(SPRING, tried=True),)
    await store.write(stores.seasons.close_season, SPRING)
    assert await claim(store, today=FIRST_OF_APRIL + 999, at=NOON + 99 * DAY) == ()


async def test_a_late_match_does_not_open_a_closed_season_again(store: Database) -> None:
    await ended(store)
    await store.write(stores.seasons.close_season, MARCH)
    await ended(store, CAT, DAN)
    await ended(store, CAT, DAN, guild_id=THERE)
    assert await claim(store) == (SPRING, EndedSeason(THERE, "2026-03"), EndedSeason(THERE, "2026-Q1"))
    await ended(store, ANN, CAT)
    assert await claim(store) == (), "nor does it take a claim away"


async def test_what_was_not_there_yet_cannot_be_closed(store: Database) -> None:
    await store.write(stores.seasons.close_season, MARCH)
    await ended(store)
    assert await claim(store) == (MARCH, SPRING)


async def test_everything_made_anew_opens_and_closes_nothing(store: Database) -> None:
    await ended(store)
    await store.write(stores.seasons.close_season, MARCH)
    await store.write(stores.seasons.crown, MARCH, [ANNS])
    await store.write(stores.ratings.recompute)
    assert await claim(store) == (SPRING,)
    assert await store.read(stores.seasons.crowned, MARCH) == (ANNS,)


async def test_two_processes_are_given_different_seasons(url: str, opener: Opener) -> None:
    opened = [await opener(url) for _ in range(2)]
    for guild in range(12):
        await ended(opened[0], guild_id=GuildId(20 + guild))
    for turn in range(3):
        at = NOON + turn * HOUR
        claims = await asyncio.gather(*(claim(opened[n % 2], at=at, limit=5) for n in range(4)))
        # One that is just being claimed is passed over: a few may be left for the next to ask.
        claims += [await claim(store, at=at) for store in opened]
        given = [(one.guild_id, one.season) for found in claims for one in found]
        assert len(given) == len(set(given)) == 24
        assert {one.tried for found in claims for one in found} == {turn > 0}


# --- champions ---------------------------------------------------------------------------------------


async def test_champions_are_remembered_once_and_by_game(store: Database) -> None:
    await ended(store)
    assert await store.read(stores.seasons.crowned, MARCH) == ()
    assert await store.write(stores.seasons.crown, MARCH, [ANNS, CATS, BOBS]) == (BOBS, CATS, ANNS)
    assert await store.write(
        stores.seasons.crown, MARCH, [replace(ANNS, points=1), Champion("pjawns", Human(DAN), 1800, 9)]
    ) == (
        BOBS,
        CATS,
        ANNS,
    )
    assert await store.write(stores.seasons.crown, MARCH, []) == (BOBS, CATS, ANNS)
    assert await store.read(stores.seasons.crowned, replace(MARCH, tried=True)) == (BOBS, CATS, ANNS)
    assert await store.read(stores.seasons.crowned, SPRING) == ()
    assert await store.read(stores.seasons.crowned, EndedSeason(THERE, MARCH.season)) == ()


async def test_a_role_that_a_champion_has_already_is_remembered_with_them(store: Database) -> None:
    worn = replace(ANNS, role=14)
    assert await store.write(stores.seasons.crown, MARCH, [worn, BOBS]) == (BOBS, worn)
    assert await store.read(stores.seasons.wearing, GUILD) == ((MARCH, worn),)


async def test_a_season_in_which_nobody_was_ranked_has_no_champions(store: Database) -> None:
    await ended(store)
    assert await store.write(stores.seasons.crown, MARCH, []) == ()
    assert await store.read(stores.seasons.crowned, MARCH) == ()


async def test_of_two_who_crown_at_once_both_hear_the_same(url: str, opener: Opener) -> None:
    opened = [await opener(url) for _ in range(2)]
    for number in range(8):
        season = EndedSeason(GuildId(20 + number), "2026-03")
        await ended(opened[0], guild_id=season.guild_id)
        one, other = await asyncio.gather(
            opened[0].write(stores.seasons.crown, season, [ANNS, BOBS]),
            opened[1].write(stores.seasons.crown, season, [ANNS, CATS]),
        )
        assert one == other
        assert one in ((BOBS, ANNS), (CATS, ANNS))
        assert await opened[0].read(stores.seasons.crowned, season) == one


# --- the roles of champions --------------------------------------------------------------------------


async def test_who_wears_a_role_is_found_by_season(store: Database) -> None:
    february, elsewhere = EndedSeason(GUILD, "2026-02"), EndedSeason(THERE, "2026-03")
    for season in (MARCH, february, elsewhere):
        await store.write(stores.seasons.crown, season, [ANNS, BOBS, CATS])
    assert await store.read(stores.seasons.wearing, GUILD) == ()
    for season, champion in ((MARCH, ANNS), (MARCH, BOBS), (february, CATS), (elsewhere, ANNS)):
        await store.write(stores.seasons.record_role, season, champion, 2**62)
    assert await store.read(stores.seasons.wearing, GUILD) == (
        (february, replace(CATS, role=2**62)),
        (MARCH, replace(BOBS, role=2**62)),
        (MARCH, replace(ANNS, role=2**62)),
    )
    assert await store.read(stores.seasons.crowned, MARCH) == (
        replace(BOBS, role=2**62),
        CATS,
        replace(ANNS, role=2**62),
    )


async def test_a_role_is_noted_of_one_champion_alone_and_taken_out_again(store: Database) -> None:
    twice = Champion("prudh", Human(BOB), 1662, 3)
    for season in (MARCH, SPRING):
        await store.write(stores.seasons.crown, season, [ANNS, BOBS, twice])
    await store.write(stores.seasons.record_role, MARCH, BOBS, 14)
    await store.write(stores.seasons.record_role, MARCH, BOBS, 15)
    # Who it is counts, and not what else is said of them.
    worn = replace(BOBS, role=15)
    assert await store.read(stores.seasons.crowned, MARCH) == (worn, ANNS, twice)
    assert await store.write(stores.seasons.crown, MARCH, [BOBS]) == (worn, ANNS, twice)
    assert await store.read(stores.seasons.wearing, GUILD) == ((MARCH, worn),)
    await store.write(stores.seasons.record_role, MARCH, replace(worn, points=0), None)
    assert await store.read(stores.seasons.wearing, GUILD) == ()
    assert await store.read(stores.seasons.crowned, MARCH) == (BOBS, ANNS, twice)


async def test_no_role_is_noted_of_somebody_who_is_no_champion(store: Database) -> None:
    await store.write(stores.seasons.record_role, MARCH, ANNS, 14)
    await store.write(stores.seasons.crown, MARCH, [BOBS])
    await store.write(stores.seasons.record_role, MARCH, ANNS, 14)
    await store.write(stores.seasons.record_role, SPRING, BOBS, 14)
    assert await store.read(stores.seasons.wearing, GUILD) == ()
    assert await store.read(stores.seasons.crowned, MARCH) == (BOBS,)
