"""The letters of the pieces, their meaning, and the pieces' places at the start.

A board is held as bytes, one letter a square, the letters of the position text: upper case white, lower
case black.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engines.core import Side

START: Final = ("RNCKCNR", "PAPAPAP")
"""White's two ranks at the start, the home rank first; black's are the same, across the board."""

WHITE: Final = "white"
BLACK: Final = "black"
SIDES: Final[tuple[Side, ...]] = (WHITE, BLACK)
OTHER: Final[Mapping[Side, Side]] = {WHITE: BLACK, BLACK: WHITE}
AHEAD: Final[Mapping[Side, int]] = {WHITE: 1, BLACK: -1}
"""The number of ranks up that a pawn or a crab goes."""

KINDS: Final[Mapping[str, str]] = {
    "K": "king",
    "R": "rook",
    "N": "knight",
    "C": "cannon",
    "P": "pawn",
    "A": "crab",
    "M": "marshall",
    "D": "cardinal",
}
PROMOTIONS: Final = "MD"
"""The pieces that a pawn or a crab may become."""

EMPTY: Final = ord(".")
KINGS: Final = frozenset(b"Kk")
FOOT: Final = frozenset(b"PApa")
"""Pawns and crabs: they never go back, and are promoted on the last rank."""


def piece_of(side: Side, letter: str) -> int:
    """A side's piece of a kind, given by its letter in upper case."""
    return ord(letter if side == WHITE else letter.lower())


def pieces_of(side: Side, letters: str) -> frozenset[int]:
    """A side's pieces of several kinds."""
    return frozenset(piece_of(side, letter) for letter in letters)


OWN: Final[Mapping[Side, frozenset[int]]] = {side: pieces_of(side, "".join(KINDS)) for side in SIDES}


def side_of(piece: int) -> Side:
    """The side that a piece belongs to, by its letter."""
    return WHITE if piece in OWN[WHITE] else BLACK


def letter_of(piece: int) -> str:
    """The kind of a piece as its letter in upper case."""
    return chr(piece).upper()


def kind_of(piece: int) -> str:
    """The kind of a piece as a word."""
    return KINDS[letter_of(piece)]
