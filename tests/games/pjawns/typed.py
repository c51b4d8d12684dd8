"""What people write for an action, and what they are told: rows for ``tests/games/test_typing.py``."""

from __future__ import annotations

from tests.games.pjawns.boards import GAME, board, turned
from tests.games.positions import after

START = GAME.start()
BUSY = board("a1 a4 e4 e6 h2", "d5 d6 h3 b7", "w", "d7")
SHUT_IN = "8/8/1p2p1p1/pP1pPpPp/P1pP1P1P/8/2P5/8 w 0/0 -"
AHEAD_ONLY = "straight ahead a pjawn goes onto empty squares only"
STEPS = "a pjawn goes one square straight ahead (two from its first rank), or captures one square diagonally"
ALONE = "to go on to the fifth, another one must stand on the fourth as well"

HOW = "type a placement like @e1, an advance like e2-e3, a capture like e4xd5"
WAYS = [
    (START, "@e1", "e1", "E1", "@ e1", "P@e1", "p@e1", "place e1", "Place E1"),
    (START, "@e1", "place at e1", "place on e1", "place @e1", "put e1", "drop e1"),
    (BUSY, "e4xd5", "e4 takes d5"),
    (BUSY, "e6xd7", "e6d7", "e6xd7 e.p.", "e6xd7ep", "E6-D7 ep"),
    (after(START, "@e1"), "@e8", "e8"),
]
LINES = [(START, "e1, e8; e1-e3 e8 e6 @a1", "@e1 @e8 e1-e3 e8-e6 @a1")]
NO_ACTION = [("d1-",), ("@",), ("e",), ("place",), ("e1=Q",), ("exd5",), ("end",), ("0-0",)]
REFUSED = [
    # Placing.
    (START, "@e2", "white can only place pjawns on rank 1; to move one, type both squares: e2-e3"),
    (START, "@e8", "white can only place pjawns on rank 1; to move one, type both squares: e2-e3"),
    (after(START, "@e1"), "e7",
     "black can only place pjawns on rank 8; to move one, type both squares: e7-e6"),
    (START, "@e9", "e9 isn't on the board"),
    (START, "@j1", "j1 isn't on the board"),
    (board("e4", "h7"), "@e1", "e4 is white's: to place on e1, e1 to e4 must all be empty"),
    (board("e6", "e3"), "@e1", "e3 is black's: to place on e1, e1 to e4 must all be empty"),
    (board("a2 e1", "e5", "b"), "@e8", "e5 is black's: to place on e8, e8 to e5 must all be empty"),
    (board("a5 a6 b5 b6 c5 c6 d5 d6", "h7"), "@e1", "all 8 of white's pjawns are on the board"),
    # Whose it is and where it is.
    (BUSY, "c2-c3", "c2 is empty"),
    (BUSY, "d5-d4", "d5 is black's, and it's white's turn"),
    (BUSY, "e4-j4", "j4 isn't on the board"),
    (BUSY, "e0-e1", "e0 isn't on the board"),
    (BUSY, "e4-e4", "e4 to e4 isn't a move"),
    # Advancing.
    (BUSY, "h2-h3", f"h3 is black's: {AHEAD_ONLY}"),
    (board("h2 h3", "a7"), "h2-h3", f"h3 is white's: {AHEAD_ONLY}"),
    (BUSY, "h2-h4", "h2 isn't on white's first rank: only from there a pjawn goes two squares"),
    (board("e1", "e2"), "e1-e3", f"e2 is black's: {AHEAD_ONLY}"),
    (board("e1 e3", "a7"), "e1-e3", f"e3 is white's: {AHEAD_ONLY}"),
    (board("a2", "e8 e6", "b"), "e8-e6", f"e6 is black's: {AHEAD_ONLY}"),
    (BUSY, "a1-a4", f"a1 to a4 is too far: {STEPS}"),
    (BUSY, "a1-c3", f"a1 to c3 is too far: {STEPS}"),
    (BUSY, "a4-a3", "a4 to a3 isn't ahead: white's pjawns only go up the board"),
    (BUSY, "a4-b4", "a4 to b4 isn't ahead: white's pjawns only go up the board"),
    (board("a2", "e6", "b"), "e6-e7", "e6 to e7 isn't ahead: black's pjawns only go down the board"),
    # Capturing.
    (BUSY, "e4xf5", "f5 is empty: diagonally a pjawn only captures"),
    (board("e4 f5", "a7"), "e4xf5", "f5 is taken by white\'s own pjawn"),
    (board("e6", "d6 h7"), "e6xd7",
     "d7 is empty, and d6 hasn't passed it on the turn before, as en passant needs"),
    (board("d3 h2", "e3 h5", "b"), "e3xd2",
     "d2 is empty, and d3 hasn't passed it on the turn before, as en passant needs"),
    (board("e6", "h7"), "e6xd7", "d7 is empty: diagonally a pjawn only captures"),
    # From rank 4 to rank 5.
    (board("e4", "d5"), "e4-e5", f"e4 is white's only pjawn on its fourth rank: {ALONE}"),
    (board("e4", "d5"), "e4xd5", f"e4 is white's only pjawn on its fourth rank: {ALONE}"),
    (board("d4", "e5", "b"), "e5-e4", f"e5 is black's only pjawn on its fourth rank: {ALONE}"),
    (board("d4", "e5", "b"), "e5xd4", f"e5 is black's only pjawn on its fourth rank: {ALONE}"),
    (board("e4", "e5"), "e4-e5", f"e5 is black's: {AHEAD_ONLY}"),
    # Over.
    (after(board("e7", "h6"), "e7-e8"), "h6-h5",
     "the match is over, white has won: its pjawn e8 has crossed the board"),
    (after(GAME.from_text(SHUT_IN), "c2-c3"), "@a8",
     "the match is over, white has won: black can neither place nor move a pjawn"),
    (after(GAME.from_text(turned(SHUT_IN)), "c7-c6"), "@a1",
     "the match is over, black has won: white can neither place nor move a pjawn"),
]  # fmt: skip
