"""What is due, of all kinds of work, in every store: as the jobs would find it, each with its own query."""

from __future__ import annotations

import re
from collections.abc import Callable, Sized
from dataclasses import fields
from datetime import datetime
from typing import Any, Final

import pytest
from sqlalchemy import Connection, bindparam, text

from data import Database, stores
from data.schema import UtcTime, metadata
from matches.guilds.shards import ALL, NONE, Shards
from matches.ratings.rating import day_of
from matches.summaries import DueWork
from tests.data_store.conftest import Opener
from tests.data_store.making import BOB, DAY, HOUR, MINUTE, NOON, WEEK
from tests.store import listening, write

Finds = Callable[[Connection, datetime, Shards], Sized]

LONG_BEFORE, LONG_AFTER = NOON - 52 * WEEK, NOON + 52 * WEEK
MOMENTS: Final = (LONG_BEFORE, NOON - MINUTE, NOON, NOON + HOUR, NOON + DAY, NOON + WEEK, LONG_AFTER)
SHARDS: Final = (ALL, Shards(2, (0,)), Shards(2, (1,)), NONE)
FOUND: Final[dict[str, tuple[Finds, ...]]] = {
    "matches": (
        lambda c, now, shards: stores.matches.due(c, now, 9, shards),
        lambda c, now, shards: stores.notices.claim(c, now, now, 9, shards=shards),
        lambda c, now, shards: stores.matches.unshown(c, now, 9, shards),
    ),
    "deletions": (lambda c, _now, _shards: stores.privacy.to_be_forgotten(c, 9),),
    "without_to_act": (lambda c, _now, _shards: stores.matches.without_to_act(c, 9),),
    "seasons": (lambda c, now, shards: stores.seasons.claim_seasons(c, day_of(now), now, now, 9, shards),),
    "roles": (lambda c, now, shards: stores.rating_roles.claim(c, now, now, 9, shards),),
    "chores": (lambda c, now, shards: stores.notices.claim_chores(c, now, now, 9, shards=shards),),
    "turns": (
        lambda c, now, shards: stores.notices.claim_chores(c, now, now, 9, thinking=True, shards=shards),
    ),
}
"""What each job asks for, by the kind of work."""
EMPTIED: Final = {
    "deletions": "DELETE FROM forgetting",
    "without_to_act": "UPDATE match SET challenger_to_act = false WHERE challenger_to_act IS NULL",
    "matches": "UPDATE match SET shown_version = version",
}
"""The kinds that are due at any time: what empties them."""
NOTHING_FOR_SEVERAL: Final = (
    "UPDATE match SET deadline_at = NULL, shown_version = version",
    "UPDATE match_place SET shown_version = version",
    "UPDATE notice SET state = 'sent', claimed_until = NULL",
)
"""What leaves those kinds undone that several things make due."""
_NOTICE: Final = "UPDATE notice SET state = 'due', due_at = :then, kind = "
CAUSES: Final = {
    "matches": {
        "UPDATE match SET deadline_at = :then": NOTHING_FOR_SEVERAL[0],
        "UPDATE match SET shown_version = version - 1": NOTHING_FOR_SEVERAL[0],
        "UPDATE match_place SET shown_version = version - 1": NOTHING_FOR_SEVERAL[1],
        f"{_NOTICE} 'news'": NOTHING_FOR_SEVERAL[2],
        f"{_NOTICE} 'digest'": NOTHING_FOR_SEVERAL[2],
        f"{_NOTICE} 'weekly'": NOTHING_FOR_SEVERAL[2],
    },
}
"""What makes those kinds due, each alone, and what undoes it."""


def test_each_kind_of_work_is_looked_for() -> None:
    assert FOUND.keys() == {one.name for one in fields(DueWork)} - {"next_deadline", "features"}


async def ask(store: Database, now: datetime, shards: Shards = ALL) -> DueWork:
    return await store.read(stores.due.due_work, now, now, day_of(now), shards)


async def compared(store: Database, now: datetime, shards: Shards = ALL) -> dict[str, bool]:
    """The kinds that are due, each checked to be exactly what its job finds."""

    def found(connection: Connection) -> dict[str, bool]:
        # What is claimed for no time at all is free again at once.
        return {
            kind: any(finds(connection, now, shards) for finds in queries) for kind, queries in FOUND.items()
        }

    due, kinds = await ask(store, now, shards), await store.write(found)
    assert {kind: getattr(due, kind) for kind in FOUND} == kinds, (now, shards)
    assert due.next_deadline == await store.read(stores.matches.next_due, now, shards)
    return kinds


async def test_a_kind_is_due_exactly_if_its_job_finds_something(filled_url: str, opener: Opener) -> None:
    store = await opener(filled_url)
    await store.write(stores.privacy.ask_to_be_forgotten, BOB, NOON)
    answers = [await compared(store, now, shards) for now in MOMENTS for shards in SHARDS]
    for what in EMPTIED.values():
        await write(store, text(what))
    answers.append(await compared(store, LONG_BEFORE))
    for kind in FOUND:
        assert {one[kind] for one in answers} == {True, False}, kind


async def test_each_of_several_things_makes_its_kind_due_alone(filled_url: str, opener: Opener) -> None:
    store = await opener(filled_url)
    for what in NOTHING_FOR_SEVERAL:
        await write(store, text(what))
    for kind, causes in CAUSES.items():
        for cause, undone in causes.items():
            assert not (await compared(store, LONG_AFTER))[kind], cause
            then = bindparam("then", LONG_AFTER, UtcTime)
            await write(store, text(cause).bindparams(*([then] if ":then" in cause else [])))
            assert (await compared(store, LONG_AFTER))[kind], cause
            await write(store, text(undone))


async def test_what_a_process_has_claimed_is_not_due_until_the_claim_ends(
    filled_url: str, opener: Opener
) -> None:
    store = await opener(filled_url)
    now, until = LONG_AFTER, LONG_AFTER + MINUTE
    await store.write(stores.rating_roles.claim, now, until, 99)
    await store.write_unsynced(stores.notices.claim_chores, now, until, 99, thinking=True)
    claimed, free = await ask(store, now), await ask(store, until)
    assert (claimed.roles, claimed.turns) == (False, False)
    assert (free.roles, free.turns) == (True, True)
    assert claimed.chores, "it is a turn that was claimed"


async def test_nothing_is_due_in_an_empty_database(store: Database) -> None:
    due = await ask(store, LONG_AFTER)
    assert [one.name for one in fields(due) if getattr(due, one.name)] == []


async def test_a_naive_time_is_refused(store: Database) -> None:
    with pytest.raises(ValueError, match="zone"):
        await ask(store, NOON.replace(tzinfo=None))


@pytest.mark.parametrize("shards", [ALL, Shards(2, (1,))], ids=["all", "some"])
async def test_it_is_asked_in_one_statement_that_reads_no_whole_table(
    filled_sqlite_url: str, opener: Opener, shards: Shards
) -> None:
    store = await opener(filled_sqlite_url)
    sent: list[tuple[str, Any]] = []
    with listening("before_cursor_execute", lambda _c, _cur, what, values, *_: sent.append((what, values))):
        await ask(store, NOON, shards)
    ((statement, values),) = sent
    plan = await store.read(
        lambda connection: [
            row[3] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
        ]
    )
    # Of these the table holds nothing else, and the first row will do.
    first_row = "forgetting"
    scans = [line for line in plan if re.match(f"SCAN (?!{first_row})({'|'.join(metadata.tables)})", line)]
    assert scans == [], "\n".join(plan)
    assert len([line for line in plan if line.startswith("SEARCH")]) > 12
