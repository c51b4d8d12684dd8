"""A moment of Pjawns: legal actions, their results, and the end."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from engines.core import Action, Outcome, Side
from engines.games.pjawns import describe, explain
from engines.games.pjawns.board import (
    AHEAD,
    AHEAD_LEFT,
    AHEAD_RIGHT,
    ALL,
    EFFECTS,
    EN_PASSANT,
    FILE_A,
    FILE_H,
    OTHER,
    PJAWNS,
    RANK_1,
    RANK_4,
    RANK_8,
    REPERTOIRE,
    WHITE,
    Bits,
    mirrored,
    seen_by,
    turned,
)
from engines.games.pjawns.state import PjawnsState


class PjawnsPosition(PjawnsState):
    """A position of Pjawns, with its rules."""

    __slots__ = ()

    # --- whose turn, and the end ------------------------------------------------------------------

    @property
    def to_act(self) -> Side | None:
        return None if self.is_over() else self.side

    def is_over(self) -> bool:
        """True if the enemy has a pjawn on its rank 8, or there is no legal action."""
        own, enemy = self.seen_by(self.side)
        return bool(enemy & RANK_1) or not any(_starts(own, enemy, self._prey(enemy)))

    def outcome(self) -> Outcome | None:
        if not self.is_over():
            return None
        # The winner made the last action: it arrived or shut the other side in.
        winner = OTHER[self.side]
        return Outcome(winner, "rank-8" if self.seen_by(winner)[0] & RANK_8 else "no-action")

    def seen_by(self, side: Side) -> tuple[Bits, Bits]:
        """The pjawns of a side and those of its enemy, as seen by the side."""
        return (self.white, self.black) if side == WHITE else (turned(self.black), turned(self.white))

    # --- what may be done -------------------------------------------------------------------------

    def legal_actions(self) -> Sequence[Action]:
        own, enemy = self.seen_by(self.side)
        if enemy & RANK_1:
            return ()  # An enemy has come to its rank 8.
        found: list[Action] = []
        starting = _starts(own, enemy, self._prey(enemy))
        for starts, actions in zip(starting, REPERTOIRE[self.side], strict=True):
            left = starts
            while left:
                rest = left & (left - 1)
                found.append(actions[left ^ rest])
                left = rest
        return found

    def _prey(self, enemy: Bits) -> Bits:
        """The squares that a capture may end on, as the side to act sees them."""
        return enemy | seen_by(self.side, self.passed) if self.passed else enemy

    # --- what it leads to -------------------------------------------------------------------------

    def apply(self, action: Action) -> PjawnsPosition:
        white, black, target, passed = EFFECTS[action.text]
        if target == self.passed:
            # Nothing but a capture en passant ever ends on a square just passed over.
            white, black, _, _ = EN_PASSANT[action.text]
        return PjawnsPosition(self.white ^ white, self.black ^ black, OTHER[self.side], passed, self.ply + 1)

    # --- the same position seen otherwise ---------------------------------------------------------

    def appearance(self) -> Hashable:
        return self.white, self.black, self.side

    def mirrored(self) -> PjawnsPosition:
        """The position with left and right exchanged."""
        return PjawnsPosition(
            mirrored(self.white), mirrored(self.black), self.side, mirrored(self.passed), self.ply
        )

    def exchanged(self) -> PjawnsPosition:
        """The position with the board turned over: rank 1 becomes rank 8."""
        return PjawnsPosition(
            turned(self.black), turned(self.white), OTHER[self.side], turned(self.passed), self.ply
        )

    # --- words and pictures -----------------------------------------------------------------------

    reading = staticmethod(explain.reading)
    why_not = explain.why_not
    to_text = describe.position_text
    diagram = describe.diagram
    describe = describe.describe

    def is_irreversible(self, action: Action) -> bool:
        # There are placements, steps ahead and captures, and no way back: a pjawn comes to where it was
        # only by being captured and placed again, and all of that is progress.
        return True


def _starts(own: Bits, enemy: Bits, prey: Bits) -> tuple[Bits, ...]:
    """The squares that the actions of each kind start from, in the order of :class:`Repertoire`.

    ``prey`` are the squares that a capture may end on: the enemies', and the one that an enemy just passed.
    """
    empty = ALL ^ own ^ enemy
    room = empty & empty >> AHEAD & empty >> 2 * AHEAD & empty >> 3 * AHEAD & RANK_1
    on_4 = own & RANK_4
    # A pjawn alone on rank 4 has to stay there.
    free = own if on_4 & (on_4 - 1) else own ^ on_4
    advancing = free & empty >> AHEAD
    return (
        room if own.bit_count() < PJAWNS else 0,
        advancing,
        advancing & RANK_1 & empty >> 2 * AHEAD,
        free & prey >> AHEAD_LEFT & ~FILE_A,
        free & prey >> AHEAD_RIGHT & ~FILE_H,
    )
