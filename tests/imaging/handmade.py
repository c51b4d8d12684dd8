"""Diagrams of the games made by hand, as their rules would give them: no rules are needed to draw."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engines import Diagram, Hand, Hexes, Mark, MarkKind, Piece, Shape, Squares

COURT = {
    "k": "king",
    "r": "rook",
    "n": "knight",
    "c": "cannon",
    "p": "pawn",
    "a": "crab",
    "m": "marshall",
    "d": "cardinal",
}
"""The letters of Cannons and Crabs and its kinds."""

HEXES = Hexes(files=9, rows=13)
LAIR = tuple(f"{file}13" for file in "cdefg")
WARREN = tuple(f"{file}1" for file in "abcdefghi")
FIRST_HOMES = (tuple(f"{file}13" for file in "bcdefgh"), tuple(f"{file}1" for file in "bcdefgh"))
"""Lair and Warren by the first version of the rules of Predation."""
FAR_EDGE = tuple(f"{file}13" for file in "abcdefghi")


def marked(kind: MarkKind, *points: str, side: str | None = None) -> list[Mark]:
    return [Mark(kind, point, side) for point in points]


def titled(**titles: str) -> tuple[Hand, ...]:
    """Hands that hold nothing, each with its title."""
    return tuple(Hand(side, title, ()) for side, title in titles.items())


def diagram(
    game: str,
    shape: Shape,
    sides: tuple[str, str],
    pieces: Iterable[Piece],
    marks: Sequence[Mark],
    hands: tuple[Hand, ...],
    *,
    act: str | None,
    bottom: str | None = None,
) -> Diagram:
    """Seen from the side to act unless said otherwise."""
    seen_from = bottom or act or sides[0]
    return Diagram(
        game, shape, sides, tuple(pieces), tuple(marks), hands, seen_from, act, f"{game}, made by hand."
    )


def prudh(text: str, dark: int, light: int, marks: Sequence[Mark] = (), act: str | None = "dark") -> Diagram:
    """Stacks from a position text's ranks: whoever's colour a space has controls what stands there."""
    pieces = []
    for rank, row in zip(range(6, 0, -1), text.split("/"), strict=True):
        for file, count in zip("abcdef", map(int, row.split(",")), strict=True):
            side = "dark" if ("abcdef".index(file) + rank) % 2 else "light"
            if count:
                pieces.append(Piece(f"{file}{rank}", side, "stack", str(count), count))
    hands = titled(dark=f"Dark: {dark} points", light=f"Light: {light} points")
    return diagram("prudh", Squares(6, 6), ("dark", "light"), pieces, marks, hands, act=act)


def prudh_opening() -> Diagram:
    return prudh("/".join(["1,1,1,1,1,1"] * 6), 0, 0)


def prudh_middle() -> Diagram:
    """Light has just slid from e2 to b5; dark's four on c3 may slide or run."""
    marks = [*marked("last-from", "e2"), *marked("last-to", "b5"), *marked("chosen", "c3")]
    marks += [*marked("target", "a3", "b4", "d2", "d4"), *marked("capture", "c6", "f3")]
    return prudh("2,0,1,3,0,1/0,3,0,0,6,1/1,5,0,2,1,0/0,1,4,0,0,3/1,0,2,1,0,0/0,12,0,0,0,0", 5, 8, marks)


def prudh_ending() -> Diagram:
    """Nobody can move any more, after a run from e6 to e3."""
    marks = [*marked("last-from", "e6"), *marked("last-to", "e3")]
    return prudh(
        "0,0,0,0,0,7/0,0,0,0,0,0/0,0,0,0,0,0/1,0,0,0,1,0/0,0,0,0,0,0/36,0,0,10,0,0", 27, 15, marks, None
    )


def board(text: str) -> list[Piece]:
    """Pieces from a FEN's ranks: upper case white."""
    rows = text.split("/")
    pieces = []
    for rank, row in zip(range(len(rows), 0, -1), rows, strict=True):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
                continue
            side = "white" if letter.isupper() else "black"
            kind = COURT[letter.lower()]
            pieces.append(Piece(f"{chr(97 + file)}{rank}", side, kind, letter.upper()))
            file += 1
    return pieces


def cannons(text: str, marks: Sequence[Mark] = (), act: str | None = "white", ranks: int = 6) -> Diagram:
    hands = titled(white="White", black="Black")
    sides = ("white", "black")
    return diagram("cannons-and-crabs", Squares(7, ranks), sides, board(text), marks, hands, act=act)


def cannons_opening() -> Diagram:
    return cannons("rnckcnr/papapap/7/7/PAPAPAP/RNCKCNR")


def cannons_middle() -> Diagram:
    """On the larger board, with the pieces that pawns and crabs become; white's knight is chosen."""
    marks = [*marked("last-from", "b7"), *marked("last-to", "d4"), *marked("chosen", "c4")]
    marks += [*marked("target", "a3", "a5", "b6", "e5", "d2", "b2"), *marked("capture", "d6", "e3")]
    return cannons("r1ckc1r/p1papap/1M3P1/2Nd3/1P2pa1/A1P3P/R1CKC1R", marks, ranks=7)


