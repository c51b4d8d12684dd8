"""Checks a whole database: replays every match from its record, under its own rules.

It reads a few matches at a time, each batch in one snapshot: so it needs little memory however many there
are, and works beside a running bot. It changes nothing. Deletions and rules of features follow.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import BigInteger, Connection, Row, Select, bindparam, func, select

from data import stores
from data.database import Database
from data.errors import DAMAGED
from data.features import FEATURES
from data.features.rows import MatchRule, ReadRule, WholeRule
from data.maintenance import counted
from data.maintenance.foreign_objects import OBJECTS, foreign_objects
from data.maintenance.invariants import Stored, wrong_with
from data.maintenance.row_invariants import broken_rules
from data.schema import match, migration, score
from data.shared_parameters import AFTER, LIMIT
from data.stores import queries, rating_rows, rows
from data.stores.match_rows import other_places
from matches.errors import StoreUnavailableError
from matches.model import Phase
from matches.summaries import LATE

AT_ONCE: Final = 100
"""Matches loaded in one batch."""
_SCORES_SINCE: Final = "0004"
"""The revision that introduced scores."""

_IDS = select(match.c.id).where(match.c.id > AFTER).order_by(match.c.id).limit(LIMIT)
_MATCHES = (
    select(match)
    .where(match.c.id.in_(bindparam("match_ids", type_=BigInteger, expanding=True)))
    .order_by(match.c.id)
)
_SCORES = (
    select(score)
    .where(score.c.match_id.in_(bindparam("match_ids", type_=BigInteger, expanding=True)))
    .order_by(score.c.match_id, score.c.user_id)
)
_SCORED_SINCE = select(func.min(migration.c.at)).where(migration.c.revision >= _SCORES_SINCE)
_ALL_SCORES = select(func.count()).select_from(score)


@dataclass
class CheckCounts:
    """Counts of a check so far: everything read, and the matches with faults."""

    matches: int = 0
    entries: int = 0
    finished: int = 0
    rated: int = 0
    scores: int = 0
    bad: int = 0
    damages: int = 0
    """Faults of the database itself, and of everything but matches, such as late deletions."""

    @property
    def well(self) -> bool:
        return not (self.bad or self.damages)

    def __str__(self) -> str:
        trouble = f"{self.bad} with something wrong" if self.bad else "nothing wrong with any"
        return (
            f"Looked at {counted(self.matches, 'match', 'matches')} with "
            f"{counted(self.entries, 'entry', 'entries')}; {self.finished} finished, "
            f"{self.rated} of them rated; {self.scores} scores: {trouble}."
        )


class Check:
    """A check of a database. ``seen`` has its counts, once :meth:`lines` is exhausted."""

    def __init__(self, database: Database, now: datetime) -> None:
        self._database = database
        self._now = now
        self._scored_since: datetime | None = None
        self.seen = CheckCounts()

    async def lines(self) -> AsyncIterator[str]:
        """Yield a line for each fault. Raises StoreUnavailableError if nothing can be read."""
        for line in await self._database.read(_wrong_with_file):
            self.seen.damages += 1
            yield line
        self._scored_since = await self._database.read(_scored_since)
        rules = [await self._database.read(rule) for feature in FEATURES for rule in feature.match_rules]
        after = 0
        while ids := await self._database.read(_next, after):
            after = ids[-1]
            async for line in self._checked(ids, rules):
                yield line
        self.seen.scores = await self._database.read(_count_scores)
        async for line in self._around():
            self.seen.damages += 1
            yield line
        for rule in rules:
            for line in await self._database.read(_faults, rule):
                self.seen.damages += 1
                yield line

    async def _around(self) -> AsyncIterator[str]:
        """Yield a line for each fault outside matches, and for each late deletion."""
        for line in await self._database.read(_broken_rules):
            yield line
        for whole in (rule for feature in FEATURES for rule in feature.whole_rules):
            async for line in self._of_whole(whole):
                yield line
        for rule in [rule for feature in FEATURES for rule in feature.read_rules]:
            async for line in self._read(rule):
                yield line
        for user, asked_at in await self._database.read(stores.privacy.asked_before, self._now - LATE):
            yield (
                f"user={user}: everything about them was to be deleted on {asked_at:%Y-%m-%d} and is not; "
                "the bot goes on with it, and its log says what it waits for"
            )

    async def _of_whole(self, rule: WholeRule) -> AsyncIterator[str]:
        after = 0
        while ids := await self._database.read(_next, after, rule.ids):
            after = ids[-1]
            for one in ids:
                try:
                    problems = await self._database.read(rule.faults, one)
                except StoreUnavailableError as error:
                    if not error.advice.startswith(DAMAGED):
                        raise
                    problems = [f"it cannot be read {error.advice.removeprefix(DAMAGED).strip()}"]
                if problems:
                    yield f"{rule.name}={one}: {'; '.join(problems)}"

    async def _read(self, rule: ReadRule) -> AsyncIterator[str]:
        after: Any = None
        while True:
            faults, after = await self._database.read(rule, after, AT_ONCE)
            for line in faults:
                yield line
            if after is None:
                return

    async def _checked(self, ids: Sequence[int], rules: Sequence[MatchRule]) -> AsyncIterator[str]:
        try:
            loaded = await self._database.read(_load, ids, self._scored_since)
        except StoreUnavailableError as error:
            if not error.advice.startswith(DAMAGED):
                raise
            if len(ids) == 1:
                self.seen.matches, self.seen.bad = self.seen.matches + 1, self.seen.bad + 1
                yield f"match={ids[0]}: it cannot be read {error.advice.removeprefix(DAMAGED).strip()}"
                return
            for one in ids:
                async for line in self._checked([one], rules):
                    yield line
            return
        for stored in loaded:
            self._count(stored)
            for rule in rules:
                rule.add(stored)
            problems = wrong_with(stored)
            if problems:
                self.seen.bad += 1
                yield f"match={stored.match.id} game={stored.match.game_key}: {'; '.join(problems)}"

    def _count(self, stored: Stored) -> None:
        self.seen.matches += 1
        self.seen.entries += len(stored.match.entries)
        self.seen.finished += stored.match.phase is Phase.FINISHED
        self.seen.rated += any(one.rated for one in stored.scores)


def _wrong_with_file(connection: Connection) -> list[str]:
    """The faults that SQLite itself finds in its file; empty for a server."""
    if connection.dialect.name != "sqlite":
        return []
    verdicts = [
        verdict for (verdict,) in connection.exec_driver_sql("PRAGMA quick_check(10)") if verdict != "ok"
    ]
    dangling = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    return [
        *(f"database: {verdict}" for verdict in verdicts),
        *(
            f"database: {what} is no part of it; remove it, unless you know what it is there for"
            for what in foreign_objects(connection.exec_driver_sql(OBJECTS))
        ),
        *(
            f"database: row {row} of {table} refers to a row of {parent} that is gone"
            for table, row, parent, *_ in dangling
        ),
    ]


def _broken_rules(connection: Connection) -> list[str]:
    return list(broken_rules(connection))


def _faults(connection: Connection, rule: MatchRule) -> list[str]:
    return list(rule.faults(connection))


def _scored_since(connection: Connection) -> datetime | None:
    found: datetime | None = connection.scalar(_SCORED_SINCE)
    return found


def _count_scores(connection: Connection) -> int:
    return connection.scalar(_ALL_SCORES) or 0


def _next(connection: Connection, after: int, found: Select[int] = _IDS) -> Sequence[int]:
    return connection.scalars(found, {"after": after, "limit": AT_ONCE}).all()


def _load(connection: Connection, ids: Sequence[int], scored_since: datetime | None) -> list[Stored]:
    """These matches with their stored data. Raises StoreUnavailableError for a damaged row."""
    asked = {"match_ids": list(ids)}
    found = (connection.execute(_MATCHES, asked)).mappings().all()
    entries = _by_match(connection.execute(*queries.ENTRIES(ids)))
    picks = rows.read_picks((connection.execute(*queries.PICKS(ids))).mappings())
    scores = _by_match(connection.execute(_SCORES, asked))
    others = other_places(connection, found)
    loaded = []
    for row in found:
        number = row["id"]
        record = rows.read_entries(entries[number]).get(number, ())
        stored = Stored(
            rows.read_match(row, record, picks.get(number), others.get(number, ())),
            finished_at=row["finished_at"],
            numbers=[one.number for one in entries[number]],
            scores=[rating_rows.read_score(one._mapping) for one in scores[number]],
            scored=_scored(row["finished_at"], scored_since),
            to_act=rows.read_to_act(row),
            archived=row["archived"],
        )
        loaded.append(stored)
    return loaded


def _by_match(found: Iterable[Row[Any]]) -> dict[int, list[Row[Any]]]:
    sorted_out: dict[int, list[Row[Any]]] = defaultdict(list)
    for row in found:
        sorted_out[row.match_id].append(row)
    return sorted_out


def _scored(finished_at: datetime | None, since: datetime | None) -> bool:
    """True if the end of a match must have brought scores."""
    return finished_at is not None and since is not None and finished_at >= since
