"""The chores of the store in a database. What each method promises is written at the port."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from sqlalchemy import Connection, delete, update

from data.schema import chore
from data.stores import match_queries, rows
from data.stores.base import SqlPart, upsert_over, writes
from data.stores.checks import check_times
from matches.chores import Chore, ChoreId, NewChore
from matches.model import MatchId

_ONE_CHORE = ("match_id", "kind", "message")


def insert_chores(connection: Connection, match_id: MatchId, chores: Sequence[NewChore]) -> None:
    """Store chores of a match; one that there is already is written over, and nobody's any more."""
    found = [rows.chore_columns(match_id, one) for one in chores]
    upsert_over(connection, chore, found, _ONE_CHORE)


def check_chores(chores: Iterable[NewChore]) -> None:
    """Raise ValueError for a chore that cannot be kept as it is."""
    for one in chores:
        check_times(one.due_at, one.posted_at)


def _claim(connection: Connection, now: datetime, until: datetime, limit: int) -> tuple[Chore, ...]:
    check_times(now, until)
    found = connection.execute(match_queries.CLAIMABLE_CHORES, {"now": now, "limit": limit})
    claimed = tuple(rows.read_chore(row) for row in found.mappings())
    if claimed:
        theirs = update(chore).where(chore.c.id.in_([one.id for one in claimed]))
        connection.execute(theirs.values(claimed_until=until, attempts=chore.c.attempts + 1))
    return claimed


def _put_off(connection: Connection, chore_id: ChoreId, due_at: datetime, *, failed: bool = False) -> None:
    check_times(due_at)
    given_back = update(chore).where(chore.c.id == chore_id).values(due_at=due_at, claimed_until=None)
    connection.execute(given_back if failed else given_back.values(attempts=0))


def _drop(connection: Connection, chore_id: ChoreId) -> None:
    connection.execute(delete(chore).where(chore.c.id == chore_id))


class SqlChores(SqlPart):
    """What is to be tidied up."""

    claim = writes(_claim)
    put_off = writes(_put_off)
    drop = writes(_drop)
