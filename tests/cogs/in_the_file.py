"""The bot's database, written into behind its back."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any


def change(file: Path, statement: str, *given: Any) -> None:
    """Write into the database behind the bot's back."""
    with closing(sqlite3.connect(file, timeout=5)) as database:
        database.execute(statement, given)
        database.commit()


def multiply(file: Path, times: int) -> None:
    """Copy the first match, as it stands, with its record."""
    with closing(sqlite3.connect(file, timeout=5)) as database:
        columns = [row[1] for row in database.execute("PRAGMA table_info(match)") if row[1] != "id"]
        named = ", ".join(f'"{column}"' for column in columns)
        for number in range(2, times + 1):
            database.execute(
                f"INSERT INTO match (id, {named}) SELECT {number}, {named} FROM match WHERE id = 1"
            )
            database.execute(
                "INSERT INTO entry SELECT ?, number, kind, text, side, ply, at FROM entry WHERE match_id = 1",
                (number,),
            )
        database.commit()
