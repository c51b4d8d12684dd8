"""A moment of Prawns: legal actions, their results, and the end."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cache

from engines.core import Action, Outcome, Side
from engines.games.prawns import describe, explain
from engines.games.prawns.board import Sea, sea
from engines.games.prawns.pieces import (
    AFTER_MOVING,
    BLUE,
    EMPTY,
    EVOLVED,
    FRESH,
    GREEN,
    KRILL,
    LETTERS,
    OTHER,
    OWN,
    POOLED,
    Pools,
    holds,
    piece_of,
    with_one_less,
    with_one_more,
)
from engines.games.prawns.state import MOVED, START_OF_TURN, PrawnsState, Stage
from engines.grids import Area, Grid

EVAPORATES_AT = 5
"""With this number of prawns on the board, or fewer, the sea shrinks and nothing re-evolves."""

END = Action("end", ("end",))

_HALF = len(POOLED) // 2
"""The number of species in each of both gene pools."""


@cache
def evolution(square: str, species: str) -> Action:
    """The action that turns what stands on a square into S, C or L."""
    return Action(f"{square}={species}", (square, f"={species}"))


@cache
def death(square: str) -> Action:
    """The action by which the prawn on a square leaves the sea."""
    return Action(f"{square}-dry", (square, "dry"))


class PrawnsPosition(PrawnsState):
    """A position of Prawns, with its rules."""

    __slots__ = ()

    # --- whose turn, and the end ------------------------------------------------------------------

    @property
    def to_act(self) -> Side | None:
        return None if self.is_over() else self.side

    def is_over(self) -> bool:
        """True if all prawns on the board are of one side."""
        return not (holds(self.cells, LETTERS[GREEN]) and holds(self.cells, LETTERS[BLUE]))

    def outcome(self) -> Outcome | None:
        if not self.is_over():
            return None
        # The turn has passed on: the side that would act now did not make the last action.
        if holds(self.cells, LETTERS[self.side]):
            return Outcome(self.side, "dry-land")
        return Outcome(OTHER[self.side], "eaten")

    # --- what may be done -------------------------------------------------------------------------

    def legal_actions(self) -> Sequence[Action]:
        if self.is_over():
            return ()
        if self.stage.moved:
            return (*self.evolutions(), END)
        return [*self.evolutions_before_moving(), *self.moves()] or self.deaths()

    def moves(self) -> list[Action]:
        """Every move of the side to act, even if it has already moved in this turn."""
        own = OWN[self.side]
        found = []
        for square, piece in enumerate(self.cells):
            if piece in own:
                found += self.moves_from(square)
        return found

    def has_move(self) -> bool:
        own = OWN[self.side]
        return any(piece in own and self.moves_from(square) for square, piece in enumerate(self.cells))

    def moves_from(self, start: int) -> list[Action]:
        """Every move of the prawn on a square, which is of the side to act."""
        cells, piece = self.cells, self.cells[start]
        own = OWN[self.side]
        found = []
        for ray in self.sea.swims[piece][start]:
            for target, swim, eat in ray:
                there = cells[target]
                if there == EMPTY:
                    found.append(swim)
                    continue
                if there not in own:
                    found.append(eat)
                break
        for over, landing, jump in self.sea.jumps[piece][start]:
            if cells[over] in own and cells[landing] == EMPTY:
                found.append(jump)
        if piece in FRESH:
            for over, landing, jump in self.sea.jump_starts[piece][start]:
                # Over a prawn of its own side, a jump-start is an ordinary jump and found above.
                if cells[over] == EMPTY and cells[landing] == EMPTY:
                    found.append(jump)
        return found

    def evolutions(self) -> list[Action]:
        """Every evolution in the zone of the side to act, even if it leaves no move."""
        zone = self.sea.zones[self.side]
        if not holds(self.cells[zone], LETTERS[self.side]):
            return []
        squares = range(zone.start, zone.stop)
        return [action for square in squares for action in self._evolutions_on(square)]

    def _evolutions_on(self, square: int) -> list[Action]:
        piece = self.cells[square]
        if piece not in OWN[self.side] or square in self.stage.evolved:
            return []
        if piece not in KRILL and self.prawns() <= EVAPORATES_AT:
            return []
        name = self.rules.grid.names[square]
        others = (species for species in EVOLVED if piece_of(self.side, species) != piece)
        return [evolution(name, species) for species in others if self.pool(species)]

    def evolutions_before_moving(self) -> list[Action]:
        """The evolutions after which the side still has a move."""
        return [action for action in self.evolutions() if self.apply(action).has_move()]

    def deaths(self) -> list[Action]:
        """One action for every prawn of the side to act: to leave the sea."""
        own, names = OWN[self.side], self.rules.grid.names
        return [death(names[square]) for square, piece in enumerate(self.cells) if piece in own]

    # --- what it leads to -------------------------------------------------------------------------

    def apply(self, action: Action) -> PrawnsPosition:
        numbers = self.rules.grid.numbers
        last = action.path[-1]
        if last in numbers:
            return self._move(numbers[action.path[0]], numbers[last])
        if action == END:
            return self._next_turn(self.cells, self.pools)
        if last == "dry":
            return self._die(numbers[action.path[0]])
        return self._evolve(numbers[action.path[0]], last.removeprefix("="))

    def _move(self, start: int, target: int) -> PrawnsPosition:
        eaten = self.cells[target]
        cells = bytearray(self.cells)
        cells[target] = AFTER_MOVING[cells[start]]
        cells[start] = EMPTY
        pools = self.pools if eaten == EMPTY else self._pools_with_dead(eaten)
        return self._after_moving(bytes(cells), pools, MOVED)

    def _after_moving(self, cells: bytes, pools: Pools, stage: Stage) -> PrawnsPosition:
        """The position after a move: the turn goes on if a prawn can evolve and the match isn't over."""
        if holds(cells[self.sea.zones[self.side]], LETTERS[self.side]):
            same_turn = PrawnsPosition(self.rules, self.sea, cells, pools, self.side, stage, self.ply + 1)
            if not same_turn.is_over() and same_turn.evolutions():
                return same_turn
        return self._next_turn(cells, pools)

    def _evolve(self, square: int, species: str) -> PrawnsPosition:
        before, after = self.cells[square], piece_of(self.side, species)
        cells = bytearray(self.cells)
        cells[square] = after
        pools = with_one_less(with_one_more(self.pools, before), after)
        stage = self.stage.with_square(square)
        if stage.moved:
            return self._after_moving(bytes(cells), pools, stage)
        return PrawnsPosition(self.rules, self.sea, bytes(cells), pools, self.side, stage, self.ply + 1)

    def _die(self, square: int) -> PrawnsPosition:
        cells = bytearray(self.cells)
        cells[square] = EMPTY
        return self._next_turn(bytes(cells), self._pools_with_dead(self.cells[square]))

    def _pools_with_dead(self, piece: int) -> Pools:
        return with_one_more(self.pools, piece) if self.rules.revival else self.pools

    def _next_turn(self, cells: bytes, pools: Pools) -> PrawnsPosition:
        waters = self.sea
        if len(cells) - cells.count(EMPTY) <= EVAPORATES_AT:
            waters = smallest_sea(waters.grid, cells)
        return PrawnsPosition(self.rules, waters, cells, pools, OTHER[self.side], START_OF_TURN, self.ply + 1)

    # --- the same position seen otherwise ---------------------------------------------------------

    def appearance(self) -> Hashable:
        # Where on the board a sea that has shrunk lies is all one.
        area, cells = self.sea.area, self.cells.translate(AFTER_MOVING)
        rows = tuple(cells[area.row(rank)] for rank in range(area.bottom, area.top + 1))
        return rows, self.side, self.stage.moved

    def mirrored(self) -> PrawnsPosition:
        """The position with left and right exchanged."""
        area, last = self.sea.area, self.rules.grid.files - 1
        waters = Area(area.grid, last - area.right, area.bottom, last - area.left, area.top)
        evolved = [square + last - 2 * (square % (last + 1)) for square in self.stage.evolved]
        return PrawnsPosition(
            self.rules,
            sea(waters),
            self.rules.grid.mirrored(self.cells),
            self.pools,
            self.side,
            Stage(self.stage.moved, tuple(sorted(evolved))),
            self.ply,
        )

    def exchanged(self) -> PrawnsPosition:
        """The position with the board turned over: the first rank becomes the last."""
        grid, area = self.rules.grid, self.sea.area
        top = grid.ranks - 1
        evolved = (grid.square(file, top - rank) for file, rank in map(grid.place, self.stage.evolved))
        return PrawnsPosition(
            self.rules,
            sea(Area(grid, area.left, top - area.top, area.right, top - area.bottom)),
            grid.turned_over(self.cells).swapcase(),
            (*self.pools[_HALF:], *self.pools[:_HALF]),
            OTHER[self.side],
            Stage(self.stage.moved, tuple(sorted(evolved))),
            self.ply,
        )

    # --- words and pictures -----------------------------------------------------------------------

    reading = staticmethod(explain.reading)
    why_not = explain.why_not
    to_text = describe.position_text
    diagram = describe.diagram
    describe = describe.describe

    def is_irreversible(self, action: Action) -> bool:
        dies = "x" in action.text or action.path[-1] == "dry"
        # Krill swim back as they came, and so their later moves are no progress.
        return dies or self._uses_up_krill(action) or self.apply(action).sea != self.sea

    def _uses_up_krill(self, action: Action) -> bool:
        """True if a krill evolves, or moves for the first time: no new krill ever comes."""
        if action == END:
            return False
        numbers = self.rules.grid.numbers
        piece = self.cells[numbers[action.path[0]]]
        return piece in (FRESH if action.path[-1] in numbers else KRILL)


def smallest_sea(grid: Grid, cells: bytes) -> Sea:
    """The smallest sea that holds all prawns (at least one)."""
    return sea(Area.around(grid, [square for square, piece in enumerate(cells) if piece != EMPTY]))
