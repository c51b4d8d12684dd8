"""Last looks of users at matches, so that they can be shown what has been played since."""

from __future__ import annotations

import logging

from data import stores
from matches.errors import StoreUnavailableError
from matches.model import Match, UserId
from services.core import Core

log = logging.getLogger(__name__)


class LastLooks:
    """Users' last looks at matches in play and finished ones."""

    def __init__(self, core: Core) -> None:
        self._db = core.db

    async def seen(self, match: Match, user: UserId) -> int | None:
        """The entries that a match had when a user last looked at it; None if they never did."""
        return await self._db.read(stores.last_looks.seen, match.id, user)

    async def look(self, match: Match, user: UserId) -> int | None:
        """Record that a user looks at a match now; returns the entries it had at their last look.

        None if they have never looked at it. Writes nothing if they have seen all of it, or before it
        begins. A look that can't be stored is logged: the user sees the match anyway.
        """
        if not match.started:
            return None
        seen = await self.seen(match, user)
        entries = len(match.entries)
        if seen is None or seen < entries:
            try:
                await self._db.note(stores.last_looks.look, match.id, user, entries)
            except StoreUnavailableError as error:
                log.warning("match=%s user=%s their look was not stored: %s", match.id, user, error.advice)
        return seen
