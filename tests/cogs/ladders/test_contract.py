"""Ladders in every store: read whole, changed in one transaction, found by their keys."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import Final

import pytest
from sqlalchemy import delete

from cogs.ladders.service import MOVED_WITHIN, _end
from data import Database, stores
from data.features.ladders import ladder, ladder_place, leave, leave_all
from data.stores.matches import Effect
from matches.errors import StaleError
from matches.guilds.shards import Shards
from matches.ladder import Ladder, LadderEnding, LadderError, LadderKey, LadderProblem, PlaceReason
from matches.model import GuildId, Match, UserId
from matches.summaries import NO_LIMITS
from tests.cogs.ladders.made import at
from tests.data_store.making import ANN, BOB, CAT, DAY, HOUR, NOON, accepted, challenge, finished
from tests.data_store.stores.plans import Watched
from tests.store import keep

KEY: Final = LadderKey(GuildId(11), "prawns")
OTHER: Final = LadderKey(GuildId(11), "prudh")


def order(of: Ladder) -> list[UserId]:
    return [rung.user_id for rung in of.rungs]


async def for_place(store: Database, challenger: UserId, opponent: UserId) -> Match:
    new = challenge(challenger=challenger, opponent=opponent, ladder=1)
    made = await at(store)._store(new, challenger, opponent, NO_LIMITS)
    return await keep(store, accepted(made, sides={"blue": challenger, "green": opponent}))


def ending(match: Match) -> Effect:
    """What is stored with the end of a match that its challenger has won."""
    challenger, opponent = match.users
    ended = LadderEnding(KEY, challenger, opponent, True, (challenger, opponent), NOON + HOUR)
    return partial(_end, ended)


async def three(store: Database) -> None:
    for user in (ANN, BOB, CAT):
        await at(store)._join(KEY, user)


async def test_ladders_are_apart_and_keep_their_order(store: Database) -> None:
    await three(store)
    await at(store)._join(OTHER, CAT)
    assert order(await store.read(ladder, KEY)) == [ANN, BOB, CAT]
    found = await at(store)._of_guild(KEY.guild_id)
    assert {game: order(one) for game, one in found.items()} == {"prawns": [ANN, BOB, CAT], "prudh": [CAT]}
    await store.write(leave, KEY, ANN, NOON)
    assert order(await store.read(ladder, KEY)) == [BOB, CAT]
    await store.write(leave_all, CAT, NOON, GuildId(12))
    assert order(await store.read(ladder, KEY)) == [BOB, CAT]
    await store.write(leave_all, CAT, NOON)
    assert order(await store.read(ladder, OTHER)) == []


async def test_the_place_changes_with_the_end_of_the_match_or_not_at_all(store: Database) -> None:
    await three(store)
    match = await for_place(store, CAT, ANN)
    assert match.terms.ladder == 1
    with pytest.raises(StaleError):
        late = replace(finished(match), version=match.version + 5)
        await store.write(stores.matches.save, late, effects=[ending(match)])
    assert order(await store.read(ladder, KEY)) == [ANN, BOB, CAT]
    await store.write(stores.matches.save, finished(match), effects=[ending(match)])
    assert order(await store.read(ladder, KEY)) == [CAT, ANN, BOB]
    with pytest.raises(StaleError):
        await store.write(stores.matches.save, finished(match), effects=[ending(match)])
    (latest, _) = await at(store).history(KEY, CAT)
    assert (latest.place, latest.reason, latest.at) == (1, PlaceReason.WON, NOON + HOUR)


async def test_of_two_challenges_at_once_one_is_made(store: Database) -> None:
    await three(store)
    both = await asyncio.gather(
        for_place(store, CAT, ANN), for_place(store, CAT, BOB), return_exceptions=True
    )
    refused = [one for one in both if isinstance(one, LadderError)]
    assert [one.problem for one in refused] == [LadderProblem.CHALLENGING]
    state = await at(store).state(KEY, CAT)
    assert len(state.running) == 1


async def test_of_several_who_join_at_once_each_has_a_place(store: Database) -> None:
    people = [UserId(1100 + number) for number in range(8)]
    await asyncio.gather(*(at(store)._join(KEY, user) for user in people))
    assert sorted(order(await store.read(ladder, KEY))) == people
    places = [(await at(store).history(KEY, user))[0].place for user in people]
    assert sorted(places) == list(range(1, 9))


async def test_whom_somebody_met_lately_is_known(store: Database) -> None:
    await three(store)
    match = await for_place(store, CAT, ANN)
    await store.write(stores.matches.save, finished(match), effects=[ending(match)])
    for user, other in ((CAT, ANN), (ANN, CAT)):
        assert (await at(store, NOON + DAY).state(KEY, user)).met == {other}
        assert (await at(store, NOON + 8 * DAY).state(KEY, user)).met == set()


async def test_sliding_is_given_to_whoever_has_the_server(store: Database) -> None:
    await three(store)
    later = NOON + 40 * DAY
    assert await at(store, later)._due(9) == (KEY,)
    assert await at(store, later, Shards(2, (1,)))._due(9) == ()
    assert await at(store, later, Shards(2, (0,)))._due(9) == (KEY,)
    await at(store, later)._slide(KEY, closed=False)
    await at(store, later)._slide(KEY, closed=False)
    assert await at(store, later)._due(9) == ()
    assert len(order(await store.read(ladder, KEY))) == 3


async def test_a_row_that_is_gone_leaves_no_gap(store: Database) -> None:
    await three(store)
    of_ann = ladder_place.c.user_id == ANN
    await store.write(lambda connection: connection.execute(delete(ladder_place).where(of_ann)))
    found = await store.read(ladder, KEY)
    assert (found.place_of(BOB), found.place_of(CAT)) == (1, 2)
    await at(store)._join(KEY, ANN)
    assert order(await store.read(ladder, KEY)) == [BOB, CAT, ANN]


async def test_who_is_forgotten_makes_room(store: Database) -> None:
    await three(store)
    assert await store.write(stores.privacy.forget, ANN, UserId(-5), NOON + HOUR)
    assert order(await store.read(ladder, KEY)) == [BOB, CAT]
    assert (await at(store).history(KEY, BOB))[0].place == 1
    assert await at(store).history(KEY, ANN) == ()


async def test_no_question_about_a_ladder_reads_a_whole_table(watched_empty: Watched) -> None:
    store, statements = watched_empty
    await three(store)
    match = await for_place(store, CAT, ANN)
    await store.write(stores.matches.save, finished(match), effects=[ending(match)])
    await at(store, NOON + 40 * DAY)._due(9)
    await at(store, NOON + 40 * DAY)._slide(KEY, closed=False)
    await at(store).history(KEY, CAT)
    await at(store, NOON + MOVED_WITHIN).places_before(KEY, [ANN, CAT])
    await at(store)._of_guild(KEY.guild_id)
    await store.write(leave_all, CAT, NOON)
    assert len(statements.about("ladder")) > 12 and statements.scans("ladder") == []


async def test_places_of_an_earlier_moment(store: Database) -> None:
    users = (ANN, BOB, CAT)
    await three(store)
    await at(store)._join(OTHER, CAT)
    assert await at(store, NOON - HOUR + MOVED_WITHIN).places_before(KEY, users) == {}
    await store.write(leave, KEY, ANN, NOON + HOUR)
    await at(store, NOON + 2 * HOUR)._join(KEY, ANN)
    moments = {
        NOON: {ANN: 1, BOB: 2, CAT: 3},
        NOON + HOUR: {BOB: 1, CAT: 2},
        NOON + DAY: {ANN: 3, BOB: 1, CAT: 2},
    }
    for moment, places in moments.items():
        assert await at(store, moment + MOVED_WITHIN).places_before(KEY, users) == places
    assert await at(store, NOON + MOVED_WITHIN).places_before(KEY, [BOB]) == {BOB: 2}
