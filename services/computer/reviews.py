"""Reviews of finished matches: which match can have one, and stored ones.

A review is opaque text here. It reveals nothing that readers of the match cannot see.
"""

from __future__ import annotations

from typing import Final

from data import stores
from engines.record import History
from matches.errors import Problem, Refused
from matches.model import EntryKind, Match, MatchId, Phase
from services.core import Core

LEAST_TURNS: Final = 4
"""The number of finished turns that a match needs for a review."""


def is_offered(match: Match) -> bool:
    """True if a match is over and has enough actions, as far as that is known without replaying it."""
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
        """The history of a match that can have a review.

        Raises Refused while the match is running, since that would be help, and if it is too short.
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
        """The stored review of a match, made by this ``version`` of the analysis; None if there is none."""
        return await self._db.read(stores.reviews.kept, match_id, version)

    async def keep(self, match_id: MatchId, version: int, body: str) -> None:
        """Store a review, replacing an earlier one. Raises NoSuchMatchError."""
        await self._db.write(stores.reviews.keep, match_id, version, body)
