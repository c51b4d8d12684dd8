"""Rules that every stored tree of lines obeys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import BigInteger, Connection, RowMapping, Text, bindparam, exists, select, tuple_

from data.parameters import LIMIT
from data.schema import line_tree, match
from engines import GAMES
from matches import lines
from matches.lines import LineKey
from matches.model import NO_MATCH, MatchId, UserId

_KEY: Final = tuple_(*line_tree.primary_key)
_AFTER: Final = tuple_(
    bindparam("user_id", type_=BigInteger),
    bindparam("match_id", type_=BigInteger),
    bindparam("game", type_=Text),
)
_TREES: Final = (
    select(line_tree, exists().where(match.c.id == line_tree.c.match_id).label("has_match"))
    .where(_KEY > _AFTER)
    .order_by(*line_tree.primary_key)
    .limit(LIMIT)
)


def wrong_with_some(connection: Connection, after: LineKey, limit: int) -> tuple[list[str], LineKey | None]:
    """The faults of the first ``limit`` trees after a key, a line each, and the key of the last of them.

    The key is None if there are no more.
    """
    asked: dict[str, Any] = {**after._asdict(), "limit": limit}
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
