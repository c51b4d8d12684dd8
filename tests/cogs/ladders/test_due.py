"""The job of ladders is due exactly if a player is due to slide."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

import pytest

from cogs.ladders import FEATURE
from data import Database, stores
from matches.guilds.shards import ALL, NONE, Shards
from matches.ratings.rating import day_of
from tests.cogs.ladders.made import at
from tests.data_store.conftest import Opener
from tests.data_store.making import DAY, HOUR, MINUTE, NOON, WEEK
from tests.store import listening

JOBS: Final = tuple((job.name, job.due) for job in FEATURE.jobs)
LONG_BEFORE, LONG_AFTER = NOON - 52 * WEEK, NOON + 52 * WEEK
MOMENTS: Final = (LONG_BEFORE, NOON - MINUTE, NOON, NOON + HOUR, NOON + DAY, NOON + WEEK, LONG_AFTER)
SHARDS: Final = (ALL, Shards(2, (0,)), Shards(2, (1,)), NONE)


async def is_due(store: Database, now: datetime, shards: Shards = ALL) -> bool:
    found = await store.read(stores.due.due_work, now, now, day_of(now), shards, JOBS)
    return found.is_due("ladders")


async def compared(store: Database, now: datetime, shards: Shards = ALL) -> bool:
    """True if the job is due, checked to be what it finds."""
    due = await is_due(store, now, shards)
    assert due is bool(await at(store, now, shards)._due(9)), (now, shards)
    return due


async def test_it_is_due_exactly_if_it_finds_something(filled_url: str, opener: Opener) -> None:
    store = await opener(filled_url)
    answers = {await compared(store, now, shards) for now in MOMENTS for shards in SHARDS}
    assert answers == {True, False}


async def test_nothing_is_due_in_an_empty_database(store: Database) -> None:
    assert not await is_due(store, LONG_AFTER)


@pytest.mark.parametrize("shards", [ALL, Shards(2, (1,))], ids=["all", "some"])
async def test_it_is_asked_without_reading_a_whole_table(
    filled_sqlite_url: str, opener: Opener, shards: Shards
) -> None:
    store = await opener(filled_sqlite_url)
    sent: list[tuple[str, Any]] = []
    with listening("before_cursor_execute", lambda _c, _cur, what, values, *_: sent.append((what, values))):
        await is_due(store, NOON, shards)
    ((statement, values),) = sent
    plan = await store.read(
        lambda connection: [
            row[3] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
        ]
    )
    of_ladders = [line for line in plan if "ladder_place" in line]
    assert of_ladders and all(line.startswith("SEARCH") for line in of_ladders), "\n".join(plan)
