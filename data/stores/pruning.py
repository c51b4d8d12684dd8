"""Deletes rows that are no longer needed.

A few rows at a time, each batch in its own transaction, so that the bot never waits for long. Each batch is
looked up first, and the condition checked again on delete: a row that is needed again by then stays.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Delete,
    Row,
    Select,
    Table,
    and_,
    delete,
    exists,
    func,
    not_,
    or_,
    select,
    tuple_,
)

from data.clocks import read_clocks
from data.database import Database
from data.errors import DAMAGED
from data.features import FEATURES
from data.features.rows import PruneRule
from data.schema import (
    away,
    downtime,
    draft,
    fact,
    imported,
    last_look,
    match,
    metadata,
    mute,
    not_begun,
    notice,
    rated_start,
    watch,
)
from data.shared_parameters import AFTER
from data.stores.queries import OPEN, RUNNING
from matches.errors import DamagedError
from matches.lifecycle.leaving import LATELY
from matches.model import NO_MATCH, NoticeState, Phase

RATED_STARTS_KEPT: Final = timedelta(days=60)
"""The time for which starts of rated matches are kept: twice as long as they count."""
NOT_BEGUN_KEPT: Final = 2 * LATELY
NOTICES_KEPT: Final = timedelta(days=30)
CHALLENGES_KEPT: Final = timedelta(days=90)
DOWNTIMES_KEPT: Final = timedelta(days=365)
AWAY_KEPT: Final = timedelta(days=365)
"""The time for which times away are kept: longer than they count against a user's days away."""
IMPORTED_KEPT: Final = timedelta(days=30)
WATCHES_KEPT: Final = timedelta(days=1)
"""The time for which watches are kept after the end of the match, so that watchers hear of it."""
LAST_LOOKS_KEPT: Final = timedelta(days=30)
"""The time for which last looks are kept after the last change of a finished match."""

_CLOSED: Final = tuple(phase.value for phase in (Phase.DECLINED, Phase.WITHDRAWN, Phase.EXPIRED))


def _finished(match_id: Column[Any]) -> ColumnElement[bool]:
    return exists().where(match.c.id == match_id, match.c.phase == Phase.FINISHED.value)


def _old_start(now: datetime) -> ColumnElement[bool]:
    return and_(rated_start.c.at < now - RATED_STARTS_KEPT, _finished(rated_start.c.match_id))


def _old_leaving(now: datetime) -> ColumnElement[bool]:
    return not_begun.c.at < now - NOT_BEGUN_KEPT


def _old_notice(now: datetime) -> ColumnElement[bool]:
    # In a running match, a sent notice prevents the same one from being sent again.
    goes_on = exists().where(match.c.id == notice.c.match_id, match.c.phase.in_(OPEN))
    return and_(
        notice.c.state != NoticeState.DUE.value,
        notice.c.due_at < now - NOTICES_KEPT,
        or_(notice.c.match_id == NO_MATCH, not_(goes_on)),
    )


def _old_draft(_now: datetime) -> ColumnElement[bool]:
    return _finished(draft.c.match_id)


def _old_mute(_now: datetime) -> ColumnElement[bool]:
    return _finished(mute.c.match_id)


def _old_challenge(now: datetime) -> ColumnElement[bool]:
    """Challenges that ended without a match, are shown as such, and that no other row refers to."""
    stays = or_(notice.c.state == NoticeState.DUE.value, notice.c.due_at >= now - NOTICES_KEPT)
    return and_(
        match.c.phase.in_(_CLOSED),
        match.c.changed_at < now - CHALLENGES_KEPT,
        match.c.shown_version >= match.c.version,
        not_(exists().where(notice.c.match_id == match.c.id, stays)),
        *(_unspoken(column) for column in _speaking_of_matches()),
    )


def _speaking_of_matches() -> list[Column[Any]]:
    """Every column that holds the id of a match."""
    return [
        key.parent
        for table in metadata.sorted_tables
        for key in table.foreign_keys
        if key.column is match.c.id
    ]


def _unspoken(column: Column[Any]) -> ColumnElement[bool]:
    """The condition that no row refers to a match with ``column``."""
    if column.table is not match:
        return not_(exists().where(column == match.c.id))
    other = match.alias()
    # Not looked up one by one: these columns have no index.
    return match.c.id.not_in(select(other.c[column.name]).where(other.c[column.name].is_not(None)))


def _old_import(now: datetime) -> ColumnElement[bool]:
    return imported.c.at < now - IMPORTED_KEPT


def _old_watch(now: datetime) -> ColumnElement[bool]:
    needed = or_(match.c.phase.in_(OPEN), match.c.changed_at >= now - WATCHES_KEPT)
    return not_(exists().where(match.c.id == watch.c.match_id, needed))


def _old_look(now: datetime) -> ColumnElement[bool]:
    needed = or_(match.c.phase.in_(OPEN), match.c.changed_at >= now - LAST_LOOKS_KEPT)
    return not_(exists().where(match.c.id == last_look.c.match_id, needed))


