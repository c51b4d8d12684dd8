"""The terms of a search: what it knows of a game beside the rules, what it is asked, and its answer.

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
"""A value above it, or below its negative, is a proved result and no estimate."""

NOBODY: Final = -1
"""The winner of a draw."""

HINTED: Final = 10_000_000
"""The order of the action that an earlier search found best: before all others."""


def plies_to_win(value: int) -> int | None:
    """The plies in which the side that acts has won, by a proved value; None for an estimate or a loss."""
    return WON - value if value > DECIDED else None


class Evaluation(ABC):
    """Everything a search knows of a game beside its rules. One a game; it keeps nothing of a match.

    ``plain`` evaluations know the worth of pieces and nothing else: that is how beginners look.
    """

    whole_turns = False
    """True where a turn has so many actions that it is searched as a whole."""
    comes_back = True
    """True where a position can come again by moving to and fro, which is then worth nothing to anybody."""
    quiet_search = True
    """True where captures are looked at beyond the depth of a search."""

    def __init__(self, game: Game, *, plain: bool = False) -> None:
        self.game = game
        self.plain = plain

    def mover(self, position: Any) -> int:
        """The side that acts, 0 or 1; of a position that is over, either."""
        return 0 if position.to_act == self.game.sides[0] else 1

    def key(self, position: Any) -> Hashable:
        """The position without its history: equal where everything that can still happen is equal."""
        whole: Hashable = position
        return whole

    def is_over(self, position: Any) -> bool:
        """True if the match is seen to be over at little cost; it may be over without this saying so."""
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
        """The least that an action seems to win at once, 0 for a quiet one: what is looked at first."""
        return 0

    def exchanged_text(self, position: Any, text: str) -> str:
        """An action of a position, as it is written with the sides exchanged; done twice it is as it was."""
        return text


@dataclass(frozen=True, slots=True)
class Job:
    """All that the computer is told: what a player of the side to act may know, and nothing else.

    ``seen`` are the texts of the positions since the last action that cannot be undone; ``seed`` settles
    every choice that is left to chance, so the same job has the same answer everywhere. A ``hurried`` job is
    to be thought about for a moment only, by a player of the level below.
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
    """An answer: the actions up to where the other side acts, and the value of the position by then.

    ``value`` is for the side that acted, ``nodes`` counts the positions looked at.
    """

    actions: tuple[str, ...]
    value: int
    nodes: int

    @property
    def won_in(self) -> int | None:
        """The plies in which it has proved to win; None where it has not."""
        return plies_to_win(self.value)


@dataclass(frozen=True, slots=True)
class Width:
    """The breadth of a search for whole turns: turns gone on with at a time, replied to, and in a reply.

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
    """For a game without an evaluation of its own: the more one can do, the better."""

    def value(self, position: Position) -> int:
        """The number of legal actions."""
        return len(position.legal_actions()) * (1 if self.mover(position) == 0 else -1)


# --- seeds: the same for the same ply of a match, and unpredictable without the secret -----------


_PERSON: Final = b"tidepool.compute"
"""Sets these sums apart from all others that are made with the same secret; 16 bytes at most."""
_BYTES: Final = 8
_LONGEST: Final = 64
"""The longest key that BLAKE2b takes; a longer secret is taken by its sum."""


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
