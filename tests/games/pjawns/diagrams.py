"""What pictures show, and their words: rows for ``tests/games/test_diagram.py``."""

from __future__ import annotations

from engines import Hand, Piece, Squares
from tests.games.pjawns.boards import FILES, GAME, board
from tests.games.positions import after, pictured

START = GAME.start()
BUSY = board("a1 a4 e4 e6 h2", "d5 d6 h3 b7", "w", "d7")
SHUT_IN = GAME.from_text("8/8/1p2p1p1/pP1pPpPp/P1pP1P1P/8/2P5/8 w 0/0 -")
FULL = board(" ".join(f"{file}3" for file in FILES), " ".join(f"{file}6" for file in FILES), "w", "d7")

SHAPES = [(START.diagram(), Squares(8, 8), ("white", "black"))]
PIECES = [
    (
        board("e4", "d5").diagram(),
        2,
        {Piece("e4", "white", "pjawn", "P"), Piece("d5", "black", "pjawn", "P")},
    ),
]
HANDS = [
    (
        board("e4 a1", "d5").diagram(),
        (
            Hand("white", "White's hand", (("pjawn", "P", 6),)),
            Hand("black", "Black's hand", (("pjawn", "P", 7),)),
        ),
    ),
]
LETTERS = [(board("e4", "d5").diagram(), " 5 . . . p . . . .\n 4 . . . . P . . .")]
MARKS = [
    (BUSY.diagram(), "", set()),
    (pictured(BUSY, "@c1"), "", {"last-to c1"}),
    (pictured(BUSY, "a1-a3"), "", {"last-from a1", "last-to a3"}),
    (pictured(BUSY, "e4xd5"), "", {"last-from e4", "last-to d5"}),
    (pictured(BUSY, "e6xd7"), "", {"last-from e6", "last-to d7"}),
    (BUSY.diagram(chosen=["a1"]), "", {"chosen a1", "target a2", "target a3"}),
    (BUSY.diagram(chosen=["e4"]), "", {"chosen e4", "target e5", "capture d5"}),
    # En passant goes to d7 and takes what stands on d6.
    (BUSY.diagram(chosen=["e6"]), "", {"chosen e6", "target e7", "target d7", "capture d6"}),
    (
        board("d3 h6", "e3", "b", "d2").diagram(chosen=["e3"]),
        "",
        {"chosen e3", "target e2", "target d2", "capture d3"},
    ),
    (BUSY.diagram(chosen=["h2"]), "", {"chosen h2"}),
    (BUSY.diagram(chosen=["place"]), "", {f"target {file}1" for file in "bcdfg"}),
]
WORDS = [
    (
        START.diagram(),
        "Pjawns on 8 by 8 squares. White: no pjawn. Black: no pjawn. "
        "White's hand: 8 pjawns. Black's hand: 8 pjawns. White to move.",
    ),
    (
        pictured(board("e6 a2 b5 b6 c5 c6 d4", "d8", "b"), "d8-d6"),
        "Pjawns on 8 by 8 squares. White: a2 d4 b5 c5 b6 c6 e6. Black: d6. "
        "White's hand: 1 pjawn. Black's hand: 7 pjawns. "
        "Last turn: d8-d6. Just passed over: d7. White to move.",
    ),
    (after(board("e7", "d8 h6"), "e7xd8").diagram(), "White has won: its pjawn d8 has crossed the board."),
    (after(SHUT_IN, "c2-c3").diagram(), "White has won: black can neither place nor move a pjawn."),
]
LONGEST = [(FULL.diagram((FULL.parse("a3-a4"),)), 100, 299)]
