"""Moves in advance: read for their player and for the next move, written by both.

Whatever says or takes back one raises the match's ``advance_revision`` first. That locks the match's row, so
it and a move that is being stored wait for each other; and a move that was made without it is refused.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from sqlalchemy import BigInteger, Connection, Integer, RowMapping, bindparam, delete, insert, select, update

from data.parameters import MATCH_ID, USER_ID
from data.schema import advance, match
from data.stores.base import check_times
from matches.advance import Advance, ConditionKind
from matches.lifecycle.advancing import AdvanceChange
from matches.lifecycle.saying import merged, with_followers
from matches.model import Entry, EntryKind, Match, MatchId, Phase, UserId

OF_MATCH: Final = (
    select(advance)
    .where(advance.c.match_id == MATCH_ID)
    .order_by(advance.c.user_id, advance.c.said_at, advance.c.number)
)
OF_USER: Final = (
    select(advance)
    .where(advance.c.match_id == MATCH_ID, advance.c.user_id == USER_ID)
    .order_by(advance.c.turn, advance.c.said_at, advance.c.number)
)
_RAISE: Final = (
    update(match)
    .where(
        match.c.id == bindparam("of_match", type_=BigInteger),
        match.c.version == bindparam("seen", type_=Integer),
    )
    .values(advance_revision=match.c.advance_revision + 1)
)


def of_match(connection: Connection, match_id: MatchId) -> tuple[Advance, ...]:
    """The moves in advance of both players of a match, each player's in the order they were said in."""
    return tuple(map(_read, connection.execute(OF_MATCH, {"match_id": match_id}).mappings()))


def of_user(connection: Connection, match_id: MatchId, user_id: UserId) -> tuple[Advance, ...]:
    """A player's moves in advance in a match, by turn, those said first before others."""
    found = connection.execute(OF_USER, {"match_id": match_id, "user_id": user_id})
    return tuple(map(_read, found.mappings()))


def say(connection: Connection, seen: Match, said: Sequence[Advance], chance: random.Random) -> bool:
    """Store moves that a player says in advance, as ``matches.lifecycle.saying.merged`` has it.

    Returns False, and changes nothing, if the match isn't ``seen`` any more. Raises Refused for too many.
    """
    check_times(*(one.said_at for one in said))
    if not _raise(connection, seen):
        return False
    user = said[0].user_id
    change = merged(seen, of_user(connection, seen.id, user), said, chance)
    _delete(connection, seen.id, user, change.gone)
    _insert(connection, seen.id, change.new)
    return True


def take_back(connection: Connection, seen: Match, user_id: UserId, number: int | None) -> bool | None:
    """Delete a player's move in advance with those that follow it; with None all that they have said.

    Returns whether there was any; None, and changes nothing, if the match isn't ``seen`` any more.
    """
    if not _raise(connection, seen):
        return None
    theirs = of_user(connection, seen.id, user_id)
    numbers = [one.number for one in theirs if number in (None, one.number)]
    _delete(connection, seen.id, user_id, with_followers(theirs, numbers))
    return bool(numbers)


def settle(connection: Connection, match_id: MatchId, change: AdvanceChange) -> None:
    """Delete and drop the moves in advance that a move used, or that are of no use after it."""
    for user in {user for user, _ in change.gone | change.dropped}:
        theirs = (advance.c.match_id == match_id, advance.c.user_id == user)
        gone = sorted(number for owner, number in change.gone if owner == user)
        dropped = sorted(number for owner, number in change.dropped if owner == user)
        _delete(connection, match_id, user, gone)
        if gone:
            left = update(advance).where(*theirs, advance.c.follows.in_(gone))
            connection.execute(left.values(follows=0))
        if dropped:
            unplayed = update(advance).where(*theirs, advance.c.number.in_(dropped))
            connection.execute(unplayed.values(dropped=True))


def let_go(connection: Connection, after: Match, fresh: Sequence[Entry]) -> None:
    """Delete what a change, with these ``fresh`` entries, makes of no use.

    With the end of the match, and when an administrator rewinds it, that is all; when a side is handed over,
    what the player who leaves has said.
    """
    if after.phase is Phase.FINISHED or any(one.kind is EntryKind.REWOUND_BY_ADMIN for one in fresh):
        connection.execute(delete(advance).where(advance.c.match_id == after.id))
    elif any(one.kind is EntryKind.HANDED_OVER_BY_ADMIN for one in fresh):
        left = (advance.c.match_id == after.id, advance.c.user_id.not_in(after.users))
        connection.execute(delete(advance).where(*left))


def _raise(connection: Connection, seen: Match) -> bool:
    """Raise the revision, which locks the match's row; False if the match has changed."""
    return connection.execute(_RAISE, {"of_match": seen.id, "seen": seen.version}).rowcount == 1


def _insert(connection: Connection, match_id: MatchId, new: Iterable[Advance]) -> None:
    if found := [_columns(match_id, one) for one in new]:
        connection.execute(insert(advance), found)


def _delete(connection: Connection, match_id: MatchId, user_id: UserId, numbers: Collection[int]) -> None:
    if numbers:
        theirs = (advance.c.match_id == match_id, advance.c.user_id == user_id)
        connection.execute(delete(advance).where(*theirs, advance.c.number.in_(sorted(numbers))))


def _columns(match_id: MatchId, one: Advance) -> dict[str, object]:
    same = ("user_id", "number", "follows", "turn", "condition", "dropped", "said_at")
    return {
        "match_id": match_id,
        **{name: getattr(one, name) for name in same},
        "kind": one.kind.value,
        "after": " ".join(one.after),
        "reply": " ".join(one.reply),
    }


def _read(row: RowMapping) -> Advance:
    same = ("user_id", "number", "follows", "turn", "condition", "dropped", "said_at")
    return Advance(
        **{name: row[name] for name in same},
        kind=ConditionKind(row["kind"]),
        after=tuple(row["after"].split()),
        reply=tuple(row["reply"].split()),
    )
