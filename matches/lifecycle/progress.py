"""Progress of a match: finished turns, and matches without progress."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from engines import Position, Side
from engines.record import History

OPENING_TURNS: Final = 2
"""The number of turns of each side that make up the opening of a match."""
IDLE_TURNS: Final = 50
"""The turns of each side without an irreversible action after which either player may claim no result."""


def turn_begun(history: History) -> bool:
    """True if the current turn already has an action."""
    return bool(history.played) and not history.played[-1].ends_turn


def last_to_rewind_to(history: History) -> int:
    """The last turn that a match can be rewound to with an effect; -1 if there is nothing to undo."""
    return history.played[-1].turn - 1 if history.played else -1


def goes_nowhere(history: History) -> bool:
    """True if each side has made IDLE_TURNS turns since the last irreversible action."""
    turns: Counter[Side] = Counter()
    for played in reversed(history.played):
        if played.before.is_irreversible(played.action):
            return False
        if (side := played.before.turn_of) is not None and played.ends_turn:
            turns[side] += 1
            if len(turns) > 1 and min(turns.values()) >= IDLE_TURNS:
                return True
    return False


def turns_made(history: History) -> Counter[Side]:
    """The number of turns each side has finished."""
    ended = (played.before.turn_of for played in history.played if played.ends_turn)
    return Counter(side for side in ended if side is not None)


def after_opening(history: History, *, at_once: bool = False) -> Sequence[Position]:
    """The positions from each side's third turn on; all of them if ``at_once``."""
    if at_once:
        return [history.start, *(played.after for played in history.played)]
    turns: Counter[Side] = Counter()
    for number, played in enumerate(history.played):
        if (side := played.before.turn_of) is not None and played.after.turn_of != side:
            turns[side] += 1
        if len(turns) > 1 and min(turns.values()) >= OPENING_TURNS:
            return [one.after for one in history.played[number:]]
    return []
