"""Puzzles: a user's own costly turns from reviews, asked again after 3, 10 and 30 days.

A puzzle solved at the first try is asked again after the next interval, and done after the last. One solved
at the second try keeps its interval; one that was missed starts over.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum
from typing import Final

from matches.model import MatchId, UserId
from matches.time import DAY

INTERVALS: Final = (3 * DAY, 10 * DAY, 30 * DAY)
"""The times after which a puzzle is asked, by how often in a row it was solved."""
AT_ONCE: Final = 3
"""Puzzles of a message, at most."""
PAUSE: Final = DAY
"""The least time between two messages."""
MOST_UNANSWERED: Final = 3
"""Messages in a row that are not answered, after which no more are sent."""
MOST_PUZZLES: Final = 60
"""Puzzles of a user, at most."""


class PuzzleTry(Enum):
    """A user's try at a puzzle: right, or wrong."""

    RIGHT = "right"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class PuzzleKey:
    """The user, the match, and the ply at which the turn began."""

    user_id: UserId
    match_id: MatchId
    ply: int


@dataclass(frozen=True, slots=True)
class PuzzleState:
    """A puzzle: how often in a row it was ``solved``, and when it is due (UTC).

    ``asked``: the number of the message that asks it now, 0 for none. ``missed``: a first try was wrong.
    """

    key: PuzzleKey
    solved: int
    due_at: datetime
    asked: int = 0
    missed: bool = False

    def after(self, tried: PuzzleTry, now: datetime) -> PuzzleState | None:
        """The puzzle after a try at it; None if it is done for good."""
        if tried is PuzzleTry.WRONG and not self.missed:
            return replace(self, missed=True)
        solved = 0 if tried is PuzzleTry.WRONG else self.solved if self.missed else self.solved + 1
        if solved == len(INTERVALS):
            return None
        return PuzzleState(self.key, solved, now + INTERVALS[solved])


@dataclass(frozen=True, slots=True)
class PuzzleMail:
    """A user's messages with puzzles: the ``number`` of the latest one; ``open``: it is being sent."""

    user_id: UserId
    number: int
    open: bool
    unanswered: int
    due_at: datetime


def next_message(now: datetime, earliest: datetime, unanswered: int) -> datetime | None:
    """The time of the next message after one sent ``now``; None: not before the user asks for it.

    ``earliest``: when the first of their puzzles is due.
    """
    return None if unanswered >= MOST_UNANSWERED else max(now + PAUSE, earliest)


def first_due(now: datetime) -> datetime:
    """The time at which a puzzle is due that is wanted ``now``, or is asked ``now`` and not answered."""
    return now + INTERVALS[0]


WITHHELD: Final[timedelta] = DAY
"""A puzzle that stands on a board of its user is looked at again after this."""
