"""The end of a season: who is champion, whatever has happened until it is told."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from data import stores
from matches import ChallengeChannel, GuildId, UserId
from matches.players import Human
from matches.ratings.leaderboard import LEAST_RATED
from matches.ratings.seasons import Champion, Crowned, EndedSeason, SeasonResult
from services import Services, leaderboards
from services.leaderboards import CLOSING_LEASE, LATE
from tests.matches.ratings.playing import play, points
from tests.matches.ratings.winning import APRIL, MARCH, SPRING, win
from tests.matches.table import CHALLENGER, CHANNEL, GUILD, OPPONENT, STRANGER, Table
from tests.people import user_of

ELSEWHERE = ChallengeChannel(GuildId(99), CHANNEL)


async def in_april(table: Table, service: Services | None = None) -> tuple[EndedSeason, ...]:
    """The seasons to be closed, once March may be."""
    table.now = APRIL + LATE
    return await (service or table.services).seasons.ended(9)


def names(champions: tuple[Champion, ...]) -> list[tuple[str, UserId]]:
    return [(champion.game, user_of(champion.player)) for champion in champions]


# --- who it is ---------------------------------------------------------------------------------------


async def test_a_season_has_a_champion(table: Table) -> None:
    await win(table, CHALLENGER, times=LEAST_RATED + 1)
    await win(table, OPPONENT)
    assert await in_april(table) == (MARCH,)
    (champion,) = await table.seasons.crown(MARCH)
    assert champion == Champion("prawns", Human(CHALLENGER), await points(table, CHALLENGER), LEAST_RATED + 1)
    assert await table.seasons.crowned(GUILD, "2026-03") == (champion,)
    await table.seasons.close(MARCH)
    assert await table.seasons.ended(9) == ()
    table.wait(days=900)
    assert await table.seasons.ended(9) == ()
    assert await table.seasons.crowned(GUILD, "2026-03") == (champion,)


async def test_two_who_are_equal_share_the_first_place(table: Table) -> None:
    await win(table, OPPONENT)
    await win(table, CHALLENGER)
    await win(table, STRANGER, times=LEAST_RATED - 1)
    await in_april(table)
    champions = await table.seasons.crown(MARCH)
    assert names(champions) == [("prawns", CHALLENGER), ("prawns", OPPONENT)]
    assert len({champion.points for champion in champions}) == 1


async def test_however_many_are_equal_all_of_them_are_champions(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaderboards, "AT_ONCE", 2)
    for number in range(5):
        await win(table, UserId(2000 + number))
    await in_april(table)
    champions = await table.seasons.crown(MARCH)
    assert len({user_of(champion.player) for champion in champions}) == len(champions) == 5


async def test_nobody_who_played_too_little_is_champion(table: Table) -> None:
    await win(table, CHALLENGER, times=LEAST_RATED - 1)
    assert await in_april(table) == (MARCH,)
    assert await table.seasons.candidates(MARCH) == ()
    assert await table.seasons.crown(MARCH) == ()
    assert await table.seasons.crowned(GUILD, "2026-03") == ()


async def meet(table: Table, winner: UserId, people: int, times: int, *, loser: int = 0) -> None:
    """So many wins over each of so many people."""
    for _ in range(times):
        await win(table, winner, times=people, against=loser)


@pytest.mark.parametrize(("people", "times"), [(1, 3), (1, 5), (2, 2), (2, 4)])
async def test_nobody_is_champion_who_met_fewer_than_three_people(
    table: Table, people: int, times: int
) -> None:
    await meet(table, CHALLENGER, people, times)
    await in_april(table)
    assert await table.seasons.crown(MARCH) == ()
    assert await table.seasons.results(MARCH) == (SeasonResult("prawns", ()),)


async def test_the_first_who_met_three_people_is_champion_and_it_is_told_how_many(table: Table) -> None:
    """Only people met in rated matches of that season, server and game are counted."""
    table.wait(days=-40)
    await play(table, CHALLENGER, UserId(7001))
    table.wait(days=40)
    await meet(table, CHALLENGER, 2, 4)
    await play(table, CHALLENGER, UserId(7002), place=ELSEWHERE)
    await play(table, CHALLENGER, UserId(7003), rated=False)
    await win(table, OPPONENT, times=4)
    await play(table, UserId(7004), OPPONENT)
    await in_april(table)
    first, second, *_ = await table.leaderboards.ranking("prawns", GUILD, MARCH.season, 9)
    assert [user_of(one.player) for one in (first, second)] == [CHALLENGER, OPPONENT]
    (champion,) = await table.seasons.crown(MARCH)
    assert await table.seasons.results(MARCH) == (
        SeasonResult("prawns", (Crowned(champion, second.rating, 5),)),
    )
    assert champion.player == Human(OPPONENT)


async def test_however_far_down_the_first_who_met_three_people_is_found(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaderboards, "AT_ONCE", 2)
    for number in range(3):
        await meet(table, UserId(2000 + number), 1, 3)
    for winner in (CHALLENGER, OPPONENT):
        await win(table, winner)
        await play(table, UserId(9000 + winner), winner)
    await in_april(table)
    found = names(await table.seasons.candidates(MARCH))
    assert sorted(found) == [("prawns", CHALLENGER), ("prawns", OPPONENT)]


async def test_champions_crowned_before_stay_however_few_they_met(table: Table) -> None:
    await meet(table, CHALLENGER, 1, 3)
    await in_april(table)
    before = Champion("prawns", Human(CHALLENGER), await points(table, CHALLENGER), 3)
    await table.store.write(stores.seasons.crown, MARCH, [before])
    assert await table.seasons.crown(MARCH) == (before,)
    (result,) = await table.seasons.results(MARCH)
    assert [(one.champion, one.met, one.rating.provisional) for one in result.crowned] == [(before, 1, True)]


async def test_a_season_without_a_rated_match_never_comes_up(table: Table) -> None:
    for number in range(LEAST_RATED):
        await play(table, CHALLENGER, UserId(2000 + number), rated=False)
    assert await in_april(table) == ()


async def test_each_server_has_its_own_champion(table: Table) -> None:
    await win(table, CHALLENGER)
    await win(table, OPPONENT, place=ELSEWHERE)
    there = EndedSeason(ELSEWHERE.guild, "2026-03")
    assert await in_april(table) == (MARCH, there)
    assert names(await table.seasons.crown(MARCH)) == [("prawns", CHALLENGER)]
    assert names(await table.seasons.crown(there)) == [("prawns", OPPONENT)]


async def test_who_has_left_is_passed_over_and_who_came_back_is_not(table: Table) -> None:
    await win(table, CHALLENGER, times=LEAST_RATED + 2)
    await win(table, OPPONENT, times=LEAST_RATED + 1)
    await win(table, STRANGER)
    await table.leaderboards.record_presence(GUILD, CHALLENGER, there=False)
    await table.leaderboards.record_presence(GUILD, OPPONENT, there=False)
    await in_april(table)
    assert names(await table.seasons.candidates(MARCH)) == [("prawns", STRANGER)]
    await table.leaderboards.record_presence(GUILD, OPPONENT, there=True)
    assert names(await table.seasons.crown(MARCH)) == [("prawns", OPPONENT)]
    await table.leaderboards.record_presence(GUILD, CHALLENGER, there=True)
    await table.leaderboards.record_presence(GUILD, OPPONENT, there=False)
    assert names(await table.seasons.crown(MARCH)) == [("prawns", OPPONENT)], "crowned is crowned"


# --- which season, and when --------------------------------------------------------------------------


@pytest.mark.usefixtures("still_clock")
async def test_a_season_is_closed_ten_minutes_after_midnight_in_utc(table: Table) -> None:
    await win(table, CHALLENGER)
    for early in (APRIL - timedelta(microseconds=1), APRIL, APRIL + LATE - timedelta(microseconds=1)):
        table.now = early
        assert await table.seasons.ended(9) == ()
    assert await in_april(table) == (MARCH,)


async def test_a_match_of_the_last_minute_counts_and_one_after_midnight_does_not(table: Table) -> None:
    table.now = APRIL - timedelta(seconds=1)
    await win(table, CHALLENGER)
    table.now = APRIL
    await win(table, OPPONENT, times=LEAST_RATED + 1)
    await in_april(table)
    assert names(await table.seasons.crown(MARCH)) == [("prawns", CHALLENGER)]


async def test_a_quarter_instead_of_a_month(table: Table) -> None:
    await table.store.write(stores.people.change_guild, GUILD, {"season": "quarter"})
    await win(table, CHALLENGER)
    table.now = APRIL + timedelta(days=60)
    await win(table, OPPONENT, times=LEAST_RATED + 1)
    assert await table.seasons.ended(9) == (SPRING,)
    assert names(await table.seasons.crown(SPRING)) == [("prawns", CHALLENGER)]
    await table.seasons.close(SPRING)
    table.now = APRIL + timedelta(days=100)
    assert await table.seasons.ended(9) == (EndedSeason(GUILD, "2026-Q2"),)


async def test_the_seasons_of_the_other_kind_are_closed_without_a_word(table: Table) -> None:
    """The server goes over to quarters in the middle of one, and back to months later."""
    await win(table, CHALLENGER)
    await table.store.write(stores.people.change_guild, GUILD, {"season": "quarter"})
    assert await in_april(table) == (SPRING,)
    await table.seasons.crown(SPRING)
    await table.seasons.close(SPRING)
    await table.store.write(stores.people.change_guild, GUILD, {"season": None})
    table.wait(days=900)
    assert await table.seasons.ended(9) == ()
    assert await table.seasons.crowned(GUILD, "2026-03") == ()
    assert names(await table.seasons.crowned(GUILD, "2026-Q1")) == [("prawns", CHALLENGER)]


async def test_seasons_that_ended_while_the_bot_was_down(table: Table) -> None:
    await win(table, CHALLENGER)
    table.now = APRIL
    await win(table, OPPONENT, times=LEAST_RATED + 1)
    table.wait(days=200)
    april = EndedSeason(GUILD, "2026-04")
    assert await table.seasons.ended(9) == (MARCH,), "the later one waits for it"
    assert await table.seasons.ended(9) == ()
    (march,) = await table.seasons.crown(MARCH)
    assert (user_of(march.player), march.matches) == (CHALLENGER, LEAST_RATED)
    assert march.points == await points(table, CHALLENGER), "as it was on the last day"
    await table.seasons.close(MARCH)
    assert await table.seasons.ended(9) == (april,)
    assert names(await table.seasons.crown(april)) == [("prawns", OPPONENT)]


# --- twice, and after a crash ------------------------------------------------------------------------


async def test_two_services_close_a_season_once(table: Table) -> None:
    await win(table, CHALLENGER)
    there = table.another_service()
    found = await asyncio.gather(in_april(table), in_april(table, there))
    assert sorted(found) == [(), (MARCH,)]
    one, other = await asyncio.gather(table.seasons.crown(MARCH), there.seasons.crown(MARCH))
    assert one == other
    await asyncio.gather(table.seasons.close(MARCH), there.seasons.close(MARCH))
    table.wait(days=900)
    assert await there.seasons.ended(9) == ()


async def test_crowning_once_more_changes_nothing_though_ratings_have_changed(table: Table) -> None:
    await win(table, CHALLENGER)
    await in_april(table)
    crowned = await table.seasons.crown(MARCH)
    # A match that ended in March and is entered only now, as if its process had been held up.
    table.now = APRIL - timedelta(minutes=1)
    await win(table, OPPONENT, times=LEAST_RATED + 2)
    await in_april(table)
    assert names(await table.seasons.candidates(MARCH)) == [("prawns", OPPONENT)]
    assert await table.seasons.crown(MARCH) == crowned
    assert await table.seasons.crowned(GUILD, "2026-03") == crowned


async def test_nothing_is_lost_when_the_process_ends_before_a_season_is_closed(table: Table) -> None:
    await win(table, CHALLENGER)
    assert await in_april(table) == (MARCH,)
    crowned = await table.seasons.crown(MARCH)
    await table.seasons.record_role(MARCH, crowned[0], 14)
    afterwards = table.another_service()
    table.wait(seconds=CLOSING_LEASE.total_seconds() - 1)
    assert await afterwards.seasons.ended(9) == (), "the claim is still good"
    table.wait(seconds=1)
    (again,) = await afterwards.seasons.ended(9)
    assert again == EndedSeason(GUILD, "2026-03", tried=True), "whoever closes it now looks what was told"
    (champion,) = await afterwards.seasons.crown(again)
    assert (user_of(champion.player), champion.points, champion.role) == (CHALLENGER, crowned[0].points, 14)
    await afterwards.seasons.close(again)
    table.wait(days=900)
    assert await afterwards.seasons.ended(9) == ()


async def test_nothing_is_lost_when_the_process_ends_before_anybody_is_crowned(table: Table) -> None:
    await win(table, CHALLENGER)
    await in_april(table)
    table.now += CLOSING_LEASE
    afterwards = table.another_service()
    (again,) = await afterwards.seasons.ended(9)
    assert again.tried
    assert names(await afterwards.seasons.crown(again)) == [("prawns", CHALLENGER)]


# --- roles -------------------------------------------------------------------------------------------


async def test_roles_of_the_seasons_before_are_found_until_they_are_taken(table: Table) -> None:
    await win(table, CHALLENGER)
    await in_april(table)
    (march,) = await table.seasons.crown(MARCH)
    await table.seasons.record_role(MARCH, march, 14)
    await table.seasons.close(MARCH)
    await win(table, CHALLENGER, against=5)
    table.wait(days=31)
    (april,) = await table.seasons.ended(9)
    (champion,) = await table.seasons.crown(april)
    await table.seasons.record_role(april, champion, 14)
    (before, worn), (latest, _) = await table.seasons.wearing(GUILD)
    assert (before, user_of(worn.player), worn.role) == (MARCH, CHALLENGER, 14)
    await table.seasons.record_role(before, worn, None)
    assert [season for season, _ in await table.seasons.wearing(GUILD)] == [latest]
    assert latest.season == april.season
