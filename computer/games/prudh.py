"""Prudh: points, stacks by height and place, possible captures, and who will move last.

The last eight to eleven plies of a match are searched to the end, so only earlier ones are estimated.

The weights are fitted to matches of the computer against itself: by a logistic regression on the positions of
24,000 matches and how those ended, 50 being one unit of its exponent. They are in 16ths of a value. The worth
of a row or a file, and of a side's slides, is cached, since the same ones come again and again.
"""

from __future__ import annotations

import math
import re
from collections.abc import Hashable, Iterable
from functools import lru_cache
from typing import Final

from computer.core import Evaluation
from engines import Action, Side
from engines.games.prudh.board import DARK, DIAGONALS, ENEMY, GRID, OTHER, RUNS, SPACES
from engines.games.prudh.position import PrudhPosition

_POINT: Final = 10
_PARTS: Final = 16
"""The number of weight units in one unit of a value."""

_SCORED: Final = 110
_SCORED_LATER: Final = 4
"""A point ahead, and its bonus for every piece that is off the board."""
_TO_ACT: Final = 111

_STACK: Final = (
    (105, 325, 511, 728, 857, 1062, 1341),
    (152, 374, 600, 912, 1138, 1396, 1613),
    (157, 428, 643, 968, 1251, 1521, 1777),
)
"""A stack by its height, from one to seven, seen along a row or a file: at its end, beside that, or in its
middle. Every stack counts in both."""
_TALLEST: Final = len(_STACK[0])
_HIGHER: Final = 206
"""Each further piece of a still higher stack."""

_CAPTURES: Final = (-184, 104, 75)
"""Possible captures of the side to act along a row or file: for each run, for each piece captured, and for
each piece by which the best run captures more than it leaves to the enemy."""
_THREATS: Final = (-91, 77, 41)
"""The same for the side that waits."""

_MERGER: Final = 96
"""A slide left to a side if nothing comes between: stacks that can meet become one."""
_SLIDE: Final = 87
"""A slide that a side can make now."""
_LAST: Final = (746, 653, 212, 38)
"""The worth of having more slides left than the enemy, and so the last move: with up to 5, 10 and 16 left to
both together, and with more."""
_UP_TO: Final = (5, 10, 16)
_LEAD: Final = 2.0
"""A lead of about this many slides is worth three quarters of that."""

_KEPT: Final = 1 << 15
"""The size of each cache: of rows and files, and of a side's stacks."""
_SIDE: Final = GRID.files
_STANDS: Final = bytes([0] + [1] * 255)
"""Translates any height to 1: the board then is a number whose bits tell where stacks are."""


def _bits(spaces: Iterable[int]) -> int:
    return sum(1 << 8 * space for space in spaces)


def _whole_diagonals(side: Side) -> tuple[int, ...]:
    """The diagonals of a side's spaces from edge to edge, as bits, each of two spaces or more."""
    ends = ((space, line) for space in SPACES[side] for line in DIAGONALS[space])
    return tuple(sorted({_bits((space, *line)) for space, line in ends if _from_edge(space, line[0])}))


def _from_edge(space: int, after: int) -> bool:
    """True if the diagonal from a space to the one ``after`` it begins on the edge."""
    (file, rank), (next_file, next_rank) = GRID.place(space), GRID.place(after)
    before = 2 * file - next_file, 2 * rank - next_rank
    return not all(0 <= one < _SIDE for one in before)


_DARK_BITS: Final = _bits(SPACES[DARK])
_LIGHT_BITS: Final = _bits(SPACES[OTHER[DARK]])
_DARK_DIAGONALS: Final = _whole_diagonals(DARK)
_LIGHT_DIAGONALS: Final = _whole_diagonals(OTHER[DARK])


def _last_move(left: int, lead: int) -> int:
    """The value for the side to act of being ``lead`` slides ahead when ``left`` slides are left."""
    weight = _LAST[sum(left > most for most in _UP_TO)]
    return round(weight * math.tanh((lead - 0.5) / _LEAD))


_MOST: Final = len(SPACES[DARK])
_LAST_MOVE: Final = tuple(
    tuple(_last_move(left, lead) for lead in (*range(_MOST), *range(-_MOST, 0))) for left in range(2 * _MOST)
)


