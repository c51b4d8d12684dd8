"""Trees of lines in every store: each change guarded by the revision, and a bound for old ones."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import select, update

from data import Database, stores
from data.schema import line_tree
from data.stores.lines import StoredTree
from matches.errors import StoreUnavailableError
from matches.lines import MOST_TREES, LineKey, LineSpot, LineTree
from matches.model import MatchId
from tests.data_store.making import ANN, BOB, MINUTE, NOON, accepted, finished, new_challenge
from tests.store import keep, rows, write

KEY = LineKey(ANN, MatchId(7), "")


def tried(*actions: str) -> LineTree:
    """A tree with these actions side by side."""
    tree = LineTree()
    for action in actions:
        tree, _ = tree.added(LineSpot(0, 0), action, ())
    return tree


async def save(store: Database, key: LineKey, tree: LineTree, revision: int, minutes: int = 0) -> bool:
    return await store.write(stores.lines.save, key, StoredTree(tree, revision), NOON + minutes * MINUTE)


async def test_each_user_match_and_game_has_a_tree_of_its_own(store: Database) -> None:
    keys = [KEY, KEY._replace(user_id=BOB), KEY._replace(match_id=MatchId(8))]
    keys += [LineKey.on_rules("prudh", ANN), LineKey.on_rules("pjawns", ANN)]
    for number, key in enumerate(keys):
        assert await store.read(stores.lines.tree, key) == StoredTree(LineTree(), 0)
        assert await save(store, key, tried(str(number)), 0)
    for number, key in enumerate(keys):
        assert await store.read(stores.lines.tree, key) == StoredTree(tried(str(number)), 1)


async def test_a_change_of_an_older_revision_is_refused(store: Database) -> None:
    assert await save(store, KEY, tried("a"), 0)
    assert await save(store, KEY, tried("a", "b"), 1)
    assert not await save(store, KEY, tried("a", "c"), 1)
    assert not await save(store, KEY, tried("c"), 0), "as if there were none"
    assert await store.read(stores.lines.tree, KEY) == StoredTree(tried("a", "b"), 2)


async def test_of_two_changes_at_the_same_time_one_is_refused(store: Database) -> None:
    for revision in (0, 1):
        changes = (save(store, KEY, tried(str(revision), one), revision) for one in "ab")
        assert sorted(await asyncio.gather(*changes)) == [False, True]


async def test_the_oldest_trees_on_matches_that_are_over_go_first(store: Database) -> None:
    match = await new_challenge(store)
    match = await keep(store, accepted(match, sides={"green": ANN, "blue": BOB}))
    await save(store, LineKey.on(match, ANN), tried("a"), 0)
    await save(store, LineKey.on_rules("prudh", ANN), tried("a"), 0)
    for number in range(MOST_TREES):
        await save(store, KEY._replace(match_id=MatchId(100 + number)), tried("a"), 0, number + 1)
    assert len(await kept(store)) == MOST_TREES + 2
    await save(store, KEY._replace(match_id=MatchId(999)), tried("a"), 0, 999)
    left = await kept(store)
    assert len(left) == MOST_TREES + 2 and 100 not in left and {0, match.id, 999} <= left
    await keep(store, finished(match))
    await save(store, KEY._replace(match_id=MatchId(1000)), tried("a"), 0, 1000)
    assert match.id not in await kept(store), "it is the oldest of those that are over"


async def kept(store: Database) -> set[int]:
    """The matches with trees of ANN."""
    return {row["match_id"] for row in await rows(store, select(line_tree.c.match_id))}


async def test_a_damaged_tree_is_told(store: Database) -> None:
    await save(store, KEY, tried("a"), 0)
    await write(store, update(line_tree).values(body="{}"))
    with pytest.raises(StoreUnavailableError, match="lines of match=7"):
        await store.read(stores.lines.tree, KEY)
