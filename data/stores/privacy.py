"""People's rights in the store in a database. What each method promises is written at the port."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import Connection, delete, update

from data.database import one_at_a_time
from data.personal_rows import HELD, MATCHES
from data.schema import block, entry, forgetting, match
from data.stores import match_queries
from data.stores import privacy_queries as queries
from data.stores.base import SqlPart, insert_missing, reads, summaries, whole_matches, writes
from data.stores.checks import check_times
from data.stores.community.ladders import LADDERS
from data.stores.community.ratings import BOOKS
from data.stores.community.seasons import read_champion
from data.stores.pruning import Pruning
from matches.model import GuildId, Match, MatchId, UserId
from matches.personal import Block, PersonalData
from matches.ratings.champions import Champion, EndedSeason
from matches.summaries import MatchSummary


def _block(connection: Connection, user_id: UserId, blocked_id: UserId, at: datetime) -> bool:
    check_times(at)
    if user_id in _blockers(connection, user_id, blocked_id):
        return False
    insert_missing(connection, block, [{"user_id": user_id, "blocked_id": blocked_id, "at": at}])
    return True


def _unblock(connection: Connection, user_id: UserId, blocked_id: UserId) -> bool:
    theirs = (block.c.user_id == user_id, block.c.blocked_id == blocked_id)
    return (connection.execute(delete(block).where(*theirs))).rowcount == 1


def _blocks(connection: Connection, user_id: UserId) -> tuple[Block, ...]:
    found = connection.execute(queries.BLOCKS, {"of_user": user_id})
    return tuple(Block(UserId(row.blocked_id), row.at) for row in found)


def _kept_of(connection: Connection, user_id: UserId) -> PersonalData:
    asked = {"of_user": user_id}
    wanted = {**queries.KEPT, "entry": queries.ENTRIES_NAMING, "share": queries.SHARES}
    return {
        name: [dict(row) for row in (connection.execute(query, asked)).mappings()]
        for name, query in wanted.items()
    }


def _counts_of(connection: Connection, user_id: UserId) -> Mapping[str, int]:
    return {
        name: connection.scalar(query, {"of_user": user_id}) or 0 for name, query in queries.COUNTED.items()
    }


def _matches_of(connection: Connection, user_id: UserId, after: MatchId, limit: int) -> tuple[Match, ...]:
    asked = {"of_user": user_id, "limit": limit}
    # A page of nothing but what cannot be read is not the last one.
    while ids := list(connection.scalars(queries.MATCHES_OF, {**asked, "after": after})):
        if found := whole_matches(connection, ids):
            return found
        after = ids[-1]
    return ()


def _threads_naming(
    connection: Connection, user_id: UserId, after: MatchId, limit: int
) -> tuple[MatchSummary, ...]:
    asked = {"of_user": user_id, "limit": limit}
    while ids := list(connection.scalars(queries.THREADS_NAMING, {**asked, "after": after})):
        found = summaries(connection, *match_queries.SUMMARIES(ids)).matches
        if found:
            return tuple(sorted(found, key=lambda match: match.id))
        after = ids[-1]
    return ()


def _worn_by(connection: Connection, user_id: UserId) -> tuple[tuple[EndedSeason, Champion], ...]:
    found = connection.execute(queries.WORN_BY, {"of_user": user_id})
    return tuple((EndedSeason(GuildId(row.guild_id), row.season), read_champion(row)) for row in found)


def _ask_to_be_forgotten(connection: Connection, user_id: UserId, at: datetime) -> None:
    check_times(at)
    insert_missing(connection, forgetting, [{"user_id": user_id, "at": at}])


def _to_be_forgotten(connection: Connection, limit: int) -> tuple[UserId, ...]:
    found = connection.scalars(queries.TO_BE_FORGOTTEN, {"limit": limit})
    return tuple(map(UserId, found))


def _is_to_be_forgotten(connection: Connection, user_id: UserId) -> bool:
    return connection.scalar(queries.IS_TO_BE_FORGOTTEN, {"of_user": user_id}) is not None


def _forget(connection: Connection, user_id: UserId, pseudonym: UserId) -> bool:
    asked = {"of_user": user_id, "pseudonym": pseudonym}
    one_at_a_time(connection, BOOKS)
    # Whoever changes a ladder writes all of it, and must not bring back who is on it no more.
    one_at_a_time(connection, LADDERS)
    if connection.scalar(queries.STILL_OPEN, asked) is not None:
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


def _blockers(connection: Connection, one: UserId, other: UserId) -> frozenset[UserId]:
    found = connection.scalars(queries.BLOCKERS, {"one": one, "other": other})
    return frozenset(map(UserId, found))


def _rename_entries(connection: Connection, user_id: UserId, pseudonym: UserId) -> None:
    """Put the pseudonym into the record where an administrator's act names the person."""
    found = (connection.execute(queries.ENTRIES_NAMING, {"of_user": user_id})).all()
    for row in found:
        words = [str(pseudonym) if word == str(user_id) else word for word in row.text.split(" ")]
        theirs = update(entry).where(entry.c.match_id == row.match_id, entry.c.number == row.number)
        connection.execute(theirs.values(text=" ".join(words)))


class SqlPrivacy(SqlPart):
    """Blocks, what is kept about a person, and letting go of it."""

    block = writes(_block)
    unblock = writes(_unblock)
    blocks = reads(_blocks)
    blockers = reads(_blockers)
    kept_of = reads(_kept_of)
    counts_of = reads(_counts_of)
    matches_of = reads(_matches_of)
    threads_naming = reads(_threads_naming)
    worn_by = reads(_worn_by)
    ask_to_be_forgotten = writes(_ask_to_be_forgotten)
    to_be_forgotten = reads(_to_be_forgotten)
    is_to_be_forgotten = reads(_is_to_be_forgotten)
    forget = writes(_forget)

    async def prune(self, now: datetime) -> Mapping[str, int]:
        check_times(now)
        return {what: rows async for what, rows in Pruning(self._database, now).removed()}
