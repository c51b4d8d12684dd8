"""Pjawns: how far the pjawns have come. A jump of worth towards the last rank decides most."""

from __future__ import annotations

import re
from collections.abc import Hashable
from typing import Final

from computer.core import Evaluation
from engines import Action
from engines.games.pjawns.board import OTHER, RANK_1, RANK_8, WHITE, turned
from engines.games.pjawns.position import PjawnsPosition

_BY_RANK: Final = (10, 13, 17, 24, 40, 70, 120, 0)
_TO_ACT: Final = 4
_CAPTURE, _FARTHER = 200, 20
"""The worth of a capture, and what it is worth more for each rank that is left to go."""
_NEXT_TO_WIN: Final = 100
_WINS: Final = 5000
_LAST: Final = 8
_RANK: Final = re.compile(r"\d")


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
        return 1 if position.side == WHITE else 0  # whoever is shut in has lost

    def value(self, position: PjawnsPosition) -> int:
        white, black = position.white, turned(position.black)
        if self.plain:
            return 10 * (white.bit_count() - black.bit_count())
        value = _TO_ACT if position.side == WHITE else -_TO_ACT
        for worth in _BY_RANK:
            value += worth * ((white & 0xFF).bit_count() - (black & 0xFF).bit_count())
            white >>= 8
            black >>= 8
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

    def mirrored(self, position: PjawnsPosition) -> PjawnsPosition:
        """The board turned over: rank 1 becomes rank 8."""
        return PjawnsPosition(
            turned(position.black),
            turned(position.white),
            OTHER[position.side],
            turned(position.passed),
            position.ply,
        )

    def mirrored_text(self, position: PjawnsPosition, text: str) -> str:
        return _RANK.sub(lambda rank: str(9 - int(rank[0])), text)


EVALUATION: Final = PjawnsEvaluation
