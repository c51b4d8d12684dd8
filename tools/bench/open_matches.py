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
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any, Final, NamedTuple

from aiohttp.test_utils import unused_port
from sqlalchemy import Select
from sqlalchemy.dialects import sqlite

from data.stores import matches, notices
from tests.loopback.process import BotProcess
from tests.loopback.server.loopback import Loopback
from tools import harness
from tools.crowd.bots import MEGABYTE, resident, swept

SIZES: Final = (1_000, 10_000, 100_000)
ROUNDS: Final = 3
SWEEPS: Final = 12
"""The number of sweeps measured in a round."""
MOST: Final = 1.2
ENTRIES: Final = 6
"""The number of entries of each match."""
SHOWN: Final = {
    **{"guild_id": "11 + n % 50", "channel_id": "100 + n % 200"},
    **{"challenger": "1000 + n % 5000", "opponent": "7000 + n % 4999", "deadline_at": ":later"},
    **{"invitation": "n + 1000000", "home": "n + 2000000", "card": "n + 3000000", "card_at": ":then"},
}
"""The columns of these matches, in SQL."""


class RoundSeen(NamedTuple):
    """One round with one number of matches: seconds to be ready, milliseconds of a sweep, bytes of memory."""

    ready: float
    sweep: float
    memory: float


def run(sizes: Sequence[int] = SIZES, rounds: int = ROUNDS) -> None:
    """Print the figures by number, and their growth; fails only if a statement reads a whole table."""
    asyncio.run(_run(sizes, rounds))


async def _run(sizes: Sequence[int], rounds: int) -> None:
    print("Open matches in the database, the best of", rounds, "rounds each; memory after", SWEEPS, "sweeps")
    async with AsyncExitStack() as stack:
        files = {size: await stack.enter_async_context(harness.new_file()) for size in sizes}
        for size, file in files.items():
            harness.fill(file, size, ENTRIES, **SHOWN)
        seen = [{size: await _seen(file) for size, file in files.items()} for _ in range(rounds)]
        table = harness.FigureTable(10, {"ready s": ".2f", "sweep ms": ".1f", "memory MB": ".1f"})
        best = {size: RoundSeen(*map(min, zip(*(one[size] for one in seen), strict=True))) for size in sizes}
        for size, one in best.items():
            table.row(f"{size:,}", one.ready, one.sweep, one.memory / MEGABYTE)
        growth = zip(RoundSeen._fields, best[sizes[-1]], best[sizes[0]], strict=True)
        for name, most, least in growth:
            harness.figure(
                f"{name} with {sizes[-1]:,}, times that with {sizes[0]:,}", most / least, at_most=MOST
            )
        _explain(files[sizes[-1]])


# --- a bot on it -----------------------------------------------------------------------------------------


async def _seen(file: Path) -> RoundSeen:
    with tempfile.TemporaryDirectory() as name:
        async with Loopback(Path(name), patient=False) as discord:
            discord.world.add_channel(discord.world.add_guild("Bay"), "games")
            port = unused_port()
            bot = BotProcess(
                discord,
                Path(name),
                database_url=harness.address_of(file),
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
                before = await _counted(port, at_least=2)
                after = await _counted(port, at_least=before[0] + SWEEPS)
                memory = resident(bot.pid)
            finally:
                await bot.kill()
            assert not bot.bugs, bot.log
            return RoundSeen(ready, 1000 * (after[1] - before[1]) / (after[0] - before[0]), memory)


async def _counted(port: int, *, at_least: float) -> tuple[float, float]:
    """The number of successful sweeps, once it is ``at_least`` that, and their total seconds."""
    while (found := await swept(port))[0] < at_least:  # noqa: ASYNC110 - another process sweeps
        await asyncio.sleep(0.05)
    return found


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
