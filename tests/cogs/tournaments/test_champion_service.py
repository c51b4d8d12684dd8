"""The hall of champions in every store: the latest first, of one server, each once."""

from __future__ import annotations

from dataclasses import replace

from cogs.tournaments.champion_service import HallOfChampions
from data import Database, stores
from data.features.tournaments import change
from matches.model import GuildId, UserId
from matches.players import Erased, Human
from matches.ratings.seasons import Champion, EndedSeason, days_of
from matches.tournaments.champions import WHOLE, HallEntry, TournamentChampion
from matches.tournaments.model import Entrant, Format, Tournament, TournamentTerms
from tests.cogs.tournaments.cups import NEW
from tests.cogs.tournaments.stored import put, served
from tests.data_store.making import ANN, BOB, CAT, NOON
from tests.data_store.stores.plans import Watched

HERE = GuildId(NEW.guild_id)
MARCH = days_of("2026-03")


async def made(store: Database, name: str, guild: GuildId = HERE, form: Format = Format.SWISS) -> Tournament:
    new = replace(NEW, name=name, guild_id=guild, terms=TournamentTerms(form, most=8))
    return await store.write(put, new, NOON)


async def crowned(store: Database, found: Tournament, user: UserId, day: int, season: int = WHOLE) -> None:
    entrant = Entrant(user, NOON)
    await store.write(change, found.id, lambda one: replace(one, entrants=(entrant,)), NOON)
    await served(HallOfChampions, store).crown(found.id, [TournamentChampion(season, user, day)])


async def season(store: Database, guild: GuildId, *winners: UserId) -> None:
    """March is over, with these champions of Prudh."""
    ended = EndedSeason(guild, "2026-03")
    await store.write(stores.seasons.open_seasons, guild, MARCH[0])
    champions = [Champion("prudh", Human(user), 1600, 9) for user in winners]
    await store.write(stores.seasons.crown, ended, champions)


async def hall(store: Database, limit: int = 9, offset: int = 0) -> list[HallEntry]:
    page, _ = await served(HallOfChampions, store).hall(HERE, offset // limit, limit)
    return list(page)


async def test_the_latest_is_first_whatever_it_was_won_in(store: Database) -> None:
    spring, league = await made(store, "Spring"), await made(store, "League", form=Format.LEAGUE)
    await crowned(store, spring, ANN, MARCH[1] - 1)
    await crowned(store, league, BOB, MARCH[1] + 1, season=2)
    await season(store, HERE, ANN, CAT)
    assert await hall(store) == [
        HallEntry("prawns", Human(BOB), MARCH[1] + 1, "", league.id, "League", 2),
        HallEntry("prudh", Human(ANN), MARCH[1], "2026-03"),
        HallEntry("prudh", Human(CAT), MARCH[1], "2026-03"),
        HallEntry("prawns", Human(ANN), MARCH[1] - 1, "", spring.id, "Spring"),
    ]


async def test_a_page_at_a_time(store: Database) -> None:
    for number in range(5):
        await crowned(store, await made(store, f"Cup {number}", HERE), ANN, MARCH[0] + number)
    assert [one.name for one in await hall(store, 2)] == ["Cup 4", "Cup 3"]
    assert [one.name for one in await hall(store, 2, 4)] == ["Cup 0"]
    assert await hall(store, 2, 6) == []


async def test_each_server_has_its_own(store: Database) -> None:
    elsewhere = GuildId(99)
    await crowned(store, await made(store, "Spring", elsewhere), ANN, MARCH[0])
    await season(store, elsewhere, BOB)
    assert await hall(store) == []


async def test_one_is_crowned_once(store: Database) -> None:
    spring = await made(store, "Spring")
    await crowned(store, spring, ANN, MARCH[0])
    await crowned(store, spring, BOB, MARCH[0] + 1)
    assert [one.player for one in await hall(store)] == [Human(ANN)]
    assert await served(HallOfChampions, store).stored(spring.id) == {WHOLE}


async def test_one_who_is_no_entrant_any_more_is_not_crowned(store: Database) -> None:
    spring = await made(store, "Spring")
    await served(HallOfChampions, store).crown(spring.id, [TournamentChampion(WHOLE, ANN, MARCH[0])])
    assert await hall(store) == []
    assert await served(HallOfChampions, store).stored(spring.id) == frozenset()


async def test_one_who_is_erased_has_no_name_there(store: Database) -> None:
    await crowned(store, await made(store, "Spring"), ANN, MARCH[0])
    await store.write(stores.privacy.forget, ANN, UserId(-5), NOON)
    assert [one.player for one in await hall(store)] == [Erased(5)]


async def test_no_statement_reads_a_whole_table(watched_empty: Watched) -> None:
    store, statements = watched_empty
    spring = await made(store, "Spring")
    await crowned(store, spring, ANN, MARCH[0])
    await served(HallOfChampions, store).stored(spring.id)
    await hall(store)
    assert statements.scans() == []
