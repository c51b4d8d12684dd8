"""Tournaments: entered, begun, played to their end, left and steered; and each step made once."""

from __future__ import annotations

import asyncio
import random
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from data import stores
from data.schema import match as match_table
from matches import Phase
from matches.tournaments.errors import TournamentError, TournamentProblem
from matches.tournaments.model import (
    WIN,
    Decision,
    Format,
    PairingKey,
    Tournament,
    TournamentId,
    TournamentState,
)
from matches.tournaments.standings import tables, tournament_winner
from tests.cogs.tournaments.at_table import (
    DAY,
    ORGANISER,
    PEOPLE,
    attended,
    created,
    seen,
    started,
    tournaments_of,
)
from tests.matches.table import GUILD, Table
from tests.store import rows


async def played_out(table: Table, which: TournamentId, chance: random.Random) -> Tournament:
    """Each match is resigned by one or the other, as it comes, until the tournament is over."""
    for _ in range(200):
        await attended(table)
        found = await seen(table, which)
        if found.state.ended:
            return found
        running = [game for game in found.pairings if game.running]
        assert running, "something is always going on"
        for game in running:
            assert game.match_id is not None
            match = await table.matches.load(game.match_id)
            await table.matches.play.resign(match.id, chance.choice(match.users))
        table.now += DAY
    raise AssertionError("it never ends")


@pytest.mark.gate(draw=4)
@pytest.mark.parametrize("form", [Format.ROUND_ROBIN, Format.SWISS, Format.KNOCKOUT])
@pytest.mark.parametrize("count", [3, 7, 11])
async def test_it_is_played_to_its_end(table: Table, form: Format, count: int) -> None:
    which = await started(table, form, PEOPLE[:count], group_size=4)
    over = await played_out(table, which, random.Random(count))
    assert over.state is TournamentState.OVER
    assert tournament_winner(over) is not None
    assert len(tables(over, 1)[0].rows) > 1


async def test_a_match_is_as_the_pairing_says(table: Table) -> None:
    await started(table, Format.ROUND_ROBIN, PEOPLE[:4], game="prawns", at_once=2)
    begun = await attended(table)
    assert {match.phase for match in begun} == {Phase.SETUP}, "picks come next, and no coin"
    assert all(match.toss is None and match.first == match.game.sides[0] for match in begun)
    assert all(str(match.terms.pace) == "5d+12h<7d" and match.rated for match in begun)
    played = [user for match in begun for user in match.users]
    assert all(played.count(user) <= 2 for user in PEOPLE)


async def test_its_outcome_is_stored_with_the_end_of_a_match(table: Table) -> None:
    which = await started(table, Format.ROUND_ROBIN, PEOPLE[:4], at_once=2)
    match = (await attended(table))[0]
    await table.matches.play.resign(match.id, match.users[1])
    (game,) = (one for one in (await seen(table, which)).pairings if one.match_id == match.id)
    assert game.outcome is not None and game.match_ended
    assert (game.outcome.first, game.outcome.how) == (WIN, Decision.PLAYED)


async def test_too_few_is_called_off(table: Table) -> None:
    which = await started(table, Format.SWISS, PEOPLE[:2])
    await attended(table)
    assert (await seen(table, which)).state is TournamentState.CALLED_OFF


async def test_a_full_one_starts_at_once(table: Table) -> None:
    which = await created(table, Format.KNOCKOUT, PEOPLE[:4], most=4)
    assert len(await attended(table)) == 4
    assert (await seen(table, which)).state is TournamentState.RUNNING
    with pytest.raises(TournamentError) as refused:
        await tournaments_of(table.services).enter(which, PEOPLE[5])
    assert refused.value.problem is TournamentProblem.ENTRIES_OVER


async def test_two_processes_and_a_step_twice_make_each_match_once(table: Table) -> None:
    which = await started(table, Format.ROUND_ROBIN, PEOPLE[:8])
    other = table.another_service()
    for _ in range(20):
        await asyncio.gather(*(tournaments_of(one).attend(which) for one in (table.services, other)))
    found = await seen(table, which)
    ids = [game.match_id for game in found.pairings if game.match_id is not None]
    assert len(ids) == len(set(ids))
    stored = [await table.matches.load(one) for one in ids]
    pairs = [frozenset(match.users) for match in stored]
    assert len(pairs) == len(set(pairs))
    for user in PEOPLE[:8]:
        assert sum(user in match.users for match in stored) <= 3
    open_now = await table.store.read(stores.lists.of_player, PEOPLE[0])
    assert len(open_now) <= 3


async def test_who_leaves_the_server_leaves_its_tournaments(table: Table) -> None:
    which = await started(table, Format.ROUND_ROBIN, PEOPLE[:4], at_once=2)
    await attended(table)
    await table.services.leaderboards.record_presence(GUILD, PEOPLE[0], there=False)
    await attended(table)
    found = await seen(table, which)
    entrant = found.entrant_of(PEOPLE[0])
    assert entrant is not None and not entrant.active
    lost = [one for one in found.of(entrant.seed) if one.outcome is not None]
    assert {one.outcome.how for one in lost if one.outcome} == {Decision.FORFEIT}


async def test_a_deletion_leaves_the_seed_and_no_id(table: Table) -> None:
    which = await started(table, Format.ROUND_ROBIN, PEOPLE[:5])
    await attended(table)
    async for _ in table.privacy.end_all(PEOPLE[0]):
        await attended(table)
    assert await table.privacy.forget(PEOPLE[0])
    found = await seen(table, which)
    assert found.entrant_of(PEOPLE[0]) is None and len(found.entrants) == 5
    over = await played_out(table, which, random.Random(1))
    assert over.state is TournamentState.OVER


