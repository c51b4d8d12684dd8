"""Blocks, copies of a user's data, and erasure."""

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
    or_,
    select,
    update,
)

from data.database import AdvisoryLock, one_at_a_time
from data.features import FEATURES, PERSONAL
from data.personal_rows import MATCHES, USER, PersonalRows
from data.schema import (
    UtcTime,
    block,
    champion,
    entry,
    forgetting,
    match,
    match_place,
    names_people,
    share,
    worn,
)
from data.shared_parameters import AFTER, LIMIT
from data.stores import queries, ratings
from data.stores.match_rows import summaries, whole_matches
from data.stores.queries import OPEN
from data.stores.seasons import read_champion
from data.writing import insert_missing
from matches.model import GuildId, Match, MatchId, Phase, UserId
from matches.ratings.seasons import Champion, EndedSeason
from matches.summaries import Block, Deletion, MatchSummary, PersonalData


def add_block(connection: Connection, user_id: UserId, blocked_id: UserId, at: datetime) -> bool:
    """Store that ``user_id`` blocks ``blocked_id``; returns False if they had already."""
    if user_id in blockers(connection, user_id, blocked_id):
        return False
    insert_missing(connection, block, [{"user_id": user_id, "blocked_id": blocked_id, "at": at}])
    return True


def unblock(connection: Connection, user_id: UserId, blocked_id: UserId) -> bool:
    """Remove a block; returns whether there was one."""
    theirs = (block.c.user_id == user_id, block.c.blocked_id == blocked_id)
    return (connection.execute(delete(block).where(*theirs))).rowcount == 1


BLOCKS = select(block).where(block.c.user_id == USER).order_by(block.c.at.desc(), block.c.blocked_id.desc())


def blocks(connection: Connection, user_id: UserId) -> tuple[Block, ...]:
    """A user's blocks, latest first."""
    found = connection.execute(BLOCKS, {"of_user": user_id})
    return tuple(Block(UserId(row.blocked_id), row.at) for row in found)


SHARES = (
    select(share).join(match, match.c.id == share.c.match_id).where(MATCHES.rows).order_by(share.c.match_id)
)
# The ids in an entry's text are separated by spaces.
_padded = literal(" ") + entry.c.text + literal(" ")
ENTRIES_NAMING = (
    select(entry)
    .where(names_people, _padded.contains(literal(" ") + cast(USER, String) + literal(" ")))
    .order_by(entry.c.match_id, entry.c.number)
)


def kept(held: PersonalRows) -> Select[Any]:
    """The rows about a user in one table that belong in their export, in order."""
    given = held.rows if held.given is None else held.given
    return select(held.table).where(given).order_by(*held.table.primary_key)


KEPT: Final = {
    **{held.table.name: kept(held) for held in PERSONAL if held is not MATCHES},
    "entry": ENTRIES_NAMING,
    "share": SHARES,
}
TITLES: Final = {
    **{held.table.name: held.title for held in PERSONAL},
    "entry": "acts of administrators that name you",
    "share": "codes of matches",
}
"""The titles in an export, by table."""


def kept_of(connection: Connection, user_id: UserId) -> PersonalData:
    """Everything about a user except their matches, in one snapshot.

    Other people's private data is left out: their notes and drafts, and who has blocked whom.
    """
    asked = {"of_user": user_id}
    return {
        name: [dict(row) for row in connection.execute(query, asked).mappings()]
        for name, query in KEPT.items()
    }


def counted(held: PersonalRows) -> Select[int]:
    """Count the rows about a user in one table."""
    return select(func.count()).select_from(held.table).where(held.rows)


COUNTED: Final = {
    **{held.table.name: counted(held) for held in PERSONAL},
    "entry": select(func.count()).select_from(ENTRIES_NAMING.order_by(None).subquery()),
}


def counts_of(connection: Connection, user_id: UserId) -> Mapping[str, int]:
    """The number of rows about a user by table, matches included."""
    return {name: connection.scalar(query, {"of_user": user_id}) or 0 for name, query in COUNTED.items()}


def record_left(connection: Connection, guild_id: GuildId, user_id: UserId) -> None:
    """Store that a user has left a server, unless nothing is stored about them, as after an erasure."""
    one_at_a_time(connection, AdvisoryLock.RATINGS)  # as an erasure does
    if any(counts_of(connection, user_id).values()):
        ratings.set_listed(connection, guild_id, user_id, False)


MATCHES_OF = select(match.c.id).where(MATCHES.rows, match.c.id > AFTER).order_by(match.c.id).limit(LIMIT)


def matches_of(connection: Connection, user_id: UserId, after: MatchId, limit: int) -> tuple[Match, ...]:
    """A user's matches and challenges with ids above ``after``, by id, at most ``limit``.

    Matches that cannot be read are left out.
    """
    asked = {"of_user": user_id, "limit": limit}
    # A page of unreadable matches only is not the last page.
    while ids := list(connection.scalars(MATCHES_OF, {**asked, "after": after})):
        if found := whole_matches(connection, ids):
            return found
        after = ids[-1]
    return ()


# A user's matches, and those they handed over, that have begun: there may be a thread with their name.
_LEFT_BY = ENTRIES_NAMING.with_only_columns(entry.c.match_id).order_by(None)
BEGUN: Final = tuple(phase.value for phase in Phase if phase.running or phase is Phase.FINISHED)
THREADS_NAMING = (
    select(match.c.id)
    .where(
        or_(MATCHES.rows, match.c.id.in_(_LEFT_BY)),
        match.c.phase.in_(BEGUN),
        match.c.id > AFTER,
    )
    .order_by(match.c.id)
    .limit(LIMIT)
)