def _old_stop(
    table: Table, kept: timedelta, unless_since: datetime | None
) -> Callable[[datetime], ColumnElement[bool]]:
    """Stops that no running clock needs: the oldest running clock started at ``unless_since``."""

    def condition(now: datetime) -> ColumnElement[bool]:
        long_ago = table.c.end_at < now - kept
        return long_ago if unless_since is None else and_(long_ago, table.c.end_at <= unless_since)

    return condition


def _old_fact(now: datetime) -> ColumnElement[bool]:
    """Facts about things that were over long ago, which keep news from being told twice."""
    return or_(*(feature.told_of_over(now) for feature in FEATURES if feature.told_of_over is not None))


_RULES: Final = (
    PruneRule("starts of rated matches that are finished", rated_start, _old_start),
    PruneRule("leavings of matches that had not begun", not_begun, _old_leaving),
    PruneRule("messages sent about matches that are over", notice, _old_notice),
    PruneRule("unsent picks of finished matches", draft, _old_draft),
    PruneRule("mutes of finished matches", mute, _old_mute),
    *(rule for feature in FEATURES for rule in feature.pruned),
    PruneRule("notes of what was told of things that are over", fact, _old_fact),
    PruneRule("records from elsewhere", imported, _old_import),
    PruneRule("last looks at matches that are over", last_look, _old_look),
    # Before the challenges: a watch may be the last row that refers to one.
    PruneRule("watches of matches that are over", watch, _old_watch),
    # In small batches: for each, the database scans all matches for a reference to it.
    PruneRule("challenges that came to nothing", match, _old_challenge, at_once=20),
)


class Pruning:
    """One pass over a database, as of ``now``."""

    def __init__(self, database: Database, now: datetime) -> None:
        self._database = database
        self._now = now

    async def removable(self) -> AsyncIterator[tuple[str, int]]:
        """Yield each kind of removable row with its number. Changes nothing."""
        for rule in await self._rules():
            asked = select(func.count()).select_from(rule.table).where(rule.condition(self._now))
            yield rule.what, await self._database.read(_counted, asked)

    async def removed(self) -> AsyncIterator[tuple[str, int]]:
        """Delete the rows; yields each kind with the number deleted."""
        for rule in await self._rules():
            yield rule.what, await self._remove(rule)

    async def _remove(self, rule: PruneRule) -> int:
        gone, after = 0, None
        key, condition = tuple_(*rule.key), rule.condition(self._now)
        while True:
            asked = select(*rule.key).where(condition).order_by(*rule.key).limit(rule.at_once)
            if after is not None:
                asked = asked.where(key > after)
            found = [tuple(row) for row in await self._database.read(_found, asked)]
            if not found:
                return gone
            after = found[-1]
            gone += await self._database.write(_deleted, delete(rule.table).where(key.in_(found), condition))

    async def _rules(self) -> tuple[PruneRule, ...]:
        since = await self._oldest_clock()
        return (
            *_RULES,
            PruneRule("downtimes of the bot", downtime, _old_stop(downtime, DOWNTIMES_KEPT, since)),
            PruneRule("times away", away, _old_stop(away, AWAY_KEPT, since)),
        )

    async def _oldest_clock(self) -> datetime | None:
        """The start of the longest-running clock; None if none is running."""
        oldest, after = None, 0
        while True:
            found = await self._database.read(_found, _CLOCKS, {"after": after})
            if not found:
                return oldest
            after = found[-1].id
            started = [since for row in found if (since := read_since(row.clocks)) is not None]
            oldest = min([*started, *([] if oldest is None else [oldest])], default=None)


def _counted(connection: Connection, asked: Select[int]) -> int:
    return connection.scalar(asked) or 0


def _found(
    connection: Connection, asked: Select[Any], values: Mapping[str, Any] | None = None
) -> Sequence[Row[Any]]:
    return connection.execute(asked, values).all()


def _deleted(connection: Connection, doomed: Delete) -> int:
    return connection.execute(doomed).rowcount


_CLOCKS: Final = (
    select(match.c.id, match.c.clocks)
    .where(
        match.c.phase.in_(RUNNING),
        match.c.clocks.is_not(None),
        match.c.id > AFTER,
    )
    .order_by(match.c.id)
    .limit(1000)
)


def read_since(clocks: str) -> datetime | None:
    """The start of the running clock; None if none is running. Raises StoreUnavailableError if damaged."""
    try:
        return read_clocks(json.loads(clocks)).since
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise DamagedError(f"{DAMAGED} (clocks: {type(error).__name__})") from None


async def prune(database: Database, now: datetime) -> Mapping[str, int]:
    """Delete rows that are no longer needed, in small batches; returns how many, by kind."""
    return {what: rows async for what, rows in Pruning(database, now).removed()}
