"""What pictures show, and their words: rows for ``tests/games/test_diagram.py``."""

from __future__ import annotations

from engines import Action, Hand, Piece, Squares
from tests.games.positions import after, pictured
from tests.games.prawns.boards import FAR_BLUE, GAME, board

START = GAME.start(picks={"green": ("crab", "lobster"), "blue": ("shrimp", "crab")})
SHRUNKEN = board("Kc4 Kd4 Sd5 ke6 kf3").diagram()
"""The sea is c3-f6."""
CHOICES = "chosen target capture"
LAST = "last-from last-to"
EVOLVING = board(f"Ke8 Kf8 Kd7 {FAR_BLUE.replace('fd8', 'kd6')}")
EATEN = after(board("Kd4 Kb2 kd5"), "d4xd5").diagram()
CROWDED = board("Ka8 Kb8 Kc8 Kd8 Ke8 Kf8 Kg7 Kh7 Sb6 Ch6 ka1 kb1 kc1 kd1 ke1 kf1 kg2 kh2 sb3 ch3")
LONGEST_TURN = "a8=S b8=C c8=L d8=L e8=S f8=C g7-g8 a8=S b8=S c8=S d8=S e8=S f8=S g8=S h8=S"


def in_hand(**counts: int) -> tuple[tuple[str, str, int], ...]:
    """The pieces of a gene pool."""
    return tuple((kind, kind[0].upper(), count) for kind, count in counts.items())


SHAPES = [
    (START.diagram(), Squares(files=8, ranks=8), ("green", "blue")),
    (GAME.start({"board": "7x6"}).diagram(), Squares(files=7, ranks=6), ("green", "blue")),
]
PIECES = [
    (
        START.diagram(),
        20,
        {
            Piece("d1", "green", "krill", "K"),
            Piece("h2", "green", "lobster", "L"),
            Piece("a7", "blue", "shrimp", "S"),
            Piece("h7", "blue", "crab", "C"),
        },
    ),
]
HANDS = [
    (
        START.diagram(),
        (
            Hand("green", "Green's pool", in_hand(shrimp=2, crab=1, lobster=1, krill=0)),
            Hand("blue", "Blue's pool", in_hand(shrimp=1, crab=1, lobster=2, krill=0)),
        ),
    ),
]
MARKS = [
    (
        SHRUNKEN,
        "zone",
        {f"zone {file}6 green" for file in "cdef"} | {f"zone {file}3 blue" for file in "cdef"},
    ),
    (
        SHRUNKEN,
        "dry",
        {
            f"dry {file}{rank}"
            for file in "abcdefgh"
            for rank in range(1, 9)
            if file not in "cdef" or not 3 <= rank <= 6
        },
    ),
    (START.diagram(), "dry", set()),
    (pictured(board(f"Kd1 {FAR_BLUE}"), "d1-d2"), LAST, {"last-from d1", "last-to d2"}),
    (pictured(board(f"Kd7 {FAR_BLUE}"), "d7-e8", "e8=C"), LAST, {"last-from d7", "last-to e8"}),
    (pictured(board(f"Kd7 {FAR_BLUE}"), "d7-e8", "end"), LAST, {"last-from d7", "last-to e8"}),
    (
        pictured(board(f"Ke8 Kd1 {FAR_BLUE}"), "e8=C", "d1-d2"),
        LAST,
        {"last-to e8", "last-from d1", "last-to d2"},
    ),
    (pictured(board(f"Ke8 {FAR_BLUE}"), "e8=C", "e8-e4"), LAST, {"last-from e8", "last-to e4"}),
    (pictured(board("kc5 Lf5"), "f5-dry"), LAST, {"last-from f5"}),
    (
        board(f"Cd4 kd6 Kb4 {FAR_BLUE}").diagram(chosen=["d4"]),
        CHOICES,
        {
            "chosen d4",
            "capture d6",
            *(f"target {at}" for at in ["d1", "d2", "d3", "d5", "c4", "e4", "f4", "g4", "h4"]),
        },
    ),
    # Evolutions and deaths have no square to go to.
    (board("kc5 Lf5").diagram(chosen=["f5"]), CHOICES, {"chosen f5"}),
    (after(board(f"Kd7 {FAR_BLUE}"), "d7-e8").diagram(chosen=["e8"]), CHOICES, {"chosen e8"}),
]
WORDS = [
    (
        START.diagram(),
        "Prawns on 8 by 8 squares. "
        "Green: unmoved krill a1 b1 c1 d1 e1 f1 g1 h1; crab a2; lobster h2. "
        "Blue: unmoved krill a8 b8 c8 d8 e8 f8 g8 h8; shrimp a7; crab h7. "
        "Green's gene pool: 2 shrimp, 1 crab, 1 lobster, 0 krill. "
        "Blue's gene pool: 1 shrimp, 1 crab, 2 lobsters, 0 krill. "
        "Green's krill evolve on rank 8, blue's on rank 1. "
        "Green to move.",
    ),
    (
        pictured(board("Kb3 Kc4 kf6 ke6"), "b3-c3"),
        "Prawns on 8 by 8 squares. Green: krill c3 c4. Blue: krill e6 f6. "
        "Green's gene pool: 2 shrimp, 2 crabs, 2 lobsters, 6 krill. "
        "Blue's gene pool: 2 shrimp, 2 crabs, 2 lobsters, 6 krill. "
        "The sea has shrunk to c3-f6. Green's krill evolve on rank 6, blue's on rank 3. "
        "Last turn: b3-c3. Blue to move.",
    ),
    *(
        (after(EVOLVING, *line.split()).diagram(), state)
        for line, state in (
            ("e8=C", "Green has evolved e8, and still has to move."),
            ("e8=C f8=L", "Green has evolved e8 and f8, and still has to move."),
            ("d7-d8", "Green has moved, and may evolve or end the turn."),
            ("d7-d8 e8=C", "Green has moved and evolved e8, and may evolve or end the turn."),
            ("d7-d8 e8=C f8=S", "Green has moved and evolved e8 and f8, and may evolve or end the turn."),
            ("d7-d8 e8=C d8=S f8=S", "Blue to move."),
        )
    ),
    (EATEN, "Green has won: blue's last prawn was eaten."),
    (EATEN, "Blue: no prawn.…"),
    (after(board("kc5 Lf5"), "f5-dry").diagram(), "Blue has won: green's last prawn died on dry land."),
]
LONGEST = [
    (CROWDED.diagram(tuple(Action(text, (text[:2], text[2:])) for text in LONGEST_TURN.split())), 300, 1024),
]
"""Every prawn on the board, after a turn as long as one can be."""
