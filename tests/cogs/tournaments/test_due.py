"""The job of tournaments is due exactly if it finds something: a step, a card, news, a question, an event."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any, Final

import pytest
from sqlalchemy import bindparam, text

from cogs.tournaments import FEATURE
from cogs.tournaments.event_service import TournamentEvents
from cogs.tournaments.substitute_service import Substitutes
from data import Database, stores
from data.schema import UtcTime, metadata
from matches.guilds.shards import ALL, NONE, Shards
from matches.ratings.rating import day_of
from tests.cogs.tournaments.stored import at, served
from tests.data_store.conftest import Opener
from tests.data_store.making import DAY, HOUR, MINUTE, NOON, WEEK
from tests.store import listening, write

JOBS: Final = tuple((job.name, job.due) for job in FEATURE.jobs)
LONG_BEFORE, LONG_AFTER = NOON - 52 * WEEK, NOON + 52 * WEEK
MOMENTS: Final = (LONG_BEFORE, NOON - MINUTE, NOON, NOON + HOUR, NOON + DAY, NOON + WEEK, LONG_AFTER)
SHARDS: Final = (ALL, Shards(2, (0,)), Shards(2, (1,)), NONE)
NOTHING: Final = (
    "UPDATE tournament SET due_at = NULL, news_at = NULL, shown_version = version",
    "UPDATE tournament_substitute SET due_at = NULL, claimed_until = NULL",
    "UPDATE tournament_event SET due_at = NULL, claimed_until = NULL",
)
"""What leaves nothing due."""
CAUSES: Final = (
    "UPDATE tournament SET due_at = :then",
    "UPDATE tournament SET news_at = :then",
    "UPDATE tournament SET shown_version = version - 1",
    "UPDATE tournament_substitute SET due_at = :then",
    "UPDATE tournament_event SET due_at = :then",
)
FREE: Final = "UPDATE tournament_{} SET claimed_until = NULL"


async def is_due(store: Database, now: datetime, shards: Shards = ALL) -> bool:
    found = await store.read(stores.due.due_work, now, now, day_of(now), shards, JOBS)
    return found.is_due("tournaments")


async def compared(store: Database, now: datetime, shards: Shards = ALL) -> bool:
    """True if the job is due, checked to be what it finds."""
    tournaments = at(store, now, shards)
    due = await is_due(store, now, shards)
    found = [
        await tournaments.due(9),
        await tournaments.unshown(9),
        await tournaments.news_due(9),
        await served(Substitutes, store, now, shards).due(9),
        await served(TournamentEvents, store, now, shards).due(9),
    ]
    for name in ("substitute", "event"):
        await write(store, text(FREE.format(name)))
    assert due is any(found), (now, shards)
    return due


async def test_it_is_due_exactly_if_it_finds_something(filled_url: str, opener: Opener) -> None:
    store = await opener(filled_url)
    for name in ("substitute", "event"):
        await write(store, text(FREE.format(name)))
    answers = {await compared(store, now, shards) for now in MOMENTS for shards in SHARDS}
    await write(store, text("UPDATE tournament SET shown_version = version"))
    answers.add(await compared(store, LONG_BEFORE))
    assert answers == {True, False}


async def test_each_of_several_things_makes_it_due_alone(filled_url: str, opener: Opener) -> None:
    store = await opener(filled_url)
    for cause in CAUSES:
        for what in NOTHING:
            await write(store, text(what))
        assert not await compared(store, LONG_AFTER), cause
        then = bindparam("then", LONG_AFTER, UtcTime)
        await write(store, text(cause).bindparams(*([then] if ":then" in cause else [])))
        assert await compared(store, LONG_AFTER), cause


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
    # Of these the index holds nothing else, and the first row will do.
    first_row = r"forgetting|tournament USING .*ix_tournament_unshown"
    scans = [line for line in plan if re.match(f"SCAN (?!{first_row})({'|'.join(metadata.tables)})", line)]
    assert scans == [], "\n".join(plan)
    assert len([line for line in plan if line.startswith("SEARCH") and "tournament" in line]) > 3
