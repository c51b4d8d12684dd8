"""Positions of Cannons and Crabs for the tests, from a list of pieces."""

from __future__ import annotations

from engines import GAMES, Action, Position

GAME = GAMES["cannons-and-crabs"]
FILES = "abcdefg"
START = GAME.start()


def board(
    pieces: str, side: str = "w", rights: str = "-", *, size: str = "7x6", clock: int = 0, number: int = 60
) -> Position:
    """The position with ``pieces``, each a letter and a square, such as ``"Kd1 Cc3 kd6"``."""
    there = {piece[1:]: piece[0] for piece in pieces.split()}
    rows = [_row(there, rank) for rank in range(int(size[-1]), 0, -1)]
    return GAME.from_text(f"{'/'.join(rows)} {side} {rights} {clock} {number}", {"board": size})


def _row(there: dict[str, str], rank: int) -> str:
    row = "".join(there.get(f"{file}{rank}", ".") for file in FILES)
    for length in range(len(FILES), 0, -1):
        row = row.replace("." * length, str(length))
    return row


def legal(position: Position, of: str = "") -> set[str]:
    """The legal actions that begin with ``of``, as texts."""
    return {str(action) for action in position.legal_actions() if str(action).startswith(of)}


def after(position: Position, *texts: str) -> Position:
    """The position after some actions, given as people write them."""
    return played(position, *texts)[0]


def played(position: Position, *texts: str) -> tuple[Position, tuple[Action, ...]]:
    """The same, with the actions."""
    actions = []
    for text in texts:
        actions.append(position.parse(text))
        position = position.play(actions[-1])
    return position, tuple(actions)


def part(position: Position, number: int) -> str:
    """One of the five parts of the position text: board, side, castling rights, clock, move number."""
    return position.to_text().split()[number]
