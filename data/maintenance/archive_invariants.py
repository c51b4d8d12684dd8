"""Checks the archives and their openings against the matches they are made from.

What the matches say and what the rows say are added up as numbers for each server: so it needs little memory
however many there are. Where a bot takes matches in meanwhile, the sums differ anyway and aren't compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import Connection, Select, func, select

from data.maintenance.invariants import Stored
from data.schema import archive, archive_position, book, match
from data.stores.archive import book_keys, positions_of
from engines import EngineError
from matches.archive import MatchOutcome, archived
from matches.model import Phase

_COUNTS: Final = (
    select(func.count()).select_from(archive),
    select(func.sum(book.c.first_won + book.c.second_won + book.c.drawn)),
)
_NOT_OVER: Final = (
    select(match.c.id, match.c.phase)
    .where(match.c.archived, match.c.phase != Phase.FINISHED.value)
    .order_by(match.c.id)
)
_WON: Final = (
    ("first_won", MatchOutcome.FIRST_WON),
    ("second_won", MatchOutcome.SECOND_WON),
    ("drawn", MatchOutcome.DRAWN),
)
MEND: Final = "`python -m data archive` makes them anew"


class ArchiveSums:
    """The sums of what matches say that the archives should hold."""

    def __init__(self, connection: Connection) -> None:
        self._counted = _counted(connection)
        self._sums: Counter[int] = Counter()

    def add(self, stored: Stored) -> None:
        """Add a match that was taken in; one that can't be replayed adds nothing, as when it was taken in."""
        if not stored.archived:
            return
        try:
            one = archived(stored.match)
        except (KeyError, EngineError):
            return
        at = stored.finished_at
        for guild, channel in one.places:
            self._sums[guild] += _number("match", one.match_id, channel, one.game, one.outcome, at)
            for position in positions_of(one):
                self._sums[guild] += _number("position", position, one.match_id, channel, one.outcome, at)
        for of_guild, *key in book_keys(one):
            self._sums[of_guild] += _number("book", *key)

    def faults(self, connection: Connection) -> Iterator[str]:
        """A line for each server whose archive differs from its matches, and each match that isn't over."""
        for row in connection.execute(_NOT_OVER):
            yield f"match={row.id}: it is {row.phase}, and taken into the archive"
        if _counted(connection) != self._counted:
            return
        there = _stored_sums(connection)
        for guild in sorted({*self._sums, *there}):
            if self._sums[guild] != there[guild]:
                yield f"guild={guild}: its archive or openings differ from its matches; {MEND}"


def _counted(connection: Connection) -> list[Any]:
    return [connection.scalar(asked) for asked in _COUNTS]


def _stored_sums(connection: Connection) -> Counter[int]:
    """The same sums, of the rows."""
    sums: Counter[int] = Counter()
    for row in _rows(connection, select(archive)):
        key = (row.match_id, row.channel_id, row.game, row.outcome, row.finished_at)
        sums[row.guild_id] += _number("match", *key)
    for row in _rows(connection, select(archive_position)):
        key = (row.position, row.match_id, row.channel_id, row.outcome, row.finished_at)
        sums[row.guild_id] += _number("position", *key)
    for row in _rows(connection, select(book)):
        for name, outcome in _WON:
            number = _number("book", row.position, row.played, row.channel_id, outcome)
            sums[row.guild_id] += number * row._mapping[name]
    return sums


def _rows(connection: Connection, asked: Select[Any]) -> Iterator[Any]:
    return iter(connection.execute(asked.execution_options(yield_per=1000)))


def _number(*parts: object) -> int:
    """A number of a row: other rows have others, but for a chance that is next to none."""
    return hash(parts)
