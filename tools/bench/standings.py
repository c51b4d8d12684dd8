"""Leaderboards and profiles over 100,000 players and 1,000,000 matches, read through the service.

SQL fills the tables, each with sums of the scores; the pages are compared with these sums. Below each time
are the query plans of SQLite, with the indexes used; none may scan a table. ``make bench`` runs it with a
fiftieth of the players and matches, ``python -m tools.bench.standings`` with all of them, which takes
minutes; a number as its argument is another share.
"""

from __future__ import annotations

import asyncio
import random
import re
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from statistics import median

from sqlalchemy import Engine, event

from data import Database, stores
from matches.guilds.settings import SeasonKind
from matches.model import GuildId, MatchId, UserId
from matches.ratings.leaderboard import ACTIVE_DAYS, LEAST_RATED, PAGE
from matches.ratings.ledger import EVERYWHERE, Standing
from matches.ratings.rating import Rating, day_of
from matches.ratings.scores import RatedStart
from matches.ratings.seasons import EndedSeason, days_of, season_of
from services import Services
from tests.data_store.making import accepted, challenge, ending, finished
from tests.data_store.stores.plans import SCAN, Statements
from tests.store import keep
from tools import harness

PLAYERS, MATCHES = 100_000, 1_000_000
BEARABLE = 0.02
"""The share of them in a run of all benchmarks."""
READS = 300
NOW = datetime(2026, 12, 30, 12, tzinfo=UTC)
DAYS = 360
GAMES = ("prawns",) * 6 + ("prudh", "cannons-and-crabs", "pjawns", "predation")
LARGEST = GuildId(1)
"""The server in which every other match is played."""
FIRST = 1000
"""The first user id; smaller numbers stand for players who are not people."""

Read = Callable[[], Awaitable[object]]
_CONDITION = re.compile(r" \(.*")

_SCORED = """
    INSERT INTO score VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'eaten', ?, 1, ?, ?, 1500.0, 80.0, 1500, 1512, 1.0, 0)
"""
_MATCHED = """
    INSERT INTO "match" (id, version, phase, game, rules_version, options, guild_id, channel_id, challenger,
        opponent, challenger_side, opponent_side, created_at, changed_at, finished_at, shown_version, stage,
        stakes)
    SELECT match_id, 9, 'finished', game, 1, '{}', guild_id, 1, user_id, rival_id, 'green', 'blue', ended_at,
        ended_at, ended_at, 9, 'end', 'rated'
    FROM score WHERE side = 'green' ORDER BY match_id
"""
_COUNTS = "count(*), sum(points = 2), sum(points = 1)"
_RATING = "1500 + user_id % 7 * 60 + 10 * sum(points - 1) + user_id % 1009 / 1009.0"
_ADDED_UP = (
    f"""CREATE TEMP TABLE strength AS
        SELECT user_id, game, {_RATING} AS rating, max(day) AS day, count(*) AS matches
        FROM score GROUP BY user_id, game""",
    "CREATE UNIQUE INDEX temp.of_strength ON strength (user_id, game)",
    """INSERT INTO account SELECT user_id, game, day, rating, 90.0, 0.06, rating, 85.0, 0.06, matches
        FROM strength""",
    """INSERT INTO rating_point SELECT user_id, game, day, 1500.0 + day % 400, 90.0, 0.06
        FROM score GROUP BY user_id, game, day""",
    f"INSERT INTO tally SELECT user_id, game, '', {_COUNTS}, 0, 1, 3 FROM score GROUP BY user_id, game",
    f"""INSERT INTO tally SELECT user_id, game, side, {_COUNTS}, 0, 1, 3
        FROM score GROUP BY user_id, game, side""",
    f"INSERT INTO tally SELECT 0, game, side, {_COUNTS}, 0, 1, 3 FROM score GROUP BY game, side",
    f"""INSERT INTO meeting SELECT user_id, rival_id, game, {_COUNTS}
        FROM score GROUP BY user_id, rival_id, game""",
    """INSERT INTO opening SELECT user_id, game, side, opening, count(*), sum(points = 2)
        FROM score GROUP BY user_id, game, side, opening""",
    *(
        f"""INSERT INTO standing
            SELECT {guild}, score.game, {season}, score.user_id, CAST(rating + 0.5 AS INTEGER),
                rating, 60.0 + user_id % 6 * 30, 0.06, max(score.day), count(*), max(score.day), 1
            FROM score JOIN strength USING (user_id, game) JOIN season ON season.day = score.day
            GROUP BY 1, 2, 3, 4"""
        for guild in ("0", "guild_id")
        for season in ("''", "month", "quarter")
    ),
    *(
        f"""INSERT INTO season_end SELECT DISTINCT guild_id, {kind}, {kind}_end, 0, NULL
            FROM score JOIN season USING (day)"""
        for kind in ("month", "quarter")
    ),
)


