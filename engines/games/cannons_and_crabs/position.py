"""A moment of Cannons and Crabs: legal actions, their results, and the end."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from engines.core import Action, Outcome, Side
from engines.games.cannons_and_crabs import describe, explain
from engines.games.cannons_and_crabs.board import Army, Castling
from engines.games.cannons_and_crabs.pieces import BLACK, EMPTY, FOOT, KINGS, OTHER
from engines.games.cannons_and_crabs.safety import is_attacked, threats, unsafe_moves
from engines.games.cannons_and_crabs.state import CannonsState, set_found

FIFTY_MOVES = 100
"""The number of plies without a capture or a move of a pawn or crab that makes a draw."""


class CannonsPosition(CannonsState):
    """A position of Cannons and Crabs, with its rules."""

    __slots__ = ()

    # --- whose turn, and the end ------------------------------------------------------------------

    @property
    def to_act(self) -> Side | None:
        return self.side if self.legal_actions() else None

    def outcome(self) -> Outcome | None:
        if not self._safe_moves():
            return Outcome(OTHER[self.side], "checkmate") if self.attacks() else Outcome(None, "stalemate")
        return Outcome(None, "fifty-moves") if self.clock >= FIFTY_MOVES else None

    # --- what may be done -------------------------------------------------------------------------

    def legal_actions(self) -> Sequence[Action]:
        return self._safe_moves() if self.clock < FIFTY_MOVES else ()

    def _safe_moves(self) -> tuple[Action, ...]:
        """Every move that leaves the own king unattacked; draws by the clock are tested elsewhere."""
        found = self._found
        if found is None:
            found = tuple(self._find())
            set_found(self, found)
        return found

    def _find(self) -> list[Action]:
        army, cells, moves = self.army, self.cells, self.board.moves
        ways_of, takeable = army.ways, army.takeable
        king = cells.index(army.king)
        attacks, pinned = threats(army, cells, king)
        if len(attacks) > 1:
            return self._king_moves(army, king)
        found: list[Action] = []
        for square, piece in enumerate(cells):
            ways = ways_of[piece]
            if ways is None:
                continue
            if square == king:
                found += self._king_moves(army, king)
                if not attacks and self.rights & army.rights:
                    found += [one.action for one in army.castlings if self.may_castle(one)]
                continue
            actions = unsafe_moves(cells, ways[square], takeable)
            if square in pinned:
                line = pinned[square]
                actions = [action for action in actions if moves[action.text][1] in line]
            if attacks:
                line = attacks[0][1]
                actions = [action for action in actions if moves[action.text][1] in line]
            found += actions
        return found

    def _king_moves(self, army: Army, king: int) -> list[Action]:
        """The king's safe moves of one square. The square it leaves no longer shields it."""
        ways = army.ways[army.king]
        assert ways is not None
        cells, takeable = bytearray(self.cells), army.takeable
        cells[king] = EMPTY
        found = []
        for target, quiet, capture in ways[king][0]:
            there = cells[target]
            if there == EMPTY:
                if not is_attacked(army, cells, target):
                    found.append(quiet)
            elif there in takeable and not is_attacked(army, cells, target):
                found.append(capture)
        return found

    def may_castle(self, castling: Castling) -> bool:
        """True if a castling of the side to act, which is not in check, is legal."""
        if not self.rights & castling.right:
            return False
        army, cells = self.army, self.cells
        return all(cells[square] == EMPTY for square in castling.between) and not any(
            is_attacked(army, cells, square) for square in castling.crossed
        )

    # --- what it leads to -------------------------------------------------------------------------

    def apply(self, action: Action) -> CannonsPosition:
        board, side = self.board, self.side
        start, target, becomes, kept = board.moves[action.text]
        cells = bytearray(self.cells)
        piece = cells[start]
        clock = 0 if cells[target] != EMPTY or piece in FOOT else self.clock + 1
        cells[target] = becomes or piece
        cells[start] = EMPTY
        if piece in KINGS and abs(target - start) == 2:
            rook, lands = board.rooks[target]
            cells[lands] = cells[rook]
            cells[rook] = EMPTY
        number = self.number + 1 if side == BLACK else self.number
        return CannonsPosition(
            board, bytes(cells), OTHER[side], self.rights & kept, clock, number, self.ply + 1
        )

    # --- the same position seen otherwise ---------------------------------------------------------

    def appearance(self) -> Hashable:
        return self.cells, self.side

    def mirrored(self) -> CannonsPosition:
        """The position with left and right exchanged, castling rights included."""
        rights = (self.rights & 0b0101) << 1 | self.rights >> 1 & 0b0101
        cells = self.board.grid.mirrored(self.cells)
        return CannonsPosition(self.board, cells, self.side, rights, self.clock, self.number, self.ply)

    def exchanged(self) -> CannonsPosition:
        """The board turned over: the first rank becomes the last."""
        rights = self.rights >> 2 | (self.rights & 0b11) << 2
        cells = self.board.grid.turned_over(self.cells).swapcase()
        return CannonsPosition(self.board, cells, OTHER[self.side], rights, self.clock, self.number, self.ply)

    # --- words and pictures -----------------------------------------------------------------------

    reading = explain.reading
    why_not = explain.why_not
    to_text = describe.position_text
    diagram = describe.diagram
    describe = describe.describe

    def is_irreversible(self, action: Action) -> bool:
        # As the draw by fifty moves has it: to lose the right to castle is no progress.
        return self.apply(action).clock == 0