def cannons_check() -> Diagram:
    """Black's king on d6 is attacked by the marshall that has just come to d4."""
    marks = [*marked("last-from", "g4"), *marked("last-to", "d4"), *marked("check", "d6")]
    return cannons("r1ck1nr/p1p2ap/1a1Mp2/6P/PA3A1/RNCK1NR", marks, "black")


def pjawns(
    squares: str, held: tuple[int, int], marks: Sequence[Mark] = (), act: str | None = "white"
) -> Diagram:
    """Pjawns on squares such as ``"e1 d3 / e8"``: white's, then black's."""
    white, black = squares.split("/")
    pieces = [Piece(at, "white", "pjawn", "P") for at in white.split()]
    pieces += [Piece(at, "black", "pjawn", "P") for at in black.split()]
    hands = tuple(
        Hand(side, f"{side.capitalize()}'s hand", (("pjawn", "P", count),))
        for side, count in zip(("white", "black"), held, strict=True)
    )
    return diagram("pjawns", Squares(8, 8), ("white", "black"), pieces, marks, hands, act=act)


def pjawns_opening() -> Diagram:
    return pjawns("/", (8, 8))


def pjawns_middle() -> Diagram:
    """Black has just gone two squares, d8 to d6, past white's pjawn on e6."""
    marks = [*marked("last-from", "d8"), *marked("last-to", "d6"), *marked("chosen", "e6")]
    marks += [*marked("target", "e7"), *marked("capture", "d6")]
    return pjawns("b4 c3 e6 g1 h4/a5 d6 c6 f7 g5", (3, 2), marks)


def pjawns_ending() -> Diagram:
    """Black has won on its rank 8."""
    marks = [*marked("last-from", "c2"), *marked("last-to", "b1")]
    return pjawns("b4 d4 e5 h3/b1 a6 f5 g7", (4, 0), marks, act=None)


def predation(
    predators: str,
    prey: str,
    marks: Sequence[Mark] = (),
    *,
    act: str | None,
    bottom: str | None = None,
    landed: int = 0,
    homes: tuple[Sequence[str], Sequence[str]] = (LAIR, WARREN),
) -> Diagram:
    hunters, hunted = predators.split(), prey.split()
    pieces = [Piece(at, "predator", "predator", "P") for at in hunters]
    pieces += [Piece(at, "prey", "prey", "Y") for at in hunted]
    bank = 64 - len(hunters) - len(hunted)
    lair, warren = homes
    ground = [*marked("zone", *lair, side="predator"), *marked("zone", *warren, side="prey")]
    ground += marked("goal", *FAR_EDGE, side="prey")
    hands = titled(predator=f"Predator · {bank} in the bank", prey=f"Prey · {landed} of 2 landed")
    return diagram(
        "predation",
        HEXES,
        ("predator", "prey"),
        pieces,
        [*ground, *marks],
        hands,
        act=act,
        bottom=bottom,
    )


def predation_opening() -> Diagram:
    return predation(" ".join(LAIR), " ".join(WARREN), act="predator")


def predation_first_rules() -> Diagram:
    """The start by the first version of the rules."""
    lair, warren = FIRST_HOMES
    return predation(" ".join(lair), " ".join(warren), act="predator", homes=FIRST_HOMES)


def predation_middle() -> Diagram:
    """Prey's turn: three have moved, the one on d7 is chosen and may take the predator on e8."""
    predators = "c13 e13 f13 c12 e8 h9 b6"
    prey = "b1 c1 f1 g1 c3 d7 f8 e9 f4 g5 h3 a8"
    marks = [*marked("last-from", "d11", "g11"), *marked("last-to", "e8", "h9")]
    marks += [*marked("moved", "f8", "e9", "g5"), *marked("chosen", "d7")]
    marks += [*marked("target", "d6", "c6", "e7", "e6", "d5", "e5"), *marked("capture", "e8")]
    return predation(predators, prey, marks, act="prey")


def predation_hunt() -> Diagram:
    """The predator's turn, from the other side of the board: a capture, and another one to choose."""
    predators = "b13 d13 e13 h13 d6 g8 b10"
    prey = "b1 d1 e1 h1 c5 e7 f8 f5 a10 h6"
    marks = [*marked("last-from", "c3", "e4"), *marked("last-to", "c5", "f8")]
    marks += [*marked("moved", "b10"), *marked("chosen", "g8")]
    marks += [*marked("target", "g9", "h8", "f7", "f9", "f10", "h9", "h10"), *marked("capture", "f8")]
    return predation(predators, prey, marks, act="predator", landed=1)


def predation_ending() -> Diagram:
    """The second prey has landed on the far edge."""
    predators = "c13 f13 g11 b8 e4"
    prey = "d1 g1 c6 f9 i13 a13"
    marks = [*marked("last-from", "a9"), *marked("last-to", "a13")]
    return predation(predators, prey, marks, act=None, bottom="prey", landed=2)
