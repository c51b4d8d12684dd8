"""Reply rhythms of ten people, each with many matches, out of 100,000: the time that a list waits for them.

The database has matches of a thousand people, three in four of them finished, with 80 entries each where they
are read. ``EXPLAIN`` in ``tests/data_store/stores/test_plans.py`` proves that no table is read as a whole.
"""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Final

from data import open_store, stores
from matches.model import UserId

MATCHES: Final = 100_000
ROUNDS: Final = 40
PEOPLE: Final = tuple(map(UserId, range(1000, 1010)))
"""Those whose rhythms are asked for: they show theirs."""
WANTED: Final = 10.0
"""Milliseconds of the processor, at most."""

_FILL: Final = """
WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < :count)
INSERT INTO match (version, phase, game, rules_version, options, guild_id, channel_id, challenger, opponent,
    challenger_side, opponent_side, created_at, changed_at, finished_at, first_side, shown_version, stage,
    pace)
SELECT 82, iif(n % 4, 'finished', 'playing'), 'pjawns', 1, '{}', 11, 12, 1000 + n % 1000, 7000 + n % 999,
    'white', 'black', :then, :then, iif(n % 4, :then, NULL), 'white', 82, 'turn:80', 'none'
FROM number
"""
_FILL_ENTRIES: Final = """
WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 80)
INSERT INTO entry SELECT id, n, 'action', 'c' || n, iif(n % 2, 'white', 'black'), n, created_at
FROM match, number WHERE challenger < 1010
"""


def run(matches: int = MATCHES, rounds: int = ROUNDS) -> None:
    """Print the time of the best of so many readings; fails if a rhythm is missing, never by being slow."""
    print(f"Reply rhythms of {len(PEOPLE)} people, {matches:,} matches in the database")
    with tempfile.TemporaryDirectory() as folder:
        waited, worked = asyncio.run(_measured(Path(folder) / "bench.sqlite3", matches, rounds))
    met = "met" if worked <= WANTED else "NOT met"
    print(f"  {waited:.1f} ms, of the processor {worked:.1f} ms; wanted: {WANTED:.0f} ms: {met}")


async def _measured(file: Path, matches: int, rounds: int) -> tuple[float, float]:
    """The least milliseconds that a reading took, by the clock and of the processor."""
    store = await open_store(f"sqlite+aiosqlite:///{file}")
    _fill(file, matches)
    took: list[float] = []
    worked: list[float] = []
    for _ in range(rounds):
        began, cpu = time.perf_counter(), time.process_time()
        found = await store.read(stores.rhythms.rhythms, PEOPLE)
        took.append(time.perf_counter() - began)
        worked.append(time.process_time() - cpu)
        assert len(found) == len(PEOPLE)
    await store.close()
    return 1000 * min(took), 1000 * min(worked)


def _fill(file: Path, matches: int) -> None:
    then = time.strftime("%Y-%m-%d %H:%M:%S.000000+00:00", time.gmtime())
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(_FILL, {"count": matches, "then": then})
        database.execute(_FILL_ENTRIES)
        shown = [(user, "rhythm", "on") for user in PEOPLE]
        database.executemany("INSERT INTO preference VALUES (?, ?, ?)", shown)
