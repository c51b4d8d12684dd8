"""The laws of Pjawns at every step, and the actions that bring its end nearer."""

from __future__ import annotations

from engines import Action, Options, Position
from engines.games.pjawns.board import rank_for
from engines.games.pjawns.position import PjawnsPosition
from tests.engines.choosing import owned
from tests.engines.squares import Squares, of_a_board


def laws(before: Position, action: Action, after: Position, options: Options) -> None:
    """Every side keeps its eight pjawns; only a placement adds to the board, only a capture takes from it."""
    was, now = before.diagram(), after.diagram()
    assert owned(was) == owned(now) == dict.fromkeys([("white", "pjawn"), ("black", "pjawn")], 8)
    assert len(now.pieces) - len(was.pieces) == action.text.count("@") - action.text.count("x")
    assert before.is_irreversible(action), "a pjawn never goes back"


def hastens_the_end(position: PjawnsPosition, action: Action) -> bool:
    """True if a pjawn arrives on its rank 8."""
    return rank_for(position.side, action.path[-1]) == 8


def symmetries(_options: Options) -> list[Squares]:
    """Left and right, and the sides."""
    return of_a_board(8, 8)
