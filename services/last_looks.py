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

    async def look(self, match: Match, user: UserId) -> None:
        """Record that a user looks at a match now, as :meth:`note` does."""
        if match.started:
            await self.note(match, user, await self.seen(match, user))

    async def note(self, match: Match, user: UserId, seen: int | None) -> None:
        """Record a look at a match by a user who had ``seen`` so many of its entries before, or none.

        Writes nothing if they have seen all of it, or before it begins. A look that can't be stored is
        logged: the user sees the match anyway.
        """
        entries = len(match.entries)
        if not match.started or (seen is not None and seen >= entries):
            return
        try:
            await self._db.note(stores.last_looks.look, match.id, user, entries)
        except StoreUnavailableError as error:
            log.warning("match=%s user=%s their look was not stored: %s", match.id, user, error.advice)
