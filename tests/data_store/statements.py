"""Keeps what this version of the bot asks of its database, for the next migration to be tried with.

``python -m tests.data_store.statements``, before a migration is made, writes each statement by which a
database of either kind is filled and read, with its values, to ``tests/data/statements``. The test of older
bots asks the same of a database that is migrated further.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, event

from data import Database, open_store, stores
from data.maintenance.revisions import Revisions
from matches.model import MatchId
from tests.data_store import dumping
from tests.data_store.postgres import cluster

FOLDER = Path(__file__).parent.parent / "data" / "statements"
KINDS = ("sqlite", "postgresql")
COMMAND = "python -m tests.data_store.statements"


def file_of(revision: str, kind: str) -> Path:
    """The file with the statements of a revision on a kind of database."""
    return FOLDER / f"{revision}.{kind}.jsonl"


@contextmanager
def heard() -> Iterator[list[str]]:
    """The statements that are sent to databases meanwhile, a line each; each reading once."""
    lines: list[str] = []
    known: set[str] = set()

    def hear(_connection: Any, _cursor: Any, statement: str, values: Any, _context: Any, many: bool) -> None:
        if statement.startswith("SELECT") and statement in known:
            return
        known.add(statement)
        rows = [list(map(_plain, row)) for row in (values if many else [values])]
        lines.append(json.dumps([statement, rows], ensure_ascii=False))

    event.listen(Engine, "before_cursor_execute", hear)
    try:
        yield lines
    finally:
        event.remove(Engine, "before_cursor_execute", hear)


def replay(connection: Connection, lines: Sequence[str]) -> None:
    """Send the statements again, in their order."""
    for line in lines:
        statement, rows = json.loads(line)
        values = [tuple(map(_meant, row)) for row in rows]
        connection.exec_driver_sql(statement, values if len(values) > 1 else values[0])


def _plain(value: Any) -> Any:
    return {"at": value.isoformat()} if isinstance(value, datetime) else value


def _meant(value: Any) -> Any:
    return datetime.fromisoformat(value["at"]) if isinstance(value, dict) else value


async def ask(store: Database) -> None:
    """Fill a database, and read what a bot reads all the time."""
    await dumping.fill(store)
    now = dumping.NOON
    await store.read(stores.matches.load, MatchId(1))
    await store.read(stores.matches.due, now, 9)
    await store.read(stores.matches.unshown, now, 9)
    await store.write(stores.notices.claim, now, now, 9)
    await store.write_unsynced(stores.notices.claim_chores, now, now, 9)
    await store.read(stores.host.alive_at)


async def record(url: str, kind: str) -> None:
    """Keep the statements of this version at ``url``."""
    store = await open_store(url, clock=lambda: dumping.NOON)
    with heard() as lines:
        await ask(store)
    await store.close()
    file_of(Revisions().latest, kind).write_text("\n".join(lines) + "\n", encoding="utf-8")


async def _main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, cluster() as server:
        await record(f"sqlite+aiosqlite:///{folder}/sample.sqlite3", "sqlite")
        await record(server.url, "postgresql")


if __name__ == "__main__":
    asyncio.run(_main())
