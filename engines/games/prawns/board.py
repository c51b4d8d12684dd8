"""The sea: the rectangle in play, and every move of a prawn in the otherwise empty sea.

The tables are made once for each rectangle. ``position.py`` handles the prawns on the squares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache, partial
from typing import TypeVar

from engines.core import Action, Side
from engines.games.prawns.pieces import BLUE, GREEN
from engines.grids import DIAGONAL, EVERY_WAY, KNIGHT, ORTHOGONAL, Area, Direction, Grid

Swim = tuple[int, Action, Action]
"""The target square, the action if it is empty, the action if an enemy is on it."""

Ray = tuple[Swim, ...]
"""Squares in one direction, the nearest first: the first prawn blocks the rest."""

Jump = tuple[int, int, Action]
"""The square jumped over, the square the jump lands on, the action."""

T = TypeVar("T")
Table = tuple[tuple[T, ...], ...]
"""The possible moves from a square, by the number of the square."""

STRAIGHT_AHEAD: Mapping[str, Direction] = {"F": (0, 1), "f": (0, -1)}


@cache
def quiet(start: str, target: str) -> Action:
    """The move from one square to another that is empty."""
    return Action(f"{start}-{target}", (start, target))


@cache
def capture(start: str, target: str) -> Action:
    """The move from one square to another that eats what stands there."""
    return Action(f"{start}x{target}", (start, target))


class Sea:
    """A rectangle of squares in play. Two seas are equal when they are the same rectangle.

    ``zones`` are the evolution zones, each side's the last rank from its own side, as slices of all
    squares. ``swims``, ``jumps`` (wall-jumps among them) and ``jump_starts`` are looked up by the
    prawn's letter first, then by its square.
    """

    __slots__ = ("area", "grid", "jump_starts", "jumps", "swims", "zones")

    def __init__(self, area: Area) -> None:
        self.area = area
        self.grid: Grid = area.grid
        self.zones: Mapping[Side, slice] = {GREEN: area.row(area.top), BLUE: area.row(area.bottom)}
        step = self._table(lambda square: _steps(area, square, EVERY_WAY))
        hop = self._table(lambda square: _steps(area, square, KNIGHT + DIAGONAL))
        row_or_file = self._table(lambda square: _lines(area, square, ORTHOGONAL))
        diagonal = self._table(lambda square: _lines(area, square, DIAGONAL))
        self.swims: Mapping[int, Table[Ray]] = _by_letter(step, hop, row_or_file, diagonal)
        plain = self._table(lambda square: _plain_jumps(area, square))
        walls = self._table(lambda square: _wall_jumps(area, square))
        both = tuple(map(tuple.__add__, plain, walls))
        # A shrimp needs no wall-jump: where one would land, it hops anyway.
        self.jumps: Mapping[int, Table[Jump]] = _by_letter(both, plain, both, both)
        self.jump_starts: Mapping[int, Table[Jump]] = {
            ord(krill): self._table(partial(_jumps, area, ways=(ahead,)))
            for krill, ahead in STRAIGHT_AHEAD.items()
        }

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sea) and self.area == other.area

    def __hash__(self) -> int:
        return hash(self.area)

    def __repr__(self) -> str:
        return f"Sea({self.area.text})"

    def _table(self, made: Callable[[int], Iterable[T]]) -> Table[T]:
        inside = set(self.area.squares)
        return tuple(
            tuple(made(square)) if square in inside else () for square in range(len(self.grid.names))
        )


@lru_cache(maxsize=256)
def sea(area: Area) -> Sea:
    """The sea of a rectangle, with its tables."""
    return Sea(area)


def _by_letter(krill: T, shrimp: T, crab: T, lobster: T) -> dict[int, T]:
    return dict(zip(b"FKSCLfkscl", (krill, krill, shrimp, crab, lobster) * 2, strict=True))


def _swim(area: Area, start: int, target: int) -> Swim:
    names = area.grid.names
    return target, quiet(names[start], names[target]), capture(names[start], names[target])


def _steps(area: Area, start: int, ways: Iterable[Direction]) -> Iterable[Ray]:
    targets = (area.step(start, way) for way in ways)
    return ((_swim(area, start, target),) for target in targets if target is not None)


def _lines(area: Area, start: int, ways: Iterable[Direction]) -> Iterable[Ray]:
    lines = (tuple(_swim(area, start, target) for target in area.ray(start, way)) for way in ways)
    return (line for line in lines if line)


def _plain_jumps(area: Area, start: int) -> Iterable[Jump]:
    return _jumps(area, start, EVERY_WAY)


def _jumps(area: Area, start: int, ways: Iterable[Direction]) -> Iterable[Jump]:
    """Over the next square in a direction to the one just beyond."""
    for way in ways:
        over, landing = area.step(start, way), area.step(start, way, 2)
        if over is not None and landing is not None:
            yield over, landing, _jump(area, start, landing)


def _wall_jumps(area: Area, start: int) -> Iterable[Jump]:
    """Diagonally over a prawn beside the wall: the landing bounces back along the wall."""
    file, rank = area.grid.place(start)
    for right, up in DIAGONAL:
        over = area.step(start, (right, up))
        beside = area.left <= file + 2 * right <= area.right
        ahead = area.bottom <= rank + 2 * up <= area.top
        if over is not None and beside != ahead:
            bounced = (2 * right, up) if beside else (right, 2 * up)
            landing = area.step(start, bounced)
            if landing is not None:
                yield over, landing, _jump(area, start, landing)


def _jump(area: Area, start: int, landing: int) -> Action:
    return quiet(area.grid.names[start], area.grid.names[landing])
