"""King safety: attacks on a king, pieces that must stay to shield it, and moves open to the pieces."""

from __future__ import annotations

from engines.core import Action
from engines.games.cannons_and_crabs.board import Army, Line, Ways
from engines.games.cannons_and_crabs.pieces import EMPTY

Attack = tuple[int, Line]
"""The square from which a king is attacked, and the squares where a move answers the attack."""


def unsafe_moves(cells: bytes, ways: Ways, takeable: frozenset[int]) -> list[Action]:
    """Every pseudo-legal move along ``ways``: its own king may be left attacked."""
    leaps, lines, steps, takes = ways
    found = []
    for target, quiet, capture in leaps:
        there = cells[target]
        if there == EMPTY:
            found.append(quiet)
        elif there in takeable:
            found.append(capture)
    for line in lines:
        for target, quiet, capture in line:
            there = cells[target]
            if there == EMPTY:
                found.append(quiet)
                continue
            if there in takeable:
                found.append(capture)
            break
    for target, actions in steps:
        if cells[target] == EMPTY:
            found += actions
    for target, actions in takes:
        if cells[target] in takeable:
            found += actions
    return found


def threats(army: Army, cells: bytes, king: int) -> tuple[list[Attack], dict[int, Line]]:
    """The attacks on an army's king, and its pinned pieces: by square, the squares they may go to.

    One piece between shields a king from a cannon two squares away as it does from a rook.
    """
    attacks: list[Attack] = []
    pinned: dict[int, Line] = {}
    own = army.own
    for sight in army.sights[king]:
        shield = None
        for square, attackers, line in sight:
            there = cells[square]
            if there == EMPTY:
                continue
            if there in attackers:
                if shield is None:
                    attacks.append((square, line))
                else:
                    pinned[shield] = line
                break
            if shield is not None or there not in own:
                break
            shield = square
    hoppers = army.hoppers
    for square in army.hops[king]:
        if cells[square] in hoppers:
            attacks.append((square, frozenset((square,))))
    return attacks, pinned


def is_attacked(army: Army, cells: bytes | bytearray, king: int) -> bool:
    """True if the enemy would attack an army's king on a square."""
    for sight in army.sights[king]:
        for square, attackers, _ in sight:
            there = cells[square]
            if there != EMPTY:
                if there in attackers:
                    return True
                break
    hoppers = army.hoppers
    return any(cells[square] in hoppers for square in army.hops[king])
