"""What pictures show, and their words: rows for ``tests/games/test_diagram.py``."""

from __future__ import annotations

from engines import Hand, Piece, Squares
from tests.games.positions import after, pictured
from tests.games.prudh.boards import GAME, board

START = GAME.start()
BUSY = board("c3:3 d3 e5 b3:3 f1:2")
OVER = after(board("a1 c3 f1:2", edge="tomio", points=(12, 14), pit=6), "a1-c3").diagram()
CROWDED = board("a1:3 b2 c3:2 f1:4 d1:2 e2:2 f3 b3 a4 c4 e4 b5 d5 f5", edge="traditional", points=(7, 7))
LIGHT_STUCK = "Light can do nothing, so dark, which moved last, gets 2 for its tallest stack"


def scores(dark: str, light: str) -> tuple[Hand, Hand]:
    """The points beside the board."""
    return Hand("dark", f"Dark: {dark}", ()), Hand("light", f"Light: {light}", ())


SHAPES = [(START.diagram(), Squares(files=6, ranks=6), ("dark", "light"))]
PIECES = [
    # A stack is one piece with its height as letter and count.
    (
        BUSY.diagram(),
        5,
        {
            Piece("f1", "light", "stack", "2", 2),
            Piece("b3", "light", "stack", "3", 3),
            Piece("c3", "dark", "stack", "3", 3),
            Piece("d3", "light", "stack", "1", 1),
            Piece("e5", "dark", "stack", "1", 1),
        },
    ),
]
HANDS = [
    (START.diagram(), scores("0 points", "0 points")),
    (board("a1 c3 f1:2", points=(1, 31)).diagram(), scores("1 point", "31 points")),
    # The pit is shown where there can be one.
    (
        board("a1 c3 f1:2", edge="tomio", points=(10, 17), pit=5).diagram(),
        scores("10 points · 5 in the pit", "17 points"),
    ),
    (GAME.start({"edge": "tomio"}).diagram(), scores("0 points · 0 in the pit", "0 points")),
    # After the end the titles are the final scores.
    (OVER, scores("20 points", "14 points")),
]
LETTERS = [
    (
        board("a1:10 b1 b2").diagram(),
        " 2   .  1D   .   .   .   .\n 1 10D  1L   .   .   .   .\n     a   b   c   d   e   f",
    ),
]
MARKS = [
    (BUSY.diagram(), "", set()),
    (pictured(START, "a1-b2"), "", {"last-from a1", "last-to b2"}),
    # A run has arrived on every space it entered.
    (pictured(BUSY, "c3>f3"), "", {"last-from c3", "last-to d3", "last-to e3", "last-to f3"}),
    (BUSY.diagram(chosen=["c3"]), "", {"chosen c3", "target e5", "target f3", "capture d3"}),
    (board("e3:2 f3").diagram(chosen=["e3"]), "", {"chosen e3", "capture f3"}),
]
WORDS = [
    (
        START.diagram(),
        "Prudh on 6 by 6 spaces, ordinary edge. "
        "Dark: 1 on a1 c1 e1 b2 d2 f2 a3 c3 e3 b4 d4 f4 a5 c5 e5 b6 d6 f6. "
        "Light: 1 on b1 d1 f1 a2 c2 e2 b3 d3 f3 a4 c4 e4 b5 d5 f5 a6 c6 e6. "
        "Dark has 0 points, light 0. Dark moved first. Dark to move.",
    ),
    (
        pictured(board("c3:3 d3 e5 b3:3 f1:2", points=(5, 21), first="light"), "c3>f3"),
        "Prudh on 6 by 6 spaces, ordinary edge. Dark: 1 on e3 e5. Light: 3 on b3; 2 on f1; 1 on f3. "
        "Dark has 7 points, light 21. Light moved first. Last turn: c3>f3. Light to move.",
    ),
    (
        board("a1 c3 f1:11", edge="tomio", points=(1, 17), pit=5).diagram(),
        "Dark has 1 point, light 17. 5 in the pit. Dark moved first.…",
    ),
    (
        after(board("a1 c3 f1:2", points=(16, 16)), "a1-c3").diagram(),
        f"{LIGHT_STUCK}. Dark has won 18 to 16.",
    ),
    (
        after(board("a1 c3 f1:2", points=(10, 22)), "a1-c3").diagram(),
        f"{LIGHT_STUCK}. Light has won 22 to 12.",
    ),
    (
        after(board("a1 c3 f1:2", points=(10, 17), edge="tomio", pit=5), "a1-c3").diagram(),
        f"{LIGHT_STUCK} and 5 from the pit. "
        "Light has won: at 17 to 17 a tie goes to the side that moved second.",
    ),
    (board("f1:2", "light").diagram(), "Dark: no stack. Light: 2 on f1.…"),
]
LONGEST = [(pictured(CROWDED, "c3>a3"), 100, 499), (OVER, 100, 499)]
"""Many stacks of many heights; the end of a match adds less than is left."""
