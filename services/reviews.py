"""Reviews of finished matches; a review is opaque text here."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Integer, bindparam, select

from data.schema import review
from data.shared_parameters import MATCH_ID
from data.stores.match_rows import require
from data.writing import upsert
from engines.record import History
from matches.errors import Problem, Refused
from matches.model import Match, MatchId, Phase
from services.core import Core
from services.operations import Operations, Transaction, reads, writes

LEAST_TURNS: Final = 4
"""The number of finished turns that a match needs for a review."""
_KEPT: Final = select(review.c.body).where(
    review.c.match_id == MATCH_ID, review.c.version == bindparam("made_as", type_=Integer)
)


def is_offered(match: Match) -> bool:
    """True if a match is over and has enough actions, as far as that is known without replaying it."""
    if match.phase is not Phase.FINISHED or not match.started:
        return False
    return sum(entry.kind.is_action for entry in match.entries) >= LEAST_TURNS


class Reviews(Operations):
    """Reviews of finished matches. Their ``version`` is that of the analysis and its format."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self.boards = core.fair_play.boards

    @reads
    def kept(self, tx: Transaction, match_id: MatchId, version: int) -> str | None:
        """The stored review of a match in this ``version``, or None."""
        found: str | None = tx.scalar(_KEPT, {"match_id": match_id, "made_as": version})
        return found

    @writes()
    def keep(self, tx: Transaction, match_id: MatchId, version: int, body: str) -> None:
        """Store the review of a match, replacing an earlier one. Raises NoSuchMatchError."""
        require(tx.connection, match_id)
        upsert(tx.connection, review, {"match_id": match_id, "version": version, "body": body})

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
