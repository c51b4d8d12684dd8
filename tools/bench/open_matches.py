"""1,000, 10,000 and 100,000 open matches: the bot's time to start and to sweep, and its memory.

For each number a database is filled with matches in play, none of them due. The bot is started on it as a
separate process, against the loopback Discord; its metrics have the times of sweeps, and the operating system
its memory. Rounds are interleaved, and the best of each counts. Nothing may grow with the matches: the
figures with 100,000 are at most 1.2 times those with 1,000. ``EXPLAIN`` proves that the sweep's statements
use an index.
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import aiohttp
from aiohttp.test_utils import unused_port
from sqlalchemy import Select
from sqlalchemy.dialects import sqlite

from data import open_store
from data.stores import matches, notices
from tests.loopback.loopback import Loopback
from tests.loopback.process import BotProcess
from tools.soak.memory import MEGABYTE, resident

SIZES: Final = (1_000, 10_000, 100_000)
ROUNDS: Final = 3
SWEEPS: Final = 12
"""The number of sweeps measured in a round."""
MOST: Final = 1.2
ENTRIES: Final = 6
"""The number of entries of each match."""

FILL: Final = """
WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < :count)
INSERT INTO match (version, phase, game, rules_version, options, guild_id, channel_id, challenger,
    opponent, challenger_side, opponent_side, created_at, changed_at, deadline_at, first_side,
    shown_version, invitation, home, card, card_at, stage, pace, clocks)
SELECT :entries + 2, 'playing', 'pjawns', 1, '{}', 11 + n % 50, 100 + n % 200, 1000 + n % 5000,
    7000 + n % 4999, 'white', 'black', :then, :then, :later, 'white',
    :entries + 2, n + 1000000, n + 2000000, n + 3000000, :then, 'turn:' || :entries, 'none', NULL
FROM number
"""
FILL_ENTRIES: Final = """
WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < :entries)
INSERT INTO entry SELECT id, n, 'action', 'c' || n, iif(n % 2, 'white', 'black'), n, created_at
FROM match, number
"""


@dataclass
class RoundSeen:
    """One round with one number of matches: seconds to be ready, seconds per sweep, bytes of memory."""

    ready: float
    sweep: float
    memory: int


def run(sizes: Sequence[int] = SIZES, rounds: int = ROUNDS) -> None:
    """Print the figures by number, and their growth; fails only if a statement reads a whole table."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_run(Path(folder), sizes, rounds))


async def _run(folder: Path, sizes: Sequence[int], rounds: int) -> None:
    print("Open matches in the database, the best of", rounds, "rounds each; memory after", SWEEPS, "sweeps")
    files = {size: folder / f"{size}.sqlite3" for size in sizes}
    for size, file in files.items():
        await _fill(file, size)
    seen: dict[int, list[RoundSeen]] = {size: [] for size in sizes}
    for number in range(rounds):
        for size, file in files.items():
            place = folder / f"{size}-{number}"
            place.mkdir()
            seen[size].append(await _seen(place, file))
    print("     matches     ready s    sweep ms    memory MB")
    best = {size: _best(found) for size, found in seen.items()}
    for size, one in best.items():
        print(f"  {size:>10,}  {one.ready:>9.2f}  {one.sweep * 1000:>10.1f}  {one.memory / MEGABYTE:>11.1f}")
    least, most = best[sizes[0]], best[sizes[-1]]
    for name, ratio in (
        ("ready", most.ready / least.ready),
        ("sweep", most.sweep / least.sweep),
        ("memory", most.memory / least.memory),
    ):
        met = "met" if ratio <= MOST else "NOT met"
        print(
            f"  {name} with {sizes[-1]:,} is {ratio:.2f} times that with {sizes[0]:,}; wanted: {MOST}: {met}"
        )
    _explain(files[sizes[-1]])


