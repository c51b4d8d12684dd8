"""Boards of squares: numbers for the inside of an engine, names for everybody else.

Squares are numbered from the bottom left, along the first rank, then the second: on a board of eight
files a1 is 0, h1 is 7, a2 is 8. Files are lettered, ranks numbered from 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase

Direction = tuple[int, int]
"""Files to the right, ranks up."""

ORTHOGONAL: tuple[Direction, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL: tuple[Direction, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))
EVERY_WAY: tuple[Direction, ...] = ORTHOGONAL + DIAGONAL
KNIGHT: tuple[Direction, ...] = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


@dataclass(frozen=True)
class Grid:
    """A board of ``files`` by ``ranks`` squares (at most 26 files)."""

    files: int
    ranks: int

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of every square, by number."""
        return tuple(
            f"{ascii_lowercase[file]}{rank + 1}" for rank in range(self.ranks) for file in range(self.files)
        )

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number of every square, by name."""
        return {name: number for number, name in enumerate(self.names)}

    def square(self, file: int, rank: int) -> int:
        """The number of a square, both counted from 0."""
        return rank * self.files + file

    def place(self, square: int) -> tuple[int, int]:
        """The file and the rank of a square, both counted from 0."""
        rank, file = divmod(square, self.files)
        return file, rank

    def mirrored(self, cells: bytes) -> bytes:
        """The content of all squares with left and right exchanged."""
        return b"".join(row[::-1] for row in self._rows(cells))

    def turned_over(self, cells: bytes) -> bytes:
        """The content of all squares with the first rank as the last."""
        return b"".join(reversed(self._rows(cells)))

    def _rows(self, cells: bytes) -> list[bytes]:
        return [cells[start : start + self.files] for start in range(0, len(cells), self.files)]


@dataclass(frozen=True)
class Area:
    """A rectangle of squares of a grid; all four edges belong to it, counted from 0."""

    grid: Grid
    left: int
    bottom: int
    right: int
    top: int

    @classmethod
    def whole(cls, grid: Grid) -> Area:
        """All squares of a grid."""
        return cls(grid, 0, 0, grid.files - 1, grid.ranks - 1)

    @classmethod
    def around(cls, grid: Grid, squares: list[int]) -> Area:
        """The smallest rectangle that holds all of ``squares`` (at least one)."""
        files, ranks = zip(*map(grid.place, squares), strict=True)
        return cls(grid, min(files), min(ranks), max(files), max(ranks))

    def holds(self, file: int, rank: int) -> bool:
        """True if a place, on the grid or off it, is inside."""
        return self.left <= file <= self.right and self.bottom <= rank <= self.top

    def row(self, rank: int) -> slice:
        """The squares of one rank, from left to right, as a slice of all squares."""
        return slice(self.grid.square(self.left, rank), self.grid.square(self.right, rank) + 1)

    @cached_property
    def squares(self) -> tuple[int, ...]:
        """The squares inside, in the order of their numbers."""
        return tuple(
            self.grid.square(file, rank)
            for rank in range(self.bottom, self.top + 1)
            for file in range(self.left, self.right + 1)
        )

    @cached_property
    def text(self) -> str:
        """The two corners, such as ``"c2-f7"``."""
        names = self.grid.names
        return f"{names[self.squares[0]]}-{names[self.squares[-1]]}"

    def step(self, square: int, direction: Direction, steps: int = 1) -> int | None:
        """The square this number of steps away, or None if that is outside."""
        file, rank = self.grid.place(square)
        file, rank = file + steps * direction[0], rank + steps * direction[1]
        return self.grid.square(file, rank) if self.holds(file, rank) else None

    def ray(self, square: int, direction: Direction) -> Iterator[int]:
        """The squares in one direction, the nearest first, up to the edge."""
        next_one = self.step(square, direction)
        while next_one is not None:
            yield next_one
            next_one = self.step(next_one, direction)
