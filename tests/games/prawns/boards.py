"""Positions of Prawns for the tests, from a list of prawns."""

from __future__ import annotations

from collections import Counter

from engines import GAMES, Position

GAME = GAMES["prawns"]
FILES = "abcdefgh"
FAR_BLUE = "fa8 fb8 fc8 fd8 fh8"
"""Enough of blue, out of the way at the top, for the sea to stay whole beside two prawns more."""

FAR_GREEN = "Fa1 Fb1 Fc1 Fd1 Fh1"
"""The same of green, at the bottom."""


def board(
    prawns: str,
    side: str = "g",
    *,
    size: str = "8x8",
    revival: str = "on",
    stage: str = "-",
    sea: str = "",
    pools: str = "",
) -> Position:
    """The position with ``prawns``, each a letter and a square, such as ``"Fd1 Ld2 kh8"``.

    Pools are filled with what is not on the board, and the sea is as large as it must be, unless given.
    """
    files, ranks = map(int, size.split("x"))
    there = {prawn[1:]: prawn[0] for prawn in prawns.split()}
    rows = [_row(there, files, rank) for rank in range(ranks, 0, -1)]
    text = (
        f"{'/'.join(rows)} {side} {sea or _sea(there, files, ranks)} {pools or _pools(there, files)} {stage}"
    )
    return GAME.from_text(text, {"board": size, "revival": revival})


def _row(there: dict[str, str], files: int, rank: int) -> str:
    row = "".join(there.get(f"{file}{rank}", ".") for file in FILES[:files])
    for length in range(files, 0, -1):
        row = row.replace("." * length, str(length))
    return row


def _sea(there: dict[str, str], files: int, ranks: int) -> str:
    if len(there) > 5:
        return f"a1-{FILES[files - 1]}{ranks}"
    across, up = sorted(square[0] for square in there), sorted(square[1] for square in there)
    return f"{across[0]}{up[0]}-{across[-1]}{up[-1]}"


def _pools(there: dict[str, str], files: int) -> str:
    on_board = Counter(letter.replace("F", "K").replace("f", "k") for letter in there.values())
    owned = {"K": files, "S": 2, "C": 2, "L": 2}
    green = "".join(f"{letter}{count - on_board[letter]}" for letter, count in owned.items())
    blue = "".join(f"{letter}{count - on_board[letter.lower()]}" for letter, count in owned.items())
    return f"{green}/{blue}"
