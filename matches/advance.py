"""Moves in advance: what a player says now and is played for them the moment its condition comes true.

A move in advance is secret until it is played. It belongs to one turn of the match and is dropped once that
turn has passed; a choice within the other side's turns belongs to none and waits until it is used.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from matches.model import UserId

DEEPEST: Final = 10
"""Turns of both sides from the position that a line is said in to its last move."""
MOST_BRANCHES: Final = 20
"""Lines of moves in advance that a player can have in one match."""
LONGEST: Final = 50
"""Actions that are played by themselves after one change, both sides' together."""
ANY_TURN: Final = 0
"""The turn of a choice, which waits for no particular one."""


class ConditionKind(StrEnum):
    """The kind of condition of a move in advance. The values are stored: never rename one."""

    POSITION = "position"
    """The position after the other side's whole turn."""
    ACTION = "action"
    """An action of the other side's turn, whatever else it does in it."""
    CHOICE = "choice"
    """A choice that the player has within the other side's turn, such as Predation's helper."""


@dataclass(frozen=True, slots=True, repr=False)
class Advance:
    """A move that a player said in advance.

    ``number`` is its own within the player's in a match, chosen by chance so that it tells nothing of another
    player's; ``follows`` the number of the one before it in its line, else 0. ``turn``: the number of the
    turn that it makes, both sides' counted from 1, or ANY_TURN. ``condition``: the text of the position, the
    other side's action, or nothing. ``after``: the other side's actions that lead there, as they were tried.
    ``reply``: the actions of the whole turn; of a choice the points to choose from in this order, before any
    other. ``dropped``: it could not be played when its condition came true.
    """

    user_id: UserId
    number: int
    follows: int
    turn: int
    kind: ConditionKind
    condition: str
    after: tuple[str, ...]
    reply: tuple[str, ...]
    said_at: datetime
    dropped: bool = False

    def __repr__(self) -> str:
        return f"<move in advance {self.number}>"
