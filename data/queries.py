"""Every question asked of the database, as SQLAlchemy statements with named parameters.

Nothing here is special to one database. Each is answered from an index; a test reads SQLite's plans. Orders
are total, so that two stores with the same rows give the same answer.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Integer,
    Select,
    bindparam,
    case,
    func,
    or_,
    select,
    union_all,
)

from data.schema import UtcTime, draft, entry, fact, match, note, notice, pick, preference
from matches.model import Phase

OPEN = tuple(phase.value for phase in Phase if phase.open)
RUNNING = tuple(phase.value for phase in Phase if phase.running)

_MATCH_ID = bindparam("match_id", type_=BigInteger)
_MATCH_IDS = bindparam("match_ids", type_=BigInteger, expanding=True)
_USER = bindparam("user_id", type_=BigInteger)
_LIMIT = bindparam("limit", type_=Integer)

# One match, or the parts of many at once: never a query a match.
MATCH = select(match).where(match.c.id == _MATCH_ID)
ENTRIES = select(entry).where(entry.c.match_id.in_(_MATCH_IDS)).order_by(entry.c.match_id, entry.c.number)
PICKS = select(pick).where(pick.c.match_id.in_(_MATCH_IDS)).order_by(pick.c.match_id, pick.c.side)

EXISTS = select(match.c.id).where(match.c.id == _MATCH_ID)

# After an update: the row as it now is, and how much of the record and of the picks is stored.
STANDING = select(
    match,
    select(func.coalesce(func.max(entry.c.number), 0))
    .where(entry.c.match_id == match.c.id)
    .scalar_subquery()
    .label("entries_stored"),
    select(func.count())
    .select_from(pick)
    .where(pick.c.match_id == match.c.id)
    .scalar_subquery()
    .label("picks_stored"),
).where(match.c.id == _MATCH_ID)
SIDES_PICKED = select(pick.c.side).where(pick.c.match_id == _MATCH_ID)

OPEN_CHALLENGES = (
    select(func.count())
    .select_from(match)
    .where(match.c.challenger == _USER, match.c.phase == Phase.CHALLENGED.value)
)

OF_PLAYER = (
    select(match)
    .where(or_(match.c.challenger == _USER, match.c.opponent == _USER), match.c.phase.in_(OPEN))
    .order_by(match.c.changed_at, match.c.id)
)


def _latest(player: ColumnElement[int]) -> Select[int]:
    newest = (
        select(match.c.id)
        .where(player == _USER, match.c.finished_at.is_not(None))
        .order_by(match.c.finished_at.desc(), match.c.id.desc())
        .limit(_LIMIT)
    )
    return select(newest.subquery().c.id)


# The newest of either role, each read off the end of an index, then the newest of those.
LATEST_OF_PLAYER = (
    select(match)
    .where(match.c.id.in_(union_all(_latest(match.c.challenger), _latest(match.c.opponent))))
    .order_by(match.c.finished_at.desc(), match.c.id.desc())
    .limit(_LIMIT)
)

AT_HOME = (
    select(match)
    .where(match.c.home == bindparam("home", type_=BigInteger))
    .order_by(case((match.c.phase.in_(RUNNING), 0), else_=1), match.c.id.desc())
    .limit(_LIMIT)
)

DUE = (
    select(match.c.id)
    .where(match.c.deadline_at <= bindparam("now", type_=UtcTime))
    .order_by(match.c.deadline_at, match.c.id)
    .limit(_LIMIT)
)

UNSHOWN = (
    select(match.c.id)
    .where(match.c.shown_version < match.c.version, match.c.changed_at < bindparam("before", type_=UtcTime))
    .order_by(match.c.changed_at, match.c.id)
    .limit(_LIMIT)
)

DRAFT = select(draft.c.choices).where(draft.c.match_id == _MATCH_ID, draft.c.user_id == _USER)
NOTE = select(note.c.text).where(note.c.match_id == _MATCH_ID, note.c.user_id == _USER)
NOTICES = select(notice).where(notice.c.match_id == _MATCH_ID).order_by(notice.c.id)
FACT = select(fact.c.value).where(fact.c.key == bindparam("key"))
PREFERENCES = select(preference.c.key, preference.c.value).where(preference.c.user_id == _USER)


def first_time(column: ColumnElement[datetime | None], moment: datetime) -> ColumnElement[datetime]:
    """What a column holds already, or ``moment`` when it holds nothing."""
    return func.coalesce(column, bindparam(None, moment, type_=UtcTime))
