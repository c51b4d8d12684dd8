"""Reply rhythms of ten people, each with many matches, out of 100,000: the time that a list waits for them.

The database has matches of a thousand people, three in four of them finished, with 80 entries each where they
are read. ``EXPLAIN`` in ``tests/data_store/stores/test_plans.py`` proves that no table is read as a whole.
"""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import Final

from data import Database
from matches.model import UserId
from services.rhythms import rhythms_of
from tools import harness

MATCHES: Final = 100_000
ROUNDS: Final = 40
PEOPLE: Final = tuple(map(UserId, range(1000, 1010)))
"""Those whose rhythms are asked for: they show theirs."""
WANTED: Final = 10.0
"""Milliseconds of the processor, at most."""


def run(matches: int = MATCHES, rounds: int = ROUNDS) -> None:
    """Print the time of the best of so many readings; fails if a rhythm is missing, never by being slow."""
    print(f"Reply rhythms of {len(PEOPLE)} people, {matches:,} matches in the database, the best of {rounds}")
    costs = asyncio.run(_measured(matches, rounds))
    harness.figure("by the clock", min(one.clock for one in costs), "ms")
    harness.figure("of the processor", min(one.processor for one in costs), "ms", at_most=WANTED)


async def _measured(matches: int, rounds: int) -> list[harness.Spent]:
    """What each reading took."""
    async with harness.a_store() as (store, file):
        phases = {"phase": "iif(n % 4, 'finished', 'playing')", "finished_at": "iif(n % 4, :then, NULL)"}
        harness.fill(file, matches, 80, recorded="challenger < 1010", **phases)
        with closing(sqlite3.connect(file)) as database, database:
            shown = [(user, "rhythm", "on") for user in PEOPLE]
            database.executemany("INSERT INTO preference VALUES (?, ?, ?)", shown)
        return [await harness.cost(_read(store)) for _ in range(rounds)]


async def _read(store: Database) -> None:
    assert len(await store.read(rhythms_of, PEOPLE)) == len(PEOPLE)
