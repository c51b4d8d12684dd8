"""The cost of storing a move: our way to use SQLite compared with SQLAlchemy over aiosqlite.

The statements are the same; the threads in which they run, and the number of switches between them, differ.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from data import open_store, stores
from data.database import Database, parse_url
from matches.model import Match
from tests.data_store.making import challenge, played
from tests.store import keep

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
    print(f"A match loaded and a move of it stored, {MATCHES} at once, synchronous=FULL")
    print("                                      moves a second   processor's time a move")
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = asyncio.run(_measured(Path(folder) / "bench.sqlite3", rounds))
    for name, (rate, cpu) in (("ours", ours), ("SQLAlchemy over aiosqlite", theirs)):
        print(f"  {name:<34} {rate:10.0f} {cpu:18.2f} ms")
    rate, cpu = (own / others for own, others in zip(ours, theirs, strict=True))
    print(f"  {'ours, of theirs':<34} {rate:10.1f} {cpu:18.2f} times")


async def _measured(file: Path, rounds: int) -> tuple[tuple[float, float], tuple[float, float]]:
    """Moves per second and CPU milliseconds per move of both ways, medians of alternating rounds."""
    url = f"sqlite+aiosqlite:///{file}"
    ours = await open_store(url)
    theirs = Database(parse_url(url), busy_timeout=5)
    await theirs._kind.close()
    theirs._kind = Aiosqlite(file)  # type: ignore[assignment]
    matches = [await ours.write(stores.matches.create, challenge()) for _ in range(MATCHES)]
    seen: dict[Database, list[tuple[float, float]]] = {ours: [], theirs: []}
    for number in range(rounds):
        for store, took_each in seen.items():
            began, cpu = time.perf_counter(), time.process_time()
            matches = await asyncio.gather(*(_move(store, match, number) for match in matches))
            took, worked = time.perf_counter() - began, time.process_time() - cpu
            took_each.append((MATCHES / took, 1000 * worked / MATCHES))
    for match in matches:
        assert await ours.read(stores.matches.load, match.id) == match
        assert len(match.entries) == 2 * rounds
    await theirs.close()
    await ours.close()
    return _middle(seen[ours]), _middle(seen[theirs])


async def _move(store: Database, match: Match, number: int) -> Match:
    found = (await store.read(stores.matches.load_with_settings, match.id)).match
    return await keep(store, replace(played(found, f"d{number}"), deadline_at=None))


def _middle(rounds: list[tuple[float, float]]) -> tuple[float, float]:
    rates, cpus = zip(*rounds, strict=True)
    return sorted(rates)[len(rates) // 2], sorted(cpus)[len(cpus) // 2]
