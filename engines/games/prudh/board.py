"""The board of Prudh: the spaces of each side, and every possible move of a stack.

Heights are held as bytes, one a space. The tables are made once; ``position.py`` handles the stacks on the
spaces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from engines.core import Action, Side
from engines.grids import DIAGONAL, ORTHOGONAL, Area, Grid

DARK: Final = "dark"
LIGHT: Final = "light"
SIDES: Final[tuple[Side, ...]] = (DARK, LIGHT)
OTHER: Final[Mapping[Side, Side]] = {DARK: LIGHT, LIGHT: DARK}

GRID: Final = Grid(6, 6)
NAMES: Final = GRID.names
NUMBERS: Final = GRID.numbers
PIECES: Final = len(NAMES)
"""One on every space at the start; none is ever added."""

SMALLEST_RUNNER: Final = 2
LONGEST_RUN: Final = GRID.files - 1


def side_of(space: int) -> Side:
    """The side that controls a space: a1 is dark, and the colours alternate."""
    return LIGHT if sum(GRID.place(space)) % 2 else DARK


SPACES: Final[Mapping[Side, tuple[int, ...]]] = {
    side: tuple(space for space in range(PIECES) if side_of(space) == side) for side in SIDES
}
ENEMY: Final[Mapping[Side, frozenset[int]]] = {side: frozenset(SPACES[OTHER[side]]) for side in SIDES}
"""The spaces that a side does not control."""

Line = tuple[int, ...]
"""Spaces in one direction, the nearest first, up to the edge."""


def _lines(ways: tuple[tuple[int, int], ...]) -> tuple[tuple[Line, ...], ...]:
    whole = Area.whole(GRID)
    every = ([tuple(whole.ray(space, way)) for way in ways] for space in range(PIECES))
    return tuple(tuple(line for line in lines if line) for lines in every)


DIAGONALS: Final = _lines(DIAGONAL)
"""The lines a slide can take, by the space it begins on."""

ROWS_AND_FILES: Final = _lines(ORTHOGONAL)
"""The lines a run can take, by the space it begins on."""


def _slides() -> Iterator[tuple[int, int]]:
    for start in range(PIECES):
        for line in DIAGONALS[start]:
            yield from ((start, target) for target in line)


def _runs() -> Iterator[tuple[int, Line]]:
    for start in range(PIECES):
        for line in ROWS_AND_FILES[start]:
            for length in range(min(SMALLEST_RUNNER, len(line)), len(line) + 1):
                yield start, line[:length]


def slide(start: int, target: int) -> str:
    """The canonical text of a slide."""
    return f"{NAMES[start]}-{NAMES[target]}"


def run(start: int, entered: Line) -> str:
    """The canonical text of a run, which is named by its start and the last space entered."""
    return f"{NAMES[start]}>{NAMES[entered[-1]]}"


def _action(text: str) -> Action:
    return Action(text, (text[:2], text[3:]))


SLIDES: Final[Mapping[str, tuple[int, int]]] = {slide(*found): found for found in _slides()}
"""The first and the last space of a slide, by its text."""

RUNS: Final[Mapping[str, tuple[int, Line]]] = {run(*found): found for found in _runs()}
"""The first space of a run and the spaces it enters, by its text."""

_ACTIONS: Final = {text: _action(text) for text in (*SLIDES, *RUNS)}

Ray = tuple[tuple[int, Action], ...]
"""The spaces in the direction of a slide, the nearest first: it ends on the first stack."""

Reach = tuple[tuple[int, ...], Action]
"""The enemy's spaces that a run enters, and the run."""

Ways = tuple[int, tuple[Ray, ...], tuple[tuple[Reach, ...], ...]]
"""A space, the slides that begin there, and the runs by the height of the stack."""


def entered_by(height: int, line: Line) -> Line:
    """The spaces that a run of a stack enters: one a piece, and no more than there are to the edge."""
    return line[:height]


def _rays(start: int) -> tuple[Ray, ...]:
    return tuple(
        tuple((target, _ACTIONS[slide(start, target)]) for target in line) for line in DIAGONALS[start]
    )


def _reaches(start: int, height: int) -> tuple[Reach, ...]:
    if height < SMALLEST_RUNNER:
        return ()
    enemy = ENEMY[side_of(start)]
    ways = (entered_by(height, line) for line in ROWS_AND_FILES[start])
    return tuple(
        (tuple(space for space in entered if space in enemy), _ACTIONS[run(start, entered)])
        for entered in ways
    )


def _ways(start: int) -> Ways:
    by_length = [_reaches(start, height) for height in range(LONGEST_RUN + 1)]
    by_height = (by_length[min(height, LONGEST_RUN)] for height in range(PIECES + 1))
    return start, _rays(start), tuple(by_height)


WAYS: Final[Mapping[Side, tuple[Ways, ...]]] = {side: tuple(map(_ways, SPACES[side])) for side in SIDES}
"""Every possible slide and run of a side, by the space it begins on."""
