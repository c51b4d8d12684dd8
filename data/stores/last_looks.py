"""Last looks of users at matches: the entries that a match's record had then."""

from __future__ import annotations

from sqlalchemy import Connection, select, update

from data.schema import last_look
from data.shared_parameters import MATCH_ID, USER_ID
from data.writing import insert_missing
from matches.model import MatchId, UserId

SEEN = select(last_look.c.entries).where(last_look.c.match_id == MATCH_ID, last_look.c.user_id == USER_ID)


def seen(connection: Connection, match_id: MatchId, user_id: UserId) -> int | None:
    """The entries that a match had when a user last looked; None if they never did."""
    return connection.scalar(SEEN, {"match_id": match_id, "user_id": user_id})


def look(connection: Connection, match_id: MatchId, user_id: UserId, entries: int) -> None:
    """Store that a user has seen a match with so many entries, unless they have seen more."""
    # In this order: a first look that is stored at the same moment is then waited for, and seen.
    insert_missing(connection, last_look, [{"match_id": match_id, "user_id": user_id, "entries": entries}])
    fewer = last_look.c.entries < entries
    theirs = (last_look.c.match_id == match_id, last_look.c.user_id == user_id)
    connection.execute(update(last_look).where(*theirs, fewer).values(entries=entries))
