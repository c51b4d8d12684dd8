"""Prawns: what the species are worth by where they stand, and which prawns a krill of their side guards.

An advantage is counted as a share of the prawns that are left, since the side with the last one has won.

The weights were fitted by logistic regression to how 31,000 matches of the search against itself ended, in
500,000 positions of them in which nothing was worth taking. Three things were then set by hand, and kept
since they won more: all that is guarded is worth the same, krill are worth more the nearer they come (by the
fit alone both sides gather their krill and wait), and the other species 40 more each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping
from functools import cache, lru_cache, partial
from typing import Final

from computer.core import Evaluation
from engines import Action
from engines.games.prawns.pieces import GREEN, POOLED
from engines.games.prawns.position import PrawnsPosition

_WORTH: Final[Mapping[str, int]] = {"F": 50, "K": 50, "S": 90, "C": 130, "L": 80}
"""The worth of a prawn while ten of each side are left: for beginners, and for the gain of captures."""

_FRESH: Final = 98
"""A krill that has never moved, in the units of all that follow."""
_KRILL: Final = (192, 163, 133, 118, 111, 104, 104, 99)
"""A krill that has moved, by the ranks left to its evolution zone."""
_SPECIES: Final[Mapping[str, tuple[tuple[int, ...], ...]]] = {
    "S": ((120, 124, 124, 129), (-15, -1, 0, 0), (-29, -30, -12, 0)),
    "C": ((143, 144, 144, 142), (0, -3, -3, 0), (-7, -7, 0, 0)),
    "L": ((105, 107, 109, 120), (-17, -5, -6, 0), (-18, -22, -10, 0)),
}
"""The other species, by the files to the nearer edge; then the changes by the ranks behind them, and by those
ahead. The last number is for three and more."""
_MANY: Final = 3
_GUARDED: Final = 10
"""A prawn with a krill of its side beside it."""
_SHARE: Final = 10.5
"""The factor of the sum, which is divided by the number of prawns left."""

_HALF: Final = len(POOLED) // 2
_RANK: Final = re.compile(r"(?<=[a-h])\d")
_BY_LETTER: Final = tuple(_WORTH.get(chr(letter).upper(), 0) for letter in range(128))
_PLAIN: Final = tuple(-worth if chr(letter).islower() else worth for letter, worth in enumerate(_BY_LETTER))

# The summary of a rank is one number, and the sum of these is that of the sea: the worth of what stands there
# in the lowest bits, then three sets of squares, each with a lane for either side, eight bits a rank.
_WORTH_BITS: Final = 32
_ZERO: Final = 1 << _WORTH_BITS - 1
_LANE: Final = 80
"""The bits of a side's squares, with room for a rank beyond the last."""
_SET: Final = 2 * _LANE
_ONE_LANE: Final = (1 << _LANE) - 1
_ONE_SET: Final = (1 << _SET) - 1
_ONE_WORTH: Final = (1 << _WORTH_BITS) - 1
_KEPT: Final = 1 << 13
"""The most cached rows of a rank: the same ones come again and again."""
_SEAS: Final = 1 << 12


def _prawn_worth(kind: str, edge: int, behind: int, ahead: int) -> int:
    """The worth of a prawn by the files to the nearer edge, and the ranks behind and ahead of it."""
    if kind == "F":
        return _FRESH
    if kind == "K":
        return _KRILL[ahead]
    by_edge, by_own, by_far = _SPECIES[kind]
    return by_edge[min(edge, _MANY)] + by_own[min(behind, _MANY)] + by_far[min(ahead, _MANY)]


def _summary(below: int, above: int, row: bytes) -> int:
    """The summary of a row, on a rank with so many ranks below and above it.

    The sets are the prawns, the krill with the squares left and right of them, and these squares alone.
    """
    worth, sets = 0, 0
    last = len(row) - 1
    for lane, (krill, letters) in enumerate(((b"FK", b"FKSCL"), (b"fk", b"fkscl"))):
        behind, ahead = (above, below) if lane else (below, above)
        own = sum(1 << file for file, piece in enumerate(row) if piece in letters)
        guards = sum(1 << file for file, piece in enumerate(row) if piece in krill)
        beside = (guards << 1 | guards >> 1) & (1 << len(row)) - 1
        sets |= (own | (guards | beside) << _SET | beside << 2 * _SET) << lane * _LANE
        for file, piece in enumerate(row):
            if piece in letters:
                one = _prawn_worth(chr(piece).upper(), min(file, last - file), behind, ahead)
                worth += -one if lane else one
    return worth + (sets << 8 * below + _WORTH_BITS)


@cache
def _summaries(below: int, above: int) -> Callable[[bytes], int]:
    """The summaries of the rows of a rank, cached; equal ranks of different seas share them."""
    return lru_cache(maxsize=_KEPT)(partial(_summary, below, above))


@lru_cache(maxsize=_SEAS)
def _ranks(
    files: int, left: int, bottom: int, right: int, top: int
) -> tuple[tuple[int, int, Callable[[bytes], int]], ...]:
    """The ranks of a sea: where each begins and ends among all squares, and the summaries of its rows."""
    return tuple(
        (rank * files + left, rank * files + right + 1, _summaries(rank - bottom, top - rank))
        for rank in range(bottom, top + 1)
    )


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
        cells, area = position.cells, position.sea.area
        if self.plain:
            return sum([_PLAIN[piece] for piece in cells])
        ranks = _ranks(area.grid.files, area.left, area.bottom, area.right, area.top)
        summed = sum([summary(cells[start:end]) for start, end, summary in ranks]) + _ZERO
        sets = summed >> _WORTH_BITS
        own = sets & _ONE_SET
        guards, beside = sets >> _SET & _ONE_SET, sets >> 2 * _SET
        guarded = (guards << 8 | guards >> 8 | beside) & own
        ahead = (guarded & _ONE_LANE).bit_count() - (guarded >> _LANE).bit_count()
        worth = (summed & _ONE_WORTH) - _ZERO + _GUARDED * ahead
        return int(worth * _SHARE / own.bit_count())  # towards nothing, for both sides alike

    def gain(self, position: PrawnsPosition, action: Action) -> int:
        manner = action.text[2]
        if manner == "x":
            numbers, cells = position.rules.grid.numbers, position.cells
            start, target = action.path
            return 2 * _BY_LETTER[cells[numbers[target]]] - _BY_LETTER[cells[numbers[start]]] // 10 + 50
        if manner == "=":
            before = position.cells[position.rules.grid.numbers[action.path[0]]]
            return max(0, _WORTH[action.text[3]] - _BY_LETTER[before])
        return 0

    def exchanged_text(self, position: PrawnsPosition, text: str) -> str:
        ranks = position.rules.grid.ranks
        return _RANK.sub(lambda rank: str(ranks + 1 - int(rank[0])), text)


EVALUATION: Final = PrawnsEvaluation
