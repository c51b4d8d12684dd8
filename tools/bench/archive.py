"""Pages of an archive of 100,000 matches in one server, and its openings: times on both databases.

The rows are written as the store writes them, not played. Half of the matches are of one game with one start,
in 300 channels of which 250 are asked for; a player has played 5,000 of them. Each page is read through the
service; the times are those by the clock, and those of the processor alone, which other work on the machine
leaves as they are. The last column is the same question without an index: what a plain scan of the rows takes
of the processor.
``python -m tools.bench.archive 0.01`` takes a hundredth of the matches.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Table, insert, text

from cogs.archive.rules import ArchiveQuery, PlayerOutcome
from cogs.archive.service import Archive
from data import Database, open_store
from data.features.archive import OPENING_TURNS, ArchivedMatch, MatchOutcome, OpeningStep
from data.schema import match
from engines import GAMES
from matches.model import ChannelId, GuildId, MatchId, UserId
from services import Services
from tests.data_store.postgres import cluster
from tests.needs import POSTGRESQL
from tools import harness

MATCHES: Final = 100_000
READS: Final = 200
WANTED: Final = 50.0
"""Milliseconds at the 99th percentile, at most."""
PAGE: Final = 10
GUILD: Final = GuildId(11)
CHANNELS: Final = tuple(ChannelId(5000 + number) for number in range(300))
SEEN: Final = CHANNELS[:250]
BUSY, RARE = UserId(1000), UserId(1001)
COMMONEST: Final = "pjawns"
GAME_SHARES: Final = {"pjawns": 50, "prawns": 20, "prudh": 15, "predation": 10, "cannons-and-crabs": 5}
TURNS: Final = 100
"""Turns that are played in a position, the first ones most often."""
NOW: Final = datetime(2026, 12, 30, 12, tzinfo=UTC)
AT_ONCE: Final = 2000


@dataclass(frozen=True)
class Reading:
    """A question, asked through the service, and as SQL that scans its rows."""

    name: str
    read: Callable[[Archive], Awaitable[object]]
    scan: str


def run(share: float = 1.0, /, reads: int = READS) -> None:
    """Fill the databases and print the times; fails if an answer is wrong, never by being slow."""
    matches = int(MATCHES * share)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "bench.sqlite3"
        asyncio.run(_measured("SQLite", harness.address_of(file), matches, reads))
    if POSTGRESQL.find() is None:
        print(f"PostgreSQL: skipped, there is no {POSTGRESQL}")
        return
    with cluster() as server:
        asyncio.run(_measured("PostgreSQL", server.url, matches, reads))


async def _measured(kind: str, url: str, matches: int, reads: int) -> None:
    store = await open_store(url)
    begun = time.perf_counter()
    await _fill(store, matches)
    print(f"{kind}: {matches:,} matches in one server, filled in {time.perf_counter() - begun:.0f} s")
    archives = _archives(store)
    clock = await store.read(_processor)
    columns = ("clock p50", "clock p99", "processor p50", "processor p99", "scan")
    table = harness.FigureTable(44, dict.fromkeys(columns, ".1f"))
    slowest = 0.0
    for reading in _readings(matches):
        took = [await harness.cost(reading.read(archives), clock) for _ in range(reads)]
        scan = min([await harness.cost(store.read(_scanned, reading.scan), clock) for _ in range(3)])
        wall, busy = (sorted(part) for part in zip(*took, strict=True))
        half, late = reads // 2, reads * 99 // 100
        slowest = max(slowest, busy[late])
        table.row(reading.name, wall[half], wall[late], busy[half], busy[late], scan.processor)
    harness.figure("the slowest, of the processor at p99", slowest, "ms", at_most=WANTED)
    await store.close()


def _processor(connection: Connection) -> harness.Clock:
    """The processor's clock of this process and of the database's, which answers one question at a time."""
    if connection.dialect.name == "sqlite":
        return time.process_time
    server = connection.scalar(text("SELECT pg_backend_pid()"))
    counted = Path(f"/proc/{server}/schedstat")
    return lambda: time.process_time() + int(counted.read_text().split()[0]) / 1e9


# --- a server's matches --------------------------------------------------------------------------


def _made(matches: int) -> Iterator[tuple[dict[str, Any], ArchivedMatch]]:
    """The row of each match, and what of it is archived."""
    chance = random.Random(45)
    games = chance.choices(list(GAME_SHARES), list(GAME_SHARES.values()), k=matches)
    weights = [1 / (turn + 1) for turn in range(TURNS)]
    for number, game in enumerate(games, 1):
        turns = chance.choices(range(TURNS), weights, k=OPENING_TURNS)
        at = NOW - timedelta(minutes=5 * (matches - number))
        first, second = GAMES[game].sides
        outcome = chance.choices(list(MatchOutcome), (10, 500, 480, 10))[0]
        won = {MatchOutcome.FIRST_WON: first, MatchOutcome.SECOND_WON: second}.get(outcome)
        channel = chance.choice(CHANNELS)
        keys = [hash((game, *turns[:count])) for count in range(OPENING_TURNS + 1)]
        played = [f"turn-{turn}" for turn in turns] + [""]
        opening = tuple(OpeningStep(*step) for step in zip(keys, played, strict=True))
        challenger = (
            BUSY if number % 20 == 0 else RARE if number % (matches // 3) == 0 else 2000 + number % 1999
        )
        row = {
            **{"id": number, "version": 9, "shown_version": 9, "phase": "finished", "stage": "end"},
            **{"game": game, "rules_version": GAMES[game].rules_version, "options": "{}"},
            **{"guild_id": GUILD, "channel_id": channel},
            **{"challenger": challenger, "opponent": 5000 + number % 997},
            **{"challenger_side": first, "opponent_side": second},
            **dict.fromkeys(("created_at", "changed_at", "finished_at"), at),
            **{"result_winner": won, "result_reason": "stuck"},
        }
        yield row, ArchivedMatch(MatchId(number), game, outcome, ((GUILD, channel),), opening, counted=True)


def _archives(store: Database) -> Archive:
    return Archive(Services(store, clock=lambda: NOW, coin=lambda: "heads", salt=bytes).core)


async def _fill(store: Database, matches: int) -> None:
    archives = _archives(store)
    made = _made(matches)
    while some := list(islice(made, AT_ONCE)):
        await store.write(_put, match, [row for row, _ in some])
        assert await archives.take_in([one for _, one in some]) == len(some)


def _put(connection: Connection, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    connection.execute(insert(table), list(rows))


# --- what is asked -------------------------------------------------------------------------------


def _readings(matches: int) -> Iterator[Reading]:
    deep = matches // 50  # page 200 of all matches
    start = hash((COMMONEST,))
    drawn, rare = MatchOutcome.DRAWN, "cannons-and-crabs"
    asked: dict[str, tuple[int, dict[str, Any]]] = {
        "newest": (0, {}),
        "newest, page 200": (deep, {}),
        "one channel of 300": (0, {"channels": CHANNELS[:1]}),
        "no channel": (0, {"channels": ()}),
        "a game": (0, {"game": COMMONEST}),
        "a game, page 200": (deep, {"game": COMMONEST}),
        "a game, one channel of 300": (0, {"channels": CHANNELS[:1], "game": COMMONEST}),
        "drawn": (0, {"outcome": drawn}),
        "a rare game, drawn": (0, {"game": rare, "outcome": drawn}),
        "the commonest start": (0, {"position": start}),
        "the commonest start, page 200": (deep, {"position": start}),
        "the commonest start, drawn": (0, {"position": start, "outcome": drawn}),
        "the commonest start, one channel": (0, {"channels": CHANNELS[:1], "position": start}),
        "a player of 5,000 matches": (0, {"player": BUSY}),
        "a player of 5,000, page 200": (deep, {"player": BUSY}),
        "a player of 5,000, a rare game, lost": (
            0,
            {"player": BUSY, "game": rare, "player_outcome": PlayerOutcome.LOST},
        ),
        "a player of 5,000, drawn": (0, {"player": BUSY, "player_outcome": PlayerOutcome.DRAWN}),
        "a player of 5,000, a position that never was": (0, {"player": BUSY, "position": 5}),
        "a player of 5,000, no channel": (0, {"player": BUSY, "channels": ()}),
        "a player of 3 matches": (0, {"player": RARE}),
    }
    for name, (offset, wanted) in asked.items():
        query = replace(ArchiveQuery(GUILD, SEEN), **wanted)
        yield Reading(name, lambda one, q=query, o=offset: one.page(q, PAGE, o), _scan(query, offset))  # type: ignore[misc]
    books = {"the book of the commonest start": SEEN, "the same, one channel": CHANNELS[:1]}
    for name, channels in books.items():
        yield Reading(
            name,
            lambda one, c=channels: one.played_at(GUILD, c, [start]),  # type: ignore[misc]
            _scan_of_book(channels, start),
        )


# --- without an index ----------------------------------------------------------------------------


def _scan(query: ArchiveQuery, offset: int) -> str:
    """SQL for the ids of a page, in which no index can be used: a sum with 0 is no column."""
    table, wanted = ("archive", "") if query.position is None else ("archive_position", "")
    wanted += "" if query.position is None else f" AND position + 0 = {query.position}"
    wanted += "" if query.game is None else f" AND archive.game = '{query.game}'"
    wanted += "" if query.outcome is None else f" AND {table}.outcome = {query.outcome.value}"
    joined = ""
    if query.player is not None:
        joined = f' JOIN "match" ON "match".id = {table}.match_id'
        wanted += f" AND {query.player} IN (challenger, opponent)"
    return (
        f"SELECT {table}.match_id FROM {table}{joined} WHERE {table}.guild_id + 0 = {query.guild_id}"
        f" AND {table}.channel_id IN ({_written(query.channels)}){wanted}"
        f" ORDER BY {table}.finished_at DESC, {table}.match_id DESC LIMIT {PAGE} OFFSET {offset}"
    )


def _scan_of_book(channels: Sequence[ChannelId], position: int) -> str:
    return (
        f"SELECT played, sum(first_won) FROM book WHERE position + 0 = {position} AND guild_id + 0 = {GUILD}"
        f" AND channel_id IN ({_written(channels)}) GROUP BY played"
    )


def _written(channels: Collection[ChannelId]) -> str:
    return ", ".join(map(str, channels)) or "NULL"


def _scanned(connection: Connection, statement: str) -> int:
    return len(connection.execute(text(statement)).all())


if __name__ == "__main__":
    harness.main(run)
