"""What people write for an action, and what they are told: rows for ``tests/games/test_typing.py``."""

from __future__ import annotations

from tests.games.positions import after
from tests.games.predation.boards import GAME, board, prey_to_move

START = GAME.start()
CHASE = board("d13 b13", "f9 f8 a1 b1 a2")
CAPTURED = after(CHASE, "d13xf9+f8")
SPAWNING = after(board("i13", "a9 b9 c9 d9"), "end")
BESET = prey_to_move("d6 i13", "c6 e6 d7")
CHOOSING = after(BESET, "d7xd6")
CROWDED = board("d13", "f9 e9 f8 a1 b1")

HELPER_FIRST = "predator must first remove a prey that helped to capture d6: !c6 or !e6"
NONE_LEFT = "predator spawns right after a capture, one for each prey just taken, and none is left to spawn"
FULL = board(
    " ".join(f"{file}{row}" for row in (9, 10, 11) for file in "abcdefgh"),
    " ".join(f"{file}{row}" for row in (4, 5, 6, 7, 8) for file in "abcdefgh"),
)
EXTINCT = after(board("d13", "f9 a1"), "d13xf9")
MIGRATED = after(prey_to_move("i1", "a13 h12", landed="1:a13"), "h12-i13")

HOW = (
    "type a move like d13-e10, a capture like d13xf9 or d13xf9+f8, a new piece like *c13, the helper to "
    "remove like !c6, the end of a turn as end"
)
WAYS = [
    (CHASE, "d13xf9", "d13-f9", "d13f9", "d13 takes f9"),
    (CHASE, "d13xf9+f8", "d13f9f8", "D13 F9 F8", "d13-f9-f8", "d13xf9 + f8", "d13xf9 and f8", "d13xf9+"),
    (CAPTURED, "*c13", "* C13", "c13", "spawn c13", "new c13"),
    (SPAWNING, "*c1", "C1"),
    (CHOOSING, "!c6", "c6", "remove c6", "helper c6"),
    (CHOOSING, "!e6", "! E6"),
    (START, "end", "END", "end turn"),
]
LINES = [
    (CHASE, "b13-d9 d13xf9+f8 *c13 end", "b13-d9 d13xf9+f8 *c13 end"),
    (CHASE, "b13d9, d13f9f8, c13, END", "b13-d9 d13xf9+f8 *c13 end"),
    (CHASE, "d13xf9 *c13", "d13xf9 *c13"),
    (CHASE, "d13 f9 f8 *c13 *e13 b13 - a12", "d13xf9+f8 *c13 *e13 b13-a12"),
    (CHASE, "d13 f9 c13 end", "d13xf9 *c13 end"),
    (CHASE, "d13xf9 b13d9", "d13xf9 b13-d9"),
    (SPAWNING, "b1 c1 b1-b3 end", "*b1 *c1 b1-b3 end"),
    (SPAWNING, "b1 c1 b1 b3 c1d3", "*b1 *c1 b1-b3 c1-d3"),
    (BESET, "d7xd6 !c6 e6-f6 end", "d7xd6 !c6 e6-f6 end"),
    (BESET, "d7 d6 c6 e6 f6", "d7xd6 !c6 e6-f6"),
]
AMBIGUOUS = [(CROWDED, "d13xf9+", ("d13xf9+f8", "d13xf9+e9"))]
NO_ACTION = [("d1-",), ("a1-b1-c1-d1",), ("13d-10e",), ("d13-ee10",), ("*",), ("!",), ("+f8",), ("ended",)]
ASKED = [(START, "d13", "where does predator d13 go")]
REFUSED = [
    # Whose it is and where it is.
    (START, "d5-d6", "d5 is empty"),
    (START, "d5", "d5 is empty"),
    (START, "d1-d2", "d1 holds a prey, and it's predator's turn"),
    (after(START, "end"), "d13-d12", "d13 holds a predator, and it's prey's turn"),
    (START, "j5-j6", "j5 isn't on the board"),
    (START, "i2-i3", "i2 isn't on the board"),
    (START, "d13-d14", "d14 isn't on the board"),
    (START, "d13-d13", "d13 to d13 isn't a move"),
    (START, "d13-e13", "e13 holds a predator already"),
    (after(START, "end"), "c1-d1", "d1 holds a prey already"),
    # Once a turn, and how far.
    (after(START, "d13-e10"), "e10-e9",
     "predator e10 has moved this turn: it stays there until the next one"),
    (after(START, "d13-e10"), "e10",
     "predator e10 has moved this turn: it stays there until the next one"),
    (after(START, "end", "c1-c2"), "c2-c3",
     "prey c2 has moved this turn: it stays there until the next one"),
    (after(CAPTURED, "*c13"), "c13-c12",
     "predator c13 has moved or was spawned this turn: it stays there until the next one"),
    (START, "d13-g7", "g7 is 6 spaces from d13: a piece moves 5 at most"),
    (after(START, "end"), "a2-a3", "a2 is empty"),
    (after(START, "end"), "b1-h2", "h2 is 7 spaces from b1: a piece moves 5 at most"),
    # A predator's line.
    (START, "d13-d11", "d11 isn't in a straight line from d13, and a predator moves in one"),
    (CHASE, "d13-f8", "prey f9 is in the way: a predator passes only through predators"),
    # Captures of two.
    (CHASE, "d13xf9+e9", "e9 is empty: there is no prey to take"),
    (CHASE, "d13xf9+b13", "b13 holds a predator: there is no prey to take"),
    (CHASE, "d13xf9+a1", "prey a1 isn't next to f9"),
    (CHASE, "d13xf9+z9", "z9 isn't on the board"),
    (CHASE, "d13-e10+e9", "e10 is empty: a second prey is only taken together with a first"),
    (CHASE, "d13-e10+", "e10 is empty: a second prey is only taken together with a first"),
    (board("d13", "f9 a1 b1"), "d13xf9+", "no other prey stands next to f9"),
    (BESET, "d7xd6+c6", "prey captures one predator at a time, and nothing beside it"),
    (BESET, "d7xd6+", "prey captures one predator at a time, and nothing beside it"),
    # Prey's paths.
    (prey_to_move("e7", "e9 i1"), "e9-e5", "prey e9 would have to stop on d8: it is next to predator e7"),
    (board("b3 c1", "a1 h1", "y", moved="h1"), "a1-a4",
     "prey a1 would have to stop on a2: it is next to predator b3"),
    (prey_to_move("a2 b1", "a1 h10"), "a1-a3",
     "predators are in the way: no path of 5 spaces leads from a1 to a3"),
    (prey_to_move("d6", "d7 i1"), "d7xd6",
     "no other prey stands next to predator d6, and its capture takes two besides the capturing one"),
    (prey_to_move("d6", "d7 e7 i1"), "d7xd6",
     "only prey e7 stands next to predator d6, and its capture takes two besides the capturing one"),
    (prey_to_move("d6", "d5 e5 e9"), "e9xd6",
     "prey e9 would have to stop on d7: it is next to predator d6"),
    # Spawning.
    (START, "*d13", "d13 is taken: a predator stands there"),
    (after(START, "d13-e10"), "*d13", NONE_LEFT),
    (CAPTURED, "*c5", "c5 isn't in the Lair: new predator come on c13 to g13"),
    (CAPTURED, "c5", "c5 isn't in the Lair: new predator come on c13 to g13"),
    (after(CAPTURED, "*c13"), "*c13", "c13 is taken: a predator stands there"),
    (CAPTURED, "*j13", "j13 isn't on the board"),
    (after(SPAWNING, "*b1", "*c1"), "*d1",
     "prey spawns before its first move, up to half the prey that stood on the board when the turn "
     "began, and none is left to spawn"),
    (SPAWNING, "*a9", "a9 isn't in the Warren: new prey come on a1 to i1"),
    (after(FULL, "end"), "*b1", "the bank is empty: all 64 pieces are on the board"),
    # Choosing a helper.
    (START, "!c6", "a helper is removed only right after prey has captured a predator"),
    (BESET, "!c6", "a helper is removed only right after prey has captured a predator"),
    (CHOOSING, "!d7", f"d7 is empty: {HELPER_FIRST}"),
    (CHOOSING, "!i13", f"i13 holds a predator: {HELPER_FIRST}"),
    (CHOOSING, "!c1", f"prey c1 isn't next to d6: {HELPER_FIRST}"),
    (CHOOSING, "!k6", "k6 isn't on the board"),
    (CHOOSING, "e6-f6", HELPER_FIRST),
    (CHOOSING, "*d1", HELPER_FIRST),
    (CHOOSING, "end", HELPER_FIRST),
    # Over.
    (EXTINCT, "end", "the match is over, predator has won: fewer than two prey are left"),
    (EXTINCT, "*c13", "the match is over, predator has won: fewer than two prey are left"),
    (EXTINCT, "f9", "the match is over, predator has won: fewer than two prey are left"),
    (MIGRATED, "end", "the match is over, prey has won: a second prey has landed on the far edge"),
]  # fmt: skip
