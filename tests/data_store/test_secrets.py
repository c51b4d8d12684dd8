"""A pick is in the database and nowhere else: not in a log at any level, not in the text of an exception."""

from __future__ import annotations

import logging
import traceback
from typing import Any

import pytest
from sqlalchemy import insert, text

from data import SqlStore, StorageBugError, open_store
from data.schema import pick
from matches.model import MatchId, Sealed
from tests.data_store.making import ANN, accepted, challenge, changed

SECRET = "unmistakable-crab"


async def set_up(store: SqlStore) -> MatchId:
    match = await store.save(accepted(await store.create(challenge(), open_limit=9)))
    await store.save_draft(match.id, ANN, [SECRET, None])
    await store.draft(match.id, ANN)
    await store.save(changed(match, picks={"green": Sealed((SECRET,))}))
    assert (await store.load(match.id)).picks["green"].choices == (SECRET,)
    return match.id


async def test_no_log_at_any_level_holds_a_pick(url: str, caplog: pytest.LogCaptureFixture) -> None:
    for name in (None, "aiosqlite", "sqlalchemy", "sqlalchemy.engine", "sqlalchemy.engine.Engine", "asyncio"):
        caplog.set_level(logging.DEBUG, logger=name)
    store = await open_store(url)
    await set_up(store)
    await store.close()
    assert "INSERT INTO pick" in caplog.text
    assert "hidden" in caplog.text
    assert SECRET not in caplog.text


@pytest.mark.parametrize(
    "row",
    [
        {"match_id": 1, "side": "green", "choices": SECRET},
        {"match_id": 1, "side": None, "choices": SECRET},
        {"match_id": 99, "side": "blue", "choices": SECRET},
        {"match_id": SECRET, "side": "blue", "choices": SECRET},
    ],
    ids=["twice", "no side", "no match", "no number"],
)
async def test_no_exception_holds_a_pick(
    url: str, row: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await open_store(url)
    try:
        await set_up(store)
        with pytest.raises(StorageBugError) as bug:
            async with store._database.writing() as connection:
                await connection.execute(insert(pick), [row])
        told = "".join(traceback.format_exception(bug.value))
        # The source lines of this test are in the traceback, the value must not be.
        assert SECRET not in told
        assert await store.draft(MatchId(1), ANN) == ()
    finally:
        await store.close()


async def test_damaged_text_is_not_quoted(sqlite_url: str) -> None:
    store = await open_store(sqlite_url)
    try:
        match_id = await set_up(store)
        for damaged in (f"'[{SECRET}'", f"CAST('{SECRET}' || x'ff' AS TEXT)", f"'{SECRET}'"):
            async with store._database.writing() as connection:
                await connection.execute(text(f"UPDATE pick SET choices = {damaged}"))
            with pytest.raises(Exception, match="damaged") as refusal:
                await store.load(match_id)
            assert SECRET not in "".join(traceback.format_exception(refusal.value))
    finally:
        await store.close()


def test_a_sealed_pick_does_not_show_itself() -> None:
    assert SECRET not in f"{Sealed((SECRET,))} {Sealed((SECRET,))!r}"
