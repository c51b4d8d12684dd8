"""What is one person's is found by key or off an index, on either database."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

from data import stores
from data.schema import metadata
from matches.model import GuildId, MatchId, UserId
from tests.data_store.making import ANN, BOB, CAT, NOON
from tests.data_store.stores.plans import Watched

# The acts of administrators are read from end to end, off an index that holds nothing else; who is to be
# forgotten too, since nobody is as a rule.
OF_PERSONS = re.compile(
    f"SCAN ({'|'.join(metadata.tables.keys() - {'forgetting'})})(?! USING INDEX ix_entry_names)\\b"
)


async def test_nothing_about_a_person_is_looked_for_in_a_whole_table(
    watched: Watched, sqlite_file: Path
) -> None:
    store, statements = watched
    await store.write(stores.privacy.add_block, ANN, BOB, NOON)
    await store.read(stores.privacy.blocks, ANN)
    await store.read(stores.privacy.blockers, ANN, BOB)
    await store.write(stores.privacy.unblock, ANN, BOB)
    await store.read(stores.privacy.kept_of, ANN)
    await store.read(stores.privacy.counts_of, ANN)
    await store.read(stores.privacy.matches_of, ANN, MatchId(0), 9)
    await store.read(stores.privacy.threads_naming, ANN, MatchId(0), 9)
    await store.read(stores.privacy.worn_by, ANN)
    await store.write(stores.privacy.ask_to_be_forgotten, BOB, NOON)
    await store.read(stores.privacy.to_be_forgotten, 9)
    await store.read(stores.privacy.is_to_be_forgotten, BOB)
    await store.read(stores.privacy.deletion_of, BOB)
    await store.read(stores.privacy.oldest_deletion)
    await store.read(stores.privacy.asked_before, NOON)
    await store.read(stores.participation.takes_part, GuildId(11), ANN)
    for match in await store.read(stores.lists.of_player, CAT):
        await _close(sqlite_file, match.id)
    assert await store.write(stores.privacy.forget, CAT, UserId(-5), NOON)
    assert len(statements.seen) > 60 and statements.scans(scan=OF_PERSONS) == []


async def _close(path: Path, match_id: MatchId) -> None:
    """End a match by the database's own hand, whatever it is about."""
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE match SET phase = 'declined' WHERE id = ?", (match_id,))
