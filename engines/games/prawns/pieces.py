"""The letters of the prawns, and their meaning.

A board is held as bytes, one letter a square, the letters of the position text: upper case green, lower
case blue, ``F`` a krill that has never moved, ``K`` one that has, ``S C L`` the evolved species.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engines.core import Side

GREEN: Final = "green"
BLUE: Final = "blue"
SIDES: Final[tuple[Side, ...]] = (GREEN, BLUE)
OTHER: Final[Mapping[Side, Side]] = {GREEN: BLUE, BLUE: GREEN}

EMPTY: Final = ord(".")
LETTERS: Final[Mapping[Side, bytes]] = {GREEN: b"FKSCL", BLUE: b"fkscl"}
OWN: Final[Mapping[Side, frozenset[int]]] = {side: frozenset(letters) for side, letters in LETTERS.items()}
KRILL: Final = frozenset(b"FKfk")
FRESH: Final = frozenset(b"Ff")

SPECIES: Final[Mapping[str, str]] = {"K": "krill", "S": "shrimp", "C": "crab", "L": "lobster"}
OLD_NAMES: Final[Mapping[str, str]] = {
    "K": "unflavoured prawn",
    "S": "L-flavoured prawn",
    "C": "perpendicularly-flavoured prawn",
    "L": "diagonally-flavoured prawn",
}
"""The names that the species once had."""
EVOLVED: Final = "SCL"

AFTER_MOVING: Final = bytes.maketrans(b"Ff", b"Kk")
"""For each letter, the prawn's letter after it has moved, which is also its letter in a gene pool."""

Pools = tuple[int, ...]
"""Both gene pools: how many prawns of each letter of :data:`POOLED`."""

POOLED: Final = b"KSCLkscl"
POOL_PLACE: Final[Mapping[int, int]] = {letter: place for place, letter in enumerate(POOLED)}
EVOLVED_OWNED: Final = 2
"""The number of each evolved species that a player owns."""


def holds(cells: bytes, letters: bytes) -> bool:
    """True if any of ``letters`` is somewhere in ``cells``."""
    return cells.translate(None, letters) != cells


def side_of(piece: int) -> Side:
    """The side that a prawn belongs to, by its letter."""
    return GREEN if piece in OWN[GREEN] else BLUE


def species_of(piece: int) -> str:
    """The species of a prawn as its letter in upper case: K, S, C or L."""
    return "K" if piece in KRILL else chr(piece).upper()


def kind_of(piece: int) -> str:
    """The species of a prawn as a word."""
    return SPECIES[species_of(piece)]


def piece_of(side: Side, species: str) -> int:
    """The letter of a side's prawn of a species; a krill that has moved."""
    return ord(species if side == GREEN else species.lower())


def with_one_more(pools: Pools, piece: int) -> Pools:
    """The pools after a prawn returned to its owner's pool."""
    return _changed(pools, AFTER_MOVING[piece], +1)


def with_one_less(pools: Pools, piece: int) -> Pools:
    """The pools after a prawn left its owner's pool."""
    return _changed(pools, piece, -1)


def _changed(pools: Pools, letter: int, change: int) -> Pools:
    place = POOL_PLACE[letter]
    return (*pools[:place], pools[place] + change, *pools[place + 1 :])
