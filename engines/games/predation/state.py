"""The fields of a position of Predation, and queries shared by its rules and its words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from engines.core import Position, Side
from engines.games.predation.board import (
    BOARD,
    FAR_EDGE,
    PRESENT,
    Habitat,
    Hex,
    Hexes,
    around,
)
from engines.games.predation.pieces import (
    PIECES,
    PREDATOR,
)


@dataclass(frozen=True, slots=True)
class Stage:
    """The stage of a turn: ``spawns`` may come first; around ``captured`` a helper must be chosen."""

    spawns: int = 0
    captured: Hex = 0


MOVING: Final = Stage()


@dataclass(frozen=True, slots=True)
class Landed:
    """The prey that have landed on the far edge: their number, and the hexes of those still on the board."""

    count: int = 0
    hexes: Hexes = 0

    def after_move(self, start: Hex, target: Hex) -> Landed:
        """The landed prey after a prey has moved; each is counted once."""
        if start & self.hexes:
            return Landed(self.count, self.hexes ^ start ^ target)
        return Landed(self.count + 1, self.hexes | target) if target & FAR_EDGE else self

    def without(self, gone: Hexes) -> Landed:
        """The landed prey after some prey has left the board; it stays counted."""
        return Landed(self.count, self.hexes & ~gone) if self.hexes & gone else self


NONE_LANDED: Final = Landed()


@dataclass(frozen=True, slots=True, init=False)
class PredationState(Position):
    """A position of Predation. ``side`` is the side whose turn it is; pieces in ``moved`` may not move again.

    ``habitat`` is that of its version of the rules; the position text does not hold it."""

    predators: Hexes
    prey: Hexes
    side: Side
    stage: Stage = MOVING
    moved: Hexes = 0
    landed: Landed = NONE_LANDED
    habitat: Habitat = PRESENT
    ply: int = field(default=0, compare=False)

    def __init__(
        self,
        predators: Hexes,
        prey: Hexes,
        side: Side,
        stage: Stage = MOVING,
        moved: Hexes = 0,
        landed: Landed = NONE_LANDED,
        habitat: Habitat = PRESENT,
        ply: int = 0,
    ) -> None:
        # The generated __init__ of a frozen dataclass takes twice as long, and a search makes little else.
        _set_predators(self, predators)
        _set_prey(self, prey)
        _set_side(self, side)
        _set_stage(self, stage)
        _set_moved(self, moved)
        _set_landed(self, landed)
        _set_habitat(self, habitat)
        _set_ply(self, ply)

    @property
    def pieces(self) -> Hexes:
        return self.predators | self.prey

    @property
    def bank(self) -> int:
        return PIECES - self.pieces.bit_count()

    def helpers(self) -> Hexes:
        """The prey of which predator must remove one; empty unless a predator was just captured."""
        return around(self.stage.captured) & self.prey

    def home(self) -> Hexes:
        """The hexes on which the side whose turn it is spawns."""
        return self.habitat.lair if self.side == PREDATOR else self.habitat.warren

    def through(self) -> Hexes:
        """The hexes prey can pass over: those of its own kind, and empty ones in no predator's zone."""
        return self.prey | BOARD & ~(self.predators | around(self.predators))


_set_predators, _set_prey, _set_side, _set_stage, _set_moved, _set_landed, _set_habitat, _set_ply = (
    getattr(PredationState, name).__set__ for name in PredationState.__slots__
)
