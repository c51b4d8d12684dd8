"""The matches as they are stored, read beside the bot: what people will see once it has been shown."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import asyncpg

from engines import GAMES, Position, Side
from engines.record import TAKE_BACK, History, Record
from tests.data_store.postgres import finished

OPEN = ("challenged", "setup", "playing")
LEVELS = range(1, 6)
"""The computer's, as they stand in the place of somebody's id."""


class Line(NamedTuple):
    """An entry of the record."""

    kind: str
    text: str
    side: Side


@dataclass(frozen=True)
class Stored:
    """A match in the database."""

    id: int
    version: int
    phase: str
    game: str
    rules_version: int
    options: Mapping[str, str]
    challenger: int
    opponent: int | None
    sides: Mapping[Side, int]
    first: Side | None
    channel: int
    shown_version: int
    invitation: int | None
    home: int | None
    card: int | None
    direct: bool
    pace: str
    reason: str | None
    rematch: int | None
    rematch_of: int | None
    picks: Mapping[Side, Sequence[str]]
    lines: Sequence[Line]

    @property
    def open(self) -> bool:
        """Whether anything can still happen to it."""
        return self.phase in OPEN

    @property
    def players(self) -> tuple[int, ...]:
        """The challenger and, if there is one, the opponent; not the computer."""
        both = (self.challenger, self.opponent)
        return tuple(who for who in both if who is not None and who not in LEVELS)

    @property
    def computer(self) -> bool:
        """Whether it is against the computer."""
        return self.opponent in LEVELS or self.challenger in LEVELS

    @property
    def computer_side(self) -> Side | None:
        """The side of the computer, if it plays one."""
        return next((side for side, user in self.sides.items() if user in LEVELS), None)

    @property
    def secret(self) -> bool:
        """Whether its picks are not for everybody now."""
        setup = GAMES[self.game].secret_setup
        return self.phase == "setup" and setup is not None and self.options.get(setup.option) == "on"

    @property
    def texts(self) -> list[str]:
        """The entries as the engines know them."""
        kinds = {"action": None, "forced": None, "advance": None, "takeback": TAKE_BACK}
        return [kinds[line.kind] or line.text for line in self.lines if line.kind in kinds]

    def start(self) -> History:
        """The history before the first entry."""
        picks = {side: tuple(chosen) for side, chosen in self.picks.items()}
        record = Record(self.game, self.rules_version, self.options, self.first, picks or None)
        return History(record.start())


class Folding:
    """Folds one match as it grows."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._history: History | None = None

    def position(self, match: Stored) -> Position:
        """Where a match that is played stands."""
        texts, history = match.texts, self._history
        if history is None or texts[: len(self._texts)] != self._texts:
            history, self._texts = match.start(), []
        for text in texts[len(self._texts) :]:
            history = history.then(text)
        self._texts, self._history = texts, history
        return history.position

    @property
    def history(self) -> History:
        """The history that was folded last."""
        assert self._history is not None, "folded before"
        return self._history


class Database:
    """Reads the bot's database; writes only what nobody can do in Discord in so short a time."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._connection = sqlite3.connect(file, timeout=15, isolation_level=None)
        self._connection.row_factory = sqlite3.Row

    def close(self) -> None:
        """Let go of it."""
        self._connection.close()

    def rows(self, query: str, *values: Any) -> list[Any]:
        """What a query gives."""
        return self._connection.execute(query, values).fetchall()

    def write(self, statement: str, *rows: Sequence[Any]) -> None:
        """Carry a statement out for each of the rows."""
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.executemany(statement, rows)
        self._connection.execute("COMMIT")

    def match(self, number: int) -> Stored | None:
        """A match, or None if there is none of that number."""
        self._connection.execute("BEGIN")  # all of it as it was at one moment
        found = self.rows("SELECT * FROM match WHERE id = ?", number)
        lines = self.rows("SELECT kind, text, side FROM entry WHERE match_id = ? ORDER BY number", number)
        picks = self.rows("SELECT side, choices FROM pick WHERE match_id = ?", number)
        self._connection.execute("COMMIT")
        if not found:
            return None
        row = found[0]
        seats = ((row["challenger_side"], row["challenger"]), (row["opponent_side"], row["opponent"]))
        return Stored(
            row["id"],
            row["version"],
            row["phase"],
            row["game"],
            row["rules_version"],
            json.loads(row["options"]),
            row["challenger"],
            row["opponent"],
            {side: user for side, user in seats if side and user},
            row["first_side"],
            row["channel_id"],
            row["shown_version"],
            row["invitation"],
            row["home"],
            row["card"],
            bool(row["direct"]),
            row["pace"],
            row["result_reason"],
            row["rematch"],
            row["rematch_of"],
            {side: json.loads(chosen) for side, chosen in picks},
            [Line(*line) for line in lines],
        )

    def numbers(self, *, between: tuple[int, int | None] | None = None, after: int = 0) -> list[int]:
        """The matches after a number; if said, those alone in which somebody has challenged somebody."""
        if between is None:
            return [row[0] for row in self.rows("SELECT id FROM match WHERE id > ? ORDER BY id", after)]
        query = (
            "SELECT id FROM match WHERE id > ? AND challenger = ? AND rematch_of IS NULL "
            "AND tournament = 0 AND simul = 0 AND NOT by_offer AND (? IS NULL OR opponent = ?) ORDER BY id"
        )
        challenger, opponent = between
        return [row[0] for row in self.rows(query, after, challenger, opponent, opponent)]

    def newest(self) -> int:
        """The number of the newest match, 0 before the first."""
        return int(self.rows("SELECT coalesce(max(id), 0) FROM match")[0][0])


def rows(address: str, query: str) -> list[Any]:
    """What a query gives, from the database at an address of either kind. It may block a loop."""
    if address.startswith("sqlite"):
        with closing(sqlite3.connect(address.removeprefix("sqlite+aiosqlite:///"), timeout=10)) as database:
            return database.execute(query).fetchall()
    found: list[Any] = []

    async def ask() -> None:
        connection = await asyncpg.connect(address.replace("+asyncpg", "", 1))
        try:
            found.extend(map(tuple, await connection.fetch(query)))
        finally:
            await connection.close()

    finished(ask())
    return found
