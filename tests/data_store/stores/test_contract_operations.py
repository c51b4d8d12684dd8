"""What whoever hosts the bot asks of a store, whichever it is."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from data import Database, stores
from data.stores import matches
from matches.model import Phase
from matches.summaries import Overdue
from matches.time import DAY, HOUR
from tests.data_store.conftest import Opener
from tests.data_store.making import (
    ANN,
    BOB,
    NOON,
    accepted,
    changed,
    finished,
    new_challenge,
    owed,
    played,
    shown,
)
from tests.store import keep


async def test_open_matches_are_counted_by_phase(store: Database) -> None:
    assert dict(await store.read(stores.matches.open_by_phase)) == {}
    made = [await new_challenge(store) for _ in range(7)]
    begun = [await keep(store, accepted(match)) for match in made[:4]]
    playing = [await keep(store, played(match, "d2d3")) for match in begun[:3]]
    await keep(store, finished(playing[0]))
    await keep(store, changed(made[6], phase=Phase.DECLINED))
    assert dict(await store.read(stores.matches.open_by_phase)) == {
        Phase.CHALLENGED: 2,
        Phase.SETUP: 1,
        Phase.PLAYING: 2,
    }


async def test_the_oldest_of_what_is_due_is_known(store: Database) -> None:
    assert await store.read(stores.matches.overdue, NOON) == Overdue()
    match = await new_challenge(store)
    await store.write(stores.matches.record_shown, match.id, shown(match))
    assert await store.read(stores.matches.overdue, match.changed_at) == Overdue()
    due = match.deadline_at
    assert due is not None
    assert await store.read(stores.matches.overdue, due) == Overdue(match=due)
    later = await new_challenge(store, created_at=NOON + HOUR)
    await store.write(
        stores.notices.add, match.id, [owed(ANN, due_at=NOON + DAY), owed(BOB, due_at=NOON + HOUR)]
    )
    assert await store.read(stores.matches.overdue, due) == Overdue(due, later.changed_at, NOON + HOUR)
    assert await store.read(stores.matches.overdue, NOON) == Overdue(card=later.changed_at)


async def test_they_are_counted_in_an_index_alone(sqlite_url: str, sqlite_file: Path, opener: Opener) -> None:
    await opener(sqlite_url)
    asked = matches.OPEN_BY_PHASE.compile(compile_kwargs={"literal_binds": True})
    with closing(sqlite3.connect(sqlite_file)) as database:
        plan = [row[3] for row in database.execute(f"EXPLAIN QUERY PLAN {asked}")]
    assert "USING COVERING INDEX" in plan[0]
