"""What every part of the store in memory stands on: the matches themselves."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime

from matches.errors import NoSuchMatchError
from matches.model import Match, MatchId, UserId
from matches.summaries import MatchSummary


class MemoryBase:
    """Matches, and when they were finished, in this process only."""

    def __init__(self) -> None:
        self._matches: dict[MatchId, Match] = {}
        self._finished_at: dict[MatchId, datetime] = {}
        self._to_act: dict[MatchId, tuple[UserId, ...]] = {}
        """Whom matches wait for; of one that is not in it that is not known."""

    def _present(self, match_id: MatchId) -> Match:
        """The match as it stands. Raises NoSuchMatchError."""
        try:
            return self._matches[match_id]
        except KeyError:
            raise NoSuchMatchError(match_id) from None

    def _note_to_act(self, match: Match, to_act: Collection[UserId] | None) -> None:
        """Keep whom a match waits for, the challenger first."""
        if to_act is None:
            self._to_act.pop(match.id, None)
        else:
            self._to_act[match.id] = tuple(user for user in match.players if user in to_act)

    def _summary(self, match: Match) -> MatchSummary:
        return MatchSummary.of(match, self._to_act.get(match.id))

    def _summaries(self, found: Iterable[Match]) -> tuple[MatchSummary, ...]:
        return tuple(map(self._summary, found))