def run(scale: float = BEARABLE, /, reads: int = READS) -> None:
    """Fill a database, read the content of pages, and print the times and query plans."""
    asyncio.run(_measure(int(PLAYERS * scale), int(MATCHES * scale), reads))


async def _measure(players: int, matches: int, reads: int) -> None:
    async with harness.new_file() as path:
        took, _ = harness.timed(partial(_fill, path, players, matches))
        print(f"{players:,} players, {matches:,} matches: filled in {took / 1000:.0f} s")
        async with harness.store_on(path) as store:
            service = Services(store, clock=lambda: NOW, coin=lambda: "heads", salt=bytes)
            await _check(service, path)
            await _time_all(Stopwatch(store, path, reads), service, players, matches)


async def _time_all(stopwatch: Stopwatch, service: Services, players: int, matches: int) -> None:
    store, chance = stopwatch.store, random.Random(5)
    month = season_of(day_of(NOW), SeasonKind.MONTH)

    def reader() -> UserId:
        return UserId(FIRST + chance.randint(1, players))

    def pair() -> tuple[UserId, UserId]:
        one, other = chance.sample(range(1, players + 1), 2)
        return UserId(FIRST + one), UserId(FIRST + other)

    def leaderboard(guild: GuildId, season: str, pages: int) -> Read:
        def read() -> Awaitable[object]:
            page = chance.randint(0, pages)
            return service.leaderboards.leaderboard("prawns", reader(), guild=guild, season=season, page=page)

        return read

    last, since = players // PAGE, NOW - timedelta(days=30)
    reads: dict[str, Read] = {
        "leaderboard, everywhere, first page": leaderboard(EVERYWHERE, "", 0),
        "leaderboard, everywhere, any page": leaderboard(EVERYWHERE, "", last),
        "leaderboard, everywhere, season": leaderboard(EVERYWHERE, month, last),
        "leaderboard, largest server": leaderboard(LARGEST, "", last),
        "leaderboard, some server": leaderboard(GuildId(2), "", 3),
        "a profile, as it is shown": lambda: _profile(service, *pair()),
        "somebody's place in a server": lambda: service.leaderboards.place("prawns", reader(), LARGEST),
        "how often the sides win": lambda: service.leaderboards.sides_of("prawns"),
        "what a match brought": lambda: store.read(
            stores.ratings.brought, MatchId(chance.randint(1, matches))
        ),
        "what a match of two weighs": lambda: store.read(
            stores.ratings.rated_starts, "prawns", *pair(), since
        ),
        "the next season that is over": lambda: service.seasons.ended(1),
        "champions of a season, all games": lambda: service.seasons.candidates(EndedSeason(LARGEST, month)),
        "a rated match ends": lambda: _end_one(stopwatch, *pair()),
    }
    for what, read in reads.items():
        await stopwatch.time(what, read)


async def _profile(service: Services, user: UserId, reader: UserId) -> None:
    """Read the content of a profile in the largest server."""
    games = await service.leaderboards.played(user)
    if games:
        await service.leaderboards.profile(user, games[0].game, reader)
        await service.leaderboards.place(games[0].game, user, LARGEST)


class Stopwatch:
    """Times repeated reads of a store, and prints the indexes that they use."""

    def __init__(self, store: Database, path: Path, reads: int) -> None:
        self.store = store
        self._reads = reads
        self._statements = Statements(path)
        event.listen(Engine, "before_cursor_execute", self._statements.see)
        self._table = harness.FigureTable(36, {"p50 ms": ".2f", "p99": ".2f", "worst": ".2f"})
        self._begun = 0.0

    def start(self) -> None:
        """Start the time, and forget earlier statements."""
        self._statements.seen.clear()
        self._begun = time.perf_counter()

    async def time(self, what: str, read: Read) -> None:
        """Print the times that ``read`` takes, and the query plans of the last call."""
        took = []
        for _ in range(self._reads):
            self.start()
            await read()
            took.append(1000 * (time.perf_counter() - self._begun))
        self._table.row(what, median(took), harness.percentile(took, 99), max(took))
        for line in self._plans():
            print(f"    {line}")

    def _plans(self) -> list[str]:
        """The query plans of the statements since the start, each once."""
        asked = [one for one in self._statements.seen if not one[0].startswith("BEGIN")]
        lines = list(dict.fromkeys(line for one in asked for line in self._statements.plan(one)))
        assert not any(SCAN.match(line) for line in lines), lines
        return list(dict.fromkeys(_CONDITION.sub("", line) for line in lines if line.startswith("SEARCH")))


