"""Prawns: what the species are worth, how far the krill have come, and who has more where few are left."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from functools import cache
from typing import Final

from computer.core import Evaluation
from engines import Action
from engines.games.prawns.board import sea
from engines.games.prawns.pieces import EMPTY, GREEN, OTHER, POOLED
from engines.games.prawns.position import PrawnsPosition, Stage
from engines.grids import Area

_WORTH: Final[Mapping[str, int]] = {"F": 100, "K": 100, "S": 320, "C": 420, "L": 300}
_TO_ACT: Final = 8
_TO_GO: Final = (90, 60, 34, 22, 14, 8, 4, 0)
"""The worth of a krill by the ranks it has to go to where it evolves, beyond its own."""
_MIDDLE: Final = 3
_FEW, _SHARE = 20, 40
"""An advantage counts ``_SHARE / (prawns left + _FEW)`` times: the more, the fewer are left."""
_RANK: Final = re.compile(r"(?<=[a-h])\d")
_HALF: Final = len(POOLED) // 2


@cache
def _table(files: int, ranks: int, *, plain: bool) -> tuple[tuple[int, ...], ...]:
    """The worth of every prawn, by its letter, on every square: blue's counts against green."""
    table = [(0,) * (files * ranks)] * 128
    for kind, worth in _WORTH.items():
        for letter, sign in ((kind, 1), (kind.lower(), -1)):
            row = []
            for square in range(files * ranks):
                file, rank = square % files, square // files
                to_go = ranks - 1 - rank if sign == 1 else rank
                middle = min(file, files - 1 - file) + min(rank, ranks - 1 - rank)
                here = _MIDDLE * middle
                if kind in "FK":
                    here = _TO_GO[to_go] if to_go < ranks - 1 else 0  # at home it is worth no more
                row.append(sign * (worth + (0 if plain else here)))
            table[ord(letter)] = tuple(row)
    return tuple(table)


class PrawnsEvaluation(Evaluation):
    """The evaluation of Prawns."""

    def mover(self, position: PrawnsPosition) -> int:
        return 0 if position.side == GREEN else 1

    def key(self, position: PrawnsPosition) -> Hashable:
        area, stage = position.sea.area, position.stage
        return (
            position.cells, position.pools, position.side, stage.moved, stage.evolved,
            area.left, area.bottom, area.right, area.top,
        )  # fmt: skip

    def is_over(self, position: PrawnsPosition) -> bool:
        return position.is_over()

    def value(self, position: PrawnsPosition) -> int:
        grid, cells = position.rules.grid, position.cells
        table = _table(grid.files, grid.ranks, plain=self.plain)
        value = sum([table[piece][square] for square, piece in enumerate(cells) if piece != EMPTY])
        if not self.plain:
            value = int(value * _SHARE / (len(cells) - cells.count(EMPTY) + _FEW))
        return value + (_TO_ACT if position.side == GREEN else -_TO_ACT)

    def gain(self, position: PrawnsPosition, action: Action) -> int:
        text = action.text
        if "x" in text:
            numbers, cells = position.rules.grid.numbers, position.cells
            start, target = action.path[:2]
            taken, by = cells[numbers[target]], cells[numbers[start]]
            return 2 * _WORTH[chr(taken).upper()] - _WORTH[chr(by).upper()] // 10 + 50
        if "=" in text:
            before = position.cells[position.rules.grid.numbers[action.path[0]]]
            return max(0, _WORTH[text[-1]] - _WORTH[chr(before).upper()])
        return 0

    def mirrored(self, position: PrawnsPosition) -> PrawnsPosition:
        """The board turned over: the first rank becomes the last."""
        grid, area, pools = position.rules.grid, position.sea.area, position.pools
        files, top, cells = grid.files, grid.ranks - 1, position.cells.swapcase()
        rows = [cells[start : start + files] for start in range(0, len(cells), files)]
        evolved = sorted(
            grid.square(file, top - rank) for file, rank in map(grid.place, position.stage.evolved)
        )
        return PrawnsPosition(
            position.rules,
            sea(Area(grid, area.left, top - area.top, area.right, top - area.bottom)),
            b"".join(reversed(rows)),
            (*pools[_HALF:], *pools[:_HALF]),
            OTHER[position.side],
            Stage(position.stage.moved, tuple(evolved)),
            position.ply,
        )

    def mirrored_text(self, position: PrawnsPosition, text: str) -> str:
        ranks = position.rules.grid.ranks
        return _RANK.sub(lambda rank: str(ranks + 1 - int(rank[0])), text)


EVALUATION: Final = PrawnsEvaluation
