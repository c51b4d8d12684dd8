"""SQLite through aiosqlite: a whole unit of work in one trip to its thread, and nothing on the event loop."""

from __future__ import annotations

import asyncio
import inspect
import threading
from typing import Any

import aiosqlite
import pytest
from sqlalchemy import Connection, text

from data import StorageBugError, stores
from tests.data_store.conftest import Opener
from tests.data_store.making import new_challenge, played
from tests.store import keep, listening


def test_the_protected_name_does_what_it_is_used_for() -> None:
    """Of the pinned version, ``_execute(fn)`` returns what ``fn`` does in the connection's thread."""
    assert aiosqlite.__version__ == "0.22.1"
    assert list(inspect.signature(aiosqlite.Connection._execute).parameters) == [
        "self",
        "fn",
        "args",
        "kwargs",
    ]
    assert inspect.iscoroutinefunction(aiosqlite.Connection._execute)


async def test_a_move_is_stored_through_aiosqlite(
    sqlite_url: str, opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    trips: list[aiosqlite.Connection] = []
    execute = aiosqlite.Connection._execute

    async def counted(self: aiosqlite.Connection, *args: Any, **named: Any) -> Any:
        trips.append(self)
        return await execute(self, *args, **named)

    monkeypatch.setattr(aiosqlite.Connection, "_execute", counted)
    store = await opener(sqlite_url)
    match = await new_challenge(store)
    trips.clear()
    after = await keep(store, played(match, "d2d3"))
    assert len(trips) == 1, "all of its statements in one trip"
    assert await store.read(stores.matches.load, match.id) == after


async def test_no_statement_is_executed_on_the_event_loop(sqlite_url: str, opener: Opener) -> None:
    threads: set[str] = set()

    def seen(*_: object) -> None:
        threads.add(threading.current_thread().name)

    store = await opener(sqlite_url)
    with listening("before_cursor_execute", seen):
        match = await keep(store, played(await new_challenge(store), "d2d3"))
        await store.read(stores.matches.load_with_settings, match.id)
        await store.read(stores.people.preferences, match.users[0])
    assert threads
    assert threading.current_thread().name not in threads


async def test_what_waits_for_a_connection_that_fails_is_done_on_the_next(
    sqlite_url: str, opener: Opener
) -> None:
    store = await opener(sqlite_url)
    await store.write(stores.host.remember, "one", "1")

    def fails(connection: Connection) -> None:
        connection.execute(text("SELECT * FROM nothing"))

    failing = store.write(fails)
    remembering = store.write(stores.host.remember, "two", "2")
    answers = await asyncio.gather(failing, remembering, return_exceptions=True)
    assert isinstance(answers[0], StorageBugError)
    assert answers[1] is None
    assert await store.read(stores.host.remembered, "two") == "2"
