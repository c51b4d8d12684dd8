"""Last looks of users at matches, so that they can be shown what has been played since."""

from __future__ import annotations

import logging
from typing import Final

from sqlalchemy import Connection, select, update

from data.schema import last_look
from data.shared_parameters import MATCH_ID, USER_ID
from data.writing import insert_missing
from matches.errors import StoreUnavailableError
from matches.model import Match, MatchId, UserId
from services.operations import Operations, Transaction, reads

log = logging.getLogger(__name__)

_SEEN: Final = select(last_look.c.entries).where(
    last_look.c.match_id == MATCH_ID, last_look.c.user_id == USER_ID
)


class LastLooks(Operations):
    """Users' last looks at matches in play and finished ones."""

    @reads
    def seen(self, tx: Transaction, match: Match, user: UserId) -> int | None:
        """The entries that a match had when a user last looked at it; None if they never did."""
        found: int | None = tx.scalar(_SEEN, {"match_id": match.id, "user_id": user})
        return found

    async def look(self, match: Match, user: UserId) -> None:
        """Record that a user looks at a match now, as :meth:`record` does."""
        if match.started:
            await self.record(match, user, await self.seen(match, user))

    async def record(self, match: Match, user: UserId, seen: int | None) -> None:
        """Record a look at a match by a user who had ``seen`` so many of its entries before, or none.

        Writes nothing if they have seen all of it, or before it begins. A look that can't be stored is
        logged: the user sees the match anyway.
        """
        entries = len(match.entries)
        if not match.started or (seen is not None and seen >= entries):
            return
        try:
            await self._db.write_unsynced(store_look, match.id, user, entries)
        except StoreUnavailableError as error:
            log.warning("match=%s user=%s their look was not stored: %s", match.id, user, error.advice)


def store_look(connection: Connection, match_id: MatchId, user_id: UserId, entries: int) -> None:
    """Store that a user has seen a match with so many entries, unless they have seen more."""
    # In this order: a first look that is stored at the same moment is then waited for, and seen.
    insert_missing(connection, last_look, [{"match_id": match_id, "user_id": user_id, "entries": entries}])
    fewer = last_look.c.entries < entries
    theirs = (last_look.c.match_id == match_id, last_look.c.user_id == user_id)
    connection.execute(update(last_look).where(*theirs, fewer).values(entries=entries))
