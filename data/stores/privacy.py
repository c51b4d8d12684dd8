"""People's rights."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Connection,
    Select,
    String,
    and_,
    bindparam,
    cast,
    delete,
    func,
    literal,
    not_,
    or_,
    select,
    update,
)

from data.database import one_at_a_time
from data.parameters import AFTER, LIMIT
from data.personal_rows import HELD, MATCHES, USER, PersonalRows
from data.schema import block, champion, entry, forgetting, match, names_people, share, worn
from data.stores import match_queries
from data.stores.base import insert_missing, summaries, whole_matches
from data.stores.checks import check_times
from data.stores.ladders import LADDERS
from data.stores.match_queries import OPEN
from data.stores.ratings import BOOKS
from data.stores.seasons import read_champion
from matches.model import GuildId, Match, MatchId, UserId
from matches.personal import Block, PersonalData
from matches.ratings.champions import Champion, EndedSeason
from matches.summaries import MatchSummary


def add_block(connection: Connection, user_id: UserId, blocked_id: UserId, at: datetime) -> bool:
    """Remember that ``user_id`` wants no match with somebody; returns whether that is news."""
    check_times(at)
    if user_id in blockers(connection, user_id, blocked_id):
        return False
    insert_missing(connection, block, [{"user_id": user_id, "blocked_id": blocked_id, "at": at}])
    return True


def unblock(connection: Connection, user_id: UserId, blocked_id: UserId) -> bool:
    """Forget that; returns whether it was so."""
    theirs = (block.c.user_id == user_id, block.c.blocked_id == blocked_id)
    return (connection.execute(delete(block).where(*theirs))).rowcount == 1


BLOCKS = select(block).where(block.c.user_id == USER).order_by(block.c.at.desc(), block.c.blocked_id.desc())


def blocks(connection: Connection, user_id: UserId) -> tuple[Block, ...]:
    """The people somebody has blocked, the latest first."""
    found = connection.execute(BLOCKS, {"of_user": user_id})
    return tuple(Block(UserId(row.blocked_id), row.at) for row in found)


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


def kept(held: PersonalRows) -> Select[Any]:
    """The rows about a person in one table, in order."""
    return select(held.table).where(held.rows).order_by(*held.table.primary_key)


KEPT: Final = {held.table.name: kept(held) for held in HELD if held is not MATCHES}


def kept_of(connection: Connection, user_id: UserId) -> PersonalData:
    """Everything about a person but their matches, all of it as of one moment.

    What others keep to themselves is no part of it: their notes and drafts, and who has blocked whom.
    """
    asked = {"of_user": user_id}
    wanted = {**KEPT, "entry": ENTRIES_NAMING, "share": SHARES}
    return {
        name: [dict(row) for row in (connection.execute(query, asked)).mappings()]
        for name, query in wanted.items()
    }


def counted(held: PersonalRows) -> Select[int]:
    """Count the rows about a person in one table."""
    return select(func.count()).select_from(held.table).where(held.rows)


COUNTED: Final = {
    **{held.table.name: counted(held) for held in HELD},
    "entry": select(func.count()).select_from(ENTRIES_NAMING.order_by(None).subquery()),
}


def counts_of(connection: Connection, user_id: UserId) -> Mapping[str, int]:
    """The number of rows about a person, by the name of the table: of matches too."""
    return {name: connection.scalar(query, {"of_user": user_id}) or 0 for name, query in COUNTED.items()}


MATCHES_OF = select(match.c.id).where(MATCHES.rows, match.c.id > AFTER).order_by(match.c.id).limit(LIMIT)


def matches_of(connection: Connection, user_id: UserId, after: MatchId, limit: int) -> tuple[Match, ...]:
    """The matches and challenges of a person with ids above ``after``, by id, at most ``limit``.

    One that cannot be read is left out.
    """
    asked = {"of_user": user_id, "limit": limit}
    # A page of nothing but what cannot be read is not the last one.
    while ids := list(connection.scalars(MATCHES_OF, {**asked, "after": after})):
        if found := whole_matches(connection, ids):
            return found
        after = ids[-1]
    return ()


# The matches of somebody, and those that they left to somebody else, that have a thread of their own.
_LEFT_BY = ENTRIES_NAMING.with_only_columns(entry.c.match_id).order_by(None)
THREADS_NAMING = (
    select(match.c.id)
    .where(
        or_(MATCHES.rows, match.c.id.in_(_LEFT_BY)),
        # A rematch is asked for, and played, in the thread of the match before.
        or_(match.c.home != match.c.channel_id, match.c.rematch_of.is_not(None)),
        not_(match.c.direct),
        match.c.id > AFTER,
    )
    .order_by(match.c.id)
    .limit(LIMIT)
)


def threads_naming(
    connection: Connection, user_id: UserId, after: MatchId, limit: int
) -> tuple[MatchSummary, ...]:
    """The matches with ids above ``after`` whose own thread may bear a person's name, at most ``limit``.

    That is those they play or have played, also where somebody has taken over since, by id. One that
    cannot be read is left out.
    """
    asked = {"of_user": user_id, "limit": limit}
    while ids := list(connection.scalars(THREADS_NAMING, {**asked, "after": after})):
        found = summaries(connection, *match_queries.SUMMARIES(ids)).matches
        if found:
            return tuple(sorted(found, key=lambda match: match.id))
        after = ids[-1]
    return ()


WORN_BY = (
    select(champion)
    .where(champion.c.user_id == USER, worn)
    .order_by(champion.c.guild_id, champion.c.season, champion.c.game)
)


def worn_by(connection: Connection, user_id: UserId) -> tuple[tuple[EndedSeason, Champion], ...]:
    """The seasons for which a person has a champion's role, by server and season."""
    found = connection.execute(WORN_BY, {"of_user": user_id})
    return tuple((EndedSeason(GuildId(row.guild_id), row.season), read_champion(row)) for row in found)