def _best(found: Sequence[RoundSeen]) -> RoundSeen:
    return RoundSeen(
        min(one.ready for one in found), min(one.sweep for one in found), min(one.memory for one in found)
    )


# --- a database ------------------------------------------------------------------------------------------


async def _fill(file: Path, size: int) -> None:
    await (await open_store(f"sqlite+aiosqlite:///{file}")).close()
    with closing(sqlite3.connect(file)) as database, database:
        now = time.time()
        then, later = (
            time.strftime("%Y-%m-%d %H:%M:%S.000000+00:00", time.gmtime(at))
            for at in (now - 600, now + 86400)
        )
        database.execute(FILL, {"count": size, "entries": ENTRIES, "then": then, "later": later})
        database.execute(FILL_ENTRIES, {"entries": ENTRIES})


# --- a bot on it -----------------------------------------------------------------------------------------


async def _seen(folder: Path, file: Path) -> RoundSeen:
    async with Loopback(folder, patient=False) as discord:
        guild = discord.world.add_guild("Bay")
        discord.world.add_channel(guild, "games")
        port = unused_port()
        bot = BotProcess(
            discord,
            folder,
            database_url=f"sqlite+aiosqlite:///{file}",
            metrics_port=str(port),
            loopback_sweep="0.1",
        )
        began = time.perf_counter()
        try:
            await bot.start()
            for _ in range(3000):
                if "is ready" in bot.log:
                    break
                await asyncio.sleep(0.01)
            ready = time.perf_counter() - began
            sweep = await _sweep(port)
            memory = resident(bot.pid or 0)
        finally:
            await bot.kill()
        assert not bot.bugs, bot.log
        return RoundSeen(ready, sweep, memory)


async def _sweep(port: int) -> float:
    """The seconds per sweep by the bot's metrics, without its first sweeps."""
    before = await _counted(port, at_least=2)
    after = await _counted(port, at_least=before[0] + SWEEPS)
    return (after[1] - before[1]) / (after[0] - before[0])


async def _counted(port: int, *, at_least: float) -> tuple[float, float]:
    """The number of successful sweeps, once it is ``at_least`` that, and their total seconds."""
    async with aiohttp.ClientSession() as session:
        while True:
            async with session.get(f"http://127.0.0.1:{port}/metrics") as answer:
                said = await answer.text()
            found = [
                re.search(rf'tidepool_sweep_seconds_{part}{{outcome="ok"}} (\S+)', said)
                for part in ("count", "sum")
            ]
            if found[0] and found[1] and float(found[0][1]) >= at_least:
                return float(found[0][1]), float(found[1][1])
            await asyncio.sleep(0.05)


# --- how it is found -------------------------------------------------------------------------------------


def _explain(file: Path) -> None:
    """Print the query plans of the sweep's statements; fails if one reads all matches or notices."""
    statements: dict[str, Select[tuple[int]] | Select[int]] = {
        "matches that are due": matches.DUE,
        "matches not shown": matches.UNSHOWN,
        "notices to be sent": notices.CLAIMABLE_IN_TURN[0],
    }
    with closing(sqlite3.connect(file)) as database:
        for name, statement in statements.items():
            text, values = _compiled(statement)
            plan = [row[3] for row in database.execute(f"EXPLAIN QUERY PLAN {text}", values)]
            assert not any(re.match(r"SCAN (match|notice)\b", line) for line in plan), plan
            print(f"  {name}: {'; '.join(plan)}")


def _compiled(statement: Select[Any]) -> tuple[str, dict[str, Any]]:
    """A statement's SQL and values for SQLite, with a moment for the bot's parameters, and a limit."""
    compiled = statement.compile(dialect=sqlite.dialect(paramstyle="named"))
    open_ones = [one.key for one in compiled.bind_names if one.required]
    given = {name: 50 if name == "limit" else "2026-01-01 00:00:00.000000+00:00" for name in open_ones}
    found = compiled.construct_expanded_state(given)
    return found.statement, dict(found.parameters)