def threads_naming(
    connection: Connection, user_id: UserId, after: MatchId, limit: int
) -> tuple[MatchSummary, ...]:
    """Matches with ids above ``after`` whose threads may show a user's name, at most ``limit``, by id.

    That is matches the user plays or has played, including those handed over since, wherever they are played
    now: they may have left a thread. Matches that cannot be
    read are left out.
    """
    asked = {"of_user": user_id, "limit": limit}
    while ids := list(connection.scalars(THREADS_NAMING, {**asked, "after": after})):
        found = summaries(connection, *queries.SUMMARIES(ids)).matches
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
    """The seasons for which a user has a champion's role, by server and season."""
    found = connection.execute(WORN_BY, {"of_user": user_id})
    return tuple((EndedSeason(GuildId(row.guild_id), row.season), read_champion(row)) for row in found)


def ask_to_be_forgotten(connection: Connection, user_id: UserId, at: datetime) -> None:
    """Store that a user asked for erasure, until it is done. Harmless twice."""
    insert_missing(connection, forgetting, [{"user_id": user_id, "at": at}])


TO_BE_FORGOTTEN = select(forgetting.c.user_id).order_by(forgetting.c.at, forgetting.c.user_id).limit(LIMIT)


def to_be_forgotten(connection: Connection, limit: int) -> tuple[UserId, ...]:
    """Users whose erasure is not done, the longest waiting first, at most ``limit``."""
    found = connection.scalars(TO_BE_FORGOTTEN, {"limit": limit})
    return tuple(map(UserId, found))


ASKED_AT = select(forgetting.c.at).where(forgetting.c.user_id == USER)


def is_to_be_forgotten(connection: Connection, user_id: UserId) -> bool:
    """True if a user's erasure is not done."""
    return connection.scalar(ASKED_AT, {"of_user": user_id}) is not None


STILL_OPEN = select(match.c.id).where(MATCHES.rows, match.c.phase.in_(OPEN)).limit(1)


def deletion_of(connection: Connection, user_id: UserId) -> Deletion | None:
    """A user's erasure that is not done; None if they asked for none."""
    asked = {"of_user": user_id}
    asked_at = connection.scalar(ASKED_AT, asked)
    return None if asked_at is None else Deletion(asked_at, connection.scalar(STILL_OPEN, asked))


ASKED_BEFORE = (
    select(forgetting)
    .where(forgetting.c.at <= bindparam("before", type_=UtcTime))
    .order_by(forgetting.c.at, forgetting.c.user_id)
)


def asked_before(connection: Connection, before: datetime) -> tuple[tuple[UserId, datetime], ...]:
    """Users whose erasure was asked for at ``before`` or earlier and is not done, and when."""
    found = connection.execute(ASKED_BEFORE, {"before": before})
    return tuple((UserId(row.user_id), row.at) for row in found)


OLDEST_DELETION = select(func.min(forgetting.c.at))


def oldest_deletion(connection: Connection) -> datetime | None:
    """The time of the oldest request for an erasure that is not done; None if all are done."""
    found: datetime | None = connection.scalar(OLDEST_DELETION)
    return found


def stop(connection: Connection, user_id: UserId, now: datetime) -> None:
    """Withdraw a user from everything that would begin their next match, in all features. Harmless twice."""
    for feature in FEATURES:
        if feature.stop is not None:
            feature.stop(connection, user_id, now)


def forget(connection: Connection, user_id: UserId, pseudonym: UserId, now: datetime) -> bool:
    """Delete a user's own data, and put ``pseudonym``, a negative id, where an id is still needed.

    It is needed in finished matches and what follows from them; their versions rise, so that no change in
    progress brings the id back. Blocks by others stay. Returns False while the user has an open match or
    challenge: they are out of what would begin another one, and nothing else has changed. Also deletes the
    request.
    """
    asked = {"of_user": user_id, "pseudonym": pseudonym}
    one_at_a_time(connection, AdvisoryLock.RATINGS)
    for feature in FEATURES:
        if feature.lock is not None:
            one_at_a_time(connection, feature.lock)
    stop(connection, user_id, now)
    if connection.scalar(STILL_OPEN, asked) is not None:
        return False
    for feature in FEATURES:
        if feature.before_erasure is not None:
            feature.before_erasure(connection, user_id, now)
    _rename_entries(connection, user_id, pseudonym)
    # The row doesn't say whose direct messages these are; they may be this user's.
    homeless = update(match).where(MATCHES.rows, match.c.direct)
    connection.execute(homeless.values(_NO_HOME), asked)
    theirs = match_place.c.match_id.in_(select(match.c.id).where(MATCHES.rows))
    homeless = update(match_place).where(theirs, match_place.c.direct)
    connection.execute(homeless.values(_NO_HOME), asked)
    raised = {name: match_place.c[name] + 1 for name in ("version", "shown_version")}
    connection.execute(update(match_place).where(theirs).values(raised), asked)
    for held in PERSONAL:
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
    """Those of these two users who have blocked the other."""
    found = connection.scalars(BLOCKERS, {"one": one, "other": other})
    return frozenset(map(UserId, found))


def _rename_entries(connection: Connection, user_id: UserId, pseudonym: UserId) -> None:
    """Replace the id with the pseudonym in entries by administrators that name the user."""
    found = (connection.execute(ENTRIES_NAMING, {"of_user": user_id})).all()
    for row in found:
        words = [str(pseudonym) if word == str(user_id) else word for word in row.text.split(" ")]
        theirs = update(entry).where(entry.c.match_id == row.match_id, entry.c.number == row.number)
        connection.execute(theirs.values(text=" ".join(words)))
