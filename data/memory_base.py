"""What every part of the store in memory stands on: the matches themselves."""

from __future__ import annotations

from datetime import datetime

from matches.errors import NoSuchMatchError
from matches.model import Match, MatchId


class MemoryBase:
    """Matches, and when they were finished, in this process only."""

    def __init__(self) -> None:
        self._matches: dict[MatchId, Match] = {}
        self._finished_at: dict[MatchId, datetime] = {}

    def _present(self, match_id: MatchId) -> Match:
        """The match as it stands. Raises NoSuchMatchError."""
        try:
            return self._matches[match_id]
        except KeyError:
            raise NoSuchMatchError(match_id) from None
