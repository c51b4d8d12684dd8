"""Reviews of matches: the chances after each turn, and the turns that gave most of them away."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Final

MADE_AS: Final = 3
"""The version of the way in which reviews are made and written: one that is kept is of no use in another."""
WORST: Final = 3
"""The turns of a side that are shown at most."""
INACCURACY, MISTAKE, BLUNDER = 0.1, 0.2, 0.3
"""The losses of chance from which on a turn is one."""
MISSED: Final = 0.1
"""The weight of a win that was missed at least, however good things stayed."""


@dataclass(frozen=True, slots=True)
class ReviewedTurn:
    """A turn that cost something.

    ``before`` and ``after`` are its side's chances of winning, from 0 to 1: with the best turn, and after the
    one that was played. ``line`` is what would have been better, turn by turn, the side's own one first;
    ``reply`` the best one to what was played. ``won_in`` are the own turns in which ``line`` wins by force,
    to its end; ``lost_by_force`` tells that after what was played the other side could win so. ``pieces``
    are those that were lost avoidably, in games whose reviews tell only that.
    """

    ply: int
    side: int
    played: tuple[str, ...]
    before: float
    after: float
    line: tuple[tuple[str, ...], ...]
    reply: tuple[str, ...] = ()
    won_in: int | None = None
    lost_by_force: bool = False
    pieces: int | None = None

    @property
    def loss(self) -> float:
        """The chance that was given away."""
        return max(self.before - self.after, 0.0)

    @property
    def weight(self) -> float:
        """The importance of it: the loss, or more for a win that was missed."""
        if self.pieces is not None:
            return self.pieces / 10 + (2.0 if self.won_in is not None else 0.0) + self.loss / 100
        return max(self.loss, MISSED) if self.won_in is not None else self.loss


@dataclass(frozen=True, slots=True)
class Review:
    """All that a match has in its review.

    ``chances`` are those of the side named first, where each turn began and at the end, ``plies`` the plies
    of these moments; ``turns`` the worst ones of each side; ``key`` that of what was played. ``brief``: each
    turn was looked at for a shorter time than usual, since there are so many.
    """

    plies: tuple[int, ...]
    chances: tuple[float, ...]
    turns: tuple[ReviewedTurn, ...]
    key: str
    brief: bool = False

    def worst(self, side: int | None) -> tuple[ReviewedTurn, ...]:
        """The turns of a side, or of both, that cost most, the worst first."""
        own = [turn for turn in self.turns if side is None or turn.side == side]
        return tuple(sorted(own, key=lambda turn: (-turn.weight, turn.ply))[:WORST])

    def written(self) -> str:
        """The review as text."""
        return json.dumps(asdict(self), separators=(",", ":"))


def read(text: str) -> Review:
    """The review that ``written`` has written."""
    kept = json.loads(text)
    turns = [
        ReviewedTurn(
            **{
                **turn,
                "played": tuple(turn["played"]),
                "line": tuple(map(tuple, turn["line"])),
                "reply": tuple(turn["reply"]),
            }
        )
        for turn in kept["turns"]
    ]
    return Review(tuple(kept["plies"]), tuple(kept["chances"]), tuple(turns), kept["key"], kept["brief"])
