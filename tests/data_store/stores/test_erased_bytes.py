"""Who is erased is gone down to the bytes of the file, its log and temporary files, while the bot runs."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import select, update

from data import Database, sqlite, stores
from data.features import PERSONAL
from data.features.simuls import FINISHED, simul
from data.schema import block
from matches.errors import StoreUnavailableError
from matches.model import UserId
from tests.data_store.conftest import Opener
from tests.data_store.making import BOB, CAT, NOON
from tests.data_store.remains import files_of, left_of
from tests.data_store.stores.whole_person import ASKER, OTHER, filled, over, service
from tests.feature_rows import add_comment
from tests.store import rows, write

NOTE, COMMENT, LINE = "a note of nobody but me", "my opinion on move four", "the line I call Lobster"


def encodings(user: UserId) -> tuple[bytes, ...]:
    """How SQLite writes an id: as text, and as a whole number in as few bytes as it has room in."""
    size = next(size for size in (1, 2, 3, 4, 6, 8) if user < 2 ** (8 * size - 1))
    return str(user).encode(), user.to_bytes(size, "big")


async def lived(store: Database) -> list[bytes]:
    """Put the asker wherever somebody can be, with words of their own; returns those that go with them."""
    await filled(store)
    legible = {"phase": FINISHED, "game": "prawns", "pace": "none", "side": None}
    await write(store, update(simul), legible)
    match = await over(store, ASKER, OTHER)
    await store.write(stores.matches.save_note, match.id, ASKER, NOTE)
    await store.write(add_comment, match.id, ASKER, 0, COMMENT, NOON)
    deleted = [held.table for held in PERSONAL if held.renamed is None]
    own = [
        str(value).encode()
        for table in deleted
        for row in await rows(store, select(table))
        if ASKER in row.values()
        for name, value in row.items()
        if isinstance(value, str) and str(value).startswith('["mark ')
    ]
    assert len(own) > 12
    # Enough besides that there are pages of all kinds.
    for _ in range(12):
        other = await over(store, BOB, CAT)
        await store.write(stores.matches.save_note, other.id, BOB, "of somebody else " * 50)
    return [NOTE.encode(), COMMENT.encode(), *own]


async def erased(store: Database, *, job: bool = True) -> None:
    """Erase the asker as the bot does, with the job that comes after it."""
    privacy = service(store).privacy
    assert await privacy.forget(ASKER)
    if job:
        await privacy.empty_log()


async def test_no_byte_of_them_is_left_while_the_store_goes_on(
    sqlite_url: str, sqlite_file: Path, opener: Opener
) -> None:
    store = await opener(sqlite_url)
    words = await lived(store)
    for needle in (*encodings(ASKER), *words):
        assert left_of(sqlite_file, needle), needle
    await erased(store)
    assert left_of(sqlite_file, *words) == {}
    text, number = encodings(ASKER)
    assert left_of(sqlite_file, text) == {}
    # By docs/privacy.md a block by somebody else stays, which is a row and its entry in an index.
    assert [row["user_id"] for row in await rows(store, select(block))] == [BOB]
    assert left_of(sqlite_file, number) == {sqlite_file.name: 2}
    await store.write(stores.privacy.unblock, BOB, ASKER)
    assert await store.empty_log()
    assert left_of(sqlite_file, number) == {}
    assert left_of(sqlite_file, encodings(OTHER)[1]), "what others have stays"


@pytest.mark.parametrize("lacking", ["secure_delete", "the job"])
async def test_without_either_there_are_bytes(
    lacking: str, sqlite_url: str, sqlite_file: Path, opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    if lacking == "secure_delete":
        # SQLite may have been built to do it unless it is told otherwise.
        monkeypatch.setattr(sqlite, "_WRITING", (*sqlite._WRITING, "secure_delete=OFF"))
    store = await opener(sqlite_url)
    words = await lived(store)
    await erased(store, job=lacking != "the job")
    for needle in (encodings(ASKER)[1], NOTE.encode()):
        where = {sqlite_file.name} if lacking == "secure_delete" else {f"{sqlite_file.name}-wal"}
        assert where & set(left_of(sqlite_file, needle)), needle
    assert left_of(sqlite_file, *words)


@pytest.mark.parametrize("pragmas", ["_WRITING", "_UPGRADING"])
def test_every_connection_that_writes_leaves_no_trace(pragmas: str) -> None:
    told = getattr(sqlite, pragmas)
    assert {"secure_delete=ON", "temp_store=MEMORY"} <= set(told)


# --- the job waits for nobody --------------------------------------------------------------------


async def test_it_is_tried_again_until_nobody_reads(
    sqlite_url: str, sqlite_file: Path, opener: Opener
) -> None:
    store = await opener(sqlite_url)
    await lived(store)
    privacy = service(store).privacy
    await privacy.empty_log()
    with closing(sqlite3.connect(sqlite_file, isolation_level=None)) as other:
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM match").fetchone()
        assert await privacy.forget(ASKER)
        await privacy.empty_log()
        assert not await store.empty_log()
        assert left_of(sqlite_file, NOTE.encode())
        other.execute("COMMIT")
    await privacy.empty_log()
    assert left_of(sqlite_file, NOTE.encode()) == {}


async def test_who_is_erased_while_it_is_emptied_goes_with_the_next_round(
    sqlite_url: str, sqlite_file: Path, opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await opener(sqlite_url)
    await lived(store)
    privacy, empty = service(store).privacy, store.empty_log

    async def erased_meanwhile() -> bool:
        emptied = await empty()
        assert await privacy.forget(ASKER)
        return emptied

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(store, "empty_log", erased_meanwhile)
        await privacy.empty_log()
    assert left_of(sqlite_file, NOTE.encode())
    await privacy.empty_log()
    assert left_of(sqlite_file, NOTE.encode()) == {}


async def test_it_is_tried_again_after_a_failure(
    sqlite_url: str, sqlite_file: Path, opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await opener(sqlite_url)
    await lived(store)
    privacy = service(store).privacy
    assert await privacy.forget(ASKER)

    async def failing() -> bool:
        raise StoreUnavailableError("the disk is full")

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(store, "empty_log", failing)
        with pytest.raises(StoreUnavailableError):
            await privacy.empty_log()
    await privacy.empty_log()
    assert left_of(sqlite_file, NOTE.encode()) == {}


async def test_nobody_who_writes_keeps_it_waiting_and_nobody_waits_for_it(
    sqlite_url: str, sqlite_file: Path, opener: Opener
) -> None:
    store = await opener(sqlite_url)
    await lived(store)
    with closing(sqlite3.connect(sqlite_file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert not await store.empty_log(), "at once: the store's own patience is a minute"
    written = await asyncio.gather(
        *(store.write(stores.host.remember, f"fact {number}", "x") for number in range(50)), store.empty_log()
    )
    assert len(written) == 51
    assert await store.empty_log()


async def test_a_start_empties_it_once_as_it_may_follow_a_crash(
    sqlite_url: str, sqlite_file: Path, opener: Opener
) -> None:
    store = await opener(sqlite_url)
    await lived(store)
    assert await service(store).privacy.forget(ASKER)
    again = service(store).privacy  # of another process: it knows nothing of an erasure
    await again.empty_log()
    assert left_of(sqlite_file, NOTE.encode()) == {}
    assert files_of(sqlite_file)[f"{sqlite_file.name}-wal"] == b""
    await store.write(stores.host.remember, "a fact", "x")
    await again.empty_log()
    assert files_of(sqlite_file)[f"{sqlite_file.name}-wal"], "once"
