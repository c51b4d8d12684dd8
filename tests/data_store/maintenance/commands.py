"""Asking ``python -m data`` in a process of its own, and changing a file behind its back."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

from data.maintenance.revisions import Revisions

ROOT: Final = Path(__file__).parents[3]
LATEST = Revisions().latest
FILLED = 29
"""The matches of a database that was filled with something of everything."""


class Answer(NamedTuple):
    """How a process ended and what it said."""

    code: int
    said: str
    complained: str


async def ask(folder: Path, *arguments: str, **environment: str) -> Answer:
    """Run the command in a folder, with these settings alone."""
    kept = {name: value for name, value in os.environ.items() if not name.upper().startswith("DATABASE_")}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "data", *arguments),
        cwd=folder,
        env={**kept, "PYTHONPATH": str(ROOT), **environment},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    said, complained = await process.communicate()
    return Answer(process.returncode or 0, said.decode(), complained.decode())


def change(file: Path, statement: str) -> None:
    """Write into the database behind the program's back."""
    with closing(sqlite3.connect(file)) as database:
        database.execute(statement)
        database.commit()
