"""Cannons and Crabs: what the pieces are worth, and where they stand."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from functools import cache
from typing import Final

from computer.core import Evaluation
from engines import Action
from engines.games.cannons_and_crabs.pieces import EMPTY, OTHER, WHITE
from engines.games.cannons_and_crabs.position import CannonsPosition

_WORTH: Final[Mapping[str, int]] = {
    "K": 0, "R": 480, "N": 290, "C": 380, "P": 100, "A": 130, "M": 850, "D": 700,
}  # fmt: skip
_TO_ACT: Final = 10
_TO_GO: Final = (120, 70, 30, 10, 0, 0, 0)
"""The worth of a pawn or a crab by the ranks it has to go, beyond its own."""
_PROMOTED: Final[Mapping[str, int]] = {"M": 500, "D": 300}
_RANK: Final = re.compile(r"(?<=[a-g])\d")


def _place(kind: str, from_middle: int, ahead: int, to_go: int, from_edge: int) -> int:
    """The worth of standing on a square, beside that of the piece itself."""
    if kind in "PA":
        return _TO_GO[to_go] + 3 * from_edge
    if kind == "K":
        return -6 * from_middle - 8 * ahead  # at home, and not in the middle
    return (8 if kind in "NCD" else 3) * from_middle


@cache
def _table(files: int, ranks: int, *, plain: bool) -> tuple[tuple[int, ...], ...]:
    """The worth of every piece, by its letter, on every square: black's counts against white."""
    nothing = (0,) * (files * ranks)
    table = [nothing] * 128
    for kind, worth in _WORTH.items():
        for letter, sign in ((kind, 1), (kind.lower(), -1)):
            row = []
            for square in range(files * ranks):
                file, rank = square % files, square // files
                ahead = rank if sign == 1 else ranks - 1 - rank
                from_edge = min(file, files - 1 - file)
                middle = from_edge + min(rank, ranks - 1 - rank)
                here = 0 if plain else _place(kind, middle, ahead, ranks - 1 - ahead, from_edge)
                row.append(sign * (worth + here))
            table[ord(letter)] = tuple(row)
    return tuple(table)


class CannonsEvaluation(Evaluation):
    """The evaluation of Cannons and Crabs."""

    def mover(self, position: CannonsPosition) -> int:
        return 0 if position.side == WHITE else 1

    def key(self, position: CannonsPosition) -> Hashable:
        return position.cells, position.side, position.rights

    def value(self, position: CannonsPosition) -> int:
        grid, cells = position.board.grid, position.cells
        table = _table(grid.files, grid.ranks, plain=self.plain)
        value = _TO_ACT if position.side == WHITE else -_TO_ACT
        for square, piece in enumerate(cells):
            if piece != EMPTY:
                value += table[piece][square]
        return value

    def gain(self, position: CannonsPosition, action: Action) -> int:
        text, gain = action.text, 0
        if text[2] == "x":
            start, target, _, _ = position.board.moves[text]
            cells = position.cells
            taken, by = _WORTH[chr(cells[target]).upper()], _WORTH[chr(cells[start]).upper()]
            gain = 2 * taken - by // 10 + 50
        return gain + _PROMOTED.get(text[6:7], 0)

    def mirrored(self, position: CannonsPosition) -> CannonsPosition:
        """The board turned over: the first rank becomes the last."""
        files, cells = position.board.grid.files, position.cells.swapcase()
        rows = [cells[start : start + files] for start in range(0, len(cells), files)]
        return CannonsPosition(
            position.board,
            b"".join(reversed(rows)),
            OTHER[position.side],
            position.rights >> 2 | (position.rights & 0b11) << 2,
            position.clock,
            position.number,
            position.ply,
        )

    def mirrored_text(self, position: CannonsPosition, text: str) -> str:
        ranks = position.board.grid.ranks
        return _RANK.sub(lambda rank: str(ranks + 1 - int(rank[0])), text)


EVALUATION: Final = CannonsEvaluation
