"""What each user has seen of a match in every store: it only grows, and each user's is their own."""

from __future__ import annotations

import asyncio

from data import Database, stores
from matches.model import MatchId, UserId
from tests.data_store.making import ANN, BOB, new_challenge


async def a_match(store: Database) -> MatchId:
    return (await new_challenge(store)).id


async def seen(store: Database, match: MatchId, user: UserId = ANN) -> int | None:
    return await store.read(stores.last_looks.seen, match, user)


async def test_each_user_and_match_has_a_number_of_its_own(store: Database) -> None:
    one, other = await a_match(store), await a_match(store)
    assert await seen(store, one) is None
    await store.write(stores.last_looks.look, one, ANN, 0)
    await store.write(stores.last_looks.look, other, ANN, 4)
    await store.write(stores.last_looks.look, one, BOB, 7)
    assert [await seen(store, *which) for which in ((one, ANN), (other, ANN), (one, BOB), (other, BOB))] == [
        *(0, 4, 7),
        None,
    ]


async def test_an_older_look_that_comes_late_takes_nothing_back(store: Database) -> None:
    match = await a_match(store)
    for entries in (3, 8, 5, 8):
        await store.write(stores.last_looks.look, match, ANN, entries)
    assert await seen(store, match) == 8


async def test_two_looks_at_the_same_time_are_one(store: Database) -> None:
    match = await a_match(store)
    await asyncio.gather(
        *(store.write(stores.last_looks.look, match, ANN, entries) for entries in (2, 6, 6, 4))
    )
    assert await seen(store, match) == 6
