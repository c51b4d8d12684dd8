"""Position texts: rows for ``tests/games/test_position_text.py``."""

from __future__ import annotations

from tests.games.cannons_and_crabs.boards import GAME, board
from tests.games.cannons_and_crabs.boards import START as BEGINNING

TEXT = "rnckcnr/papapap/7/7/PAPAPAP/RNCKCNR w AGag 0 1"
LARGER = "rnckcnr/papapap/7/7/7/PAPAPAP/RNCKCNR w AGag 0 1"
START = (BEGINNING, TEXT)
SECOND = "rnckcnr/papapap/7/7/PAPAPAP/RNCKCNR w AGag 0 2"

READ = [
    ("rnckcnr/papapap/7/7/PAPAPAP/RNCKCNR b AGag 0 1",),
    ("rnckcnr/papapap/7/2N4/PAPAPAP/R1CKCNR b AGag 1 1",),
    ("r2k2r/7/7/7/7/R2K2R w Ga 10 60",),
    ("r2k2r/7/7/7/7/R2K2R b - 100 51",),
    ("k6/7/1K5/2N4/7/7 b - 0 60",),
    ("3k2M/7/3K3/7/7/7 b - 100 123456",),
    ("4MDM/5D1/k6/7/1K5/ddd4 w - 0 90",),
    # The board is told to the reader.
    (LARGER, {"board": "7x7"}),
    # A cannon over a piece attacks no king.
    (board("Cd4 Nd5 kd6 Ka1").to_text(),),
]
DIFFERENT = [
    (GAME.from_text(SECOND), GAME.from_text(SECOND.replace(*change)))
    for change in ((" w ", " b "), ("AGag", "Gag"), (" 0 2", " 1 2"))
]
REFUSED = [
    (TEXT.replace("7/7/", "7/6/"), "rank '6' has 6 squares"),
    (TEXT.replace("7/7/", "7/34/"), "side by side are one number, not as in '34'"),
    (TEXT.replace("7/7/", "7/8/"), "'8' is no piece"),
    (TEXT.replace("7/7/", "7/0/"), "'0' is no piece"),
    (TEXT.replace("7/7/", "7/3Q3/"), "'Q' is no piece"),
    (TEXT.replace("AGag", "GAag"), "letters of AGag in this order"),
    (TEXT.replace("AGag", "KQkq"), "letters of AGag in this order"),
    (TEXT.replace("AGag", "AA"), "letters of AGag in this order"),
    (TEXT.replace("AGag", "A-"), "letters of AGag in this order"),
    (TEXT.replace("AGag", ""), "letters of AGag in this order"),
    (TEXT.replace(" 0 1", " x 1"), "the half-move clock is a number"),
    (TEXT.replace(" 0 1", " -1 1"), "the half-move clock is a number"),
    (TEXT.replace(" 0 1", " 00 1"), "the half-move clock is a number"),
    (TEXT.replace(" 0 1", " 0 01"), "the move number is a number"),
    (TEXT.replace(" 0 1", " 0 "), "the move number is a number"),
    (LARGER, "a board of 6 ranks is written with 7"),
    (TEXT, "a board of 7 ranks is written with 6", {"board": "7x7"}),
    # What is on the board.
    ("7/7/7/7/7/3K3 w - 0 60", "black has no king"),
    ("3k3/7/3k3/7/7/3K3 w - 0 60", "black has 2 kings"),
    ("3k3/7/7/7/7/R1RK2R w - 0 60", "white started with 2 rooks, and 3 are on the board"),
    ("3k3/ppppp2/7/7/7/3K3 w - 0 60", "black started with 4 pawns, and 5 are on the board"),
    ("3k3/7/7/AAAA3/7/3K3 w - 0 60", "white started with 3 crabs, and 4 are on the board"),
    ("k6/7/7/PPPP3/AAA4/2MK3 w - 0 60", "white has more marshalls and cardinals"),
    ("3k3/7/7/7/7/P2K3 w - 0 60", "a pawn cannot stand on a1"),
    ("P2k3/7/7/7/7/3K3 w - 0 60", "a pawn cannot stand on a6"),
    ("3k2a/7/7/7/7/3K3 w - 0 60", "a crab cannot stand on g6"),
    # Castling rights.
    ("r2k2r/7/7/7/7/R2K3 w G 0 60", "castling right G needs white's rook on g1"),
    ("r3k1r/7/7/7/7/R2K2R w a 0 60", "castling right a needs black's king on d6"),
    ("N2k2r/7/7/7/7/R2K2R w a 0 60", "castling right a needs black's rook on a6"),
    # The count of moves.
    (TEXT.replace(" 0 1", " 0 0"), "the move number counts from 1"),
    (TEXT.replace(" 0 1", " 1 1"), "by the move number 0 plies were played"),
    (TEXT.replace(" w AGag 0 1", " b AGag 2 1"), "by the move number 1 plies were played"),
    ("r2k2r/7/7/7/7/R2K2R w - 101 90", "over when the half-move clock had come to 100"),
    # Check.
    ("3k3/7/7/3R3/7/3K3 w - 0 60", "black has moved and left its king attacked by rook d3"),
    ("3k3/7/3C3/7/7/3K3 w - 0 60", "left its king attacked by cannon d4"),
    ("3k3/3K3/7/7/7/7 w - 0 60", "left its king attacked by king d5"),
    ("3k3/7/7/r2KC2/1n3n1/3r3 w - 0 60", "no single move attacks a king with three pieces"),
]  # fmt: skip