async def _end_one(stopwatch: Stopwatch, one: UserId, other: UserId) -> None:
    """End a rated match: the change itself, both ratings, and every table. Only the end is timed."""
    store = stopwatch.store
    match = await store.write(
        stores.matches.create, challenge(challenger=one, opponent=other, created_at=NOW)
    )
    start = RatedStart("prawns", one, other, NOW, NOW - timedelta(days=30))
    match = await keep(store, accepted(match, sides={"green": one, "blue": other}), start=start)
    brought = ending(match, ended_at=NOW)
    stopwatch.start()
    await keep(store, finished(match), ending=brought)


async def _check(service: Services, path: Path) -> None:
    """Assert that a page from the middle is the same as computed from all rows."""
    with closing(sqlite3.connect(path)) as database:
        rows = database.execute(
            "SELECT user_id, rating, deviation, volatility, rated_day, matches, day FROM standing "
            "WHERE guild_id = 0 AND game = 'prawns' AND season = '' AND matches >= ? AND day >= ?",
            (LEAST_RATED, day_of(NOW) - ACTIVE_DAYS),
        ).fetchall()
    today = day_of(NOW)
    ranked = [
        (Standing(Rating(*rating), *days).ranked_by(today), user)
        for user, rating, days in ((row[0], row[1:4], row[4:]) for row in rows)
    ]
    ranked.sort(reverse=True)
    middle, third = len(ranked) // PAGE // 2, ranked[len(ranked) // 3]
    found = await service.leaderboards.leaderboard("prawns", UserId(third[1]), page=middle)
    assert found.ranked == len(ranked)
    wanted = [by for by, _ in ranked[middle * PAGE : (middle + 1) * PAGE]]
    assert [place.by for place in found.places] == wanted
    assert [place.rank for place in found.places] == [1 + sum(by > own for by, _ in ranked) for own in wanted]
    assert found.own is not None
    assert found.own.rank == 1 + sum(by > third[0] for by, _ in ranked)


def _fill(path: Path, players: int, matches: int) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        for pragma in ("journal_mode=OFF", "synchronous=OFF", "cache_size=-400000", "temp_store=MEMORY"):
            database.execute(f"PRAGMA {pragma}")
        database.execute("BEGIN")
        # An index is made much faster at the end than row by row.
        indexes = database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql > ''")
        made_again = indexes.fetchall()
        for name, _ in made_again:
            database.execute(f"DROP INDEX {name}")
        database.execute(
            "CREATE TEMP TABLE season (day INTEGER PRIMARY KEY, month TEXT, month_end INTEGER, quarter TEXT, "
            "quarter_end INTEGER)"
        )
        database.executemany("INSERT INTO season VALUES (?, ?, ?, ?, ?)", _seasons())
        database.executemany(_SCORED, _scores(players, matches))
        database.execute(_MATCHED)
        for statement in _ADDED_UP:
            database.execute(statement)
        for _, made in made_again:
            database.execute(made)
        database.execute("COMMIT")
        database.execute("PRAGMA journal_mode=WAL")


def _seasons() -> Iterator[tuple[int | str, ...]]:
    """Each day with its month and its quarter, and the last days of both."""
    for day in range(day_of(NOW) - DAYS, day_of(NOW) + 1):
        month, quarter = (season_of(day, kind) for kind in (SeasonKind.MONTH, SeasonKind.QUARTER))
        yield day, month, days_of(month)[1], quarter, days_of(quarter)[1]


def _scores(players: int, matches: int) -> Iterator[tuple[object, ...]]:
    """Matches, evenly over the days. Each player has a strength, a home server, and rivals there."""
    chance = random.Random(1)
    for number in range(1, matches + 1):
        ended_at = NOW - timedelta(days=DAYS * (1 - number / matches))
        one, other = chance.randint(1, players), chance.randint(1, players - 1)
        other += other >= one
        guild = LARGEST if number % 2 else 2 + one % 998
        game = chance.choice(GAMES)
        points = 0 if chance.random() < 0.45 else 2 if chance.random() < 0.9 else 1
        line = chance.choice(("d2-d3 e2-e3", "a1-a2 b1-b2", "c2-c3 d2-d3"))
        end = (ended_at.isoformat(" ", "microseconds"), day_of(ended_at), line)
        seats = ((one, other, "green", points), (other, one, "blue", 2 - points))
        for which, (user, rival, side, won) in enumerate(seats):
            yield 2 * number + which, number, FIRST + user, FIRST + rival, game, guild, side, won, *end


if __name__ == "__main__":
    harness.main(run, scale=1.0)