def _in_line(line: bytes, me: int, weights: tuple[int, int, int]) -> int:
    """The worth of possible captures along a line by the stacks on every second space, from ``me`` on."""
    runs = pieces = best = 0
    for space in range(me, _SIDE, 2):
        height = line[space]
        if height < 2:
            continue
        for entered in (line[space + 1 : space + 1 + height], line[max(0, space - height) : space][::-1]):
            enemies = entered[::2]
            taken = [enemy for enemy in enemies if 0 < enemy < height]
            if taken:
                got = sum(taken) + len(taken)
                runs += 1
                pieces += got
                best = max(best, got - len(enemies) + len(taken))
    return weights[0] * runs + weights[1] * pieces + weights[2] * best


def _line(line: bytes, mine: tuple[int, int, int], theirs: tuple[int, int, int]) -> int:
    """The worth of a row or file for the side that controls its first space."""
    worth = _in_line(line, 0, mine) - _in_line(line, 1, theirs)
    for space, height in enumerate(line):
        if height:
            of_height = _STACK[min(space, _SIDE - 1 - space)]
            one = of_height[min(height, _TALLEST) - 1] + _HIGHER * max(0, height - _TALLEST)
            worth += -one if space % 2 else one
    return worth


@lru_cache(maxsize=_KEPT)
def _line_to_act(line: bytes) -> int:
    return _line(line, _CAPTURES, _THREATS)


@lru_cache(maxsize=_KEPT)
def _line_waiting(line: bytes) -> int:
    return _line(line, _THREATS, _CAPTURES)


@lru_cache(maxsize=_KEPT)
def _slides(stands: int) -> tuple[int, int]:
    """The worth of a side's slides, and how many are left to it, by the bits of its stacks.

    All stacks on a diagonal can come together, so a group of them has as many slides as stacks, less one.
    """
    now = 0
    groups: list[int] = []
    for diagonal in _DARK_DIAGONALS if stands & _DARK_BITS else _LIGHT_DIAGONALS:
        group = stands & diagonal
        if not group:
            continue
        now += 2 * (group.bit_count() - 1)
        apart = []
        for other in groups:
            if other & group:
                group |= other
            else:
                apart.append(other)
        groups = [*apart, group]
    left = stands.bit_count() - len(groups)
    return _MERGER * left + _SLIDE * now, left


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
        by_dark, by_light, pit = position.off_board
        ahead = by_dark - by_light
        if self.plain:
            return _POINT * ahead
        cells, dark_acts = position.cells, position.side == DARK
        dark, light = (_line_to_act, _line_waiting) if dark_acts else (_line_waiting, _line_to_act)
        worth = (
            (dark(cells[:6]) - light(cells[6:12]) + dark(cells[12:18]))
            - (light(cells[18:24]) - dark(cells[24:30]) + light(cells[30:]))
            + (dark(cells[::6]) - light(cells[1::6]) + dark(cells[2::6]))
            - (light(cells[3::6]) - dark(cells[4::6]) + light(cells[5::6]))
        )
        stands = int.from_bytes(cells.translate(_STANDS), "little")
        on_dark, dark_left = _slides(stands & _DARK_BITS)
        on_light, light_left = _slides(stands & _LIGHT_BITS)
        worth += on_dark - on_light + ahead * (_SCORED + _SCORED_LATER * (by_dark + by_light + pit))
        last = _LAST_MOVE[dark_left + light_left]
        if dark_acts:
            worth += _TO_ACT + last[dark_left - light_left]
        else:
            worth -= _TO_ACT + last[light_left - dark_left]
        return int(worth / _PARTS)  # towards nothing, for both sides alike

    def gain(self, position: PrudhPosition, action: Action) -> int:
        if action.text[2] != ">":
            return 0
        start, entered = RUNS[action.text]
        cells, enemy = position.cells, ENEMY[position.side]
        height = cells[start]
        return _POINT * sum(
            cells[space] + 1 for space in entered if space in enemy and 0 < cells[space] < height
        )

    def exchanged_text(self, position: PrudhPosition, text: str) -> str:
        return _SPACE.sub(lambda file: file[0].translate(_FILES), text)


EVALUATION: Final = PrudhEvaluation
