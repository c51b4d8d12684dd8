"""Whether a position can have come about: what its board, points and pit say of each other.

What is judged is the count of the pieces and, but for the start, whether there is an action of the other
side's that can have been the last one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engines.core import Side
from engines.games.prudh.board import (
    DARK,
    DIAGONALS,
    ENEMY,
    LIGHT,
    OTHER,
    PIECES,
    ROWS_AND_FILES,
    SIDES,
    SMALLEST_RUNNER,
    SPACES,
    Line,
    entered_by,
)

if TYPE_CHECKING:
    from engines.games.prudh.position import PrudhPosition

SMALLEST_CAPTURE = 2
"""A stack of one and the piece dropped on it."""


def contradiction(position: PrudhPosition) -> str:
    """What makes a position impossible, or nothing."""
    return _wrong_count(position) or _wrong_slides(position) or _no_last_action(position)


def _wrong_count(position: PrudhPosition) -> str:
    there = sum(position.cells) + sum(position.off_board)
    if there != PIECES:
        return f"{PIECES} pieces are on the board, captured or in the pit, and not {there}"
    for side in SIDES:
        if position.points(side) == 1:
            return f"a capture is worth at least {SMALLEST_CAPTURE} points, so {side} cannot have 1"
    if position.pit and position.rules.edge != "tomio":
        return f"with the edge {position.rules.edge} there is no pit, so nothing is in it"
    if position.pit and not _has_captured(position):
        return "pieces come into the pit by a run, and a run scores"
    return ""


def _has_captured(position: PrudhPosition) -> bool:
    return any(position.points(side) for side in SIDES)


def _wrong_slides(position: PrudhPosition) -> str:
    """Before the first capture all was done by slides, one empty space each, and dark and light in turn."""
    if _has_captured(position):
        return ""
    slides = {side: sum(not position.cells[space] for space in SPACES[side]) for side in SIDES}
    if sum(position.cells[space] for space in SPACES[DARK]) != len(SPACES[DARK]):
        return "before the first capture every piece is on the colour that it started on"
    ahead = 0 if position.side == position.rules.first else 1
    if slides[position.rules.first] - slides[OTHER[position.rules.first]] != ahead:
        return (
            f"before the first capture every slide has emptied a space: dark made {slides[DARK]}, light "
            f"{slides[LIGHT]}, so {position.rules.first} did not start or {position.side} is not to act"
        )
    return ""


# --- the last action ----------------------------------------------------------------------------


def _no_last_action(position: PrudhPosition) -> str:
    if min(position.cells) > 0 and not _has_captured(position):
        return ""  # the start
    last = OTHER[position.side]
    if any(_can_have_slid(position, start) for start in SPACES[last]):
        return ""
    if any(run.is_possible() for run in _runs(position, last)):
        return ""
    return f"no action of {last}'s can have led here"


def _can_have_slid(position: PrudhPosition, start: int) -> bool:
    """Whether a stack can have left a space, now empty, for the first one in some direction."""
    if position.cells[start]:
        return False
    met = (next(filter(None, (position.cells[space] for space in line)), 0) for line in DIAGONALS[start])
    return max(met) > 1


def _runs(position: PrudhPosition, side: Side) -> Iterator[_LastRun]:
    for start in SPACES[side]:
        for line in ROWS_AND_FILES[start]:
            for height in range(SMALLEST_RUNNER, PIECES):
                yield _LastRun(position, start, entered_by(height, line), height, last_captured=False)
                yield _LastRun(position, start, entered_by(height, line), height, last_captured=True)


@dataclass(frozen=True, slots=True)
class _LastRun:
    """A run of a stack of ``height`` that is supposed to have led to ``position``.

    ``last_captured``: whether the last space entered, where pieces can be left over, is supposed to have been
    captured.
    """

    position: PrudhPosition
    start: int
    entered: Line
    height: int
    last_captured: bool

    def is_possible(self) -> bool:
        """Whether what it left behind, on every space and off the board, is what is there."""
        captured = self._captured()
        return bool(captured) and self._start_fits() and self._points_fit(len(captured))

    @property
    def left_over(self) -> int:
        return self.height - len(self.entered)

    @property
    def fate(self) -> str:
        return self.position.rules.fate_at_edge(captured=self.last_captured) if self.left_over else ""

    def _start_fits(self) -> bool:
        if self.fate == "pit" and self.position.pit < self.left_over:
            return False
        return self.position.cells[self.start] == (self.left_over if self.fate == "back" else 0)

    def _captured(self) -> list[int]:
        """The spaces it must have captured on; none when some space contradicts it."""
        found = []
        for space in self.entered:
            height = self.position.cells[space]
            is_enemy = space in ENEMY[OTHER[self.position.side]]
            is_last = space == self.entered[-1]
            if is_last and self.last_captured:
                if not is_enemy or height != (self.left_over if self.fate == "stay" else 0):
                    return []
                found.append(space)
            elif height == 0:
                if is_last or not is_enemy:
                    return []
                found.append(space)
            elif is_enemy and 0 < height - 1 < self.height:
                return []  # so small a stack would have been captured
        return found

    def _points_fit(self, captures: int) -> bool:
        """Whether the side has the points for so many captures, and none or enough for others before."""
        points = self.position.points(OTHER[self.position.side])
        points -= self.left_over if self.fate == "captured" else 0
        smallest = SMALLEST_CAPTURE * captures
        return smallest <= points <= self.height * captures or smallest + SMALLEST_CAPTURE <= points
