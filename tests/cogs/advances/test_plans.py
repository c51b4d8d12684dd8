"""No question about moves in advance goes through a whole table."""

from __future__ import annotations

from cogs.advances.service import Advances
from tests.data_store.stores.plans import Watched
from tests.matches.some_line import line_of
from tests.matches.table import CHALLENGER, Table


async def test_every_statement_uses_an_index(watched_empty: Watched) -> None:
    store, statements = watched_empty
    table = Table(store)
    match = await table.begun(1)
    advances = Advances(table.services.core)
    line = line_of(await table.history(), 4)
    await advances.say(match.id, CHALLENGER, line, 1)
    await advances.say(match.id, CHALLENGER, [*line[:3], line_of(await table.history(), 4, which=1)[3]], 1)
    await advances.take_back(match.id, CHALLENGER)
    await advances.dropped_of(match.id, CHALLENGER)
    assert len(statements.about("advance")) > 6 and statements.scans("advance") == []