async def test_a_deletion_is_not_held_up_by_the_next_match(table: Table) -> None:
    which = await started(table, Format.ROUND_ROBIN, PEOPLE[:4], at_once=2)
    for match in await attended(table):
        if PEOPLE[0] not in match.users:  # both have room for the next
            await table.matches.play.resign(match.id, match.users[0])
    async for _ in table.privacy.end_all(PEOPLE[0]):
        await attended(table)
    assert await table.privacy.forget(PEOPLE[0])
    assert (await seen(table, which)).entrant_of(PEOPLE[0]) is None


async def test_who_enters_while_they_are_deleted_is_out_again(table: Table) -> None:
    async for _ in table.privacy.end_all(PEOPLE[0]):
        pass
    which = await created(table, Format.SWISS, PEOPLE[:4])
    assert await table.privacy.forget(PEOPLE[0])
    assert [one.user_id for one in (await seen(table, which)).entrants] == list(PEOPLE[1:4])


async def test_a_round_ends_on_its_last_day_and_its_matches_go_on(table: Table) -> None:
    which = await started(table, Format.SWISS, PEOPLE[:4], round_days=5)
    begun = await attended(table)
    table.now += 6 * DAY
    await attended(table)
    found = await seen(table, which)
    assert found.round == 2
    assert {one.outcome.how for one in found.in_round(1) if one.outcome} == {Decision.ADJOURNED}
    first = await table.matches.load(begun[0].id)
    assert first.phase is Phase.PLAYING
    await table.matches.play.resign(first.id, first.users[0])
    assert (await seen(table, which)).pairing(PairingKey(1, 1)).outcome == found.in_round(1)[0].outcome


async def test_an_organiser_pauses_sets_a_result_and_goes_on(table: Table) -> None:
    which = await started(table, Format.KNOCKOUT, PEOPLE[:4])
    await attended(table)
    service = tournaments_of(table.services)
    await service.pause(which, ORGANISER)
    paused = await service.set_result(which, ORGANISER, PairingKey(1, 1, 1), (WIN, 0))
    await service.set_result(which, ORGANISER, PairingKey(1, 1, 2), (0, WIN))
    assert not await attended(table) and paused.state is TournamentState.PAUSED
    table.now += 3 * DAY
    resumed = await service.resume(which, ORGANISER)
    assert resumed.state is TournamentState.RUNNING
    over = await played_out(table, which, random.Random(2))
    assert over.state is TournamentState.OVER


async def test_a_machine_that_cannot_pair_a_swiss_takes_none(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("matches.tournaments.field.find_spec", lambda name: None)
    with pytest.raises(TournamentError) as refused:
        await created(table, Format.SWISS, ())
    assert refused.value.problem is TournamentProblem.NO_SWISS
    assert await created(table, Format.KNOCKOUT, ())


async def test_a_server_has_five_at_once(table: Table) -> None:
    for _ in range(5):
        await created(table, Format.SWISS, ())
    with pytest.raises(TournamentError) as refused:
        await created(table, Format.SWISS, ())
    assert refused.value.problem is TournamentProblem.TOO_MANY


class Killed(Exception):
    """The process is gone."""


@pytest.mark.parametrize("form", [Format.ROUND_ROBIN, Format.SWISS, Format.KNOCKOUT])
@pytest.mark.parametrize("stored", [True, False], ids=["after", "before"])
async def test_a_process_that_dies_between_two_steps_loses_and_doubles_nothing(
    table: Table, form: Format, stored: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each process dies at one of its next writes, with that stored or not; the next one goes on."""
    which = await started(table, form, PEOPLE[:6], group_size=4)
    chance, real, deaths, writes_left = random.Random(3), table.store.write, 0, 0

    async def write(work: Any, /, *args: Any, **named: Any) -> Any:
        nonlocal writes_left
        writes_left -= 1
        if writes_left:
            return await real(work, *args, **named)
        if stored:
            await real(work, *args, **named)
        raise Killed

    monkeypatch.setattr(table.store, "write", write)
    for _ in range(300):
        while due := await tournaments_of(table.services).due(1):
            writes_left = chance.randrange(1, 4)
            try:
                await tournaments_of(table.services).attend(due[0])
            except Killed:
                deaths += 1
                table.use(table.another_service())
        writes_left = 0
        await begun_by_the_sweep(table)
        found = await seen(table, which)
        if found.state.ended:
            break
        for game in [game for game in found.pairings if game.running]:
            assert game.match_id is not None
            match = await table.matches.load(game.match_id)
            await table.matches.play.resign(match.id, chance.choice(match.users))
        table.now += timedelta(hours=2)
    assert found.state is TournamentState.OVER and deaths > 5
    ids = [game.match_id for game in found.pairings if game.match_id is not None]
    assert len(ids) == len(set(ids)) == await count_matches(table), "a match for each pairing, and no other"
    assert all(game.outcome is not None for game in found.pairings)


async def begun_by_the_sweep(table: Table) -> None:
    """What the bot's sweep does for matches that were stored, and not begun."""
    for match_id in await table.matches.time.due(50):
        await table.matches.time.attend(match_id)


async def count_matches(table: Table) -> int:
    return len(await rows(table.store, select(match_table.c.id)))
