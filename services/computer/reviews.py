"""Reviews of finished matches: which match has one, and those that are kept.

A review is a text to whoever keeps it here, and holds nothing that readers of the match do not see.
"""

from __future__ import annotations

from typing import Final

from data import stores
from engines.record import History
from matches.errors import Problem, Refused
from matches.model import EntryKind, Match, MatchId, Phase
from services.core import Core

LEAST_TURNS: Final = 4
"""The turns that were played to their end in a match of which there is something to say."""


def is_offered(match: Match) -> bool:
    """True if a match is over and enough was played in it, as far as can be told without replaying it."""
    if match.phase is not Phase.FINISHED or not match.started:
        return False
    return sum(entry.kind is EntryKind.ACTION for entry in match.entries) >= LEAST_TURNS


class Reviews:
    """Reviews of finished matches."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._db = core.db
        self.boards = core.fair_play.boards

    def history(self, match: Match) -> History:
        """Everything that was played in a match that has a review.

        Raises Refused while it goes on, so that nobody is helped in it, and where too little was played.
        """
        if match.phase is not Phase.FINISHED:
            raise Refused(Problem.REVIEW_GOES_ON, match=match)
        if not match.started:
            raise Refused(Problem.REVIEW_TOO_SHORT, match=match)
        history = self._core.history(match)
        if history.turns < LEAST_TURNS:
            raise Refused(Problem.REVIEW_TOO_SHORT, match=match)
        return history

    async def kept(self, match_id: MatchId, version: int) -> str | None:
        """The review of a match, made and written in the way that ``version`` names; None if none is kept."""
        return await self._db.read(stores.reviews.kept, match_id, version)

    async def keep(self, match_id: MatchId, version: int, body: str) -> None:
        """Keep a review in place of any before. Raises NoSuchMatchError."""
        await self._db.write(stores.reviews.keep, match_id, version, body)
