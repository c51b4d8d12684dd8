"""Writes the dump of an SQLite database at the newest revision, to be kept for the migrations to come.

``python -m tests.data_store.dumping > tests/data/dumps/<revision>.sql``, once a revision is settled. The
dumps of released revisions are never written anew: they stand for databases that are out there.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import tempfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from data import open_store
from matches.model import Entry, EntryKind, NoticeState
from matches.ports import Store
from tests.data_store.making import (
    ANN,
    BOB,
    CAT,
    CRABS,
    NOON,
    SHRIMPS,
    accepted,
    challenge,
    changed,
    finished,
    played,
    shown,
)

FOLDER = Path(__file__).parent.parent / "data" / "dumps"
COMMAND = "python -m tests.data_store.dumping > tests/data/dumps/{revision}.sql"


async def fill(store: Store) -> None:
    """Something in every table, and a match in each stage."""
    match = await store.save(accepted(await store.create(challenge(), open_limit=9)), notify=[ANN, BOB])
    for notice, state in zip(
        await store.notices(match.id), (NoticeState.SENT, NoticeState.REFUSED), strict=True
    ):
        await store.settle_notice(notice.id, state)
    match = await store.save(changed(match, picks={"green": CRABS, "blue": SHRIMPS}))
    match = await store.save(played(match, "d2d3", "e7e6"))
    undone = Entry(EntryKind.TAKE_BACK, "", "blue", 1, NOON)
    match = await store.save(replace(played(match, "a8=C"), entries=(*match.entries, undone)))
    match = await store.save(finished(match))
    await store.note_shown(match.id, shown(match))
    again = challenge(challenger=BOB, opponent=ANN, rematch_of=match.id)
    await store.save(changed(match), rematch=again)
    half = await store.save(
        accepted(await store.create(challenge(opponent=CAT), open_limit=9), sides={"green": ANN})
    )
    await store.save(changed(half, picks={"green": CRABS}))
    await store.save_draft(half.id, CAT, ("shrimp", None))
    odd = challenge(opponent=None, options={"boârd": "5x5 \N{SHRIMP}"}, takebacks=False)
    await store.create(odd, open_limit=9)
    await store.save_note(match.id, BOB, "the crab,\n“again”")
    await store.remember("commands", "0123")
    await store.prefer(ANN, "theme", "deep")
    await store.prefer(ANN, "reminders", "off")


async def write(path: Path) -> str:
    """Make a database at ``path`` and return its dump."""
    store = await open_store(f"sqlite+aiosqlite:///{path}", clock=lambda: NOON)
    await fill(store)
    await store.close()
    with closing(sqlite3.connect(path)) as database:
        lines = "\n".join(database.iterdump()).splitlines()
        return "\n".join(line.rstrip() for line in lines if line.strip()) + "\n"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        sys.stdout.write(asyncio.run(write(Path(folder) / "sample.sqlite3")))