def ask_to_be_forgotten(connection: Connection, user_id: UserId, at: datetime) -> None:
    """Remember that everything about a person is to be deleted, until it is. Harmless twice."""
    check_times(at)
    insert_missing(connection, forgetting, [{"user_id": user_id, "at": at}])


TO_BE_FORGOTTEN = select(forgetting.c.user_id).order_by(forgetting.c.at, forgetting.c.user_id).limit(LIMIT)


def to_be_forgotten(connection: Connection, limit: int) -> tuple[UserId, ...]:
    """The people whose deletion is not done, those who asked first before others, at most ``limit``."""
    found = connection.scalars(TO_BE_FORGOTTEN, {"limit": limit})
    return tuple(map(UserId, found))


IS_TO_BE_FORGOTTEN = select(forgetting.c.user_id).where(forgetting.c.user_id == USER)


def is_to_be_forgotten(connection: Connection, user_id: UserId) -> bool:
    """True if somebody's deletion is not done."""
    return connection.scalar(IS_TO_BE_FORGOTTEN, {"of_user": user_id}) is not None


STILL_OPEN = select(match.c.id).where(MATCHES.rows, match.c.phase.in_(OPEN)).limit(1)


def forget(connection: Connection, user_id: UserId, pseudonym: UserId) -> bool:
    """Delete what is a person's alone, and put ``pseudonym``, below zero, where their id stays needed.

    That is in matches that are over and in what follows from them; their versions rise, so that no change
    that is on its way brings the id back. Blocks by others stay. Returns whether it was done: nothing is
    while a match or challenge of theirs is open. What they asked for is settled with it.
    """
    asked = {"of_user": user_id, "pseudonym": pseudonym}
    one_at_a_time(connection, BOOKS)
    # Whoever changes a ladder writes all of it, and must not bring back who is on it no more.
    one_at_a_time(connection, LADDERS)
    if connection.scalar(STILL_OPEN, asked) is not None:
        return False
    _rename_entries(connection, user_id, pseudonym)
    # Nothing here says whose direct messages these are; they may be this person's.
    homeless = update(match).where(MATCHES.rows, match.c.direct)
    connection.execute(homeless.values(_NO_HOME), asked)
    for held in HELD:
        if held.renamed is None:
            connection.execute(delete(held.table).where(held.rows), asked)
        else:
            renamed = update(held.table).where(held.rows).values(held.renamed)
            connection.execute(renamed, asked)
    return True


_NO_HOME = {"direct": False, "home": None, "card": None, "card_at": None}


_ONE, _OTHER = bindparam("one", type_=BigInteger), bindparam("other", type_=BigInteger)
BLOCKERS = select(block.c.user_id).where(
    or_(
        and_(block.c.user_id == _ONE, block.c.blocked_id == _OTHER),
        and_(block.c.user_id == _OTHER, block.c.blocked_id == _ONE),
    )
)


def blockers(connection: Connection, one: UserId, other: UserId) -> frozenset[UserId]:
    """Those of these two who have blocked the other one."""
    found = connection.scalars(BLOCKERS, {"one": one, "other": other})
    return frozenset(map(UserId, found))


def _rename_entries(connection: Connection, user_id: UserId, pseudonym: UserId) -> None:
    """Put the pseudonym into the record where an administrator's act names the person."""
    found = (connection.execute(ENTRIES_NAMING, {"of_user": user_id})).all()
    for row in found:
        words = [str(pseudonym) if word == str(user_id) else word for word in row.text.split(" ")]
        theirs = update(entry).where(entry.c.match_id == row.match_id, entry.c.number == row.number)
        connection.execute(theirs.values(text=" ".join(words)))
