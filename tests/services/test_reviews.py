"""Reviews of finished matches, on both databases: kept until they are made in another way."""

from __future__ import annotations

import pytest

from data import Database
from matches.errors import NoSuchMatchError
from matches.model import MatchId
from services.reviews import Reviews
from tests.data_store.making import finished, new_challenge
from tests.matches.table import Table
from tests.store import keep


@pytest.fixture
def reviews(store: Database) -> Reviews:
    """Reviews on a database of each kind."""
    return Table(store).matches.reviews


async def test_a_review_is_kept_until_they_are_made_in_another_way(store: Database, reviews: Reviews) -> None:
    match = await keep(store, finished(await new_challenge(store)))
    assert await reviews.kept(match.id, 1) is None
    await reviews.keep(match.id, 1, '{"turns": ["\N{SHRIMP}"]}')
    assert await reviews.kept(match.id, 1) == '{"turns": ["\N{SHRIMP}"]}'
    assert await reviews.kept(match.id, 2) is None
    await reviews.keep(match.id, 1, "again")
    assert await reviews.kept(match.id, 1) == "again"
    await reviews.keep(match.id, 2, "anew")
    assert await reviews.kept(match.id, 1) is None
    assert await reviews.kept(match.id, 2) == "anew"


async def test_no_review_is_kept_of_no_match(reviews: Reviews) -> None:
    with pytest.raises(NoSuchMatchError):
        await reviews.keep(MatchId(99), 1, "{}")
    assert await reviews.kept(MatchId(99), 1) is None
