"""The rows about a person: every column of every table that holds somebody's id.

A test goes over the whole schema and fails where a column is neither here nor known to hold something else.
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
    """Rows about a person: those of ``table`` with USER in one of ``columns``; ``rows`` finds them.

    ``renamed`` is what PSEUDONYM is put into where somebody else needs the row too; None: it goes.
    """

    table: Table
    columns: tuple[Column[int], ...]
    rows: ColumnElement[bool]
    renamed: Values | None = None


def _own(name: str) -> PersonalRows:
    """Rows that nobody else needs."""
    table = metadata.tables[name]
    return PersonalRows(table, (table.c.user_id,), table.c.user_id == USER)


def _shared(name: str, **more: Any) -> PersonalRows:
    """Rows of one person each that stay, with ``more`` written into them."""
    table = metadata.tables[name]
    column = table.c.user_id
    return PersonalRows(table, (column,), column == USER, {"user_id": PSEUDONYM, **more})


def _pair(name: str, common: str) -> PersonalRows:
    """A row for either of two people, who have the column ``common`` in common.

    The other one's row is found by the person's own, since there is no index of rivals.
    """
    table = metadata.tables[name]
    own = table.alias()
    mirrored = select(own.c[common], own.c.rival_id).where(own.c.user_id == USER)
    theirs = and_(table.c.rival_id == USER, tuple_(table.c[common], table.c.user_id).in_(mirrored))
    columns = (table.c.user_id, table.c.rival_id)
    return PersonalRows(table, columns, or_(table.c.user_id == USER, theirs), _wherever(*columns))


def _either(table: Table, *columns: Column[Any], **more: Any) -> PersonalRows:
    """Rows with the person in one of several columns that each have an index."""
    found = or_(*(column == USER for column in columns))
    return PersonalRows(table, columns, found, {**_wherever(*columns), **more})


def _wherever(*columns: Column[Any]) -> Values:
    return {column.name: case((column == USER, PSEUDONYM), else_=column) for column in columns}


# The smaller id comes first in a pair, and a pseudonym is smaller than any id.
_first_of_pair: Final = {
    "low_id": PSEUDONYM,
    "high_id": case((rated_start.c.high_id == USER, rated_start.c.low_id), else_=rated_start.c.high_id),
}

# A change on its way, made for what the match was, must not bring the id back; nor is it to be shown again.
MATCHES: Final = _either(
    match,
    match.c.challenger,
    match.c.opponent,
    version=match.c.version + 1,
    shown_version=match.c.shown_version + 1,
)

HELD: Final = (
    *map(_own, ("preference", "away", "note", "draft", "mute", "hint", "not_begun", "notice")),
    *map(_own, ("ladder_place", "ladder_history")),
    *map(_own, ("block", "watch", "imported", "gone", "forgetting", "rating_role")),
    MATCHES,
    _either(rated_start, rated_start.c.low_id, rated_start.c.high_id, **_first_of_pair),
    _pair("score", "match_id"),
    _pair("meeting", "game"),
    *map(_shared, ("account", "rating_point", "tally", "opening", "pick")),
    _shared("standing", listed=False),
    # Nobody could take the role away later: there is no one to take it from.
    _shared("champion", role=None),
)
"""Everything about a person, but for the record's entries that name them, and the blocks by others."""
