"""Queries of the database beside the bots."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from typing import Any, Final

import asyncpg

from data.database import parse_url
from data.postgres_urls import driver_options
from engines import GAMES, Position
from engines.record import History, Record

_MATCHES: Final = """
SELECT m.id, m.version, m.shown_version, m.phase, m.game, m.rules_version, m.options, m.first_side,
       m.changed_at, m.deadline_at,
       (SELECT json_agg(json_build_array(e.kind, e.text, e.side) ORDER BY e.number)
          FROM entry e WHERE e.match_id = m.id) AS entries,
       (SELECT json_object_agg(p.side, p.choices::json) FROM pick p WHERE p.match_id = m.id) AS picks
  FROM match m
"""
AGAIN: Final = 0.3
"""Seconds between retries while the database is down."""


@dataclass
class StoredMatch:
    """A match as stored."""

    number: int
    version: int
    shown_version: int
    phase: str
    actions: list[str]
    """The players' actions."""
    texts: list[str]
    """All actions, including those that were played by themselves."""
    start: Record

    def position(self) -> Position:
        """The current position."""
        history = History(self.start.start())
        for text in self.texts:
            history = history.then(text)
        return history.position


BROKEN: Final = (asyncpg.InternalClientError,)
"""The error of asyncpg if a server dies between its greeting and the first query."""


class ClusterDatabase:
    """Queries the database, with retries while it is down."""

    def __init__(self, address: str) -> None:
        self._address = address

    async def rows(self, statement: str, *values: object) -> list[Any]:
        """The rows of a query."""
        while True:
            try:
                connection = await asyncpg.connect(**driver_options(parse_url(self._address)), timeout=5)
                try:
                    return list(await connection.fetch(statement, *values))
                finally:
                    connection.terminate()
            except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError, *BROKEN):
                await asyncio.sleep(AGAIN)

    async def number(self, statement: str, *values: object) -> float:
        """The single number that a query returns; 0 for null."""
        return float((await self.rows(statement, *values))[0][0] or 0)

    async def ask(self, number: int) -> StoredMatch | None:
        """A match by its number."""
        found = await self.rows(f"{_MATCHES} WHERE m.id = $1", number)
        return _match(found[0]) if found else None

    async def matches(self) -> list[StoredMatch]:
        """All matches, by number."""
        return [_match(row) for row in await self.rows(f"{_MATCHES} ORDER BY m.id")]


def _match(row: Any) -> StoredMatch:
    entries, picks = json.loads(row["entries"] or "[]"), json.loads(row["picks"] or "{}")
    made = {side: tuple(chosen) for side, chosen in picks.items()}
    game = GAMES[row["game"]]
    record = Record(
        game.key, row["rules_version"], json.loads(row["options"]), row["first_side"], made or None
    )
    actions = [text for kind, text, _ in entries if kind == "action"]
    texts = [text for kind, text, _ in entries if kind in ("action", "forced", "advance")]
    return StoredMatch(row["id"], row["version"], row["shown_version"], row["phase"], actions, texts, record)
