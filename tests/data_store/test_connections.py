"""Connections to PostgreSQL: as many as are set, and a sentence where there are none left."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import Connection, make_url, text

from data import postgres
from data.database import Database, parse_url
from matches.errors import StoreUnavailableError
from tests.data_store.postgres import another_program, execute


def mark(connection: Connection) -> int:
    """The server's process that serves this connection."""
    return connection.execute(text("SELECT pg_backend_pid()")).scalar_one()


async def test_there_are_never_more_than_are_set(postgres_url: str) -> None:
    database = Database(parse_url(postgres_url), busy_timeout=5, connections=2)
    try:
        served = await asyncio.gather(*(database.read(mark) for _ in range(12)))
        assert len(set(served)) == 2
    finally:
        await database.close()


async def test_when_all_are_in_use_for_too_long_that_is_said(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "POOL_SECONDS", 0.1)
    database = Database(parse_url(postgres_url), busy_timeout=5, connections=1)
    try:
        async with another_program(postgres_url) as other:
            await other.execute(text("SELECT pg_advisory_xact_lock(77)"))
            has_it = asyncio.Event()
            waiting = asyncio.create_task(database.write(take_lock, has_it))
            await has_it.wait()
            with pytest.raises(StoreUnavailableError, match="raise DATABASE_CONNECTIONS"):
                await database.read(mark)
        await waiting
        assert await database.read(mark)
    finally:
        await database.close()


def take_lock(connection: Connection, has_it: asyncio.Event) -> None:
    """Wait for a lock, in a connection that nobody else can have meanwhile."""
    has_it.set()
    connection.execute(text("SELECT pg_advisory_xact_lock(77)"))


async def test_a_server_that_takes_no_more_is_told_from_one_that_is_gone(postgres_url: str) -> None:
    role = f"narrow_{make_url(postgres_url).database}"  # roles are common to all databases of a server
    execute(postgres_url, f"CREATE ROLE {role} LOGIN CONNECTION LIMIT 1")
    narrow = postgres_url.replace("tidepool@", f"{role}@", 1)
    database = Database(parse_url(narrow), busy_timeout=5, connections=1)
    try:
        async with another_program(narrow) as other:
            await other.execute(text("SELECT 1"))
            with pytest.raises(StoreUnavailableError, match=r"lower DATABASE_CONNECTIONS.*53300"):
                await database.read(mark)
    finally:
        await database.close()
        execute(postgres_url, f"DROP ROLE {role}")
