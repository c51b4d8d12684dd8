"""A whole SQLite database as SQL text, and back: to be read, changed as text, and kept with the code."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path


def text_of(file: Path) -> str:
    """The statements that make the database in a file, with what is still in its log."""
    with closing(sqlite3.connect(file)) as database:
        return "\n".join(database.iterdump())


def make_of_text(text: str, file: Path) -> None:
    """Make a database in a new file of such statements."""
    with closing(sqlite3.connect(file)) as database:
        database.executescript(text)


def is_made_of(text: str, file: Path) -> bool:
    """True if the database in a file is what these statements make."""
    try:
        return text_of(file) == text
    except sqlite3.Error:
        return False
