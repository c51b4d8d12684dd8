"""The rows about a user: every column of every table that holds a user's id; features add theirs.

A test goes through the whole schema and fails for a column with ids that is in neither, unless it is known to
hold other ids.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import BigInteger, Column, ColumnElement, Table, and_, bindparam, case, or_, select, tuple_

from data.schema import match, metadata, rated_start

USER: Final = bindparam("of_user", type_=BigInteger)
PSEUDONYM: Final = bindparam("pseudonym", type_=BigInteger)

Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class PersonalRows:
    """The rows of ``table`` about a user, with USER in one of ``columns``; ``rows`` is the condition.

    ``title`` is their title in an export. ``renamed`` replaces the id with PSEUDONYM in rows that other users
    need too; None: delete the rows. ``given``: the condition of those in an export; None: all.
    """

    table: Table
    title: str
    columns: tuple[Column[int], ...]
    rows: ColumnElement[bool]
    renamed: Values | None = None
    given: ColumnElement[bool] | None = None


def own(table: Table, title: str) -> PersonalRows:
    """A user's rows that no other user needs: exported, and deleted by an erasure."""
    return PersonalRows(table, title, (table.c.user_id,), table.c.user_id == USER)


def _own(name: str, title: str) -> PersonalRows:
    return own(metadata.tables[name], title)


def shared(table: Table, title: str, **more: Any) -> PersonalRows:
    """A user's rows that stay, with ``more`` written into them."""
    column = table.c.user_id
    return PersonalRows(table, title, (column,), column == USER, {"user_id": PSEUDONYM, **more})


def _shared(name: str, title: str, **more: Any) -> PersonalRows:
    return shared(metadata.tables[name], title, **more)


def _pair(name: str, title: str, common: str) -> PersonalRows:
    """Two rows for each pair of users, which share the column ``common``.

    The other user's row is found through the user's own, since rivals have no index. It isn't in an export:
    it says the same from the other side, and otherwise only has the other user's data, such as their server.
    """
    table = metadata.tables[name]
    alias = table.alias()
    mirrored = select(alias.c[common], alias.c.rival_id).where(alias.c.user_id == USER)
    theirs = and_(table.c.rival_id == USER, tuple_(table.c[common], table.c.user_id).in_(mirrored))
    columns = (table.c.user_id, table.c.rival_id)
    own = table.c.user_id == USER
    return PersonalRows(table, title, columns, or_(own, theirs), _wherever(*columns), given=own)


def _either(table: Table, title: str, *columns: Column[Any], **more: Any) -> PersonalRows:
    """Rows with the user in one of several columns, each with an index."""
    found = or_(*(column == USER for column in columns))
    return PersonalRows(table, title, columns, found, {**_wherever(*columns), **more})


def _wherever(*columns: Column[Any]) -> Values:
    return {column.name: case((column == USER, PSEUDONYM), else_=column) for column in columns}


# The smaller id comes first in a pair, and a pseudonym is smaller than any id.
_first_of_pair: Final = {
    "low_id": PSEUDONYM,
    "high_id": case((rated_start.c.high_id == USER, rated_start.c.low_id), else_=rated_start.c.high_id),
}

# The version rises, so that a change in progress cannot bring the id back. The shown version rises with it,
# so that the match isn't shown again.
MATCHES: Final = _either(
    match,
    "matches",
    match.c.challenger,
    match.c.opponent,
    version=match.c.version + 1,
    shown_version=match.c.shown_version + 1,
)

OF_CORE: Final = (
    _own("preference", "settings"),
    _own("away", "times away"),
    _own("note", "notes"),
    _own("draft", "picks not confirmed"),
    _own("mute", "matches muted"),
    _own("last_look", "matches looked at"),
    _own("hint", "hints taken"),
    _own("not_begun", "matches left before you had begun them"),
    _own("notice", "messages owed or sent"),
    _own("block", "blocked players"),
    _own("watch", "matches watched"),
    _own("imported", "records brought in"),
    _own("gone", "servers left"),
    _own("forgetting", "deletion asked for"),
    _own("rating_role", "roles by rating"),
    MATCHES,
    _either(
        rated_start, "rated matches begun", rated_start.c.low_id, rated_start.c.high_id, **_first_of_pair
    ),
    _pair("score", "what matches brought", "match_id"),
    _pair("meeting", "how matches went by opponent", "game"),
    _shared("account", "ratings"),
    _shared("rating_point", "ratings by day"),
    _shared("tally", "how matches went"),
    _shared("opening", "how you begin"),
    _shared("pick", "picks"),
    _shared("standing", "places on leaderboards", listed=False),
    # The role could not be taken away later: nothing would say whose it is.
    _shared("champion", "seasons won", role=None),
)
"""The rows about a user outside features, except entries in records that name them, and blocks by others."""
