"""Squares reflected: how the symmetries of a game, which its ``laws.py`` names, write an action."""

from __future__ import annotations

import re
from collections.abc import Callable
from string import ascii_lowercase
from typing import Final

Squares = Callable[[int, int], tuple[int, int]]
"""The place that a square comes to, by its file and rank, both counted from 1."""

_SQUARE: Final = re.compile(r"([a-z])(\d+)")


def mirrored(files: int) -> Squares:
    """Left and right exchanged."""
    return lambda file, rank: (files + 1 - file, rank)


def turned_over(ranks: int) -> Squares:
    """The first rank as the last."""
    return lambda file, rank: (file, ranks + 1 - rank)


def both(one: Squares, other: Squares) -> Squares:
    """One after the other."""
    return lambda file, rank: other(*one(file, rank))


def of_a_board(files: int, ranks: int) -> list[Squares]:
    """Left and right exchanged, the sides of a board that is turned over for the other one, and both."""
    left_right, sides = mirrored(files), turned_over(ranks)
    return [left_right, sides, both(left_right, sides)]


def moved(text: str, squares: Squares) -> str:
    """An action as it is written with every square at its new place."""

    def renamed(found: re.Match[str]) -> str:
        file, rank = squares(ascii_lowercase.index(found[1]) + 1, int(found[2]))
        return f"{ascii_lowercase[file - 1]}{rank}"

    return _SQUARE.sub(renamed, text)
