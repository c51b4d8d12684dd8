"""Perft speed in leaves per second of every game, compared with python-chess."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Any, Final

import chess

from engines import GAMES, perft
from tools import harness

ROUNDS = 7
PICKS: Final[dict[str, Any]] = {"prawns": {"green": ("crab", "lobster"), "blue": ("shrimp", "crab")}}
PEER: Final = "python-chess"
COUNTED: Final = {
    "prawns": (3, 87_755),
    "prudh": (3, 123_048),
    "cannons-and-crabs": (3, 12_313),
    "pjawns": (5, 49_536),
    "predation": (3, 243_697),
    PEER: (3, 8_902),
}
"""The plies below the start of each game, and the leaves there."""


def _leaves(key: str, depth: int) -> Callable[[], int]:
    """The function that counts the leaves of a game."""
    if key == PEER:
        return lambda: _chess_perft(chess.Board(), depth)
    return lambda: perft(GAMES[key].start(picks=PICKS.get(key)), depth)


def _chess_perft(board: chess.Board, depth: int) -> int:
    leaves = 0
    for move in board.legal_moves:
        board.push(move)
        leaves += _chess_perft(board, depth - 1) if depth > 1 else 1
        board.pop()
    return leaves


def run(rounds: int = ROUNDS) -> None:
    """Count all in turn, check the numbers, and print medians of leaves per CPU second."""
    speeds: dict[str, list[float]] = {key: [] for key in COUNTED}
    for _ in range(rounds):
        for key, (depth, leaves) in COUNTED.items():
            took, counted = harness.timed(_leaves(key, depth), time.process_time)
            assert counted == leaves, f"{key} counted wrong"
            speeds[key].append(1000 * leaves / took)
    table = harness.FigureTable(
        18, {"leaves/s": ",.0f", "least": ",.0f", "most": ",.0f", f"times {PEER}": ".1f"}
    )
    for key, found in speeds.items():
        table.row(key, median(found), min(found), max(found), median(found) / median(speeds[PEER]))
