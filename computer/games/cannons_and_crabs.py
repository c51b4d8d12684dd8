"""Cannons and Crabs: what the pieces are worth where they stand, early and late in a match.

The weights were fitted by logistic regression to how 36,000 matches of the search against itself ended, in
490,000 positions of them with nothing to capture and neither side far ahead.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from functools import cache
from operator import getitem
from typing import Final

from computer.core import Evaluation
from engines import Action
from engines.games.cannons_and_crabs.pieces import PROMOTIONS, WHITE
from engines.games.cannons_and_crabs.position import CannonsPosition

_Table = tuple[tuple[int, ...], ...]
"""The worth of a piece by its square, then by its letter: black's counts against white."""

_WORTH: Final[Mapping[str, int]] = {
    "K": 0, "R": 250, "N": 220, "C": 440, "P": 95, "A": 140, "M": 520, "D": 440,
}  # fmt: skip
"""The worth of pieces wherever they stand: for the gain of captures, and for plain evaluations."""
_PROMOTED: Final = {letter: _WORTH[letter] - _WORTH["P"] for letter in PROMOTIONS}
_TO_ACT: Final = 10
_PLACES: Final[Mapping[str, _Table]] = {
    "K": (
        (-184, -91, -69, -68),
        (-67, -32, 22, -38),
        (-19, 23, 24, -18),
        (19, -6, 19, 41),
        (22, 34, 62, 80),
        (25, 58, 96, 65),
    ),
    "R": (
        (312, 354, 337, 368),
        (259, 311, 302, 330),
        (243, 266, 280, 286),
        (266, 292, 298, 269),
        (282, 304, 303, 279),
        (271, 268, 257, 248),
    ),
    "N": (
        (92, 103, 131, 161),
        (155, 212, 161, 213),
        (206, 183, 221, 99),
        (136, 92, 213, 144),
        (126, 103, 139, 141),
        (160, 147, 143, 97),
    ),
    "C": (
        (495, 522, 557, 537),
        (600, 592, 649, 630),
        (664, 686, 700, 712),
        (524, 586, 643, 675),
        (536, 597, 606, 617),
        (524, 471, 513, 560),
    ),
    "P": (
        (0, 0, 0, 0),
        (139, 172, 133, 171),
        (118, 160, 114, 170),
        (133, 168, 148, 186),
        (215, 258, 220, 226),
        (0, 0, 0, 0),
    ),
    "A": (
        (0, 0, 0, 0),
        (158, 155, 183, 180),
        (165, 211, 191, 230),
        (212, 263, 266, 262),
        (255, 308, 276, 284),
        (0, 0, 0, 0),
    ),
    "M": (
        (149, 156, 181, 191),
        (105, 107, 110, 134),
        (156, 93, 127, 109),
        (108, 70, 93, 73),
        (92, 100, 84, 95),
        (145, 187, 161, 211),
    ),
    "D": (
        (138, 176, 167, 146),
        (183, 203, 229, 187),
        (162, 209, 190, 163),
        (151, 199, 196, 158),
        (162, 168, 165, 139),
        (191, 208, 217, 203),
    ),
}
"""The worth of a piece once no officers are left, by its rank and the files from it to the nearer edge."""
_EARLY: Final[Mapping[str, tuple[int, ...]]] = {
    "R": (-104, -56, 28, 81, 76, 87),
    "N": (113, 33, 33, 133, 126, 94),
    "C": (-184, -260, -342, -147, -210, -188),
    "P": (0, -149, -98, -76, -64, 0),
    "A": (0, -109, -126, -98, -51, 0),
    "M": (1460, 1469, 1477, 1507, 1493, 1458),
    "D": (743, 747, 746, 745, 752, 724),
}
"""The bonus by rank while all officers are on the board; it shrinks with their number."""
_KING_EARLY: Final[_Table] = (
    (300, 108, 76, 40),
    (17, -20, -108, -66),
    (-47, -103, -96, -82),
    (-43, -6, 6, 15),
    (-13, -8, 18, 7),
    (-3, -1, 8, 3),
)
"""The same of a king, which then has to be at home, by rank and file."""
_RANKS: Final = 6
_OFFICERS: Final = 12
"""The number of officers at the start: rooks, knights and cannons, later marshalls and cardinals."""
_NO_OFFICERS: Final = b".KPAkpa"
_RANK: Final = re.compile(r"(?<=[a-g])\d")


def _worth(kind: str, officers: int, rank: int, file: int) -> int:
    """The worth of a piece on the usual board, its rank from its own edge, the file from the nearer one."""
    early = _KING_EARLY[rank][file] if kind == "K" else _EARLY[kind][rank]
    return _PLACES[kind][rank][file] + (early * officers + _OFFICERS // 2) // _OFFICERS


def _below(ahead: int, ranks: int) -> int:
    """The usual board's rank for a rank, or the next one below it: extra ranks are in the middle."""
    return ahead if ahead < _RANKS // 2 else max(_RANKS // 2 - 1, ahead - ranks + _RANKS)


def _row(officers: int, rank: int, ranks: int, file: int, *, plain: bool) -> tuple[int, ...]:
    """The worth of every piece on a square, by its letter."""
    row = [0] * 128
    for kind, worth in _WORTH.items():
        for letter, sign, ahead in ((kind, 1, rank), (kind.lower(), -1, ranks - 1 - rank)):
            below, above = _below(ahead, ranks), _RANKS - 1 - _below(ranks - 1 - ahead, ranks)
            places = _worth(kind, officers, below, file) + _worth(kind, officers, above, file)
            row[ord(letter)] = sign * (worth if plain else places // 2)
    return tuple(row)


@cache
def _tables(files: int, ranks: int, *, plain: bool) -> tuple[_Table, ...]:
    """The tables of a board by the number of officers on it."""
    squares = [(rank, min(file, files - 1 - file)) for rank in range(ranks) for file in range(files)]
    return tuple(
        tuple(_row(officers, rank, ranks, file, plain=plain) for rank, file in squares)
        for officers in range(_OFFICERS + 1)
    )


class CannonsEvaluation(Evaluation):
    """The evaluation of Cannons and Crabs."""

    def mover(self, position: CannonsPosition) -> int:
        return 0 if position.side == WHITE else 1

    def key(self, position: CannonsPosition) -> Hashable:
        return position.cells, position.side, position.rights

    def value(self, position: CannonsPosition) -> int:
        grid, cells = position.board.grid, position.cells
        officers = min(_OFFICERS, len(cells.translate(None, _NO_OFFICERS)))
        table = _tables(grid.files, grid.ranks, plain=self.plain)[officers]
        return sum(map(getitem, table, cells)) + (_TO_ACT if position.side == WHITE else -_TO_ACT)

    def gain(self, position: CannonsPosition, action: Action) -> int:
        text, gain = action.text, 0
        if text[2] == "x":
            start, target, _, _ = position.board.moves[text]
            cells = position.cells
            taken, by = _WORTH[chr(cells[target]).upper()], _WORTH[chr(cells[start]).upper()]
            gain = 2 * taken - by // 10 + 50
        return gain + _PROMOTED.get(text[6:7], 0)

    def exchanged_text(self, position: CannonsPosition, text: str) -> str:
        ranks = position.board.grid.ranks
        return _RANK.sub(lambda rank: str(ranks + 1 - int(rank[0])), text)


EVALUATION: Final = CannonsEvaluation
