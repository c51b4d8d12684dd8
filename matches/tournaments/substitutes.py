"""Questions to substitutes: will they play on in an entrant's place? Nothing changes until they say yes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final, NamedTuple

from matches.model import MessageId, UserId
from matches.time import DAY, HOUR
from matches.tournaments.model import Seed, TournamentId

ANSWERED_WITHIN: Final = DAY
"""Time to answer; after that the old entrant stays."""
MOST_ASKED: Final = 10
"""The most people asked for a tournament within ASKED_WITHIN: each is pinged once."""
ASKED_WITHIN: Final = HOUR


class QuestionState(StrEnum):
    """The state of a question. The values are stored: never rename one."""

    OPEN = "open"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"
    """An organiser withdrew it, or the person who was asked is erased."""
    LAPSED = "lapsed"
    """Nobody answered in time, or the tournament ended before."""
    UNSENT = "unsent"
    """Discord refused to post it."""


class QuestionKey(NamedTuple):
    """A question by the tournament and the person who is asked."""

    tournament: TournamentId
    user: UserId


@dataclass(frozen=True, slots=True)
class SubstituteQuestion:
    """A question to ``user``, who is asked for the ``times``-th time in this tournament.

    ``message`` is in the tournament's channel; None: it is not posted yet, or was deleted.
    """

    tournament: TournamentId
    user: UserId
    seed: Seed
    state: QuestionState
    times: int
    asked_at: datetime
    message: MessageId | None = None

    @property
    def key(self) -> QuestionKey:
        """The question's key."""
        return QuestionKey(self.tournament, self.user)

    @property
    def ends_at(self) -> datetime:
        """The moment from which it is too late to answer."""
        return self.asked_at + ANSWERED_WITHIN

    def is_open(self, now: datetime) -> bool:
        """True if it can be answered."""
        return self.state is QuestionState.OPEN and now < self.ends_at
