"""A whole SQLite database as SQL text, and back: to be read, edited, and stored with the code."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path


def text_of(file: Path) -> str:
    """The statements that make the database in a file, including its write-ahead log."""
    with closing(sqlite3.connect(file)) as database:
        return "\n".join(database.iterdump())


def make_of_text(text: str, file: Path) -> None:
    """Make a database in a new file from such statements."""
    with closing(sqlite3.connect(file)) as database:
        database.executescript(text)


def is_made_of(text: str, file: Path) -> bool:
    """True if a file has exactly the database that these statements make."""
    try:
        return text_of(file) == text
    except sqlite3.Error:
        return False
