"""The cost of storing a move: our way to use SQLite compared with SQLAlchemy over aiosqlite.

The statements are the same; the threads in which they run, and the number of switches between them, differ.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any, Final

from sqlalchemy import Connection, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from data import stores
from data.database import Database, parse_url
from matches.model import Match
from tests.data_store.making import challenge, played
from tests.store import keep
from tools import harness

MATCHES: Final = 20
"""The number of matches, a move of each being stored at the same time."""
ROUNDS: Final = 15


class Aiosqlite:
    """The setup of the SQLAlchemy manual: one engine to write, one to read, on aiosqlite's threads."""

    def __init__(self, file: Path) -> None:
        self._writer = _engine(file, "BEGIN IMMEDIATE", pool_size=1, max_overflow=0)
        self._reader = _engine(file, "BEGIN", pool_size=3, max_overflow=0)

    async def read(self, work: Callable[[Connection], Any]) -> Any:
        """Run ``work`` in a read transaction."""
        async with self._reader.begin() as connection:
            return await connection.run_sync(work)

    async def write(self, work: Callable[[Connection], Any]) -> Any:
        """Run ``work`` in a write transaction."""
        async with self._writer.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        """Close all connections."""
        await self._reader.dispose()
        await self._writer.dispose()


def _engine(file: Path, words: str, **more: Any) -> AsyncEngine:
    engine = create_async_engine(
        f"sqlite+aiosqlite:///{file}", connect_args={"timeout": 5, "isolation_level": None}, **more
    )

    @event.listens_for(engine.sync_engine, "connect")
    def _set_pragmas(connection: Any, _record: Any) -> None:
        cursor = connection.cursor()
        for pragma in ("foreign_keys=ON", "synchronous=FULL"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def _begin(connection: Any) -> None:
        connection.exec_driver_sql(words)

    return engine


def run(rounds: int = ROUNDS) -> None:
    """Print the cost of a stored move both ways; fails if one was not stored, never because it is slow."""
    print(f"A match loaded and a move of it stored, {MATCHES} at once, synchronous=FULL, medians")
    ours, theirs = asyncio.run(_measured(rounds))
    table = harness.FigureTable(26, {"moves a second": ".0f", "processor's ms a move": ".2f"})
    for name, seen in (("ours", ours), ("SQLAlchemy over aiosqlite", theirs)):
        table.row(name, 1000 * MATCHES / seen.clock, seen.processor / MATCHES)
    table.row("ours, times theirs", theirs.clock / ours.clock, ours.processor / theirs.processor)


async def _measured(rounds: int) -> list[harness.Spent]:
    """The median cost of all moves of a round, both ways; the rounds alternate."""
    async with harness.a_store() as (ours, file):
        theirs = Database(parse_url(harness.address_of(file)), busy_timeout=5)
        await theirs._kind.close()
        theirs._kind = Aiosqlite(file)  # type: ignore[assignment]
        matches = [await ours.write(stores.matches.create, challenge()) for _ in range(MATCHES)]
        seen: dict[Database, list[harness.Spent]] = {ours: [], theirs: []}

        async def move_all(store: Database, number: int) -> None:
            matches[:] = await asyncio.gather(*(_move(store, match, number) for match in matches))

        for number in range(rounds):
            for store, costs in seen.items():
                costs.append(await harness.cost(move_all(store, number)))
        for match in matches:
            assert await ours.read(stores.matches.load, match.id) == match
            assert len(match.entries) == 2 * rounds
        await theirs.close()
    return [harness.Spent(*map(median, zip(*costs, strict=True))) for costs in seen.values()]


async def _move(store: Database, match: Match, number: int) -> Match:
    found = (await store.read(stores.matches.load_with_settings, match.id)).match
    return await keep(store, replace(played(found, f"d{number}"), deadline_at=None))
