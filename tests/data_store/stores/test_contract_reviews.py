"""The promises of every store about reviews of finished matches."""

from __future__ import annotations

import pytest

from data import Database, stores
from matches.errors import NoSuchMatchError
from matches.model import MatchId
from tests.data_store.making import finished, new_challenge
from tests.store import keep


async def test_a_review_is_kept_until_they_are_made_in_another_way(store: Database) -> None:
    match = await keep(store, finished(await new_challenge(store)))
    assert await store.read(stores.records.review_of, match.id, 1) is None
    await store.write(stores.records.keep_review, match.id, 1, '{"turns": ["\N{SHRIMP}"]}')
    assert await store.read(stores.records.review_of, match.id, 1) == '{"turns": ["\N{SHRIMP}"]}'
    assert await store.read(stores.records.review_of, match.id, 2) is None
    await store.write(stores.records.keep_review, match.id, 1, "again")
    assert await store.read(stores.records.review_of, match.id, 1) == "again"
    await store.write(stores.records.keep_review, match.id, 2, "anew")
    assert await store.read(stores.records.review_of, match.id, 1) is None
    assert await store.read(stores.records.review_of, match.id, 2) == "anew"


async def test_no_review_is_kept_of_no_match(store: Database) -> None:
    with pytest.raises(NoSuchMatchError):
        await store.write(stores.records.keep_review, MatchId(99), 1, "{}")
    assert await store.read(stores.records.review_of, MatchId(99), 1) is None
