"""What pictures show, and their words: rows for ``tests/games/test_diagram.py``."""

from __future__ import annotations

from engines import Action, Hand, Hexes, Piece
from engines.games.predation.board import BY_ROW, NAMES
from tests.games.positions import after, pictured
from tests.games.predation.boards import GAME, board, prey_to_move

START = GAME.start()
CHASE = board("d13 b13", "f9 f8 a1 b1 a2")
BESET = prey_to_move("d6 i13", "c6 e6 d7")
CHOOSING = after(BESET, "d7xd6")
SPAWNED = after(CHASE, "d13xf9", "*c13")
CHOICES = "chosen target capture"
LAST = "last-from last-to"

SHAPES = [(START.diagram(), Hexes(files=9, rows=13), ("predator", "prey"))]
POINTS = [(START.diagram(), tuple(NAMES[place] for row in BY_ROW for place in row))]
"""Named row by row."""
PIECES = [
    (START.diagram(), 14, {Piece("c13", "predator", "predator", "P"), Piece("i1", "prey", "prey", "Y")}),
]
HANDS = [
    (
        START.diagram(),
        (Hand("predator", "Predator · 50 in the bank", ()), Hand("prey", "Prey · 0 of 2 landed", ())),
    ),
    (
        board("i1", "a13 c3", landed="1:a13").diagram(),
        (Hand("predator", "Predator · 61 in the bank", ()), Hand("prey", "Prey · 1 of 2 landed", ())),
    ),
]
LETTERS = [
    (START.diagram(), "13 . . P P P P P . .\n12  . . . . . . . ."),
    (START.diagram(), " 1 y y y y y y y y y"),
]
MARKS = [
    (
        START.diagram(),
        "zone goal",
        {
            *(f"zone {file}13 predator" for file in "cdefg"),
            *(f"zone {file}1 prey" for file in "abcdefghi"),
            *(f"goal {file}13 prey" for file in "abcdefghi"),
        },
    ),
    (SPAWNED.diagram(), "moved", {"moved f9", "moved c13"}),
    (after(SPAWNED, "end").diagram(), "moved", set()),
    (pictured(START, "d13-e10", "end"), LAST, {"last-from d13", "last-to e10"}),
    (
        pictured(START, "d13-e10", "c13-b12", "end"),
        LAST,
        {"last-from d13", "last-to e10", "last-from c13", "last-to b12"},
    ),
    (pictured(CHASE, "d13xf9", "end"), LAST, {"last-from d13", "last-to f9"}),
    (pictured(CHASE, "d13xf9+f8", "end"), LAST, {"last-from d13", "last-to f9", "last-from f8"}),
    (pictured(CHASE, "d13xf9", "*d13"), LAST, {"last-to d13", "last-to f9"}),
    (pictured(BESET, "d7xd6"), LAST, {"last-from d7", "last-to d6"}),
    (pictured(BESET, "d7xd6", "!c6"), LAST, {"last-from d7", "last-to d6", "last-from c6"}),
    (pictured(START, "end"), LAST, set()),
    (CHASE.diagram(chosen=["d13"]), "chosen capture", {"chosen d13", "capture f9"}),
    (CHASE.diagram(chosen=["d13", "f9"]), CHOICES, {"chosen d13", "chosen f9", "capture f8"}),
    (after(CHASE, "d13xf9").diagram(chosen=["spawn"]), CHOICES, {f"target {file}13" for file in "cdefg"}),
    # Helpers are marked without being asked for.
    (CHOOSING.diagram(), CHOICES, {"capture c6", "capture e6"}),
    (CHOOSING.diagram(chosen=["c6"]), "chosen", {"chosen c6"}),
]
WORDS = [
    (
        START.diagram(),
        "Predation. Predators: c13 d13 e13 f13 g13. Prey: a1 b1 c1 d1 e1 f1 g1 h1 i1. "
        "In the bank: 50. No prey has landed. Predator to move.",
    ),
    (
        pictured(CHASE, "d13xf9+f8", "*c13"),
        "Predation. Predators: b13; done this turn: f9 c13. Prey: a1 b1 a2. In the bank: 58. "
        "No prey has landed. Last turn: d13xf9+f8 *c13. Predator to move, and can spawn 1 first.",
    ),
    # The end of a turn is told only if nothing else was done.
    (pictured(START, "d13-f8", "end"), "No prey has landed. Last turn: d13-f8. Prey to move."),
    (pictured(START, "end"), "No prey has landed. Last turn: end. Prey to move."),
    (after(board("i13", "a9 b9 c9 d9"), "end").diagram(), "Prey to move, and can spawn 2 first."),
    (
        CHOOSING.diagram(),
        "A predator was captured on d6: predator must remove c6 or e6, then prey's turn goes on.",
    ),
    (
        after(board("d13", "f9 a1"), "d13xf9").diagram(),
        "Predator has won: fewer than two prey are left. It was predator's turn, 1 still to spawn.",
    ),
    (
        after(board("d6", "c6 e6 d7"), "end", "d7xd6", "!c6").diagram(),
        "Predators: none. Prey: e6. In the bank: 63. No prey has landed. "
        "Predator has won: fewer than two prey are left. It was prey's turn.",
    ),
    (
        after(prey_to_move("i1", "a13 h12", landed="1:a13"), "h12-i13").diagram(),
        "Landed: 2 of 2, now on a13 and i13. "
        "Prey has won: a second prey has landed on the far edge. It was prey's turn.",
    ),
    (board("i1", "b3 c3", landed="1").diagram(), "Landed: 1 of 2, now gone. Predator to move."),
    (board("i1", "b3 c3", landed="1:c3").diagram(), "Landed: 1 of 2, now on c3. Predator to move."),
]

_PREDATORS = [f"{file}{row}" for row in (13, 11) for file in "abcdefghi"] + [
    f"{file}12" for file in "abcdefgh"
]
_PREY = [f"{file}{row}" for row in (8, 10) for file in "abcdefgh"] + [f"{file}9" for file in "abcdefghi"]
_PREY += [f"{file}7" for file in "abcdefghi"] + ["a6", "b6", "c6", "d6"]
FULL = board(" ".join(_PREDATORS), " ".join(_PREY)).diagram(
    [Action(f"{name}xa10+b10", (name, "a10", "b10")) for name in (*_PREDATORS, *_PREY)]
)
LONGEST = [(FULL, 900, 1024)]
"""All 64 pieces on hexes with long names, after a turn as long as one can be."""
WORDS += [(FULL, " more. Predator to move.")]
