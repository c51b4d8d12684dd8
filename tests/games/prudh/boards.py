"""Positions of Prudh for the tests, from a list of stacks."""

from __future__ import annotations

from engines import GAMES, Position
from engines.games.prudh.board import DARK, NUMBERS, PIECES
from engines.games.prudh.position import PrudhPosition
from engines.games.prudh.state import Rules
from tests.games.positions import after

GAME = GAMES["prudh"]
START = "1,1,1,1,1,1/1,1,1,1,1,1/1,1,1,1,1,1/1,1,1,1,1,1/1,1,1,1,1,1/1,1,1,1,1,1 d d 0:0 0"


def board(
    stacks: str,
    side: str = DARK,
    *,
    edge: str = "ordinary",
    first: str = DARK,
    points: tuple[int, int] | None = None,
    pit: int = 0,
) -> Position:
    """The position with ``stacks``, each a space and a height (1 when left out), such as ``"c3:4 d3"``.

    It is made as it is, whether or not a match could come to it. The side to act has captured nothing,
    and the other one all the rest, unless the points of dark and light are given.
    """
    cells = bytearray(PIECES)
    for stack in stacks.split():
        space, _, height = stack.partition(":")
        cells[NUMBERS[space]] = int(height or 1)
    rest = PIECES - sum(cells) - pit
    dark, light = points or ((0, rest) if side == DARK else (rest, 0))
    assert dark + light == rest
    return PrudhPosition(Rules(edge, first), bytes(cells), side, (dark, light, pit))


def stacks(position: Position) -> dict[str, int]:
    """The height of every stack."""
    return {piece.at: piece.count for piece in position.diagram().pieces}


def gained(position: Position, text: str) -> int:
    """The points that an action brings the side to act."""
    number = 0 if position.to_act == DARK else 1
    return points(after(position, text))[number] - points(position)[number]


def points(position: Position) -> tuple[int, int]:
    """Dark's and light's points."""
    dark, light = position.to_text().split()[3].split(":")
    return int(dark), int(light)


def pit(position: Position) -> int:
    """The pieces in the pit."""
    return int(position.to_text().split()[4])
