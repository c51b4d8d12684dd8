"""Position texts: rows for ``tests/games/test_position_text.py``."""

from __future__ import annotations

from tests.games.positions import after
from tests.games.predation.boards import GAME, START_TEXT, board, prey_to_move, rows

BOARD = "2PPPPP2/8/9/8/9/8/9/8/9/8/9/8/yyyyyyyyy"
START = (GAME.start(), START_TEXT)
CROWD = " ".join(f"{file}{row}" for row in range(2, 8) for file in "abcdefgh")
PACK = " ".join(f"{file}{row}" for row in (9, 10) for file in "abcdefgh")

READ = [
    (f"{rows('d13', 'f9 f8')} p move - 0",),
    (f"{rows('f9', 'f8 a1')} p spawn:1 f9 0",),
    (f"{rows('f9', 'a1 b1')} p spawn:2 f9 0",),
    (f"{rows('f9 c13', 'a1 b1')} p spawn:1 f9,c13 0",),
    (f"{rows('i13', 'a9 b9 c9 d9')} y spawn:2 - 0",),
    (f"{rows('i13', 'a9 b9 c9 d9 c1')} y spawn:1 - 0",),
    (f"{rows('i13', 'a9 b9')} y move b9 0",),
    (f"{rows('i13', 'c6 e6 c1')} y helper:d6 - 0",),
    (f"{rows('i13', 'e6 c1')} y move - 0",),
    (f"{rows('i13', 'a13 c1')} p move - 1:a13",),
    (f"{rows('i13', 'a12 c1')} p move - 1:a12",),
    (f"{rows('i13', 'a12 c1')} p move - 1",),
    # Over.
    (f"{rows('f9', 'a1')} p spawn:1 f9 0",),
    (f"{rows('f9', '')} p spawn:2 f9 1",),
    (f"{rows('b13 c13 d13 e13 f13 g13 h13', 'a1')} p move b13 0",),
    (f"{rows('', 'e6')} y move - 0",),
    (f"{rows('i1', 'a13 b13')} y move b13 2:a13,b13",),
    (f"{rows('i1', 'h2 b13')} y move b13 2:b13",),
    (f"{rows('i1', 'h2 b13')} y move b13 2:h2,b13",),
    # How a position came about is not asked.
    # Nothing that has moved can have come to where it is.
    (f"{rows('a1', 'b1 a2')} p move a1 0",),
    (f"{rows('a1 b1 a2', 'c1 b2 a3 b3')} p spawn:1 a1 0",),
    (f"{rows('b2 c1 a3 b3', 'a1 a2 e5')} y helper:b1 - 0",),
    # The second landing, the last capture and the spawning have left no trace.
    (f"{rows('i13', 'a12 b12')} y move - 2",),
    (f"{rows('f9', 'a1')} p move - 0",),
    (f"{rows('i13', 'a9 b9 c9 d9')} y spawn:1 - 0",),
    # A predator spawned since may stand where the capturer came from.
    (after(board("d13", "f9 f8 a1 b1 a2"), "d13xf9+f8", "*d13").to_text(),),
]
WRITTEN = [
    # Hexes are sorted by row and then by column.
    (
        after(GAME.start(), "c13-c12", "g13-g12", "d13-e10", "e13-e12"),
        f"{rows('c12 e10 e12 f13 g12', 'a1 b1 c1 d1 e1 f1 g1 h1 i1')} p move e10,c12,e12,g12 0",
    ),
    # The letter stays prey's while a helper is chosen.
    (after(prey_to_move("d6 i13", "c6 e6 d7"), "d7xd6"), f"{rows('i13', 'c6 e6 c1')} y helper:d6 c1 0"),
]
REFUSED = [
    (START_TEXT.replace("/8/", "/9/", 1), "row 12, '9', has 9 hexes and not 8"),
    (START_TEXT.replace("/9/", "/8/", 1), "row 11, '8', has 8 hexes and not 9"),
    (START_TEXT.replace("/8/", "/44/", 1), "side by side are one number, not as in '44'"),
    (START_TEXT.replace("/8/", "/0/", 1), "'0' is no piece"),
    (START_TEXT.replace("/8/", "/Y7/", 1), "'Y' is no piece"),
    (START_TEXT.replace("/8/", "/p7/", 1), "'p' is no piece"),
    (f"{BOARD} p moved - 0", "the stage is move"),
    (f"{BOARD} p  - 0", "the stage is move"),
    (f"{BOARD} p spawn:0 - 0", "the stage is move"),
    (f"{BOARD} p spawn:10 - 0", "the stage is move"),
    (f"{BOARD} p spawn: - 0", "the stage is move"),
    (f"{BOARD} y helper: - 0", "'' is not a hex"),
    (f"{BOARD} y helper:i2 - 0", "'i2' is not a hex"),
    (f"{BOARD} p move d14 0", "'d14' is not a hex"),
    (f"{BOARD} p move d13, 0", "'' is not a hex"),
    (f"{BOARD} p move D13 0", "'D13' is not a hex"),
    (f"{BOARD} p move d13,d13 0", "once each, sorted"),
    (f"{BOARD} p move d13,c13 0", "once each, sorted"),
    (f"{BOARD} p move - 3", "0, 1 or 2 prey have landed, not '3'"),
    (f"{BOARD} p move - -", "0, 1 or 2 prey have landed, not '-'"),
    (f"{BOARD} p move - 01", "0, 1 or 2 prey have landed, not '01'"),
    (f"{BOARD} p move - 1:", "'' is not a hex"),
    (f"{BOARD} p move - 2:c1,b1", "once each, sorted"),
    (f"{rows(f'{PACK} i13', CROWD)} p move - 0", "there are 64 pieces, and 65 are on the board"),
    # What has moved.
    (f"{BOARD} p move b1 0", "b1 has moved, but holds no predator"),
    (f"{BOARD} p move a13 0", "a13 has moved, but holds no predator"),
    (f"{BOARD} y move b13 0", "b13 has moved, but holds no prey"),
    # Landings.
    (f"{rows('i13', 'a12 b12')} p move - 0:a12", "0 landed, and 1 are listed"),
    (f"{rows('i13', 'a12 b12')} p move - 1:a12,b12", "1 landed, and 2 are listed"),
    (f"{rows('i13', 'a12 b12')} p move - 1:a13", "a13 has landed, but holds no prey"),
    (f"{rows('i13', 'a12 b12')} p move - 1:i13", "i13 has landed, but holds no prey"),
    (f"{rows('i13', 'a13 b12')} p move - 0", "prey a13 is on the far edge and not listed as landed"),
    (f"{rows('i13', 'a13 b12')} p move - 1", "prey a13 is on the far edge and not listed as landed"),
    (f"{rows('i13', 'a13 b13')} p move - 2:a13,b13", "a second landing ends the match in prey's turn"),
    (f"{rows('i13', 'a13 b13 a1 b1')} y spawn:2 - 2:a13,b13", "in the stage move"),
    (f"{rows('i13', 'a13')} y move a13 2:a13", "over before the second landing"),
    # Extinction.
    (f"{rows('i13', '')} y move - 0", "one prey left"),
    (f"{rows('i13', 'a1')} y spawn:1 - 0", "one prey left"),
    (f"{rows('i13', 'a1')} y helper:a2 - 0", "one prey left"),
    # Predator's spawning.
    (f"{rows('f9', 'a1 b1')} p spawn:3 f9 0", "spawn two at most"),
    (f"{rows('b13 c13 d13 e13 f13 g13 h13 f9', 'a1 b1')} p spawn:1 f9 0", "not 1 empty Lair hexes"),
    (f"{rows(f'{PACK}', CROWD)} p spawn:1 h10 0", "the bank does not hold 1"),
    # Prey's spawning.
    (f"{rows('i13', 'a9 b9 c9 d9')} y spawn:2 a9 0", "the first move of prey ends the spawning"),
    (f"{rows('i13', 'a9 b9 c9 d9')} y spawn:3 - 0", "cannot have 3 left to spawn"),
    (f"{rows(f'{PACK} i13', CROWD[:-3])} y spawn:1 - 0", "cannot have 1 left to spawn"),
    (f"{BOARD} y spawn:1 - 0", "cannot have 1 left to spawn"),
    # A helper to choose.
    (f"{rows('i13', 'c6 e6 c1')} p helper:d6 - 0", "a helper is chosen in prey's turn"),
    (f"{rows('i13', 'c6 e6 d6')} y helper:d6 - 0", "d6 is not empty"),
    (f"{rows('i13', 'c6 c1')} y helper:d6 - 0", "fewer than two prey are next to d6"),
    (f"{rows(f'{PACK[:-7]}', CROWD + ' a1 b1')} y helper:a8 - 0", "not in the bank"),
    (f"{rows(f'{PACK[:-7]}', CROWD + ' a1')} y helper:a8 - 0", "not in the bank"),
]  # fmt: skip
