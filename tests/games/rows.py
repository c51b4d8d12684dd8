"""Rows of the games' tables: ``typed.py``, ``position_texts.py`` and ``diagrams.py`` in each game's folder.

A row is an example of what the laws of all games don't say. The test that reads it names its parts.
"""

from __future__ import annotations

from typing import Any

from engines import GAMES, Diagram, Position
from tests.games import part


def rows(table: str, name: str) -> list[tuple[Any, ...]]:
    """Each row of a list of that name, with its game's key before it, to be the parameters of a test."""
    return [(key, *row) for key in GAMES for row in getattr(part(key, table), name, ())]


def named(value: object) -> str | None:
    """How a parameter is named in the id of a case: texts alone say something."""
    if isinstance(value, Position | Diagram):
        return ""
    return value if isinstance(value, str) else None
