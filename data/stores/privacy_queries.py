"""The questions about people's rights, as SQLAlchemy statements with named parameters.

As in ``data.stores.match_queries``: each is answered from an index.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Integer,
    Select,
    String,
    and_,
    bindparam,
    cast,
    func,
    literal,
    not_,
    or_,
    select,
)

from data.personal_rows import HELD, MATCHES, USER, PersonalRows
from data.schema import block, champion, entry, forgetting, match, names_people, share, worn
from data.stores.match_queries import OPEN

_LIMIT = bindparam("limit", type_=Integer)
_ONE, _OTHER = bindparam("one", type_=BigInteger), bindparam("other", type_=BigInteger)

BLOCKS = select(block).where(block.c.user_id == USER).order_by(block.c.at.desc(), block.c.blocked_id.desc())
BLOCKERS = select(block.c.user_id).where(
    or_(
        and_(block.c.user_id == _ONE, block.c.blocked_id == _OTHER),
        and_(block.c.user_id == _OTHER, block.c.blocked_id == _ONE),
    )
)

MATCHES_OF = (
    select(match.c.id)
    .where(MATCHES.rows, match.c.id > bindparam("after", type_=BigInteger))
    .order_by(match.c.id)
    .limit(_LIMIT)
)
STILL_OPEN = select(match.c.id).where(MATCHES.rows, match.c.phase.in_(OPEN)).limit(1)

SHARES = (
    select(share).join(match, match.c.id == share.c.match_id).where(MATCHES.rows).order_by(share.c.match_id)
)

# The ids in the text of an entry stand between blanks.
_padded = literal(" ") + entry.c.text + literal(" ")
ENTRIES_NAMING = (
    select(entry)
    .where(names_people, _padded.contains(literal(" ") + cast(USER, String) + literal(" ")))
    .order_by(entry.c.match_id, entry.c.number)
)

# The matches of somebody, and those that they left to somebody else, that have a thread of their own.
_LEFT_BY = ENTRIES_NAMING.with_only_columns(entry.c.match_id).order_by(None)
THREADS_NAMING = (
    select(match.c.id)
    .where(
        or_(MATCHES.rows, match.c.id.in_(_LEFT_BY)),
        # A rematch is asked for, and played, in the thread of the match before.
        or_(match.c.home != match.c.channel_id, match.c.rematch_of.is_not(None)),
        not_(match.c.direct),
        match.c.id > bindparam("after", type_=BigInteger),
    )
    .order_by(match.c.id)
    .limit(_LIMIT)
)

WORN_BY = (
    select(champion)
    .where(champion.c.user_id == USER, worn)
    .order_by(champion.c.guild_id, champion.c.season, champion.c.game)
)

TO_BE_FORGOTTEN = select(forgetting.c.user_id).order_by(forgetting.c.at, forgetting.c.user_id).limit(_LIMIT)
IS_TO_BE_FORGOTTEN = select(forgetting.c.user_id).where(forgetting.c.user_id == USER)


def kept(held: PersonalRows) -> Select[Any]:
    """The rows about a person in one table, in order."""
    return select(held.table).where(held.rows).order_by(*held.table.primary_key)


def counted(held: PersonalRows) -> Select[int]:
    """Count the rows about a person in one table."""
    return select(func.count()).select_from(held.table).where(held.rows)


KEPT: Final = {held.table.name: kept(held) for held in HELD if held is not MATCHES}
COUNTED: Final = {
    **{held.table.name: counted(held) for held in HELD},
    "entry": select(func.count()).select_from(ENTRIES_NAMING.order_by(None).subquery()),
}
