"""What every store promises about codes of matches and records that were brought in, asked of each kind."""

from __future__ import annotations

import asyncio

import pytest

from matches.errors import NoSuchMatchError
from matches.model import ImportId, MatchId
from matches.ports import Store
from tests.data_store.conftest import Opener
from tests.data_store.making import ANN, BOB, NOON, accepted, challenge, finished
from tests.store import keep

CODE, OTHER = "K7Q2MP", "ABCDEF"


async def a_match(store: Store) -> MatchId:
    return (await store.matches.create(challenge())).id


# --- codes -------------------------------------------------------------------------------------------


async def test_a_code_opens_its_match_and_no_other(store: Store) -> None:
    match_id = await a_match(store)
    assert await store.records.share_of(match_id) is None
    assert await store.records.shared(CODE) is None
    assert await store.records.share(match_id, CODE, NOON) == CODE
    assert await store.records.share_of(match_id) == CODE
    assert await store.records.shared(CODE) == match_id
    assert await store.records.shared(CODE.lower()) is None


async def test_a_match_keeps_the_code_that_it_has(store: Store) -> None:
    match_id = await a_match(store)
    await store.records.share(match_id, CODE, NOON)
    assert await store.records.share(match_id, OTHER, NOON) == CODE
    assert await store.records.shared(OTHER) is None


async def test_a_code_is_never_of_two_matches(store: Store) -> None:
    first, second = await a_match(store), await a_match(store)
    await store.records.share(first, CODE, NOON)
    assert await store.records.share(second, CODE, NOON) is None
    assert (await store.records.share_of(second), await store.records.shared(CODE)) == (None, first)


async def test_a_match_that_is_not_shared_any_more_is_opened_by_nothing(store: Store) -> None:
    match_id = await a_match(store)
    await store.records.share(match_id, CODE, NOON)
    for _ in range(2):
        await store.records.unshare(match_id)
        assert (await store.records.share_of(match_id), await store.records.shared(CODE)) == (None, None)
    assert await store.records.share(match_id, OTHER, NOON) == OTHER


async def test_there_is_no_code_of_a_match_that_there_is_not(store: Store) -> None:
    with pytest.raises(NoSuchMatchError):
        await store.records.share(MatchId(9), CODE, NOON)
    await store.records.unshare(MatchId(9))


async def test_two_who_share_a_match_at_once_get_one_code(opener: Opener, sqlite_url: str) -> None:
    one, other = await opener(sqlite_url), await opener(sqlite_url)
    match_id = await a_match(one)
    codes = await asyncio.gather(
        one.records.share(match_id, CODE, NOON),
        other.records.share(match_id, OTHER, NOON),
    )
    assert codes[0] == codes[1] == await one.records.share_of(match_id)


# --- records that were brought in --------------------------------------------------------------------


async def test_a_record_is_kept_for_whoever_brought_it_in(store: Store) -> None:
    text = '[Game "prawns"]\n1. “d2”\n'
    number = await store.records.keep_import(ANN, text, NOON, 3)
    assert await store.records.imported(number, ANN) == text
    assert await store.records.imported(number, BOB) is None
    assert await store.records.imported(ImportId(number + 1), ANN) is None


async def test_of_one_persons_records_the_newest_are_kept(store: Store) -> None:
    others = await store.records.keep_import(BOB, "bob's", NOON, 2)
    numbers = [await store.records.keep_import(ANN, f"number {count}", NOON, 2) for count in range(4)]
    found = [await store.records.imported(number, ANN) for number in numbers]
    assert found == [None, None, "number 2", "number 3"]
    assert await store.records.imported(others, BOB) == "bob's"


async def test_the_number_of_a_record_is_never_given_twice(store: Store) -> None:
    first = await store.records.keep_import(ANN, "a", NOON, 1)
    second = await store.records.keep_import(ANN, "b", NOON, 1)
    assert (await store.records.imported(first, ANN), await store.records.imported(second, ANN)) == (
        None,
        "b",
    )
    assert second > first


# --- what was played ---------------------------------------------------------------------------------


async def test_finished_matches_are_leafed_through_and_chosen_by_game(store: Store) -> None:
    ended = []
    for number in range(6):
        game = ("prawns", "pjawns")[number % 2]
        made = await store.matches.create(challenge(game_key=game))
        ended.append((await keep(store, finished(await keep(store, accepted(made))))).id)
    await store.matches.create(challenge())

    async def ids(limit: int, offset: int, game: str | None = None) -> list[MatchId]:
        found = await store.matches.latest_of_player(ANN, limit, offset=offset, game=game)
        return [match.id for match in found]

    assert await ids(4, 0) == ended[:1:-1]
    assert await ids(4, 4) == ended[1::-1]
    assert await ids(4, 6) == []
    assert await ids(9, 0, "pjawns") == ended[5::-2]
    assert await ids(1, 1, "pjawns") == [ended[3]]
    assert await ids(9, 0, "predation") == []
