"""The rows about a user: every column of every table that holds a user's id; features add theirs.

A test goes through the whole schema and fails for a column that is in neither, nor known to hold something
else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import BigInteger, Column, ColumnElement, Table, and_, bindparam, case, or_, select, tuple_

from data.schema import match, metadata, rated_start, simul
from matches.simul import SimulPhase
from matches.tournaments.substitutes import QuestionState

USER: Final = bindparam("of_user", type_=BigInteger)
PSEUDONYM: Final = bindparam("pseudonym", type_=BigInteger)

Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class PersonalRows:
    """The rows of ``table`` about a user, with USER in one of ``columns``; ``rows`` is the condition.

    ``renamed`` replaces the id with PSEUDONYM in rows that other users need too; None: delete the rows.
    ``given``: those of them that stand in an export; None: all.
    """

    table: Table
    columns: tuple[Column[int], ...]
    rows: ColumnElement[bool]
    renamed: Values | None = None
    given: ColumnElement[bool] | None = None


def own(table: Table) -> PersonalRows:
    """A user's rows that no other user needs."""
    return PersonalRows(table, (table.c.user_id,), table.c.user_id == USER)


def _own(name: str) -> PersonalRows:
    return own(metadata.tables[name])


def _shared(name: str, **more: Any) -> PersonalRows:
    """A user's rows that stay, with ``more`` written into them."""
    table = metadata.tables[name]
    column = table.c.user_id
    return PersonalRows(table, (column,), column == USER, {"user_id": PSEUDONYM, **more})


def _pair(name: str, common: str) -> PersonalRows:
    """Two rows for each pair of users, which share the column ``common``.

    The other user's row is found through the user's own, since rivals have no index. It isn't in an export:
    it says the same from the other side, and besides only what is the other user's, such as their server.
    """
    table = metadata.tables[name]
    alias = table.alias()
    mirrored = select(alias.c[common], alias.c.rival_id).where(alias.c.user_id == USER)
    theirs = and_(table.c.rival_id == USER, tuple_(table.c[common], table.c.user_id).in_(mirrored))
    columns = (table.c.user_id, table.c.rival_id)
    own = table.c.user_id == USER
    return PersonalRows(table, columns, or_(own, theirs), _wherever(*columns), given=own)


def _either(table: Table, *columns: Column[Any], **more: Any) -> PersonalRows:
    """Rows with the user in one of several columns, each with an index."""
    found = or_(*(column == USER for column in columns))
    return PersonalRows(table, columns, found, {**_wherever(*columns), **more})


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
    match.c.challenger,
    match.c.opponent,
    version=match.c.version + 1,
    shown_version=match.c.shown_version + 1,
)

OF_MATCHES: Final = (
    *map(_own, ("preference", "away", "note", "draft", "mute", "last_look", "hint", "not_begun", "notice")),
    *map(_own, ("ladder_place", "ladder_history", "simul_place")),
    *map(_own, ("block", "watch", "imported", "gone", "forgetting", "rating_role")),
    *map(_own, ("advance", "line_tree")),
    MATCHES,
    # Due since it was made, so that its card no longer names its host.
    _either(
        simul,
        simul.c.host,
        version=simul.c.version + 1,
        due_at=simul.c.created_at,
        phase=case(
            (simul.c.phase == SimulPhase.OPEN.value, SimulPhase.CALLED_OFF.value), else_=simul.c.phase
        ),
    ),
    _either(rated_start, rated_start.c.low_id, rated_start.c.high_id, **_first_of_pair),
    _pair("score", "match_id"),
    _pair("meeting", "game"),
    *map(_shared, ("account", "rating_point", "tally", "opening", "pick")),
    *map(_shared, ("tournament_organiser", "tournament_entrant", "tournament_champion")),
    # Due since it was asked, so that its message, which names them, is taken away.
    _shared(
        "tournament_substitute",
        state=QuestionState.WITHDRAWN.value,
        due_at=metadata.tables["tournament_substitute"].c.asked_at,
    ),
    _shared("standing", listed=False),
    # The role could not be taken away later: nothing would say whose it is.
    _shared("champion", role=None),
)
"""What isn't a feature's: except entries in records that name them, and blocks by others."""
