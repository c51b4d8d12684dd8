"""What is asked about watching and about a server's week is read by key or off an index."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest_asyncio

from data import Database, stores
from data.stores.lines import StoredTree
from matches.guild_posts import Span
from matches.lines import NO_GAME, LineKey, LineTree
from matches.model import GuildId, MatchId, UserId
from tests.data_store.conftest import Opener
from tests.data_store.dumping import fill
from tests.data_store.making import CAT, NOON, WEEK
from tests.data_store.stores.test_plans import SCAN, Statements
from tests.store import listening

GUILD, SPAN = GuildId(11), Span(NOON, NOON + WEEK)
WATCHED = MatchId(3)
"""A match of the filled store that runs."""


@pytest_asyncio.fixture
async def watched(sqlite_url: str, opener: Opener) -> AsyncIterator[tuple[Database, Statements]]:
    store, statements = await opener(sqlite_url), Statements()
    await fill(store)
    with listening("before_cursor_execute", statements.see):
        yield store, statements


def plans(statements: Statements, file: Path) -> list[list[str]]:
    """How the database does what was asked of it, without the pages of a subquery that it makes itself."""
    with closing(sqlite3.connect(file)) as database:
        return [
            [row[3] for row in database.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)]
            for statement, parameters in statements.seen
        ]


async def test_no_reading_goes_through_a_whole_table(
    watched: tuple[Database, Statements], sqlite_file: Path
) -> None:
    store, statements = watched
    (match_id, *_) = await store.read(stores.spectators.watched_by, CAT)
    await store.write(
        stores.spectators.start_watching, match_id, UserId(9), each_turn=True, at=NOON, most=9, crowd=9
    )
    await store.read(stores.spectators.watchers_of, match_id)
    await store.write(stores.spectators.unwatch, match_id, CAT)
    await store.read(stores.last_looks.seen, match_id, CAT)
    await store.write(stores.last_looks.look, match_id, CAT, 3)
    key, tree = LineKey(CAT, match_id, NO_GAME), LineTree()
    for revision in (0, 1):
        await store.write(stores.lines.save, key, StoredTree(tree, revision), NOON)
    await store.read(stores.lines.tree, key)
    await store.read(stores.spectators.ended_in, GUILD, SPAN, 8)
    await store.read(stores.spectators.games_ended, GUILD, SPAN)
    await store.read(stores.spectators.count_running, GUILD)
    await store.read(stores.spectators.gains, GUILD, SPAN, 3)
    await store.read(stores.spectators.newcomers, GUILD, SPAN)
    found = plans(statements, sqlite_file)
    assert len(found) >= 10
    for plan in found:
        assert not any(SCAN.match(line) for line in plan), plan


async def test_a_week_is_found_by_its_server_and_time(
    watched: tuple[Database, Statements], sqlite_file: Path
) -> None:
    store, statements = watched
    of_the_week = "SEARCH match USING INDEX ix_match_guild_id_finished_at_id (guild_id=? AND finished_at>?"
    for asked in (
        store.read(stores.spectators.ended_in, GUILD, SPAN, 8),
        store.read(stores.spectators.games_ended, GUILD, SPAN),
        store.read(stores.spectators.gains, GUILD, SPAN, 3),
        store.read(stores.spectators.newcomers, GUILD, SPAN),
    ):
        statements.seen.clear()
        await asked
        plan = plans(statements, sqlite_file)[0]
        assert any(line.startswith(of_the_week) for line in plan), plan
    statements.seen.clear()
    await store.read(stores.spectators.ended_in, GUILD, SPAN, 8)
    assert not any("TEMP B-TREE" in line for line in plans(statements, sqlite_file)[0])


async def test_who_watches_what_is_found_by_its_key(
    watched: tuple[Database, Statements], sqlite_file: Path
) -> None:
    store, statements = watched
    statements.seen.clear()
    await store.read(stores.spectators.watchers_of, WATCHED)
    await store.read(stores.spectators.watched_by, CAT)
    of_match, of_person = plans(statements, sqlite_file)
    assert of_match[0] == "SEARCH watch USING PRIMARY KEY (match_id=?)"
    assert of_person[0] == "SEARCH watch USING COVERING INDEX ix_watch_user_id_match_id (user_id=?)"
