"""Ladders in every store: read whole, changed in one transaction, found by their keys."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Final

import pytest
from sqlalchemy import delete

from data import Database, stores
from data.schema import ladder_place
from matches.errors import LadderError, LadderProblem, StaleError
from matches.ladder import Ladder, LadderEnding, LadderKey, PlaceReason
from matches.model import GuildId, Match, UserId
from matches.shards import Shards
from tests.data_store.making import ANN, BOB, CAT, DAY, HOUR, NOON, accepted, challenge, finished
from tests.data_store.stores.plans import Watched
from tests.store import keep

KEY: Final = LadderKey(GuildId(11), "prawns")
OTHER: Final = LadderKey(GuildId(11), "prudh")


def order(ladder: Ladder) -> list[UserId]:
    return [rung.user_id for rung in ladder.rungs]


async def for_place(store: Database, challenger: UserId, opponent: UserId) -> Match:
    new = challenge(challenger=challenger, opponent=opponent, ladder=1)
    made = await store.write(stores.matches.create, new)
    return await keep(store, accepted(made, sides={"blue": challenger, "green": opponent}))


def ending(match: Match, *, climbs: bool = True) -> LadderEnding:
    challenger, opponent = match.users
    return LadderEnding(KEY, challenger, opponent, climbs, (challenger, opponent), NOON + HOUR)


async def three(store: Database) -> None:
    for user in (ANN, BOB, CAT):
        await store.write(stores.ladders.join, KEY, user, NOON)


async def test_ladders_are_apart_and_keep_their_order(store: Database) -> None:
    await three(store)
    await store.write(stores.ladders.join, OTHER, CAT, NOON)
    assert order(await store.read(stores.ladders.ladder, KEY)) == [ANN, BOB, CAT]
    found = await store.read(stores.ladders.of_guild, KEY.guild_id)
    assert {game: order(one) for game, one in found.items()} == {"prawns": [ANN, BOB, CAT], "prudh": [CAT]}
    assert order(await store.write(stores.ladders.leave, KEY, ANN, NOON)) == [BOB, CAT]
    await store.write(stores.ladders.leave_all, CAT, NOON, GuildId(12))
    assert order(await store.read(stores.ladders.ladder, KEY)) == [BOB, CAT]
    await store.write(stores.ladders.leave_all, CAT, NOON)
    assert order(await store.read(stores.ladders.ladder, OTHER)) == []


async def test_the_place_changes_with_the_end_of_the_match_or_not_at_all(store: Database) -> None:
    await three(store)
    match = await for_place(store, CAT, ANN)
    assert match.terms.ladder == 1
    with pytest.raises(StaleError):
        late = replace(finished(match), version=match.version + 5)
        await store.write(stores.matches.save, late, ladder=ending(match))
    assert order(await store.read(stores.ladders.ladder, KEY)) == [ANN, BOB, CAT]
    await store.write(stores.matches.save, finished(match), ladder=ending(match))
    assert order(await store.read(stores.ladders.ladder, KEY)) == [CAT, ANN, BOB]
    with pytest.raises(StaleError):
        await store.write(stores.matches.save, finished(match), ladder=ending(match))
    (latest, _) = await store.read(stores.ladders.history, KEY, CAT, 9)
    assert (latest.place, latest.reason, latest.at) == (1, PlaceReason.WON, NOON + HOUR)


async def test_of_two_challenges_at_once_one_is_made(store: Database) -> None:
    await three(store)
    both = await asyncio.gather(
        for_place(store, CAT, ANN), for_place(store, CAT, BOB), return_exceptions=True
    )
    refused = [one for one in both if isinstance(one, LadderError)]
    assert [one.problem for one in refused] == [LadderProblem.CHALLENGING]
    state = await store.read(stores.ladders.state_of, KEY, CAT, NOON)
    assert len(state.running) == 1


async def test_of_several_who_join_at_once_each_has_a_place(store: Database) -> None:
    people = [UserId(1100 + number) for number in range(8)]
    await asyncio.gather(*(store.write(stores.ladders.join, KEY, user, NOON) for user in people))
    assert sorted(order(await store.read(stores.ladders.ladder, KEY))) == people
    places = [(await store.read(stores.ladders.history, KEY, user, 9))[0].place for user in people]
    assert sorted(places) == list(range(1, 9))


async def test_whom_somebody_met_lately_is_known(store: Database) -> None:
    await three(store)
    match = await for_place(store, CAT, ANN)
    await store.write(stores.matches.save, finished(match), ladder=ending(match))
    for user, other in ((CAT, ANN), (ANN, CAT)):
        assert (await store.read(stores.ladders.state_of, KEY, user, NOON + DAY)).met == {other}
        assert (await store.read(stores.ladders.state_of, KEY, user, NOON + 8 * DAY)).met == set()


async def test_sliding_is_given_to_whoever_has_the_server(store: Database) -> None:
    await three(store)
    later = NOON + 40 * DAY
    assert await store.read(stores.ladders.due, later, 9) == (KEY,)
    assert await store.read(stores.ladders.due, later, 9, Shards(2, (1,))) == ()
    assert await store.read(stores.ladders.due, later, 9, Shards(2, (0,))) == (KEY,)
    await store.write(stores.ladders.slide, KEY, later)
    await store.write(stores.ladders.slide, KEY, later)
    assert await store.read(stores.ladders.due, later, 9) == ()
    assert len(order(await store.read(stores.ladders.ladder, KEY))) == 3


async def test_a_row_that_is_gone_leaves_no_gap(store: Database) -> None:
    await three(store)
    of_ann = ladder_place.c.user_id == ANN
    await store.write(lambda connection: connection.execute(delete(ladder_place).where(of_ann)))
    ladder = await store.read(stores.ladders.ladder, KEY)
    assert (ladder.place_of(BOB), ladder.place_of(CAT)) == (1, 2)
    assert order(await store.write(stores.ladders.join, KEY, ANN, NOON)) == [BOB, CAT, ANN]


async def test_who_is_forgotten_makes_room(store: Database) -> None:
    await three(store)
    assert await store.write(stores.privacy.forget, ANN, UserId(-5), NOON + HOUR)
    assert order(await store.read(stores.ladders.ladder, KEY)) == [BOB, CAT]
    assert (await store.read(stores.ladders.history, KEY, BOB, 9))[0].place == 1
    assert await store.read(stores.ladders.history, KEY, ANN, 9) == ()


async def test_no_question_about_a_ladder_reads_a_whole_table(watched_empty: Watched) -> None:
    store, statements = watched_empty
    await three(store)
    match = await for_place(store, CAT, ANN)
    await store.write(stores.matches.save, finished(match), ladder=ending(match))
    await store.read(stores.ladders.due, NOON + 40 * DAY, 9)
    await store.write(stores.ladders.slide, KEY, NOON + 40 * DAY)
    await store.read(stores.ladders.history, KEY, CAT, 9)
    await store.read(stores.ladders.places_at, KEY, [ANN, CAT], NOON)
    await store.read(stores.ladders.of_guild, KEY.guild_id)
    await store.write(stores.ladders.leave_all, CAT, NOON)
    assert len(statements.about("ladder")) > 12 and statements.scans("ladder") == []


async def test_places_of_an_earlier_moment(store: Database) -> None:
    users = (ANN, BOB, CAT)
    await three(store)
    await store.write(stores.ladders.join, OTHER, CAT, NOON)
    assert await store.read(stores.ladders.places_at, KEY, users, NOON - HOUR) == {}
    await store.write(stores.ladders.leave, KEY, ANN, NOON + HOUR)
    await store.write(stores.ladders.join, KEY, ANN, NOON + 2 * HOUR)
    moments = {
        NOON: {ANN: 1, BOB: 2, CAT: 3},
        NOON + HOUR: {BOB: 1, CAT: 2},
        NOON + DAY: {ANN: 3, BOB: 1, CAT: 2},
    }
    for moment, places in moments.items():
        assert await store.read(stores.ladders.places_at, KEY, users, moment) == places
    assert await store.read(stores.ladders.places_at, KEY, [BOB], NOON) == {BOB: 2}
