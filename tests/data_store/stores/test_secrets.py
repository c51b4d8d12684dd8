"""A pick or a note is in the database and nowhere else: in no log at any level, in no exception."""

from __future__ import annotations

import logging
import traceback
from typing import Any

import pytest
from sqlalchemy import Table, insert, text

from data import Database, StorageBugError, open_store, stores
from data.schema import note, pick
from matches.model import MatchId, SecretPick
from tests.cases import case
from tests.data_store.making import ANN, changed, new_match
from tests.store import keep, write

SECRET = "unmistakable-crab"


async def set_up(store: Database) -> MatchId:
    match = await new_match(store)
    await store.write(stores.matches.save_draft, match.id, ANN, [SECRET, None])
    await store.read(stores.matches.draft_of, match.id, ANN)
    await keep(store, changed(match, picks={"green": SecretPick((SECRET,), salt=SECRET)}))
    for written in (f"the first {SECRET}", SECRET):
        await store.write(stores.matches.save_note, match.id, ANN, written)
    assert await store.read(stores.matches.note_of, match.id, ANN) == SECRET
    kept = (await store.read(stores.matches.load, match.id)).picks["green"]
    assert (kept.choices, kept.salt) == ((SECRET,), SECRET)
    return match.id


async def test_no_log_at_any_level_holds_a_pick_or_a_note(url: str, caplog: pytest.LogCaptureFixture) -> None:
    for name in (None, "aiosqlite", "sqlalchemy", "sqlalchemy.engine", "sqlalchemy.engine.Engine", "asyncio"):
        caplog.set_level(logging.DEBUG, logger=name)
    store = await open_store(url)
    await store.write(stores.matches.save_note, await set_up(store), ANN, "")
    await store.close()
    for statement in ("INSERT INTO pick", "INSERT INTO note", "FROM note", "DELETE FROM note"):
        assert statement in caplog.text
    assert "hidden" in caplog.text
    assert SECRET not in caplog.text


async def test_no_exception_holds_a_pick_or_a_note(url: str) -> None:
    rows: list[tuple[str, Table, dict[str, Any]]] = [
        ("a pick twice", pick, {"match_id": 1, "side": "green", "choices": SECRET}),
        ("a pick of nobody", pick, {"match_id": 1, "side": None, "choices": SECRET}),
        ("a pick of no match", pick, {"match_id": 99, "side": "blue", "choices": SECRET}),
        ("a pick of no number", pick, {"match_id": SECRET, "side": "blue", "choices": SECRET}),
        ("a salt of no number", pick, {"match_id": SECRET, "side": "blue", "choices": "[]", "salt": SECRET}),
        ("a note twice", note, {"match_id": 1, "user_id": ANN, "text": SECRET}),
        ("a note of nobody", note, {"match_id": 1, "user_id": None, "text": SECRET}),
        ("a note of no match", note, {"match_id": 99, "user_id": ANN, "text": SECRET}),
        ("a note of no number", note, {"match_id": SECRET, "user_id": ANN, "text": SECRET}),
    ]
    store = await open_store(url)
    try:
        await set_up(store)
        for name, table, row in rows:
            with case(name):
                with pytest.raises(StorageBugError) as bug:
                    await write(store, insert(table), [row])
                told = "".join(traceback.format_exception(bug.value))
                # The source lines of this test are in the traceback, the value must not be.
                assert SECRET not in told
                assert await store.read(stores.matches.draft_of, MatchId(1), ANN) == ()
    finally:
        await store.close()


async def test_damaged_text_is_not_quoted(sqlite_url: str) -> None:
    store = await open_store(sqlite_url)
    try:
        match_id = await set_up(store)
        for damaged in (f"'[{SECRET}'", f"CAST('{SECRET}' || x'ff' AS TEXT)", f"'{SECRET}'"):
            await write(store, text(f"UPDATE pick SET choices = {damaged}"))
            with pytest.raises(Exception, match="damaged") as refusal:
                await store.read(stores.matches.load, match_id)
            assert SECRET not in "".join(traceback.format_exception(refusal.value))
        await write(store, text(f"UPDATE note SET text = CAST('{SECRET}' || x'ff' AS TEXT)"))
        with pytest.raises(Exception, match="damaged") as refusal:
            await store.read(stores.matches.note_of, match_id, ANN)
        assert SECRET not in "".join(traceback.format_exception(refusal.value))
    finally:
        await store.close()


def test_a_sealed_pick_does_not_show_itself() -> None:
    sealed = SecretPick((SECRET,), salt=SECRET)
    assert SECRET not in f"{sealed} {sealed!r}"
