"""What pictures show, and their words: rows for ``tests/games/test_diagram.py``."""

from __future__ import annotations

from engines import Action, Hand, Piece, Squares
from tests.games.cannons_and_crabs.boards import GAME, START, board
from tests.games.positions import after, pictured

CASTLING = board("Kd1 Ra1 Rg1 kd6 ra6 rg6", "w", "AGag", clock=10)
PROMOTING = board("Pa5 nb6 Kc1 ke4")
CROWDED = board(
    "Kd1 Ra1 Rg1 Nb1 Nf1 Cc1 Ce1 Ma2 Mb2 Mc2 De2 Df2 Dg2 Md2 "
    "kd6 ra6 rg6 nb6 nf6 cc6 ce6 pa5 ab5 pc5 ad5 pe5 af5 pg5",
    "w",
    "AGag",
    clock=99,
    number=123_456_789,
)
CHOICES = "chosen target capture"
LAST = "last-from last-to"
SIDES = ("white", "black")

SHAPES = [
    (START.diagram(), Squares(files=7, ranks=6), SIDES),
    (GAME.start({"board": "7x7"}).diagram(), Squares(files=7, ranks=7), SIDES),
]
PIECES = [
    (
        START.diagram(),
        28,
        {
            Piece("d1", "white", "king", "K"),
            Piece("a1", "white", "rook", "R"),
            Piece("b1", "white", "knight", "N"),
            Piece("c1", "white", "cannon", "C"),
            Piece("a2", "white", "pawn", "P"),
            Piece("b5", "black", "crab", "A"),
        },
    ),
    (
        board("Ka1 Md3 dg3 kg6").diagram(),
        4,
        {Piece("d3", "white", "marshall", "M"), Piece("g3", "black", "cardinal", "D")},
    ),
]
HANDS = [(START.diagram(), (Hand("white", "White", ()), Hand("black", "Black", ())))]
MARKS = [
    (pictured(START, "b1-c3"), LAST, {"last-from b1", "last-to c3"}),
    (pictured(board("Pa5 Kc1 ke4"), "a5-a6=M"), LAST, {"last-from a5", "last-to a6"}),
    (pictured(CASTLING, "d1-b1"), LAST, {"last-from d1", "last-to b1"}),
    # A king in check, and in checkmate.
    (board("Kd1 cd3 kg6").diagram(), "check", {"check d1 white"}),
    (after(board("Kd4 Ra1 kd6"), "a1-a6").diagram(), "check", {"check d6 black"}),
    (START.diagram(), "check", set()),
    (board("Kd1 Nd2 cd3 kg6").diagram(), "check", set()),
    (
        board("Rd3 Pb3 nd5 Ka1 kg6").diagram(chosen=["d3"]),
        CHOICES,
        {"chosen d3", "capture d5", *(f"target {at}" for at in ["c3", "e3", "f3", "g3", "d1", "d2", "d4"])},
    ),
    # A promotion is one target and then no square.
    (PROMOTING.diagram(chosen=["a5"]), CHOICES, {"chosen a5", "target a6", "capture b6"}),
    (PROMOTING.diagram(chosen=["a5", "a6"]), CHOICES, {"chosen a5", "chosen a6"}),
    # Castling is a target of the king.
    (
        CASTLING.diagram(chosen=["d1"]),
        CHOICES,
        {"chosen d1", *(f"target {at}" for at in ["b1", "c1", "e1", "f1", "c2", "d2", "e2"])},
    ),
]
WORDS = [
    (
        START.diagram(),
        "Cannons and Crabs on 7 by 6 squares. "
        "White: king d1; rooks a1 g1; knights b1 f1; cannons c1 e1; pawns a2 c2 e2 g2; crabs b2 d2 f2. "
        "Black: king d6; rooks a6 g6; knights b6 f6; cannons c6 e6; pawns a5 c5 e5 g5; crabs b5 d5 f5. "
        "White has castling rights: a-side and g-side. Black has castling rights: a-side and g-side. "
        "White to move.",
    ),
    (
        pictured(board("Kd1 Ra1 ce4 kd6", "b", "A", clock=7), "e4-d3"),
        "Cannons and Crabs on 7 by 6 squares. White: king d1; rook a1. Black: king d6; cannon d3. "
        "White has castling rights: a-side. Black has no castling right. "
        "No capture, nor a move of a pawn or crab, for 8 turns. "
        "Last turn: e4-d3. White to move. White is in check from cannon d3.",
    ),
    (after(board("Kd1 Ra1 kd6"), "a1-a2").diagram(), "a pawn or crab, for 1 turn.…"),
    (
        after(board("Kd4 Ra1 kd6"), "a1-a6").diagram(),
        "White has won: black is checkmated. Black is in check from rook a6.",
    ),
    (
        after(board("Kb4 Ne3 ka6"), "e3-c4").diagram(),
        "A draw: stalemate, black has no move and isn't in check.",
    ),
    (
        after(board("Ka1 Rg1 ka6", clock=99), "g1-g2").diagram(),
        "A draw: fifty moves by each side without a capture or a move of a pawn or crab.",
    ),
]
LONGEST = [(CROWDED.diagram((Action("a5xb6=M", ("a5", "b6", "M")),)), 300, 1024)]
