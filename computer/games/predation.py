"""Predation: who can be taken in the coming turn, what prey will spawn, and how near prey is to landing.

The sides have different aims, so nothing is mirrored. A turn is searched as a whole.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from computer.core import Evaluation
from engines import Action
from engines.games.predation.board import (
    BOARD,
    BY_ROW,
    DIRECTIONS,
    FAR_EDGE,
    RANGE,
    WARREN,
    Hexes,
    around,
)
from engines.games.predation.pieces import EXTINCT_BELOW, LANDINGS_TO_WIN, PIECES, PREDATOR, PREY
from engines.games.predation.position import PredationPosition

_PREDATOR, _PREY, _LANDED = 150, 100, 600
_HIT, _SEEN = 120, 20
"""A prey that can be taken in predator's coming turn, and one that has a turn of its own to flee."""
_MOST_HITS: Final = 2
"""The most prey that a predator takes in a turn."""
_SPAWNED: Final = 70
_BESET: Final = 60
"""A predator that two prey are next to, on prey's turn."""
_FOREMOST: Final = 3
_AHEAD: Final = (0, 0, 1, 2, 4, 6, 8, 10, 14, 18, 22, 30, 44, 0)
"""The worth of the foremost prey by its row, from 1."""
_CAN_LAND, _LANDS_THE_LAST = 300, 5000
_STEPS: Final = 4
"""The steps of a prey in a turn, seen from far: it may go on from piece to piece."""
_DECISIVE: Final = 100_000

_ROWS: Final = (0, *(sum(row) for row in BY_ROW))


def _shifted(hexes: Hexes, by: int) -> Hexes:
    return hexes << by if by > 0 else hexes >> -by


def in_sight(predators: Hexes, prey: Hexes) -> Hexes:
    """The prey that some predator could land on; its line may pass predators, and ends at the first prey."""
    seen = 0
    for direction in DIRECTIONS:
        front = predators
        for _ in range(RANGE):
            front = _shifted(front, direction) & BOARD
            seen |= front & prey
            front &= ~prey
            if not front:
                break
    return seen


class PredationEvaluation(Evaluation):
    """The evaluation of Predation."""

    whole_turns = True
    quiet_search = False

    def mover(self, position: PredationPosition) -> int:
        return 0 if position.stage.captured or position.side == PREDATOR else 1

    def key(self, position: PredationPosition) -> Hashable:
        stage, landed = position.stage, position.landed
        return (
            position.predators, position.prey, position.side, stage.spawns, stage.captured, position.moved,
            landed.count, landed.hexes,
        )  # fmt: skip

    def is_over(self, position: PredationPosition) -> bool:
        return position.is_over()

    def value(self, position: PredationPosition) -> int:
        return self.value_before(position, prey_is_next=position.side == PREY)

    def value_before(self, position: PredationPosition, *, prey_is_next: bool) -> int:
        """The value as predator sees it, of a position before prey's turn or before predator's."""
        predators, prey, landed = position.predators, position.prey, position.landed
        if prey.bit_count() < EXTINCT_BELOW:
            return _DECISIVE
        if landed.count >= LANDINGS_TO_WIN:
            return -_DECISIVE
        value = _PREDATOR * predators.bit_count() - _PREY * prey.bit_count() - _LANDED * landed.count
        if self.plain:
            return value
        travelling = prey & ~landed.hexes
        value -= _ahead(travelling) + _SPAWNED * _to_spawn(predators, prey)
        hits = in_sight(predators, prey).bit_count()
        if prey_is_next:
            value += _SEEN * hits - _BESET * _beset(predators, prey)
        else:
            value += _HIT * min(hits, _MOST_HITS * predators.bit_count())
        return value - _landing(position, travelling, prey_is_next=prey_is_next)

    def gain(self, position: PredationPosition, action: Action) -> int:
        if "x" in action.text:
            return 150 if "+" in action.text else 100
        return 60 if action.text.startswith("*") else 0


def _ahead(travelling: Hexes) -> int:
    """The worth of the foremost prey by how far they have come."""
    worth, left = 0, _FOREMOST
    for row in range(len(_ROWS) - 1, 0, -1):
        there = min((travelling & _ROWS[row]).bit_count(), left)
        worth += there * _AHEAD[row]
        left -= there
        if not left:
            break
    return worth


def _to_spawn(predators: Hexes, prey: Hexes) -> int:
    """The prey that can come when prey's turn begins."""
    room = (WARREN & ~(predators | prey)).bit_count()
    bank = PIECES - predators.bit_count() - prey.bit_count()
    return min(prey.bit_count() // 2, room, bank)


def _beset(predators: Hexes, prey: Hexes) -> int:
    """The predators that at least two prey are next to."""
    one = two = 0
    for direction in DIRECTIONS:
        there = _shifted(prey, direction) & predators
        two |= one & there
        one |= there
    return two.bit_count()


def _landing(position: PredationPosition, travelling: Hexes, *, prey_is_next: bool) -> int:
    """The harm to predator in prey being able to land in one turn."""
    predators, prey = position.predators, position.prey
    through = prey | BOARD & ~(predators | around(predators))
    reached = travelling
    for _ in range(_STEPS):
        reached |= around(reached) & through
    there = (around(reached) & FAR_EDGE & ~(predators | prey)).bit_count()
    can = min(there, travelling.bit_count())
    if not can:
        return 0
    if prey_is_next and position.landed.count + can >= LANDINGS_TO_WIN:
        return _LANDS_THE_LAST
    return _CAN_LAND * min(can, LANDINGS_TO_WIN)


EVALUATION: Final = PredationEvaluation
