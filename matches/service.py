"""Everything that can happen to a match, one method a verb, in ids and text.

Each verb checks, stores the whole change in one transaction and returns the match after it. Nothing
here talks to Discord: whoever calls shows the change afterwards, and a sweep shows what a crash kept
from being shown. ``seen`` is the version the person was looking at (None: they named no version, as
when typing); a match that has moved on since raises StaleError.
"""

from __future__ import annotations

from matches.administering import Administering
from matches.crowning import Crowning
from matches.keeping_time import KeepingTime
from matches.listing import Lists
from matches.model import Match, MatchId, UserId
from matches.picking import Picking
from matches.recording import Recording
from matches.rights import Rights
from matches.watching import Watching


class Matches(KeepingTime, Picking, Administering, Crowning, Recording, Rights, Watching, Lists):
    """The service: all verbs, and the readings."""

    async def load_own(self, match_id: MatchId, user: UserId) -> Match:
        """The match, if ``user`` is one of its people. Raises NoSuchMatchError, NotAPlayerError."""
        match = await self.load(match_id)
        self._check_own(match, user)
        return match
