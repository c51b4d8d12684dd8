"""A moment of Predation: legal actions, their results, and the end."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final

from engines.core import Action, Outcome, Side
from engines.games.predation import describe, explain
from engines.games.predation.board import (
    BOARD,
    DIRECTIONS,
    FAR_EDGE,
    HABITATS,
    HEXES,
    RANGE,
    Habitat,
    Hex,
    Hexes,
    around,
    each,
    flood,
    mirrored,
)
from engines.games.predation.pieces import (
    END,
    EXTINCT_BELOW,
    LANDINGS_TO_WIN,
    LINES,
    PIECES,
    PREDATOR,
    PREY,
    REACH,
    SPAWNS,
    capture,
    captures,
    removal,
)
from engines.games.predation.state import MOVING, Landed, PredationState, Stage

_MOST_SPAWNS: Final = max(max(one.lair.bit_count(), one.warren.bit_count()) for one in HABITATS.values())
SPAWNING: Final = tuple(Stage(spawns) for spawns in range(_MOST_SPAWNS + 1))


class PredationPosition(PredationState):
    """A position of Predation, with its rules."""

    __slots__ = ()

    # --- whose turn, and the end ------------------------------------------------------------------

    @property
    def to_act(self) -> Side | None:
        if self.is_over():
            return None
        return PREDATOR if self.stage.captured else self.side

    @property
    def turn_of(self) -> Side | None:
        # The predator player chooses a helper within prey's turn.
        return None if self.is_over() else self.side

    def is_over(self) -> bool:
        """True if prey is extinct or has migrated."""
        return self.prey.bit_count() < EXTINCT_BELOW or self.landed.count >= LANDINGS_TO_WIN

    def outcome(self) -> Outcome | None:
        if self.prey.bit_count() < EXTINCT_BELOW:
            return Outcome(PREDATOR, "extinction")
        if self.landed.count >= LANDINGS_TO_WIN:
            return Outcome(PREY, "migration")
        return None

    # --- what may be done -------------------------------------------------------------------------

    def legal_actions(self) -> Sequence[Action]:
        if self.is_over():
            return ()
        if self.stage.captured:
            return [removal(helper) for helper in each(self.helpers())]
        moves = self.predator_moves() if self.side == PREDATOR else self.prey_moves()
        return [*self.spawns(), *moves, END]

    def spawns(self) -> list[Action]:
        """Every legal spawn."""
        if not self.stage.spawns:
            return []
        return [SPAWNS[place] for place in each(self.home() & ~self.pieces)]

    def predator_moves(self) -> list[Action]:
        """Every move and capture of predators that have not moved."""
        predators, prey = self.predators, self.prey
        found: list[Action] = []
        for start in each(predators & ~self.moved):
            for way in LINES[start]:
                for target, move in way:
                    if target & prey:
                        found += self.captures(start, target)
                        break
                    if not target & predators:
                        found.append(move)
        return found

    def captures(self, start: Hex, target: Hex) -> tuple[Action, ...]:
        beside = around(target) & self.prey
        return captures(start, target, beside) if beside else (capture(start, target),)

    def prey_moves(self) -> list[Action]:
        """Every move and capture of prey that has not moved."""
        empty, through = BOARD ^ self.pieces, self.through()
        enough, plenty = self.beset()
        found: list[Action] = []
        for start in each(self.prey & ~self.moved):
            ends = around(flood(start, through, RANGE - 1))
            found += [move for target, move in REACH[start] if target & ends & empty]
            # A prey that starts next to the predator is not one of its own helpers.
            if hits := ends & (plenty | enough & ~around(start)):
                found += [capture(start, target) for target in each(hits)]
        return found

    def beset(self) -> tuple[Hexes, Hexes]:
        """The predators with enough prey around them to help in a capture, and those with more."""
        prey, predators = self.prey, self.predators
        one = two = three = 0
        for way in DIRECTIONS:
            there = (prey << way if way > 0 else prey >> -way) & predators
            three |= two & there
            two |= one & there
            one |= there
        return two, three

    # --- what it leads to -------------------------------------------------------------------------

    def apply(self, action: Action) -> PredationPosition:
        path = action.path
        start = HEXES.get(path[0])
        if start is None:
            return self._end_turn() if len(path) == 1 else self._spawn(HEXES[path[1]])
        if len(path) == 1:
            return self._remove(start)
        target = HEXES[path[1]]
        if self.side == PREDATOR:
            if target & self.prey:
                return self._take_prey(start, target, HEXES.get(path[-1], 0))
            return PredationPosition(
                self.predators ^ start ^ target,
                self.prey,
                PREDATOR,
                MOVING,
                self.moved | target,
                self.landed,
                self.habitat,
                self.ply + 1,
            )
        if target & self.predators:
            return self._take_predator(start, target)
        landed = self.landed
        if target & FAR_EDGE or start & landed.hexes:
            landed = landed.after_move(start, target)
        return PredationPosition(
            self.predators,
            self.prey ^ start ^ target,
            PREY,
            MOVING,
            self.moved | target,
            landed,
            self.habitat,
            self.ply + 1,
        )

    def _take_prey(self, start: Hex, target: Hex, last: Hex) -> PredationPosition:
        """The position after the capture of the prey on ``target`` and on ``last``, which may be the same."""
        taken = target | last
        predators, prey = self.predators ^ start ^ target, self.prey & ~taken
        # The bank holds at least what was just taken.
        spawns = min(taken.bit_count(), (self.habitat.lair & ~predators & ~prey).bit_count())
        moved, landed = self.moved | target, self.landed.without(taken)
        return PredationPosition(
            predators, prey, PREDATOR, SPAWNING[spawns], moved, landed, self.habitat, self.ply + 1
        )

    def _take_predator(self, start: Hex, target: Hex) -> PredationPosition:
        """The position after prey captures a predator: both leave the board; a helper is chosen next."""
        predators, prey = self.predators ^ target, self.prey ^ start
        stage, landed = Stage(captured=target), self.landed.without(start)
        return PredationPosition(predators, prey, PREY, stage, self.moved, landed, self.habitat, self.ply + 1)

    def _remove(self, helper: Hex) -> PredationPosition:
        prey, landed = self.prey ^ helper, self.landed.without(helper)
        return PredationPosition(
            self.predators, prey, PREY, MOVING, self.moved & ~helper, landed, self.habitat, self.ply + 1
        )

    def _spawn(self, place: Hex) -> PredationPosition:
        predators, prey, moved = self.predators, self.prey, self.moved
        if self.side == PREDATOR:
            predators, moved = predators | place, moved | place
        else:
            prey |= place
        stage = SPAWNING[self.stage.spawns - 1]
        return PredationPosition(
            predators, prey, self.side, stage, moved, self.landed, self.habitat, self.ply + 1
        )

    def _end_turn(self) -> PredationPosition:
        if self.side == PREY:
            return PredationPosition(
                self.predators, self.prey, PREDATOR, MOVING, 0, self.landed, self.habitat, self.ply + 1
            )
        stage = SPAWNING[prey_spawns(self.predators, self.prey, self.habitat)]
        return PredationPosition(
            self.predators, self.prey, PREY, stage, 0, self.landed, self.habitat, self.ply + 1
        )

    # --- the same position seen otherwise ---------------------------------------------------------

    def appearance(self) -> Hashable:
        return self.predators, self.prey, self.side, self.stage.captured

    def mirrored(self) -> PredationPosition:
        """The position with left and right exchanged."""
        return PredationPosition(
            mirrored(self.predators),
            mirrored(self.prey),
            self.side,
            Stage(self.stage.spawns, mirrored(self.stage.captured)),
            mirrored(self.moved),
            Landed(self.landed.count, mirrored(self.landed.hexes)),
            self.habitat,
            self.ply,
        )

    # --- words and pictures -----------------------------------------------------------------------

    reading = explain.reading
    why_not = explain.why_not
    to_text = describe.position_text
    diagram = describe.diagram
    describe = describe.describe

    def is_irreversible(self, action: Action) -> bool:
        # New pieces, removed helpers, and captures.
        if action.text[0] in "*!" or "x" in action.text:
            return True
        if self.side == PREDATOR or action == END:
            return False
        # Landed prey moves along the far edge, and back to it, without landing again.
        start, target = (HEXES[name] for name in action.path)
        return bool(target & FAR_EDGE and not start & self.landed.hexes)


def prey_spawns(predators: Hexes, prey: Hexes, habitat: Habitat) -> int:
    """The number of prey that may be spawned at the start of prey's turn."""
    pieces = predators | prey
    return min(prey.bit_count() // 2, (habitat.warren & ~pieces).bit_count(), PIECES - pieces.bit_count())
