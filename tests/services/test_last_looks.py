"""Looks at a match, on both databases: noted once an opening at most, each user's until they are deleted."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from data import Database, stores
from matches.errors import StoreUnavailableError
from services.last_looks import store_look
from tests.matches.table import CHALLENGER, OPPONENT, STRANGER, Table
from tests.store import instead


@pytest.fixture
def table(store: Database) -> Table:
    """A table on a database of each kind."""
    return Table(store)


async def test_each_users_latest_look_at_each_match_is_kept(table: Table) -> None:
    looks = table.services.last_looks
    await table.in_play()
    early = await table.play("d8d7")
    assert await looks.seen(early, STRANGER) is None
    await looks.look(early, STRANGER)
    late = await table.play("d1d2")
    assert await looks.seen(late, STRANGER) == len(early.entries)
    await looks.record(late, STRANGER, len(early.entries))
    assert await looks.seen(late, STRANGER) == len(late.entries)
    await looks.record(early, STRANGER, None)
    assert await looks.seen(late, STRANGER) == len(late.entries), "an old card takes nothing back"
    assert await looks.seen(late, OPPONENT) is None, "each has their own"
    await table.in_play()
    other = await table.play("d8d7")
    assert await looks.seen(other, STRANGER) is None, "of each match"
    await looks.look(other, OPPONENT)
    found = [await looks.seen(match, user) for match in (late, other) for user in (STRANGER, OPPONENT)]
    assert found == [len(late.entries), None, None, len(other.entries)]


async def test_of_looks_at_the_same_time_the_latest_is_kept(table: Table) -> None:
    match = await table.in_play()
    await table.store.write_unsynced(store_look, match.id, STRANGER, 0)
    assert await table.services.last_looks.seen(match, STRANGER) == 0
    for user in (STRANGER, OPPONENT):
        await asyncio.gather(
            *(table.store.write_unsynced(store_look, match.id, user, entries) for entries in (2, 6, 6, 4))
        )
        assert await table.services.last_looks.seen(match, user) == 6


async def test_nothing_is_written_if_all_was_seen(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = table.services.last_looks
    await table.in_play()
    match = await table.play("d8d7")
    written: list[Any] = []

    async def noted(*asked: Any) -> None:
        written.append(asked)

    await looks.look(match, STRANGER)
    instead(table.store, store_look, noted, monkeypatch)
    for _ in range(3):
        await looks.look(match, STRANGER)
    await looks.record(match, STRANGER, len(match.entries))
    assert written == []
    match = await table.play("d1d2")
    await looks.look(match, STRANGER)
    assert written == [(match.id, STRANGER, len(match.entries))]


async def test_before_play_nothing_is_noted(table: Table) -> None:
    match = await table.in_setup()
    await table.services.last_looks.look(match, CHALLENGER)
    await table.services.last_looks.record(match, CHALLENGER, None)
    assert (await table.privacy.counts(CHALLENGER))["last_look"] == 0


async def test_a_look_that_cannot_be_stored_costs_its_reader_nothing(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def full(*_asked: Any) -> None:
        raise StoreUnavailableError("the disk is full")

    await table.in_play()
    match = await table.play("d8d7")
    instead(table.store, store_look, full, monkeypatch)
    await table.services.last_looks.look(match, STRANGER)
    assert f"match={match.id} user={STRANGER} their look was not stored" in caplog.text


async def test_it_is_in_the_export_and_goes_with_the_rest(table: Table) -> None:
    await table.in_play()
    match = await table.play("d8d7")
    for user in (STRANGER, OPPONENT):
        await table.services.last_looks.look(match, user)
    assert (await table.privacy.counts(STRANGER))["last_look"] == 1
    kept = await table.store.read(stores.privacy.kept_of, STRANGER)
    assert kept["last_look"] == [{"match_id": match.id, "user_id": STRANGER, "entries": len(match.entries)}]
    assert await table.privacy.forget(STRANGER)
    assert (await table.privacy.counts(STRANGER))["last_look"] == 0
    assert (await table.privacy.counts(OPPONENT))["last_look"] == 1
