"""Prudh: points, and what stands on the spaces of one's own colour.

The last eight to eleven plies of a match are searched to their end, so only the way there is estimated.
"""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import replace
from typing import Final

from computer.core import Evaluation
from engines import Action
from engines.games.prudh.board import DARK, ENEMY, GRID, OTHER, RUNS, SPACES
from engines.games.prudh.position import PrudhPosition

_POINT: Final = 10
_PIECE: Final = 2
"""A piece on one's own colour: the enemy cannot move it, and may have to leave it there."""
_TALLEST: Final = 4
"""A piece in one's tallest stack: whoever moves last gets it."""

_DARK_SPACES: Final = SPACES[DARK]
_LIGHT_SPACES: Final = SPACES[OTHER[DARK]]
_FILES: Final = str.maketrans("abcdef", "fedcba")
_SPACE: Final = re.compile(r"[a-f](?=\d)")


class PrudhEvaluation(Evaluation):
    """The evaluation of Prudh."""

    comes_back = False

    def mover(self, position: PrudhPosition) -> int:
        return 0 if position.side == DARK else 1

    def key(self, position: PrudhPosition) -> Hashable:
        return position.cells, position.side, position.off_board

    def value(self, position: PrudhPosition) -> int:
        by_dark, by_light, _ = position.off_board
        points = _POINT * (by_dark - by_light)
        if self.plain:
            return points
        cells = position.cells
        dark = [cells[space] for space in _DARK_SPACES]
        light = [cells[space] for space in _LIGHT_SPACES]
        return points + _PIECE * (sum(dark) - sum(light)) + _TALLEST * (max(dark) - max(light))

    def gain(self, position: PrudhPosition, action: Action) -> int:
        if action.text[2] != ">":
            return 0
        start, entered = RUNS[action.text]
        cells, enemy = position.cells, ENEMY[position.side]
        height = cells[start]
        return _POINT * sum(
            cells[space] + 1 for space in entered if space in enemy and 0 < cells[space] < height
        )

    def mirrored(self, position: PrudhPosition) -> PrudhPosition:
        """Left and right exchanged, which exchanges the colours of the spaces."""
        files, cells = GRID.files, position.cells
        rows = [cells[start : start + files][::-1] for start in range(0, len(cells), files)]
        by_dark, by_light, pit = position.off_board
        return PrudhPosition(
            replace(position.rules, first=OTHER[position.rules.first]),
            b"".join(rows),
            OTHER[position.side],
            (by_light, by_dark, pit),
            position.ply,
        )

    def mirrored_text(self, position: PrudhPosition, text: str) -> str:
        return _SPACE.sub(lambda file: file[0].translate(_FILES), text)


EVALUATION: Final = PrudhEvaluation
