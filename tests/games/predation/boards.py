"""Positions of Predation for the tests, from a list of pieces."""

from __future__ import annotations

from engines import GAMES, Position
from tests.games.positions import legal

GAME = GAMES["predation"]
FIRST = GAME.at(1)
START_TEXT = "2PPPPP2/8/9/8/9/8/9/8/9/8/9/8/yyyyyyyyy p move - 0"


def rows(predators: str, prey: str) -> str:
    """The first part of a position text, for some hexes of each kind."""
    there = {**dict.fromkeys(predators.split(), "P"), **dict.fromkeys(prey.split(), "y")}
    lines = []
    for row in range(13, 0, -1):
        files = "abcdefghi" if row % 2 else "abcdefgh"
        line = "".join(there.pop(f"{file}{row}", ".") for file in files)
        for length in range(9, 0, -1):
            line = line.replace("." * length, str(length))
        lines.append(line)
    assert not there, "these hexes are not on the board"
    return "/".join(lines)


def board(
    predators: str, prey: str, turn: str = "p", stage: str = "move", moved: str = "-", landed: str = "0"
) -> Position:
    """The position with ``predators`` and ``prey`` on some hexes, such as ``"d13 e10"``."""
    return GAME.from_text(f"{rows(predators, prey)} {turn} {stage} {moved} {landed}")


def prey_to_move(predators: str, prey: str, landed: str = "0") -> Position:
    """The same in prey's turn, as late in it as one can come: ``c1`` has moved, and nothing is to spawn."""
    return board(predators, f"{prey} c1", "y", moved="c1", landed=landed)


def targets(position: Position, start: str) -> set[str]:
    """The empty hexes that the piece on ``start`` can move to."""
    return {text.partition("-")[2] for text in legal(position, f"{start}-")}
