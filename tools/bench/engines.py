"""Perft speed in leaves per second of every game, compared with python-chess."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import chess

from engines import GAMES, perft

ROUNDS = 7
PICKS = {"green": ("crab", "lobster"), "blue": ("shrimp", "crab")}


def prawns() -> int:
    """Leaves three plies below the start of Prawns."""
    return perft(GAMES["prawns"].start(picks=PICKS), 3)


def prudh() -> int:
    """Leaves three plies below the start of Prudh, dark first."""
    return perft(GAMES["prudh"].start(), 3)


def cannons_and_crabs() -> int:
    """Leaves three plies below the start of Cannons and Crabs."""
    return perft(GAMES["cannons-and-crabs"].start(), 3)


def pjawns() -> int:
    """Leaves five plies below the start of Pjawns."""
    return perft(GAMES["pjawns"].start(), 5)


def predation() -> int:
    """Leaves three plies below the start of Predation."""
    return perft(GAMES["predation"].start(), 3)


def python_chess() -> int:
    """Leaves three plies below the start of chess."""
    return _chess_perft(chess.Board(), 3)


def _chess_perft(board: chess.Board, depth: int) -> int:
    leaves = 0
    for move in board.legal_moves:
        board.push(move)
        leaves += _chess_perft(board, depth - 1) if depth > 1 else 1
        board.pop()
    return leaves


COUNTED: dict[Callable[[], int], int] = {
    prawns: 87_755,
    prudh: 123_048,
    cannons_and_crabs: 12_313,
    pjawns: 49_536,
    predation: 243_697,
    python_chess: 8_902,
}


def run(rounds: int = ROUNDS) -> None:
    """Count all in turn, check the numbers, and print medians of leaves per CPU second."""
    speeds: dict[str, list[float]] = {count.__name__: [] for count in COUNTED}
    for _ in range(rounds):
        for count, leaves in COUNTED.items():
            begun = time.process_time()
            assert count() == leaves, f"{count.__name__} counted wrong"
            speeds[count.__name__].append(leaves / (time.process_time() - begun))
    medians = {name: statistics.median(found) for name, found in speeds.items()}
    for name, found in speeds.items():
        ratio = medians[name] / medians["python_chess"]
        spread = f"({min(found):,.0f} to {max(found):,.0f})"
        print(f"{name:<18}{medians[name]:>12,.0f} leaves/s {spread:<26} {ratio:4.1f} times python-chess")
