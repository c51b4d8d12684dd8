"""What a store asks of its database, and how SQLite says that it would do it."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from data import Database
from data.schema import metadata

# The downtimes are read from end to end on purpose: every clock may have stood still in any of them. Of
# shards there are few.
SCAN: Final = re.compile(
    f"SCAN ({'|'.join(metadata.tables.keys() - {'downtime', 'shard_stop', 'shard_life', 'shard_lease'})})\\b"
)
Asked = tuple[str, Any]
"""A statement and its parameters."""


class Statements:
    """What a store sends to its database, a file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.seen: list[Asked] = []

    def see(
        self, _connection: Any, _cursor: Any, statement: str, parameters: Any, _context: Any, many: bool
    ) -> None:
        self.seen.append((statement, parameters[0] if many else parameters))

    def selects(self) -> list[str]:
        """Since this was asked last."""
        found = [statement for statement, _ in self.seen if statement.startswith("SELECT")]
        self.seen.clear()
        return found

    def plans(self) -> list[list[str]]:
        """How the database does each of the statements that were seen."""
        return [self.plan(one) for one in self.seen]

    def plan(self, asked: Asked) -> list[str]:
        with closing(sqlite3.connect(self._file)) as database:
            return [row[3] for row in database.execute(f"EXPLAIN QUERY PLAN {asked[0]}", asked[1])]

    def about(self, words: str) -> list[Asked]:
        """The statements in which these words are found."""
        return [one for one in self.seen if re.search(words, one[0])]

    def scans(self, about: str = "", scan: re.Pattern[str] = SCAN) -> list[tuple[Asked, list[str]]]:
        """The statements about something that go through a whole table, and where they do."""
        found = [(one, list(filter(scan.match, self.plan(one)))) for one in self.about(about)]
        return [(one, lines) for one, lines in found if lines]


Watched = tuple[Database, Statements]
