"""``python -m data compact``: a file without what was deleted before, with all that is there."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from data import stores
from data.maintenance import reading
from matches.model import MatchId
from tests.data_store.conftest import Opener
from tests.data_store.dumping import fill
from tests.data_store.maintenance.checking import dump
from tests.data_store.maintenance.conftest import Here
from tests.data_store.making import BOB

SECRET = "nobody's business but mine"


@pytest.fixture
async def older(sqlite_url: str, sqlite_file: Path, opener: Opener) -> Path:
    """A database from which an SQLite that overwrites nothing has deleted a lot."""
    store = await opener(sqlite_url)
    await fill(store)
    await store.write(stores.matches.save_note, MatchId(1), BOB, SECRET)
    await store.close()
    with closing(sqlite3.connect(sqlite_file)) as database, database:
        database.execute("PRAGMA secure_delete = OFF")
        database.executemany(
            "INSERT INTO imported (user_id, text, at) VALUES (7, ?, 'x')", [(SECRET * 99,) for _ in range(99)]
        )
    with closing(sqlite3.connect(sqlite_file)) as database, database:
        database.execute("PRAGMA secure_delete = OFF")
        database.execute("DELETE FROM imported WHERE user_id = 7")
        database.execute("DELETE FROM note WHERE text = ?", (SECRET,))
    return sqlite_file


def test_what_was_deleted_before_is_gone_and_the_rest_stays(older: Path, here: Here) -> None:
    before, size = dump(older), older.stat().st_size
    assert SECRET.encode() in older.read_bytes()
    answer = here("compact")
    assert (answer.code, answer.complained) == (0, "")
    assert f"Rewrote {older.name} without" in answer.said
    assert dump(older) == before
    assert SECRET.encode() not in older.read_bytes()
    assert older.stat().st_size < size


async def test_beside_a_running_bot(older: Path, sqlite_url: str, opener: Opener, here: Here) -> None:
    store = await opener(sqlite_url)
    await store.write(stores.host.remember, "a fact", "stays")
    assert (await asyncio.to_thread(here, "compact")).code == 0
    assert SECRET.encode() not in b"".join(file.read_bytes() for file in older.parent.glob(f"{older.name}*"))
    assert await store.read(stores.host.remembered, "a fact") == "stays"


@pytest.mark.parametrize("mode", ["NORMAL", "EXCLUSIVE"])
def test_one_that_is_busy_is_left_alone(
    older: Path, here: Here, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it can be read meanwhile, or not even that."""
    monkeypatch.setattr(reading, "PATIENCE", 0.1)
    before = dump(older)
    with closing(sqlite3.connect(older, isolation_level=None)) as other:
        other.execute(f"PRAGMA locking_mode = {mode}")
        other.execute("BEGIN EXCLUSIVE")
        answer = here("compact")
        assert (answer.code, answer.said) == (1, "")
    assert dump(older) == before


def test_a_file_of_another_program_is_left_alone(sqlite_file: Path, here: Here) -> None:
    with closing(sqlite3.connect(sqlite_file)) as database, database:
        database.execute("CREATE TABLE theirs (id INTEGER)")
    before = sqlite_file.read_bytes()
    answer = here("compact")
    assert answer.code == 2
    assert "another program" in answer.complained
    assert sqlite_file.read_bytes() == before


def test_a_server_does_it_itself(here: Here) -> None:
    answer = here("compact", "--database", "postgresql://nobody@127.0.0.1:1/none")
    assert answer.code == 2
    assert "PostgreSQL does it by itself" in answer.complained
