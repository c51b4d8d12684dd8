"""Lines that users try on private boards: a tree of actions for each match, or for a game's rules."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Index,
    Integer,
    RowMapping,
    Text,
    and_,
    bindparam,
    exists,
    not_,
    select,
    tuple_,
)

from data.features.rows import FeatureRows, PruneRule
from data.personal_rows import own
from data.schema import UtcTime, always, keys, match, table
from data.shared_parameters import LIMIT
from engines import GAMES
from matches import lines
from matches.lines import LineKey
from matches.model import NO_MATCH, MatchId, Phase, UserId

LINES_KEPT: Final = timedelta(days=90)
"""The time for which a tree is kept after its last change."""

line_tree = table(
    "line_tree",
    *keys(BigInteger, "user_id", "match_id"),  # match 0: of the rules, therefore not a foreign key
    *keys(Text, "game"),  # empty where there is a match
    *always(Integer, "revision"),  # raised by every change
    *always(Text, "body"),  # a JSON object, see matches.lines
    *always(UtcTime, "changed_at"),
)
Index(None, line_tree.c.match_id)
Index(None, line_tree.c.changed_at)

_open: Final = tuple(phase.value for phase in Phase if phase.open)
on_open_match: Final = exists().where(match.c.id == line_tree.c.match_id, match.c.phase.in_(_open))
_AFTER: Final = tuple_(
    bindparam("user_id", type_=BigInteger),
    bindparam("match_id", type_=BigInteger),
    bindparam("game", type_=Text),
)
_TREES: Final = (
    select(line_tree, exists().where(match.c.id == line_tree.c.match_id).label("has_match"))
    .where(tuple_(*line_tree.primary_key) > _AFTER)
    .order_by(*line_tree.primary_key)
    .limit(LIMIT)
)


def _old(now: datetime) -> ColumnElement[bool]:
    return and_(line_tree.c.changed_at < now - LINES_KEPT, not_(on_open_match))


def _wrong_with_some(
    connection: Connection, after: LineKey | None, limit: int
) -> tuple[list[str], LineKey | None]:
    """The faults of the first ``limit`` trees after a key, a line each, and the key of the last of them."""
    start = after or LineKey(UserId(0), MatchId(0), "")
    asked: dict[str, Any] = {**start._asdict(), "limit": limit}
    found = connection.execute(_TREES, asked).mappings().all()
    faults = [
        f"match={row['match_id']} user={row['user_id']}: their lines{fault}"
        for row in found
        for fault in _faults(row)
    ]
    if not found:
        return faults, None
    last = found[-1]
    return faults, LineKey(UserId(last["user_id"]), MatchId(last["match_id"]), last["game"])


def _faults(row: RowMapping) -> Iterator[str]:
    if row["match_id"] == NO_MATCH:
        if row["game"] not in GAMES:
            yield f" are on the rules of {row['game']!r}, which nobody knows"
    elif row["game"]:
        yield f" on a match say that it is one of {row['game']!r}"
    elif not row["has_match"]:
        yield " are on a match that is gone"
    if row["revision"] < 1:
        yield f" have the revision {row['revision']}"
    try:
        lines.read(row["body"])
    except ValueError as error:
        yield f" can't be read: {error}"


ROWS: Final = FeatureRows(
    name="lines",
    tables=(line_tree,),
    personal=(own(line_tree, "lines tried"),),
    pruned=(PruneRule("lines that were tried long ago", line_tree, _old),),
    read_rules=(_wrong_with_some,),
)
