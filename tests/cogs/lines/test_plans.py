"""No question about lines goes through a whole table."""

from __future__ import annotations

from cogs.lines.service import Lines, StoredTree
from matches.lines import NO_GAME, LineKey, LineTree
from matches.model import MatchId
from tests.data_store.making import CAT
from tests.data_store.stores.plans import Watched
from tests.matches.table import Table


async def test_every_statement_uses_an_index(watched_empty: Watched) -> None:
    store, statements = watched_empty
    lines = Lines(Table(store).services.core)
    key, tree = LineKey(CAT, MatchId(3), NO_GAME), LineTree()
    for revision in (0, 1):
        await lines.save(key, StoredTree(tree, revision))
    await lines.stored(key)
    assert len(statements.about("line_tree")) > 4 and statements.scans("line_tree") == []
