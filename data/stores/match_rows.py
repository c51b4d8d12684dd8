"""Rows of matches, for several parts of the store: reads of many, the check that one exists, waking."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, RowMapping, Select, or_, select, update
from sqlalchemy.exc import SQLAlchemyError

from data.errors import DAMAGED, damage
from data.schema import match
from data.shared_parameters import MATCH_ID, NOW, USER_ID
from data.stores import queries, rows
from data.stores.queries import RUNNING, WHOLE, InIds
from matches.errors import NoSuchMatchError, StoreUnavailableError
from matches.model import Match, MatchId, MatchPlace, UserId
from matches.summaries import Listing, MatchSummary

log = logging.getLogger(__name__)


_LEFT_OUT: Final[set[tuple[str, MatchId]]] = set()
"""Damaged matches, by database, that were logged already: each is logged once, however often it is read."""


def summaries(connection: Connection, query: Select[Any], values: dict[str, Any]) -> Listing:
    """Run ``query`` for summaries; matches that cannot be read are listed as damaged."""
    try:
        found = connection.execute(query, values).mappings().all()
    except (StoreUnavailableError, SQLAlchemyError) as error:
        if damage(error) is None:
            raise
        ids = connection.scalars(query.with_only_columns(match.c.id), values)
        return _one_by_one(connection, list(ids))
    return _read_all(connection, found)


def _one_by_one(connection: Connection, ids: Sequence[MatchId]) -> Listing:
    """Read the summaries one by one, after reading them together failed."""
    listed: list[MatchSummary] = []
    damaged: list[MatchId] = []
    for match_id in ids:
        try:
            found = (connection.execute(*queries.SUMMARIES([match_id]))).mappings().all()
            listed += _read_all(connection, found).matches
        except (StoreUnavailableError, SQLAlchemyError) as error:
            damaged.append(_leave_out(connection, match_id, error))
    return Listing(tuple(listed), tuple(damaged))


def _read_all(connection: Connection, found: Sequence[RowMapping]) -> Listing:
    listed: list[MatchSummary] = []
    damaged: list[MatchId] = []
    others = other_places(connection, found)
    for row in found:
        try:
            listed.append(rows.read_summary(row, others.get(row["id"], ())))
        except StoreUnavailableError as error:
            damaged.append(_leave_out(connection, row["id"], error))
    return Listing(tuple(listed), tuple(damaged))


def _leave_out(connection: Connection, match_id: MatchId, error: Exception) -> MatchId:
    """Log a damaged match, once. Raises ``error`` again if it isn't damage."""
    known = damage(error)
    if known is None:
        raise error
    which = (str(connection.engine.url), match_id)
    if which not in _LEFT_OUT:
        _LEFT_OUT.add(which)
        what = known.advice.removeprefix(DAMAGED).strip()
        log.error("match=%s cannot be read and is left out wherever several are: %s", match_id, what)
    return match_id


def whole_matches(connection: Connection, match_ids: Sequence[MatchId]) -> tuple[Match, ...]:
    """These matches with their records, by id, without those that cannot be read."""
    try:
        return complete(connection, _rows_of(connection, match_ids))
    except (StoreUnavailableError, SQLAlchemyError) as error:
        if damage(error) is None:
            raise
    found: list[Match] = []
    for match_id in match_ids:
        try:
            found += complete(connection, _rows_of(connection, [match_id]))
        except (StoreUnavailableError, SQLAlchemyError) as error:
            _leave_out(connection, match_id, error)
    return tuple(found)


MATCHES = InIds(lambda ids: select(*WHOLE).where(match.c.id.in_(ids)).order_by(match.c.id))


def _rows_of(connection: Connection, ids: Sequence[MatchId]) -> Sequence[RowMapping]:
    return (connection.execute(*MATCHES(ids))).mappings().all() if ids else []


EXISTS = select(match.c.id).where(match.c.id == MATCH_ID)


def require(connection: Connection, match_id: MatchId) -> None:
    """Raise NoSuchMatchError unless the match exists."""
    if connection.scalar(EXISTS, {"match_id": match_id}) is None:
        raise NoSuchMatchError(match_id)


# Always locked in the same order, so that two players with the same matches cannot deadlock.
WAKEABLE = (
    select(match.c.id)
    .where(
        or_(match.c.challenger == USER_ID, match.c.opponent == USER_ID),
        match.c.phase.in_(RUNNING),
        or_(match.c.deadline_at.is_(None), match.c.deadline_at > NOW),
    )
    .order_by(match.c.id)
    .with_for_update(key_share=True)
)


def wake(connection: Connection, user_id: UserId, now: datetime, *, match_id: MatchId | None = None) -> None:
    """Make a player's running matches due at ``now``, unless they are due already.

    With ``match_id``, only that match.
    """
    query = WAKEABLE
    if match_id is not None:
        query = query.where(match.c.id == match_id)
    found = list(connection.scalars(query, {"user_id": user_id, "now": now}))
    if found:
        connection.execute(update(match).where(match.c.id.in_(found)).values(deadline_at=now))


def other_places(
    connection: Connection, found: Sequence[RowMapping]
) -> Mapping[MatchId, tuple[MatchPlace, ...]]:
    """The places of these rows' matches besides the first, by match; without a query if there can be none."""
    across = [row["id"] for row in found if row["across"]]
    if not across:
        return {}
    places = connection.execute(*queries.PLACES(across)).mappings()
    return {row["match_id"]: (rows.read_place(row),) for row in places}


def complete(connection: Connection, found: Sequence[RowMapping]) -> tuple[Match, ...]:
    """The matches of these rows with their records, picks and places, in at most three statements."""
    if not found:
        return ()
    ids = [row["id"] for row in found]
    entries = rows.read_entries(connection.execute(*queries.ENTRIES(ids)))
    picked = [row["id"] for row in found if row["picked"]]
    picks = rows.read_picks(connection.execute(*queries.PICKS(picked)).mappings()) if picked else {}
    others = other_places(connection, found)
    return tuple(
        rows.read_match(row, entries.get(row["id"], ()), picks.get(row["id"]), others.get(row["id"], ()))
        for row in found
    )
