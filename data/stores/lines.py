"""Trees of lines that users try on private boards, changed under the guard of their revision."""

from __future__ import annotations

from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, select, update

from data.errors import DAMAGED
from data.parameters import GAME, LIMIT, MATCH_ID, USER_ID
from data.schema import line_tree, match, utc
from data.stores.base import check_times, insert_missing
from data.stores.queries import OPEN
from matches import lines
from matches.errors import DamagedError
from matches.lines import MOST_TREES, LineKey, LineTree
from matches.model import NO_MATCH

TREE: Final = select(line_tree.c.revision, line_tree.c.body).where(
    line_tree.c.user_id == USER_ID, line_tree.c.match_id == MATCH_ID, line_tree.c.game == GAME
)
_ON_OPEN_MATCH: Final = exists().where(match.c.id == line_tree.c.match_id, match.c.phase.in_(OPEN))
BEYOND: Final = (
    select(line_tree.c.match_id)
    .where(line_tree.c.user_id == USER_ID, line_tree.c.match_id != NO_MATCH, ~_ON_OPEN_MATCH)
    .order_by(line_tree.c.changed_at.desc(), line_tree.c.match_id.desc())
    .offset(LIMIT)
)


class StoredTree(NamedTuple):
    """A tree as it is stored, and the revision that every change of it raises; 0: it isn't stored."""

    tree: LineTree
    revision: int


def tree(connection: Connection, key: LineKey) -> StoredTree:
    """A stored tree, or an empty one."""
    found = connection.execute(TREE, key._asdict()).one_or_none()
    if found is None:
        return StoredTree(LineTree(), 0)
    try:
        return StoredTree(lines.read(found.body), found.revision)
    except ValueError as error:
        raise DamagedError(f"{DAMAGED} (lines of match={key.match_id}: {error})") from None


def save(connection: Connection, key: LineKey, changed: StoredTree, now: datetime) -> bool:
    """Store a changed tree over the revision that it was read with; False if another change was faster.

    A new tree takes the place of the oldest where a user has more than MOST_TREES on matches that are over.
    """
    check_times(now)
    body = lines.written(changed.tree)
    if changed.revision:
        values = {"revision": changed.revision + 1, "body": body, "changed_at": utc(now)}
        guarded = update(line_tree).where(_is(key), line_tree.c.revision == changed.revision)
        return connection.execute(guarded.values(values)).rowcount == 1
    row = {**key._asdict(), "revision": 1, "body": body, "changed_at": utc(now)}
    # Of two at the same time the second is skipped, and finds what the first has stored.
    insert_missing(connection, line_tree, [row])
    if tree(connection, key) != StoredTree(changed.tree, 1):
        return False
    beyond = list(connection.scalars(BEYOND, {"user_id": key.user_id, "limit": MOST_TREES}))
    if beyond:
        old = and_(line_tree.c.user_id == key.user_id, line_tree.c.match_id.in_(beyond))
        connection.execute(delete(line_tree).where(old))
    return True


def _is(key: LineKey) -> ColumnElement[bool]:
    return and_(
        line_tree.c.user_id == key.user_id,
        line_tree.c.match_id == key.match_id,
        line_tree.c.game == key.game,
    )
