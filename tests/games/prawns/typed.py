"""What people write for an action, and what they are told: rows for ``tests/games/test_typing.py``."""

from __future__ import annotations

from tests.games.positions import after
from tests.games.prawns.boards import FAR_BLUE, GAME, board

START = GAME.start(picks={"green": ("crab", "lobster"), "blue": ("shrimp", "crab")})
EVOLVING = board(f"Ke8 Ca4 kd4 {FAR_BLUE}")
SHRUNKEN = board("Kc4 Kd4 Sd5 ke6 kf3")
"""The sea is c3-f6."""
MOVED = after(EVOLVING, "e8-e7", "d4-d5", "e7-e8")
DRYING = board("kc5 Lf5")

HOW = "type a move like d2-d3 or d2xd3, an evolution like d8=C (S, C or L), the end of a turn as end"
WAYS = [
    (EVOLVING, "a4xd4", "a4-d4", "a4d4", "a4 eats d4"),
    (EVOLVING, "e8=C", "e8=c", "E8 = C", "e8C", "e8-c", "e8=crab", "e8=perpendicularly-flavoured"),
    (EVOLVING, "e8=L", "e8=L", "e8 lobster", "e8=Diagonally-flavored prawn"),
    (EVOLVING, "e8=S", "e8=L-flavoured", "e8 = L-Flavoured Prawn", "e8=l flavored"),
    (MOVED, "end", "END", "end turn"),
    (DRYING, "f5-dry", "f5-dry", "F5 DRY", "f5dry"),
]
LINES = [
    (EVOLVING, "e8=C e8e5", "e8=C e8-e5"),
    (EVOLVING, "e8=c, e8 - e5", "e8=C e8-e5"),
    (EVOLVING, "e8 = c ; e8e5", "e8=C e8-e5"),
    (EVOLVING, "a4d4 e8=S", "a4xd4 e8=S"),
    (EVOLVING, "e8=L a4-b4 e8=S", "e8=L a4-b4 e8=S"),
]
NO_ACTION = [("d1-",), ("d1",), ("e8=Q",), ("=C",), ("dry",), ("ended",)]
REFUSED = [
    # Whose it is and where it is.
    (START, "d4-d5", "d4 is empty"),
    (START, "d8-d7", "d8 is blue's, and it's green's turn"),
    (START, "j2-j3", "j2 isn't on the board"),
    (START, "d2-d10", "d2 is empty"),
    (START, "d1-d9", "d9 isn't on the board"),
    (SHRUNKEN, "c4-b4", "b4 is dry land: the sea is c3-f6"),
    (SHRUNKEN, "a1-a2", "a1 is dry land: the sea is c3-f6"),
    (START, "d1-d1", "d1 to d1 isn't a move"),
    (START, "d1-e1", "e1 is taken by green\'s own prawn"),
    # Swimming.
    (START, "d1-d4", "krill d1 can't get to d4: a krill swims one square in any direction"),
    (START, "a2-c5", "crab a2 can't get to c5: a crab swims along ranks and files"),
    (START, "h2-h5", "lobster h2 can't get to h5: a lobster swims along diagonals"),
    (board(f"Sd4 {FAR_BLUE}"), "d4-d5",
     "shrimp d4 can't get to d5: a shrimp hops like a chess knight, or one square diagonally"),
    (START, "a2-a8", "a7 is in the way of crab a2"),
    (board(f"Cd4 Kd5 {FAR_BLUE}"), "d4-d7", "d5 is in the way of crab d4"),
    (board(f"Lb2 kd4 {FAR_BLUE}"), "b2-f6", "d4 is in the way of lobster b2"),
    # Jumping.
    (board(f"Kf4 Ke5 kd6 {FAR_BLUE}"), "f4-d6", "d6 is blue's: a jump never eats"),
    (board(f"Kd4 kd5 {FAR_BLUE}"), "d4-d6", "d5 is blue's: a prawn can only jump over its own side"),
    (board(f"Kd4 Kc4 Kb4 {FAR_BLUE}"), "d4-b4", "b4 is taken by green\'s own prawn"),
    (board(f"Kd4 {FAR_BLUE}"), "d4-f4", "e4 is empty: a prawn can only jump over one of its own side"),
    (board(f"Cd4 kd5 {FAR_BLUE}"), "d4-d6", "d5 is blue's: a prawn can only jump over its own side"),
    # Jump-starts.
    (board(f"Fd1 kd2 {FAR_BLUE}"), "d1-d3", "d2 is blue's: a prawn can only jump over its own side"),
    (board(f"Fd1 kd3 {FAR_BLUE}"), "d1xd3", "d3 is blue's: a jump never eats"),
    (board(f"Fd1 Ld2 kd3 {FAR_BLUE}"), "d1-d3", "d3 is blue's: a jump never eats"),
    (board(f"Kd1 {FAR_BLUE}"), "d1-d3",
     "krill d1 has moved before: only a krill that never moved can jump-start"),
    (board("kd7 kc8 fa8 fb8 Ka1 Kb1", "b"), "d7-d5",
     "krill d7 has moved before: only a krill that never moved can jump-start"),
    (board(f"Sd1 {FAR_BLUE}"), "d1-d3", "d2 is empty: a prawn can only jump over one of its own side"),
    # Wall-jumps.
    (board(f"Kb4 ka5 {FAR_BLUE}"), "b4-a6", "a5 is blue's: a prawn can only jump over its own side"),
    (board(f"Kb4 {FAR_BLUE}"), "b4-a6", "a5 is empty: a wall-jump goes over a prawn of its own side"),
    (board(f"Kb4 Ka5 ka6 {FAR_BLUE}"), "b4xa6", "a6 is blue's: a jump never eats"),
    (board(f"Ka6 Ka5 {FAR_BLUE}"), "a6-b4",
     "krill a6 can't get to b4: a krill swims one square in any direction, "
     "and there is no wall here to bounce off"),
    # Evolving.
    (START, "d1=C", "krill d1 isn't in green's evolution zone, rank 8"),
    (START, "d5=C", "d5 is empty"),
    (START, "d8=C", "d8 is blue's, and it's green's turn"),
    (START, "z8=C", "z8 isn't on the board"),
    (SHRUNKEN, "d5=C", "shrimp d5 isn't in green's evolution zone, rank 6"),
    (EVOLVING, "e8=K", "nothing evolves into a krill"),
    (board(f"Ke8 Ca2 Cb2 {FAR_BLUE}"), "e8=C", "no crab is left in green's gene pool"),
    (board(f"Ce8 {FAR_BLUE}"), "e8=C", "e8 is a crab already"),
    (board("Ce8 fa8 fb8 fc8 fd8"), "e8=L",
     "a crab evolves again only while six prawns are on the board, and 5 are left"),
    (after(EVOLVING, "e8=C"), "e8=L",
     "e8 has already evolved before the move: you can evolve once before it and once after it"),
    (after(board(f"Ke8 Kf7 {FAR_BLUE}"), "f7-f8", "e8=C"), "e8=L",
     "e8 has already evolved after the move: you can evolve once before it and once after it"),
    (board("Ka4 Kb4 kc4"), "b4=S", "as a shrimp, b4 would leave green without a move"),
    # The end of a turn.
    (START, "end", "green hasn't moved yet: a turn ends after a move"),
    (after(EVOLVING, "e8=C"), "end", "green hasn't moved yet: a turn ends after a move"),
    (after(EVOLVING, "e8=C", "a4-b4"), "e8-e7",
     "green has moved already: what is left is to evolve or to end the turn"),
    (after(EVOLVING, "e8=C", "a4-b4"), "e8-dry",
     "green has moved already: what is left is to evolve or to end the turn"),
    # Dry land.
    (START, "d1-dry", "a prawn leaves the sea only when its side can do nothing else, and it can: h2xb8"),
    (START, "d8-dry", "d8 is blue's, and it's green's turn"),
    (START, "d5-dry", "d5 is empty"),
    (board("kc5 Lf5"), "f5-e5", "green has no move, so a prawn must leave the sea (f5-dry)"),
    (board("kc5 Lf5"), "end", "green has no move, so a prawn must leave the sea (f5-dry)"),
    # Over.
    (after(board("kc5 Lf5"), "f5-dry"), "c5-c6",
     "the match is over, blue has won: green's last prawn died on dry land"),
    (after(board("Kd4 Kb2 kd5"), "d4xd5"), "end",
     "the match is over, green has won: blue's last prawn was eaten"),
]  # fmt: skip
