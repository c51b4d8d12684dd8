"""A diagram in letters, for shells and printed records."""

from __future__ import annotations

from string import ascii_lowercase

from engines.core import Diagram


def board_in_letters(diagram: Diagram) -> str:
    """The board, one line a rank from the top, with coordinates.

    The side named first has upper case letters. Empty points are dots, points out of play blanks.
    """
    there = {mark.at: " " for mark in diagram.marks if mark.kind == "dry"}
    for piece in diagram.pieces:
        there[piece.at] = piece.letter if piece.side == diagram.sides[0] else piece.letter.lower()
    files = ascii_lowercase[: diagram.shape.files]
    rows = [
        f"{rank:>2} {' '.join(there.get(f'{file}{rank}', '.') for file in files)}".rstrip()
        for rank in range(diagram.shape.ranks, 0, -1)
    ]
    return "\n".join([*rows, f"   {' '.join(files)}"])
