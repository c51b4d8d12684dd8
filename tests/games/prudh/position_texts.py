"""Position texts: rows for ``tests/games/test_position_text.py``."""

from __future__ import annotations

from tests.games.prudh.boards import GAME
from tests.games.prudh.boards import START as TEXT


def text(stacks: str, rest: str) -> str:
    """A position text with ``stacks`` such as ``"c3:4 d3"``; ``rest`` is all after the board."""
    there = dict((stack + ":1").split(":")[:2] for stack in stacks.split())
    ranks = "/".join(",".join(there.get(f"{file}{rank}", "0") for file in "abcdef") for rank in "654321")
    return f"{ranks} {rest}"


START = (GAME.start(), TEXT)
READ = [
    (
        "1,0,2,0,0,1/1,1,0,0,1,1/1,1,0,0,0,1/1,3,0,0,4,0/0,0,2,0,0,0/1,0,1,0,1,2 l l 6:4 0",
        {"edge": "ordinary"},
    ),
    (
        "0,0,0,0,0,1/0,0,0,0,1,0/0,0,0,0,0,0/1,2,0,0,0,0/1,2,0,0,0,2/0,0,0,1,1,1 d d 17:6 0",
        {"edge": "traditional"},
    ),
    ("1,1,0,0,0,0/0,3,0,0,2,0/0,0,0,0,3,0/0,0,0,0,4,0/1,0,0,0,0,0/1,0,2,0,0,1 l l 9:8 0", {"edge": "tika"}),
    ("0,0,0,0,0,2/0,0,0,0,0,0/0,0,0,0,0,0/0,0,7,0,0,0/0,1,1,0,1,0/0,0,2,0,0,8 l l 4:7 3", {"edge": "tomio"}),
    # The same after the end.
    ("0,0,0,0,0,0/0,0,0,0,0,0/0,0,0,0,0,0/0,3,0,7,0,0/0,0,0,0,0,2/3,0,5,0,0,0 l d 6:5 5", {"edge": "tomio"}),
    # How a position came about is not asked: the pieces are all there, so it can be looked at and played on.
    # Light moved last, and has no stack.
    (text("c3", "d d 33:2 0"),),
    # Dark moved last, and has the points for no capture.
    (text("e3", "l d 0:35 0"),),
    # Before the first capture, yet dark's pieces are on light's spaces.
    (text("b1:36", "l d 0:0 0"),),
]
WRITTEN = [
    (GAME.start(first="light"), TEXT.replace(" d d ", " l l ")),
    # The edge is told to the reader and not written.
    *((GAME.start({"edge": edge}), TEXT) for edge in GAME.options[0].choices),
]
DIFFERENT = [(GAME.start(), GAME.start({"edge": "tika"}))]
REFUSED = [
    (TEXT.replace(" d d ", " d g "), "a side is d or l, not 'g'"),
    (TEXT.replace("1,1,", "1,", 1), "rank '1,1,1,1,1' has 5 spaces and not 6"),
    (TEXT.replace("1,1,", "1,1,1,", 1), "has 7 spaces and not 6"),
    (TEXT.replace("1,1,", "1,,", 1), "'' is not a number of pieces"),
    (TEXT.replace("1,1,", "1,x,", 1), "'x' is not a number of pieces from 0 to 36"),
    (TEXT.replace("1,1,", "1,37,", 1), "'37' is not a number of pieces"),
    (TEXT.replace("1,1,", "1,100,", 1), "'100' is not a number of pieces"),
    (TEXT.replace("1,1,", "1,01,", 1), "'01' is not a number of pieces"),
    (TEXT.replace("1,1,", "1,-1,", 1), "'-1' is not a number of pieces"),
    (TEXT.replace("0:0", "0"), "the points are dark's and light's such as 5:3, not '0'"),
    (TEXT.replace("0:0", "0:0:0"), "the points are"),
    (TEXT.replace("0:0", "0:"), "'' is not a number of pieces"),
    (TEXT.replace("0:0 0", "0:0 00"), "'00' is not a number of pieces"),
    (TEXT.replace("1,1,", "1,2,", 1),
     "36 pieces are on the board, captured or in the pit, and not 37", {"edge": "ordinary"}),
    (TEXT.replace("0:0", "2:0"), "and not 38", {"edge": "ordinary"}),
    (text("a1:2 c3:5", "d d 14:14 0"), "and not 35", {"edge": "ordinary"}),
    (text("a1:2 c3:5", "d d 28:1 0"),
     "a capture is worth at least 2 points, so light cannot have 1", {"edge": "ordinary"}),
    (text("a1:2 c3:5", "d d 1:28 0"), "so dark cannot have 1", {"edge": "ordinary"}),
    (text("a1:2 c3:5", "d d 14:13 2"), "with the edge traditional there is no pit", {"edge": "traditional"}),
    (text("a1:18 b1:15", "d d 0:0 3"), "pieces come into the pit by a run, and a run scores",
     {"edge": "tomio"}),
]  # fmt: skip
