"""No question about puzzles goes through a whole table, and the job asks as it claims."""

from __future__ import annotations

from datetime import datetime

from cogs.puzzles import FEATURE
from cogs.puzzles.rules import INTERVALS, PuzzleTry
from cogs.puzzles.service import LEASE, Puzzles
from data import Database, stores
from tests.data_store.making import ANN
from tests.data_store.stores.plans import Watched
from tests.matches.table import CHALLENGER, NOON, Table

JOBS = tuple((job.name, job.due) for job in FEATURE.jobs)


async def practised(table: Table) -> Puzzles:
    """Puzzles of ANN, asked for at noon."""
    await table.in_play()
    await table.matches.play.resign(table.id, CHALLENGER)
    puzzles = Puzzles(table.services.core)
    await puzzles.practise(ANN, table.id, (2, 4))
    return puzzles


async def test_every_statement_uses_an_index(watched_empty: Watched) -> None:
    store, statements = watched_empty
    table = Table(store)
    puzzles = await practised(table)
    table.now += INTERVALS[0]
    (mail,) = await puzzles.claim(9)
    first, second = await puzzles.due(ANN)
    number = await puzzles.fill(mail, [first.key])
    await puzzles.settle(ANN, number, sent=True)
    (asked,) = await puzzles.asked(ANN, number)
    assert await puzzles.answer(asked, PuzzleTry.RIGHT)
    await puzzles.withhold(second.key)
    await puzzles.put_off(mail, table.now)
    await puzzles.drop(second.key)
    await puzzles.of_match(ANN, table.id)
    await puzzles.stop(ANN)
    await table.services.workload.due()
    assert len(statements.about("puzzle")) > 20 and statements.scans("puzzle") == []


async def test_the_job_is_due_exactly_if_it_would_claim_something(store: Database) -> None:
    table = Table(store)

    async def due(now: datetime) -> bool:
        found = await store.read(stores.due.due_work, now, now, 0, features=JOBS)
        return found.is_due("puzzles")

    puzzles = await practised(table)
    assert not await due(NOON)
    table.now = NOON + 2 * INTERVALS[0]
    assert await due(table.now)
    assert await puzzles.claim(9)
    assert not await due(table.now)
    assert await due(table.read_clock() + LEASE)
