"""Whether a position can have come about: the start aside, an action must have led to it.

That is judged one action back, by what the side that has just acted can have done. Bits are seen by
that side.
"""

from __future__ import annotations

from engines.games.pjawns.board import (
    AHEAD,
    AHEAD_LEFT,
    AHEAD_RIGHT,
    ALL,
    FILE_A,
    FILE_H,
    OTHER,
    PJAWNS,
    RANK_1,
    RANK_2,
    RANK_4,
    RANK_5,
    RANK_8,
    WHITE,
    Bits,
    seen_by,
)
from engines.games.pjawns.position import PjawnsPosition

_START = PjawnsPosition(white=0, black=0, side=WHITE)
_FIRST = [_START.apply(action) for action in _START.legal_actions()]


def contradiction(position: PjawnsPosition) -> str:
    """What makes a position impossible, or nothing."""
    side = position.side
    acted = OTHER[side]
    own, enemy = position.seen_by(acted)
    if enemy & RANK_1:
        return f"a pjawn of {side}'s has crossed the board, so it is not {side}'s turn"
    if (own & RANK_8).bit_count() > 1:
        return f"the first pjawn that crosses the board wins, and {acted} has two there"
    if position.passed:
        return _wrong_double_step(position, own, enemy)
    if position in (_START, *_FIRST) or _captured(own, enemy):
        return ""
    # Whoever acts leaves a pjawn on the board, so without a capture the enemy has one still.
    if enemy and (_placed(own, enemy) or _advanced(own, enemy)):
        return ""
    return f"no action of {acted}'s can have led here"


def _wrong_double_step(position: PjawnsPosition, own: Bits, enemy: Bits) -> str:
    side = position.side
    acted = OTHER[side]
    passed, empty = seen_by(acted, position.passed), ALL ^ own ^ enemy
    if not passed & RANK_2 & empty & empty << AHEAD & own >> AHEAD:
        return f"the square passed over lies between an empty first rank and a pjawn of {acted}'s ahead of it"
    if own & RANK_8:
        return f"a pjawn of {acted}'s has crossed the board: that was its last action, and no double step"
    return "" if enemy else f"{side} has acted before that double step, so it has a pjawn on the board"


def _last_moved(own: Bits) -> Bits:
    """The pjawns that can have acted last: one that has crossed the board did so just now."""
    return own & RANK_8 or own


def _placed(own: Bits, enemy: Bits) -> Bits:
    """The pjawns that can just have been placed."""
    empty = ALL ^ own ^ enemy
    return _last_moved(own) & RANK_1 & empty >> AHEAD & empty >> 2 * AHEAD & empty >> 3 * AHEAD


def _moved(own: Bits) -> Bits:
    """The pjawns that can just have moved: whoever went on to rank 5 left another on rank 4."""
    return _last_moved(own) & (ALL if own & RANK_4 else ~RANK_5)


def _advanced(own: Bits, enemy: Bits) -> Bits:
    """The pjawns that can just have advanced by one square."""
    return _moved(own) & (ALL ^ own ^ enemy) << AHEAD


def _captured(own: Bits, enemy: Bits) -> Bits:
    """The pjawns that can just have captured: the enemy has one in hand, and they came diagonally."""
    if enemy.bit_count() == PJAWNS:
        return 0
    empty = ALL ^ own ^ enemy
    return _moved(own) & ((empty & ~FILE_A) << AHEAD_LEFT | (empty & ~FILE_H) << AHEAD_RIGHT)
