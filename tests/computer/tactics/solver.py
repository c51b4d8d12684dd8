"""A solver that takes nothing on trust: every legal action of every position, and no estimate of anything.

It shares nothing with the computer's search but the rules: no evaluation, no order, no depth left out. Slow.
"""

from __future__ import annotations

from typing import Any

from engines import Action, Position


class TooLongError(Exception):
    """More positions than the solver was allowed to look at."""


class Solver:
    """Forced wins of one side, within a number of plies. What it has found out of a position it remembers."""

    def __init__(self, side: str, most: int = 100_000_000) -> None:
        self.side = side
        self.looked_at = 0
        self._most = most
        self._wins_in: dict[Any, int] = {}
        self._not_in: dict[Any, int] = {}

    def wins(self, position: Position, plies: int) -> bool:
        """True if the side wins within ``plies``, whatever the other does."""
        self.looked_at += 1
        if self.looked_at > self._most:
            raise TooLongError
        outcome = position.outcome()
        if outcome is not None:
            return outcome.winner == self.side
        if plies == 0:
            return False
        if self._wins_in.get(position, plies + 1) <= plies:
            return True
        if self._not_in.get(position, 0) >= plies:
            return False
        after = (position.apply(action) for action in position.legal_actions())
        decides = any if position.to_act == self.side else all
        found = decides(self.wins(one, plies - 1) for one in after)
        (self._wins_in if found else self._not_in)[position] = plies
        return found

    def shortest(self, position: Position, most: int) -> int | None:
        """The fewest plies within which the side wins; None where ``most`` are too few."""
        return next((plies for plies in range(most + 1) if self.wins(position, plies)), None)

    def winning(self, position: Position, plies: int) -> list[Action]:
        """The actions after which the side has won ``plies`` later at the latest, themselves included."""
        return [action for action in position.legal_actions() if self.wins(position.apply(action), plies - 1)]
