"""The types of a search: a game's evaluation, the job, and the answer.

A *value* counts hundredths of the smallest piece. Sides are 0 (named first) and 1.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from engines import Action, Game, Position

WON: Final = 1_000_000
"""The value of a match won at once; a win in n plies is worth n less."""
DECIDED: Final = 900_000
"""A value above this, or below its negative, is a proved result, not an estimate."""

NOBODY: Final = -1
"""The winner of a draw."""

HINTED: Final = 10_000_000
"""The order of the best action of an earlier search: before all others."""


def plies_to_win(value: int) -> int | None:
    """The plies to the win of the side that acts, from a proved value; None for an estimate or a loss."""
    return WON - value if value > DECIDED else None


class Evaluation(ABC):
    """Everything a search knows of a game beside its rules. One per game, without state of a match.

    ``plain`` evaluations count only the worth of pieces, as beginners do.
    """

    whole_turns = False
    """True if a turn has so many actions that it is searched as a whole."""
    comes_back = True
    """True if positions can repeat by moving back and forth; a repetition is then worth 0."""
    quiet_search = True
    """True if captures are searched beyond the depth of a search."""

    def __init__(self, game: Game, *, plain: bool = False) -> None:
        self.game = game
        self.plain = plain

    def mover(self, position: Any) -> int:
        """The side to act, 0 or 1; either one if the match is over."""
        return 0 if position.to_act == self.game.sides[0] else 1

    def key(self, position: Any) -> Hashable:
        """The transposition key: equal for positions with the same future, whatever their history."""
        whole: Hashable = position
        return whole

    def is_over(self, position: Any) -> bool:
        """True if a cheap test shows that the match is over; it may be over even if this is false."""
        return False

    def winner(self, position: Any) -> int:
        """The winner of a position that is over: 0, 1, or NOBODY."""
        outcome = position.outcome()
        if outcome is None or outcome.winner is None:
            return NOBODY
        return self.game.sides.index(outcome.winner)

    @abstractmethod
    def value(self, position: Any) -> int:
        """The estimate of a position that goes on, as side 0 sees it."""

    def gain(self, position: Any, action: Action) -> int:
        """The least that an action seems to win at once, 0 for a quiet one: for ordering actions."""
        return 0

    def exchanged_text(self, position: Any, text: str) -> str:
        """The action's text as seen from the other side. Its own inverse."""
        return text


@dataclass(frozen=True, slots=True)
class Job:
    """The whole input of the computer: only what a player of the side to act may know.

    ``seen`` are the texts of the positions since the last irreversible action; ``seed`` decides every random
    choice, so the same job has the same answer everywhere. A ``hurried`` job is searched for a moment only,
    at the level below.
    """

    game: str
    position: str
    level: int
    seed: int
    options: Mapping[str, str] = field(default_factory=dict)
    rules_version: int = 1
    seen: tuple[str, ...] = ()
    hurried: bool = False


@dataclass(frozen=True, slots=True)
class Thought:
    """An answer: the actions until the other side has to act, and the value of the position then.

    ``value`` is for the side that acted, ``nodes`` counts the positions searched.
    """

    actions: tuple[str, ...]
    value: int
    nodes: int

    @property
    def won_in(self) -> int | None:
        """The plies to a proved win; None if none is proved."""
        return plies_to_win(self.value)


@dataclass(frozen=True, slots=True)
class Width:
    """The breadth of a search for whole turns: beams for a turn and a reply, and the turns ``replied`` to.

    With ``again`` the two best replies are answered by one more turn, found with that breadth.
    """

    beam: int
    replied: int = 1
    reply: int = 0
    again: int = 0


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a search: the actions to play now, and their value for the side that acts."""

    actions: tuple[Action, ...]
    value: int


class Mobility(Evaluation):
    """For a game without an evaluation of its own: the more legal actions, the better."""

    def value(self, position: Position) -> int:
        """The number of legal actions."""
        return len(position.legal_actions()) * (1 if self.mover(position) == 0 else -1)


# --- seeds: the same for the same ply of a match, and unpredictable without the secret -----------


_PERSON: Final = b"tidepool.compute"
"""BLAKE2b's ``person``: separates these hashes from others with the same secret; 16 bytes at most."""
_BYTES: Final = 8
_LONGEST: Final = 64
"""The longest key that BLAKE2b takes; a longer secret is hashed first."""


def seed_of(secret: bytes, match_id: int, ply: int) -> int:
    """The seed of the computer's turn at a ply of a match, below 2 ** 64.

    ``secret`` belongs to the installation: without one, readers of this code could predict the computer.
    Raises ValueError for an empty one.
    """
    if not secret:
        raise ValueError("seeds need a secret")
    key = secret if len(secret) <= _LONGEST else hashlib.blake2b(secret).digest()
    moment = f"{match_id} {ply}".encode()
    return int.from_bytes(hashlib.blake2b(moment, digest_size=_BYTES, key=key, person=_PERSON).digest())
