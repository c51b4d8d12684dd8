"""Position texts: rows for ``tests/games/test_position_text.py``."""

from __future__ import annotations

from tests.games.pjawns.boards import GAME, board, turned

TEXT = "8/8/8/8/8/8/8/8 w 8/8 -"
START = (GAME.start(), TEXT)
GOOD = "8/8/3p4/8/8/4P3/8/8 w 7/7 d7"

_READ = [
    "8/8/3p4/8/8/4P3/8/8 w 7/7 d7",
    "8/8/3p4/8/8/4P3/8/8 w 7/7 -",
    "8/8/8/8/8/4P3/8/7p w 7/7 -",
    "3P4/8/7p/8/8/8/8/8 b 7/7 -",
    "8/8/3P4/8/8/8/8/8 b 7/8 -",
    "8/8/1p2p1p1/pP1pPpPp/P1pP1P1P/2P5/8/8 b 0/0 -",
    # How a position came about is not asked.
    # Black is to act on an empty board.
    "8/8/8/8/8/8/8/8 b 8/8 -",
    # White is alone on the board and on its first rank, with an enemy on the file.
    "8/8/8/8/3p4/8/8/3P4 b 7/7 -",
    # Come to rank 5, it has left none on rank 4.
    "8/8/7p/3P4/8/8/8/8 b 7/7 -",
]
READ = [(text,) for one in _READ for text in (one, turned(one))]
WRITTEN = [(board("a2 b3", "c6"), "8/8/2p5/8/8/1P6/P7/8 w 6/7 -")]
"""Hands hold what is not on the board."""
DIFFERENT = [(GAME.from_text(GOOD), GAME.from_text(GOOD.replace("d7", "-")))]
REFUSED = [
    (TEXT.replace("8/", "7/", 1), "rank '7' has 7 squares and not 8"),
    (TEXT.replace("8/", "P8/", 1), "rank 'P8' has 9 squares and not 8"),
    (TEXT.replace("8/", "44/", 1), "side by side are one number, not as in '44'"),
    (TEXT.replace("8/", "9/", 1), "'9' is no pjawn"),
    (TEXT.replace("8/", "0/", 1), "'0' is no pjawn"),
    (TEXT.replace("8/", "3X4/", 1), "'X' is no pjawn"),
    (TEXT.replace("8/", "3.4/", 1), "'.' is no pjawn"),
    (TEXT.replace("8/8 -", "8 -"), "hands are written like 8/7, white's first, not '8'"),
    (TEXT.replace("8/8 -", "9/8 -"), "hands are written like"),
    (TEXT.replace("8/8 -", "8/8/8 -"), "hands are written like"),
    (TEXT[:-1], "a square of the board or -, not ''"),
    (TEXT[:-1] + "e9", "a square of the board or -, not 'e9'"),
    (TEXT[:-1] + "D7", "a square of the board or -, not 'D7'"),
    # Each side owns eight.
    (TEXT.replace("8/8 -", "8/7 -"), "black owns 8 pjawns, and 7 are on the board and in its hand"),
    (GOOD.replace("7/7", "8/7"), "white owns 8 pjawns, and 9 are on the board and in its hand"),
    ("8/8/PPPPPPPP/P7/8/8/8/p7 b 0/7 -", "white owns 8 pjawns, and 9"),
    # What has crossed the board.
    ("P7/8/7p/8/8/8/8/8 w 7/7 -", "a pjawn of white's has crossed the board, so it is not white's turn"),
    ("8/8/7P/8/8/8/8/p7 b 7/7 -", "a pjawn of black's has crossed the board, so it is not black's turn"),
    ("P7/8/8/8/8/8/8/p7 w 7/7 -", "so it is not white's turn"),
    ("P1P5/8/7p/8/8/8/8/8 b 6/7 -", "the first pjawn that crosses the board wins"),
    # The square passed over.
    (GOOD.replace("d7", "e7"), "the square passed over lies between an empty first rank and"),
    (GOOD.replace("d7", "d6"), "the square passed over lies between"),
    (GOOD.replace("d7", "d5"), "the square passed over lies between"),
    (GOOD.replace("d7", "e2"), "the square passed over lies between"),
    ("3p4/8/3p4/8/8/4P3/8/8 w 7/6 d7", "the square passed over lies between"),
    ("3P4/8/3p4/8/8/4P3/8/8 w 6/7 d7", "so it is not white's turn"),
    ("8/3P4/3p4/8/8/4P3/8/8 w 6/7 d7", "the square passed over lies between"),
]  # fmt: skip
