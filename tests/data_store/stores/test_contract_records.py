"""What every store promises about codes of matches and records that were brought in, asked of each kind."""

from __future__ import annotations

import asyncio

import pytest

from data import Database, stores
from matches.errors import NoSuchMatchError
from matches.model import ImportId, MatchId
from tests.data_store.conftest import Opener
from tests.data_store.making import ANN, BOB, NOON, accepted, finished, new_challenge
from tests.store import keep

CODE, OTHER = "K7Q2MP", "ABCDEF"


async def a_match(store: Database) -> MatchId:
    return (await new_challenge(store)).id


# --- codes -------------------------------------------------------------------------------------------


async def test_a_code_opens_its_match_and_no_other(store: Database) -> None:
    match_id = await a_match(store)
    assert await store.read(stores.records.share_of, match_id) is None
    assert await store.read(stores.records.shared, CODE) is None
    assert await store.write(stores.records.add_share, match_id, CODE, NOON) == CODE
    assert await store.read(stores.records.share_of, match_id) == CODE
    assert await store.read(stores.records.shared, CODE) == match_id
    assert await store.read(stores.records.shared, CODE.lower()) is None


async def test_a_match_keeps_the_code_that_it_has(store: Database) -> None:
    match_id = await a_match(store)
    await store.write(stores.records.add_share, match_id, CODE, NOON)
    assert await store.write(stores.records.add_share, match_id, OTHER, NOON) == CODE
    assert await store.read(stores.records.shared, OTHER) is None


async def test_a_code_is_never_of_two_matches(store: Database) -> None:
    first, second = await a_match(store), await a_match(store)
    await store.write(stores.records.add_share, first, CODE, NOON)
    assert await store.write(stores.records.add_share, second, CODE, NOON) is None
    assert (
        await store.read(stores.records.share_of, second),
        await store.read(stores.records.shared, CODE),
    ) == (None, first)


async def test_a_match_that_is_not_shared_any_more_is_opened_by_nothing(store: Database) -> None:
    match_id = await a_match(store)
    await store.write(stores.records.add_share, match_id, CODE, NOON)
    for _ in range(2):
        await store.write(stores.records.unshare, match_id)
        assert (
            await store.read(stores.records.share_of, match_id),
            await store.read(stores.records.shared, CODE),
        ) == (None, None)
    assert await store.write(stores.records.add_share, match_id, OTHER, NOON) == OTHER


async def test_there_is_no_code_of_a_match_that_there_is_not(store: Database) -> None:
    with pytest.raises(NoSuchMatchError):
        await store.write(stores.records.add_share, MatchId(9), CODE, NOON)
    await store.write(stores.records.unshare, MatchId(9))


async def test_two_who_share_a_match_at_once_get_one_code(opener: Opener, sqlite_url: str) -> None:
    one, other = await opener(sqlite_url), await opener(sqlite_url)
    match_id = await a_match(one)
    codes = await asyncio.gather(
        one.write(stores.records.add_share, match_id, CODE, NOON),
        other.write(stores.records.add_share, match_id, OTHER, NOON),
    )
    assert codes[0] == codes[1] == await one.read(stores.records.share_of, match_id)


# --- records that were brought in --------------------------------------------------------------------


async def test_a_record_is_kept_for_whoever_brought_it_in(store: Database) -> None:
    text = '[Game "prawns"]\n1. “d2”\n'
    number = await store.write(stores.records.keep_import, ANN, text, NOON, 3)
    assert await store.read(stores.records.import_of, number, ANN) == text
    assert await store.read(stores.records.import_of, number, BOB) is None
    assert await store.read(stores.records.import_of, ImportId(number + 1), ANN) is None


async def test_of_one_persons_records_the_newest_are_kept(store: Database) -> None:
    others = await store.write(stores.records.keep_import, BOB, "bob's", NOON, 2)
    numbers = [
        await store.write(stores.records.keep_import, ANN, f"number {count}", NOON, 2) for count in range(4)
    ]
    found = [await store.read(stores.records.import_of, number, ANN) for number in numbers]
    assert found == [None, None, "number 2", "number 3"]
    assert await store.read(stores.records.import_of, others, BOB) == "bob's"


async def test_the_number_of_a_record_is_never_given_twice(store: Database) -> None:
    first = await store.write(stores.records.keep_import, ANN, "a", NOON, 1)
    second = await store.write(stores.records.keep_import, ANN, "b", NOON, 1)
    assert (
        await store.read(stores.records.import_of, first, ANN),
        await store.read(stores.records.import_of, second, ANN),
    ) == (
        None,
        "b",
    )
    assert second > first


# --- what was played ---------------------------------------------------------------------------------


async def test_finished_matches_are_leafed_through_and_chosen_by_game(store: Database) -> None:
    ended = []
    for number in range(6):
        game = ("prawns", "pjawns")[number % 2]
        made = await new_challenge(store, game_key=game)
        ended.append((await keep(store, finished(await keep(store, accepted(made))))).id)
    await new_challenge(store)

    async def ids(limit: int, offset: int, game: str | None = None) -> list[MatchId]:
        found = await store.read(stores.lists.latest_of_player, ANN, limit, offset=offset, game=game)
        return [match.id for match in found]

    assert await ids(4, 0) == ended[:1:-1]
    assert await ids(4, 4) == ended[1::-1]
    assert await ids(4, 6) == []
    assert await ids(9, 0, "pjawns") == ended[5::-2]
    assert await ids(1, 1, "pjawns") == [ended[3]]
    assert await ids(9, 0, "predation") == []
