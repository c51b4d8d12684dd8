"""Positions of Pjawns for the tests, from lists of squares."""

from __future__ import annotations

from engines import GAMES, Position

GAME = GAMES["pjawns"]
FILES = "abcdefgh"


def board(white: str, black: str = "", side: str = "w", passed: str = "-") -> Position:
    """The position with pjawns on the squares named, such as ``"d4 e4"``, the rest in hand."""
    there = dict.fromkeys(white.split(), "P") | dict.fromkeys(black.split(), "p")
    rows = ["".join(there.get(f"{file}{rank}", ".") for file in FILES) for rank in range(8, 0, -1)]
    text = "/".join(rows)
    for length in range(8, 0, -1):
        text = text.replace("." * length, str(length))
    return GAME.from_text(f"{text} {side} {8 - len(white.split())}/{8 - len(black.split())} {passed}")


def turned(text: str) -> str:
    """The position text with the board turned over and the sides exchanged."""
    ranks, side, hands, passed = text.split()
    if passed != "-":
        passed = f"{passed[0]}{9 - int(passed[1])}"
    ranks = "/".join(reversed(ranks.swapcase().split("/")))
    return f"{ranks} {'b' if side == 'w' else 'w'} {hands[::-1]} {passed}"


def turned_action(text: str) -> str:
    """The action text with the board turned over."""
    return "".join(str(9 - int(sign)) if sign.isdigit() else sign for sign in text)
