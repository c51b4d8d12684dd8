"""What ``python -m data check`` says of a database, and all that one holds."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from data.database import parse_url
from data.maintenance.check import Check
from data.maintenance.reading import opened_as_it_is
from tests.data_store.maintenance.commands import change
from tests.matches.table import NOON

WELL = "nothing wrong with any."


async def told_of(url: str) -> list[str]:
    """What the check says, the summary last."""
    async with opened_as_it_is(parse_url(url)) as database:
        check = Check(database, NOON)
        lines = [line async for line in check.lines()]
        return [*lines, str(check.seen)]


async def faults_after(statement: str, file: Path) -> list[str]:
    """What the check says is wrong once this was written into a database behind the program's back."""
    change(file, statement)
    *lines, summary = await told_of(f"sqlite+aiosqlite:///{file}")
    assert summary.startswith("Looked at ")
    return lines


def dump(file: Path) -> list[str]:
    """Everything that a database holds."""
    with closing(sqlite3.connect(file)) as database:
        return list(database.iterdump())
