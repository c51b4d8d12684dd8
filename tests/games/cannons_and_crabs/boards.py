"""Positions of Cannons and Crabs for the tests, from a list of pieces."""

from __future__ import annotations

from engines import GAMES, Position

GAME = GAMES["cannons-and-crabs"]
FILES = "abcdefg"
START = GAME.start()


def board(
    pieces: str, side: str = "w", rights: str = "-", *, size: str = "7x6", clock: int = 0, number: int = 60
) -> Position:
    """The position with ``pieces``, each a letter and a square, such as ``"Kd1 Cc3 kd6"``."""
    there = {piece[1:]: piece[0] for piece in pieces.split()}
    rows = [_row(there, rank) for rank in range(int(size[-1]), 0, -1)]
    return GAME.from_text(f"{'/'.join(rows)} {side} {rights} {clock} {number}", {"board": size})


def _row(there: dict[str, str], rank: int) -> str:
    row = "".join(there.get(f"{file}{rank}", ".") for file in FILES)
    for length in range(len(FILES), 0, -1):
        row = row.replace("." * length, str(length))
    return row
