"""One way to the thread a statement; transactions begin, end and fail as those of aiosqlite do."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from data import hops


class Counted(hops.Connection):
    """Counts its ways to the thread."""

    ways = 0

    async def _execute(self, *what: Any, **how: Any) -> Any:
        self.ways += 1
        return await super()._execute(*what, **how)


@pytest_asyncio.fixture
async def connection(tmp_path: Path) -> AsyncIterator[Counted]:
    def connector() -> sqlite3.Connection:
        made = sqlite3.connect(tmp_path / "file", isolation_level=None)
        made.execute("CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT UNIQUE)")
        return made

    opened = Counted(connector, iter_chunk_size=64)
    async with opened:
        yield opened


async def test_a_statement_and_its_rows_are_one_way(connection: Counted) -> None:
    async with connection.cursor() as cursor:
        await cursor.execute("SELECT 1 AS one UNION SELECT 2")
        assert [column[0] for column in cursor.description] == ["one"]
        assert await cursor.fetchall() == [(1,), (2,)]
        assert await cursor.fetchall() == (), "each row once"
    assert connection.ways == 1


async def test_a_transaction_begins_with_its_first_statement(connection: Counted) -> None:
    await connection.cursor().execute("BEGIN")
    assert connection.ways == 0
    cursor = await connection.cursor().execute("INSERT INTO thing (name) VALUES (?)", ("one",))
    assert (cursor.rowcount, cursor.lastrowid, cursor.description) == (1, 1, None)
    assert connection.in_transaction
    await connection.rollback()
    assert await (await connection.cursor().execute("SELECT * FROM thing")).fetchall() == []


async def test_what_begins_at_once_does(connection: Counted) -> None:
    await connection.cursor().execute("BEGIN IMMEDIATE")
    assert connection.in_transaction
    await connection.cursor().executemany("INSERT INTO thing (name) VALUES (?)", [("one",), ("two",)])
    await connection.commit()
    await connection.rollback()
    cursor = await connection.cursor().execute("SELECT name FROM thing ORDER BY id")
    assert await cursor.fetchall() == [("one",), ("two",)]


async def test_a_transaction_without_a_statement_is_no_way_and_none_is_left(connection: Counted) -> None:
    for end in (connection.commit, connection.rollback):
        await connection.cursor().execute("BEGIN")
        await end()
        assert connection.ways == 0
    await connection.cursor().execute("SELECT 1")
    assert not connection.in_transaction


async def test_a_statement_that_fails_leaves_its_transaction_to_be_undone(connection: Counted) -> None:
    await connection.cursor().execute("BEGIN")
    await connection.cursor().execute("INSERT INTO thing (name) VALUES ('one')")
    with pytest.raises(sqlite3.IntegrityError):
        await connection.cursor().execute("INSERT INTO thing (name) VALUES ('one')")
    assert connection.in_transaction
    await connection.rollback()
    assert await (await connection.cursor().execute("SELECT * FROM thing")).fetchall() == []
