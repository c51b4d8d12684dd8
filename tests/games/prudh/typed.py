"""What people write for an action, and what they are told: rows for ``tests/games/test_typing.py``."""

from __future__ import annotations

from tests.games.positions import after
from tests.games.prudh.boards import GAME, board

START = GAME.start()
BUSY = board("c3:3 d3 e5 b3:3 f1:2")
"""Dark's c3 can slide to e5 and run to f3; b3 is too high to be captured."""

OVER = after(board("a1 c3 f1:2", points=(16, 16)), "a1-c3")
TIED = after(board("a1 c3 f1:2", points=(15, 17)), "a1-c3")

HOW = "type a slide like b2-d4, a run like c3>c5"
WAYS = [(BUSY, "c3>f3", "c3>>f3")]
LINES = [(START, "a1b2 b1-a2, c1 d2", "a1-b2 b1-a2 c1-d2")]
"""An analysis may be typed in one go; in a match a turn is one action."""
NO_ACTION = [("c3-",), ("c3",), (">",), ("c3-d4-e5",), ("slide",), ("end",), ("c3=2",)]
REFUSED = [
    # Whose it is and where it is.
    (START, "g1-f2", "g1 isn't on the board"),
    (START, "a1-a7", "a7 isn't on the board"),
    (START, "b1-a2", "b1 is light's space, and it's dark's turn"),
    (after(START, "a1-b2"), "c1-d2", "c1 is dark's space, and it's light's turn"),
    (BUSY, "f3-e5", "f3 is light's space, and it's dark's turn"),
    (BUSY, "a1-b2", "a1 is empty"),
    (BUSY, "c3-c3", "c3 to c3 isn't a move"),
    (BUSY, "c3-d5", "c3 to d5 is neither a diagonal, as slides take, nor a rank or file, as runs take"),
    # Slides.
    (BUSY, "c3-f6", "e5 is in the way: a slide ends on the first stack it meets"),
    (BUSY, "c3-d4", "d4 is empty: a slide goes on to the first stack it meets, here e5"),
    (BUSY, "c3-a1", "a slide must end on a stack, and there is none that way from c3"),
    # Runs.
    (START, "a1>b1", "a1 is a single piece: a run needs a stack of two or more"),
    (BUSY, "c3>d3", "a run drops a piece a space, to the last piece or the edge: c3>f3"),
    (BUSY, "c3>a3", "a run must capture: c3>a3 meets no stack of light's smaller than 3"),
    (BUSY, "c3>c6", "a run must capture: c3>c6 meets no stack of light's smaller than 3"),
    (BUSY, "c3>c4", "a run must capture: c3>c6 meets no stack of light's smaller than 3"),
    # Over.
    (OVER, "f1-e2", "the match is over, dark has won 18 to 16"),
    (TIED, "f1-e2",
     "the match is over, light has won: at 17 to 17 a tie goes to the side that moved second"),
]  # fmt: skip

DESCRIBED = [
    (board("b2 d4:2", edge="ordinary"), "b2-d4", "1 on b2 slides onto d4 (2): a stack of 3"),
    (board("b2:3 d4", edge="ordinary"), "b2-d4", "3 on b2 slide onto d4 (1): a stack of 4"),
    (board("c3:3 d3:2", edge="ordinary"), "c3>f3", "3 on c3 run to f3, capture d3 (2): 3 points"),
    (board("a1:6 b1:2 d1 f1:5", edge="ordinary"), "a1>f1",
     "6 on a1 run to f1, capture b1 (2), d1 (1) and f1 (5): 11 points; 1 left over goes back"),
    (board("e3:5 f3:4", edge="ordinary"), "e3>f3",
     "5 on e3 run to f3, capture f3 (4): 5 points; 4 left over go back"),
    (board("e3:5 f3:4", edge="traditional"), "e3>f3",
     "5 on e3 run to f3, capture f3 (4): 9 points; 4 left over are captured too"),
    (board("e3:2 f3", edge="traditional"), "e3>f3",
     "2 on e3 run to f3, capture f3 (1): 3 points; 1 left over is captured too"),
    (board("e3:5 f3:4", edge="tika"), "e3>f3",
     "5 on e3 run to f3, capture f3 (4): 5 points; 4 left over stay there"),
    (board("e3:2 f3", edge="tika"), "e3>f3",
     "2 on e3 run to f3, capture f3 (1): 2 points; 1 left over stays there"),
    (board("c3:5 d3", edge="tika"), "c3>f3",
     "5 on c3 run to f3, capture d3 (1): 2 points; 2 left over go back"),
    (board("e3:5 f3:4", edge="tomio"), "e3>f3",
     "5 on e3 run to f3, capture f3 (4): 5 points; 4 left over go into the pit"),
    (board("e3:2 f3", edge="tomio"), "e3>f3",
     "2 on e3 run to f3, capture f3 (1): 2 points; 1 left over goes into the pit"),
]  # fmt: skip
