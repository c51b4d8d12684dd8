"""Position texts: rows for ``tests/games/test_position_text.py``."""

from __future__ import annotations

from tests.games.positions import after
from tests.games.prawns.boards import FAR_BLUE, FAR_GREEN, GAME, board

TEXT = "ffffffff/s6c/8/8/8/8/C6L/FFFFFFFF g a1-h8 K0S2C1L1/K0S1C1L2 -"
START = (GAME.start(picks={"green": ("crab", "lobster"), "blue": ("shrimp", "crab")}), TEXT)
OFF = {"revival": "off"}
REST = "g a1-h8 K0S2C1L1/K0S1C1L2 -"
SPARSE = "ffff3f/4C3/8/8/8/8/8/3K4"
"""Green crab e7 and krill d1, five fresh blue krill."""
EVOLVED = "ff2Kf1C/8/8/8/8/8/8/3K4 g a1-h8 K6S2C1L2/K5S2C2L2"
"""Green krill d1, e8 and crab h8; green's zone is rank 8."""

READ = [
    ("8/8/8/8/2k2L2/8/8/8 g c4-f4 K8S2C2L1/K7S2C2L2 -",),
    ("ffff3f/4C3/8/8/8/8/8/3K4 g a1-h8 K7S2C1L2/K3S2C2L2 -",),
    ("ffff3f/4C3/8/8/8/8/8/3K4 b a1-h8 K7S2C1L2/K3S2C2L2 -",),
    ("ff2Kf1C/8/8/8/8/8/8/3K4 g a1-h8 K6S2C1L2/K5S2C2L2 e:h8",),
    ("ff2SfKC/8/8/8/8/8/8/3K4 g a1-h8 K6S1C1L2/K5S2C2L2 e:e8,h8",),
    ("ff2Kf1C/8/8/8/8/8/8/3K4 g a1-h8 K6S2C1L2/K5S2C2L2 m:",),
    ("ff2Kf1C/8/8/8/8/8/8/3K4 g a1-h8 K6S2C1L2/K5S2C2L2 m:h8",),
    ("8/8/3K4/2K5/8/8/1k6/8 g b2-e6 K6S2C2L2/K7S2C2L2 m:",),
    ("8/8/3K4/2K5/8/8/1k6/8 b b2-d6 K6S2C2L2/K7S2C2L2 -",),
    # What the options say is not written.
    ("8/8/8/8/2k2L2/8/8/8 g c4-f4 K0S1C2L1/K1S1C1L1 -", OFF),
    (TEXT.replace("/FFFFFFFF", "/FFFFFFF1"), OFF),
    # How a stage came about is not asked.
    # Green's only prawn is shut in on e8: there is no square it can have come from.
    ("3kKk2/3kkk2/8/8/8/8/8/8 g a1-h8 K7S2C2L2/K3S2C2L2 m:",),
    # Five prawns in a whole sea, half a turn: the sixth was eaten by this very move, or never was.
    ("4K3/8/8/8/8/kkk5/8/K7 g a1-h8 K6S2C2L2/K5S2C2L2 m:",),
    ("4K3/8/8/8/8/kk6/8/K7 g a1-h8 K6S2C2L2/K6S2C2L2 m:",),
    # The sea around half a turn is the one it began in, which held more than what is there now.
    ("8/8/3K4/2K5/8/8/1k6/8 g b2-h6 K6S2C2L2/K7S2C2L2 m:",),
    # What evolved before the move has left something in the pool.
    (after(board(f"Ke8 Kd1 {FAR_BLUE}"), "e8=C").to_text(),),
    (after(board(f"ke1 kd8 {FAR_GREEN}", "b"), "e1=C").to_text(),),
]  # fmt: skip
DIFFERENT = [(GAME.start(), GAME.start(OFF))]
REFUSED = [
    (TEXT.replace("/8/8/8/8/", "/8/8/8/7/"), "rank '7' has 7 squares"),
    (TEXT.replace("/8/8/8/8/", "/8/8/8/44/"), "side by side are one number, not as in '44'"),
    (TEXT.replace("/8/8/8/8/", "/8/8/8/9/"), "'9' is no prawn"),
    (TEXT.replace("/8/8/8/8/", "/8/8/8/0/"), "'0' is no prawn"),
    (TEXT.replace("/8/8/8/8/", "/8/8/8/3X4/"), "'X' is no prawn"),
    (TEXT.replace("a1-h8", "h8-a1"), "bottom left corner first"),
    (TEXT.replace("a1-h8", "a8-h1"), "bottom left corner first"),
    (TEXT.replace("a1-h8", "a1-i8"), "'i8' is not a square"),
    (TEXT.replace("a1-h8", "a1"), "two corners"),
    (TEXT.replace("a1-h8", "a1-d4-h8"), "two corners"),
    (TEXT.replace("a1-h8", ""), "not a square"),
    (TEXT.replace("K0S2C1L1/", ""), "gene pools are written like"),
    (TEXT.replace("K0S2C1L1/K0", "S2K0C1L1/K0"), "gene pools are written like"),
    (TEXT[:-1], "the stage is"),
    (TEXT[:-1] + "e:", "the stage is"),
    (TEXT[:-1] + "x:a8", "the stage is"),
    (TEXT[:-1] + "m", "the stage is"),
    (TEXT[:-1] + "e:z9", "'z9' is not a square"),
    (TEXT[:-1] + "e:a8,", "'' is not a square"),
    (TEXT, "a board of 7 ranks is written with 8", {"board": "8x7"}),
    (TEXT, "8 squares and not 7", {"board": "7x8"}),
    ("8/8/8/8/2k2L2/8/8/8 g c4-f4 K0S1C2L1/K1S1C1L1 -", "green owns"),
    ("8/8/8/8/8/8/8/8 g a1-h8 K8S2C2L2/K8S2C2L2 -", "no prawn"),
    # Fresh krill stand where they started.
    ("ffffffff/s6c/8/8/8/F7/C6L/1FFFFFFF " + REST, "krill a3 has left its home rank"),
    ("1fffffff/s6c/8/f7/8/8/C6L/FFFFFFFF " + REST, "krill a5 has left its home rank"),
    ("Fffffff1/s6c/8/8/8/8/C6L/1FFFFFFF g a1-h8 K0S2C1L1/K1S1C1L2 -", "krill a8 has left its home rank"),
    # Pools and board.
    (TEXT.replace("K0S2C1L1/", "K1S2C1L1/"), "green owns 8 krill"),
    (TEXT.replace("K0S2C1L1/", "K0S1C1L1/"), "green owns 2 shrimp"),
    (TEXT.replace("/K0S1C1L2", "/K0S1C1L9"), "blue owns 2 lobster"),
    ("ffffffff/s6c/8/8/8/8/C6L/FFFFFFF1 " + REST, "green owns 8 krill, and 7"),
    ("ffffffff/s6c/8/3S4/8/8/C6L/FFFFFFFF g a1-h8 K0S1C1L1/K0S1C1L2 -", "more evolved prawns"),
    # The sea.
    (TEXT.replace("a1-h8", "a1-h7"), "krill a8 is outside the sea"),
    (f"{SPARSE} g a1-h8 K7S2C1L2/K3S2C2L2 -".replace("a1-h8", "a1-g8"), "krill h8 is outside the sea"),
    ("2Kk4/2Kk4/2Kk4/8/8/8/8/8 g c6-d8 K5S2C2L2/K5S2C2L2 -", "with 6 prawns the sea is still a1-h8"),
    ("8/8/8/8/2k2L2/8/8/8 g a1-h8 K8S2C2L1/K7S2C2L2 -", "with 2 prawns the sea has shrunk to c4-f4"),
    ("8/8/8/8/2k2L2/8/8/8 g c3-f4 K8S2C2L1/K7S2C2L2 -", "with 2 prawns the sea has shrunk to c4-f4"),
    ("8/8/8/8/2k5/8/8/8 b a1-h8 K8S2C2L2/K7S2C2L2 -", "the sea has shrunk to c4-c4"),
    # Without revival the pools add up in their own way.
    (TEXT.replace("K0S2C1L1/", "K1S2C1L0/"), "green owns 8 krill, and 9", OFF),
    (TEXT.replace("K0S2C1L1/", "K0S2C1L0/"), "started with 4", OFF),
    # A stage that makes no sense.,
    (f"{EVOLVED} e:h8,h8", "once each, sorted by file"),
    ("ff2SfKC/8/8/8/8/8/8/3K4 g a1-h8 K6S1C1L2/K5S2C2L2 e:h8,e8", "once each, sorted by file"),
    (f"{EVOLVED} e:c8", "c8 is not an evolved prawn in green's evolution zone"),
    (f"{EVOLVED} e:e8", "e8 is not an evolved prawn in green's evolution zone"),
    (f"{EVOLVED} e:d1", "d1 is not an evolved prawn in green's evolution zone"),
    (f"{EVOLVED} m:a8", "a8 is not an evolved prawn in green's evolution zone"),
    (f"{EVOLVED} e:h8".replace(" g ", " b "), "h8 is not an evolved prawn in blue's evolution zone"),
    (f"{SPARSE} g a1-h8 K7S2C1L2/K3S2C2L2 e:e7", "e7 is not an evolved prawn"),
    # After the move a turn goes on only while something can evolve.
    (f"{SPARSE} g a1-h8 K7S2C1L2/K3S2C2L2 m:", "nothing can evolve any more"),
    ("4K3/8/8/8/8/8/1K6/8 b b2-e8 K6S2C2L2/K8S2C2L2 m:", "the match is over"),
    ("4C3/8/8/8/8/8/1K6/8 g b2-e8 K7S2C1L2/K8S2C2L2 e:e8", "the match is over"),
]  # fmt: skip
