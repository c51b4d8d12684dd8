"""The board: its hexes, their kinds and neighbours.

A hex is an integer with one bit set, a set of hexes one with several. Bits are counted along the rows from
a1, with one left over at the end of each row: so neighbours are the same shifts away from every hex, and a
bit shifted over an edge is no hex. Ordered by number, hexes are ordered by row, then by column.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from string import ascii_lowercase
from typing import Final

Hex = int
"""A single bit."""

Hexes = int
"""Any number of bits."""

RULES_VERSION: Final = 2
"""The rules that new matches are played by."""


def _rows_of(version: int) -> tuple[list[str], ...]:
    """The signs of a version's board, row by row from the first."""
    text = Path(__file__).with_name(f"board-{version}.txt").read_text(encoding="utf-8")
    return tuple(line.split() for line in reversed(text.splitlines()) if not line.startswith("#"))


_ROWS: Final = _rows_of(RULES_VERSION)
FILES: Final = len(_ROWS[0])
ROWS: Final = len(_ROWS)
RANGE: Final = 5
"""The most spaces a piece moves."""

DIRECTIONS: Final = (1, -1, FILES, -FILES, FILES + 1, -FILES - 1)
"""Right and left; up, to the left, and back; up, to the right, and back: as shifts."""


def _signs(rows: Iterable[Iterable[str]]) -> Iterator[tuple[str, Hex, str]]:
    """Every hex of a map: its name, its bit, its sign."""
    place = 0
    for row, signs in enumerate(rows, start=1):
        for file, sign in zip(ascii_lowercase, signs, strict=False):
            yield f"{file}{row}", 1 << place, sign
            place += 1
        place += 1


HEXES: Final[Mapping[str, Hex]] = {name: place for name, place, _ in _signs(_ROWS)}
"""Every hex by its name, in order."""

NAMES: Final[Mapping[Hex, str]] = {place: name for name, place in HEXES.items()}
"""The name of every hex."""

BY_ROW: Final[tuple[tuple[Hex, ...], ...]] = tuple(
    tuple(place for name, place in HEXES.items() if name[1:] == str(row)) for row in range(1, ROWS + 1)
)

BOARD: Final[Hexes] = sum(NAMES)
FAR_EDGE: Final[Hexes] = sum(place for _, place, sign in _signs(_ROWS) if sign in "LE")


@dataclass(frozen=True, slots=True)
class Habitat:
    """The homes of a version of the rules: where predators and prey begin, and where new ones come."""

    lair: Hexes
    warren: Hexes


def _habitat(version: int) -> Habitat:
    signs = tuple(_signs(_rows_of(version)))
    return Habitat(*(sum(place for _, place, sign in signs if sign == home) for home in "LW"))


HABITATS: Final[Mapping[int, Habitat]] = {version: _habitat(version) for version in (1, RULES_VERSION)}
"""The homes by version of the rules. All else about the board is the same in every version."""
PRESENT: Final = HABITATS[RULES_VERSION]
BY_LAIR: Final[Mapping[str, Habitat]] = {
    "5": PRESENT,
    "7": Habitat(HABITATS[1].lair, PRESENT.warren),
}
"""The homes of the present version by its option ``lair``, the number of predators at the start."""


def each(hexes: Hexes) -> Iterator[Hex]:
    """The hexes of a set, one by one, in order."""
    while hexes:
        lowest = hexes & -hexes
        yield lowest
        hexes ^= lowest


def names_of(hexes: Hexes) -> list[str]:
    """The names of the hexes of a set, in order."""
    return [NAMES[place] for place in each(hexes)]


_OPPOSITE: Final[Mapping[Hex, Hex]] = {
    place: other for row in BY_ROW for place, other in zip(row, reversed(row), strict=True)
}


def mirrored(hexes: Hexes) -> Hexes:
    """The set with left and right exchanged."""
    return sum(_OPPOSITE[place] for place in each(hexes))


def around(hexes: Hexes) -> Hexes:
    """The neighbours of the hexes of a set."""
    return (
        hexes << 1
        | hexes >> 1
        | hexes << FILES
        | hexes >> FILES
        | hexes << FILES + 1
        | hexes >> FILES + 1
    ) & BOARD  # fmt: skip


def flood(start: Hexes, through: Hexes, steps: int) -> Hexes:
    """The hexes within a number of steps, each onto a hex of ``through``; the start is included."""
    reached = start
    for _ in range(steps):
        further = reached | around(reached) & through
        if further == reached:
            break
        reached = further
    return reached


def line(start: Hex, direction: int) -> Iterator[Hex]:
    """The hexes in one direction within reach, the nearest first, up to the edge."""
    place = start
    for _ in range(RANGE):
        place = place << direction if direction > 0 else place >> -direction
        if not place & BOARD:
            return
        yield place


def distance(start: Hex, target: Hex) -> int:
    """The number of steps between two hexes with nothing in the way."""
    steps, reached = 0, start
    while not reached & target:
        reached |= around(reached)
        steps += 1
    return steps
