"""A diagram in letters, for shells and printed records."""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_lowercase

from engines.core import Diagram, Hexes


def board_in_letters(diagram: Diagram, *, flipped: bool = False) -> str:
    """The board, one line a rank from the top, with coordinates; ``flipped``: the first rank at the top.

    The side named first has upper case letters. Empty points are dots, points out of play blanks.
    """
    there = {mark.at: " " for mark in diagram.marks if mark.kind == "dry"}
    for piece in diagram.pieces:
        there[piece.at] = piece.letter if piece.side == diagram.sides[0] else piece.letter.lower()
    files = ascii_lowercase[: diagram.shape.files]
    if flipped:
        files = files[::-1]
    if isinstance(diagram.shape, Hexes):
        return "\n".join(_rows_of_hexes(there, files, _from_the_top(diagram.shape.rows, flipped)))
    width = max(map(len, there.values()), default=1)
    rows = [
        f"{rank:>2} {' '.join(there.get(f'{file}{rank}', '.').rjust(width) for file in files)}".rstrip()
        for rank in _from_the_top(diagram.shape.ranks, flipped)
    ]
    return "\n".join([*rows, f"   {' '.join(file.rjust(width) for file in files)}"])


def _from_the_top(ranks: int, flipped: bool) -> range:
    return range(1, ranks + 1) if flipped else range(ranks, 0, -1)


def _rows_of_hexes(there: dict[str, str], files: str, rows: Iterable[int]) -> list[str]:
    """Even rows are set in by half a hex and hold one less; they are lettered like the odd ones."""
    fewer = "".join(file for file in files if file != max(files))
    lines = []
    for row in rows:
        inset, here = ("", files) if row % 2 else (" ", fewer)
        lines.append(f"{row:>2} {inset}{' '.join(there.get(f'{file}{row}', '.') for file in here)}".rstrip())
    return [*lines, f"   {' '.join(files)}"]
