"""Work that is owed, in a database: notices and chores. What each method promises is written at the port."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Select, delete, update

from data.schema import chore, notice
from data.stores import match_queries, rows
from data.stores.base import SqlPart, insert_notices, notes, reads, upsert_over, writes
from data.stores.checks import check_notices, check_times
from data.stores.shard_queries import chores_in, notices_in
from matches.chores import Chore, ChoreId, NewChore
from matches.model import ChannelId, MatchId, MessageId, NewNotice, Notice, NoticeId, NoticeState
from matches.shards import ALL, Shards


def notices_of(connection: Connection, match_id: MatchId) -> tuple[Notice, ...]:
    """The notices of a match, oldest first."""
    found = connection.execute(match_queries.NOTICES, {"match_id": match_id})
    return tuple(rows.read_notice(row) for row in found.mappings())


def _add(connection: Connection, match_id: MatchId, notices: Sequence[NewNotice]) -> None:
    check_notices(notices)
    insert_notices(connection, match_id, notices)


def _claim(
    connection: Connection,
    now: datetime,
    until: datetime,
    limit: int,
    *,
    match_id: MatchId | None = None,
    shards: Shards = ALL,
    reading: bool = True,
) -> tuple[Notice, ...]:
    check_times(now, until)
    in_turn = match_queries.CLAIMABLE_IN_TURN if match_id is None else (match_queries.CLAIMABLE_OF_MATCH,)
    of_match = {} if match_id is None else {"match_id": match_id}
    queries = in_turn if reading else in_turn[:1]
    claimed = tuple(_claimable(connection, queries, {"now": now, **of_match}, limit, shards))
    if claimed:
        theirs = update(notice).where(notice.c.id.in_([one.id for one in claimed]))
        connection.execute(theirs.values(claimed_until=until))
    return claimed


def _claimable(
    connection: Connection,
    queries: Sequence[Select[Any]],
    asked: Mapping[str, Any],
    limit: int,
    shards: Shards,
) -> Iterator[Notice]:
    for query in queries:
        found = connection.execute(notices_in(query, shards), {**asked, "limit": limit}).mappings().all()
        yield from map(rows.read_notice, found)
        limit -= len(found)
        if limit <= 0:
            return


def _release(connection: Connection, notice_id: NoticeId, due_at: datetime) -> None:
    check_times(due_at)
    released = update(notice).where(notice.c.id == notice_id)
    connection.execute(released.values(due_at=due_at, claimed_until=None))


def _settle(
    connection: Connection,
    notice_id: NoticeId,
    state: NoticeState,
    *,
    channel: ChannelId | None = None,
    message: MessageId | None = None,
) -> None:
    settled = update(notice).where(notice.c.id == notice_id)
    connection.execute(
        settled.values(state=state.value, channel=channel, message=message, claimed_until=None)
    )


def _drop(connection: Connection, notice_id: NoticeId, then: NewNotice | None = None) -> None:
    after = () if then is None else (then,)
    check_notices(after)
    dropped = delete(notice).where(notice.c.id == notice_id).returning(notice.c.match_id)
    match_id = connection.scalar(dropped)
    # One that is gone already was dropped by somebody who saw to what comes after it.
    if match_id is not None:
        insert_notices(connection, MatchId(match_id), after)


class SqlNotices(SqlPart):
    """Messages that are owed or were sent."""

    of_match = reads(notices_of)
    add = writes(_add)
    claim = writes(_claim)
    release = writes(_release)
    settle = writes(_settle)
    drop = writes(_drop)


# --- chores ---------------------------------------------------------------------------------------------

_ONE_CHORE = ("match_id", "kind", "message")


def insert_chores(connection: Connection, match_id: MatchId, chores: Sequence[NewChore]) -> None:
    """Store chores of a match; one that there is already is written over, and nobody's any more."""
    found = [rows.chore_columns(match_id, one) for one in chores]
    upsert_over(connection, chore, found, _ONE_CHORE)


def _claim_chores(
    connection: Connection,
    now: datetime,
    until: datetime,
    limit: int,
    *,
    thinking: bool = False,
    shards: Shards = ALL,
) -> tuple[Chore, ...]:
    check_times(now, until)
    query = match_queries.CLAIMABLE_TURNS if thinking else match_queries.CLAIMABLE_CHORES
    found = connection.execute(chores_in(query, shards), {"now": now, "limit": limit})
    claimed = tuple(rows.read_chore(row) for row in found.mappings())
    if claimed:
        theirs = update(chore).where(chore.c.id.in_([one.id for one in claimed]))
        connection.execute(theirs.values(claimed_until=until, attempts=chore.c.attempts + 1))
    return claimed


def _put_off_chore(
    connection: Connection, chore_id: ChoreId, due_at: datetime, *, failed: bool = False
) -> None:
    check_times(due_at)
    given_back = update(chore).where(chore.c.id == chore_id).values(due_at=due_at, claimed_until=None)
    connection.execute(given_back if failed else given_back.values(attempts=0))


def _drop_chore(connection: Connection, chore_id: ChoreId) -> None:
    connection.execute(delete(chore).where(chore.c.id == chore_id))


class SqlChores(SqlPart):
    """Things to be tidied up. Each may be done twice, so that a power cut may take the note that it was."""

    claim = notes(_claim_chores)
    put_off = notes(_put_off_chore)
    drop = notes(_drop_chore)
