"""Pjawns: how far the pjawns have come, which are unstoppable, and how many can advance.

The weights were fitted by logistic regression to how 40,000 matches of the search against itself ended, in
600,000 positions of them in which nothing could be taken.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from operator import getitem
from typing import Final

from computer.core import Evaluation
from engines import Action
from engines.games.pjawns.board import (
    ALL,
    FILE_A,
    FILE_H,
    PJAWNS,
    RANK_1,
    RANK_4,
    RANK_8,
    RANKS,
    WHITE,
    Bits,
    turned,
)
from engines.games.pjawns.position import PjawnsPosition

_BY_RANK: Final = (
    (1, 1, 1, 1),
    (3, 1, 1, 4),
    (10, 11, 12, 9),
    (26, 29, 26, 26),
    (29, 47, 41, 44),
    (44, 59, 57, 57),
    (13, 62, 37, 26),
    (0, 0, 0, 0),
)
"""The worth of a pjawn, by its rank and by the files between it and the nearer edge."""
_BESIDE: Final = (1, 5, 2, 1, 6, 16, 0, 0)
"""The bonus by rank of a pjawn with one of its side next to it."""
_GATHERED: Final = (0, -2, -9, -11, -11, -11, -11, -11, -11)
"""The bonus by the number of pjawns on rank 4: a second one opens the way, more are too many."""
_PASSED: Final = (0, 0, 0, 10, 4, 24, 292, 0)
"""The bonus of a passed pjawn by rank: no enemy is ahead of it in its file or beside it."""
_UNSTOPPABLE: Final = 120
"""The further bonus from rank 5 on, if nothing can be placed beside its file to stop it."""
_GOES_ON: Final = 8
"""The worth of a pjawn that has a free square ahead and may go there."""
_TO_ACT: Final = 5
_CAPTURE, _FARTHER = 200, 20
"""The worth of a capture, and its bonus for each rank that is left to go."""
_NEXT_TO_WIN: Final = 100
_WINS: Final = 5000
_LAST: Final = 8
_RANK: Final = re.compile(r"\d")

_FROM_5_TO_7: Final = RANKS[4] | RANKS[5] | RANKS[6]
_FROM_4_TO_7: Final = RANK_4 | _FROM_5_TO_7
_RANK_5: Final = RANKS[4]
_BLACK_4_TO_7, _BLACK_5_TO_7 = turned(_FROM_4_TO_7), turned(_FROM_5_TO_7)
_HALF: Final = 0xFFFFFFFF
"""Ranks 1 to 4: white's half."""
_NOT_A, _NOT_H = ALL ^ FILE_A, ALL ^ FILE_H


def _rank_worth(rank: int, files: int) -> int:
    """The worth of the pjawns in those files of a rank, one bit a file."""
    beside = files & (files << 1 | files >> 1)
    worth = _BESIDE[rank] * beside.bit_count()
    worth += sum(_BY_RANK[rank][min(file, 7 - file)] for file in range(8) if files >> file & 1)
    return worth + (_GATHERED[files.bit_count()] if RANKS[rank] == RANK_4 else 0)


def _both_sides(ranks: Sequence[Sequence[int]]) -> tuple[Sequence[int], ...]:
    """The worth of every rank by its files: white's eight ranks, then black's, seen from white."""
    return (*ranks, *(tuple(-worth for worth in ranks[7 - rank]) for rank in range(8)))


_RANK_WORTH: Final = _both_sides([[_rank_worth(rank, files) for files in range(256)] for rank in range(8)])
_HAVE_PASSED: Final = _both_sides([[worth * files.bit_count() for files in range(256)] for worth in _PASSED])
_OUT_OF_REACH: Final = tuple(
    ((taken | 0x100) >> 1 & (taken << 1 | 1) & 0xFF) * FILE_A for taken in range(256)
)
"""The squares beside which nothing can be placed, by the files in which nothing can be placed."""


def _passed(white: Bits, black: Bits) -> tuple[Bits, Bits]:
    """The passed pjawns of white and of black on their ranks 4 to 7."""
    down = black | (black & _NOT_A) >> 1 | (black & _NOT_H) << 1
    down |= down >> 8
    down |= down >> 16
    down |= down >> 32
    up = white | (white & _NOT_A) >> 1 | (white & _NOT_H) << 1
    up |= up << 8
    up |= up << 16
    up |= up << 32
    return white & _FROM_4_TO_7 & ~(down >> 8), black & _BLACK_4_TO_7 & ~(up << 8)


def _going_on(white: Bits, black: Bits) -> int:
    """The white pjawns that may advance, minus the black ones. A lone one on rank 4 has to stay."""
    empty = ~(white | black)
    on_4, on_5 = white & RANK_4, black & _RANK_5
    if not on_4 & (on_4 - 1):
        white ^= on_4
    if not on_5 & (on_5 - 1):
        black ^= on_5
    return (white & empty >> 8).bit_count() - (black & empty << 8).bit_count()


def _beyond_reach(passed: Bits, half: Bits, enemies: int) -> int:
    """The number of passed pjawns beside which nothing can be placed in ``half``, the enemy's half."""
    if enemies == PJAWNS:
        return passed.bit_count()
    half |= half >> 16
    return (passed & _OUT_OF_REACH[(half | half >> 8) & 0xFF]).bit_count()


class PjawnsEvaluation(Evaluation):
    """The evaluation of Pjawns."""

    comes_back = False  # only by captures and new pjawns, which takes more plies than a search sees

    def mover(self, position: PjawnsPosition) -> int:
        return 0 if position.side == WHITE else 1

    def key(self, position: PjawnsPosition) -> Hashable:
        return position.white, position.black, position.side, position.passed

    def is_over(self, position: PjawnsPosition) -> bool:
        return bool(position.white & RANK_8 or position.black & RANK_1)

    def winner(self, position: PjawnsPosition) -> int:
        if position.white & RANK_8:
            return 0
        if position.black & RANK_1:
            return 1
        return 1 if position.side == WHITE else 0  # a side without a move has lost

    def value(self, position: PjawnsPosition) -> int:
        white, black = position.white, position.black
        if self.plain:
            return 10 * (white.bit_count() - black.bit_count())
        value = _TO_ACT if position.side == WHITE else -_TO_ACT
        value += sum(map(getitem, _RANK_WORTH, (white | black << 64).to_bytes(16, "little")))
        value += _GOES_ON * _going_on(white, black)
        white_passed, black_passed = _passed(white, black)
        if passed := white_passed | black_passed << 64:
            value += sum(map(getitem, _HAVE_PASSED, passed.to_bytes(16, "little")))
            if far := white_passed & _FROM_5_TO_7:
                value += _UNSTOPPABLE * _beyond_reach(far, (white | black) >> 32, black.bit_count())
            if far := black_passed & _BLACK_5_TO_7:
                value -= _UNSTOPPABLE * _beyond_reach(far, (white | black) & _HALF, white.bit_count())
        return value

    def gain(self, position: PjawnsPosition, action: Action) -> int:
        text = action.text
        if len(text) != 5:
            return 0  # a new pjawn
        rank = int(text[4]) if position.side == WHITE else 9 - int(text[4])
        if rank == _LAST:
            return _WINS
        if text[2] == "x":
            return _CAPTURE + _FARTHER * (9 - rank)
        return _NEXT_TO_WIN if rank == _LAST - 1 else 0

    def exchanged_text(self, position: PjawnsPosition, text: str) -> str:
        return _RANK.sub(lambda rank: str(9 - int(rank[0])), text)


EVALUATION: Final = PjawnsEvaluation
