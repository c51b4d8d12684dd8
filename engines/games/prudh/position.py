"""A moment of Prudh: legal actions, their results, and the end."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace

from engines.core import Action, Outcome, Side
from engines.games.prudh import describe, explain
from engines.games.prudh.board import (
    DARK,
    GRID,
    LIGHT,
    OTHER,
    RUNS,
    SLIDES,
    WAYS,
    Line,
)
from engines.games.prudh.state import OffBoard, PrudhState, set_legal


class PrudhPosition(PrudhState):
    """A position of Prudh, with its rules."""

    __slots__ = ()

    # --- whose turn, and the end ------------------------------------------------------------------

    @property
    def to_act(self) -> Side | None:
        return self.side if self.legal_actions() else None

    def is_over(self) -> bool:
        """True if the side that should act has no legal action."""
        return not self.legal_actions()

    def outcome(self) -> Outcome | None:
        if not self.is_over():
            return None
        scores = self.final_scores()
        if scores[DARK] == scores[LIGHT]:
            return Outcome(OTHER[self.rules.first], "tie-second-mover", scores)
        return Outcome(max(scores, key=scores.__getitem__), "higher-score", scores)

    def final_scores(self) -> Mapping[Side, int]:
        """The scores if the match ended now: the side that moved last gets its tallest stack and the pit."""
        last = OTHER[self.side]
        award = self.tallest(last) + self.pit
        return {side: self.points(side) + (award if side == last else 0) for side in (DARK, LIGHT)}

    # --- what may be done -------------------------------------------------------------------------

    def legal_actions(self) -> Sequence[Action]:
        if self._legal is None:
            set_legal(self, tuple(self._actions()))
        return self._legal or ()

    def _actions(self) -> list[Action]:
        """The legal actions by space: slides, each to the first stack in its way, then runs that capture."""
        cells = self.cells
        found = []
        for start, rays, runs in WAYS[self.side]:
            height = cells[start]
            if not height:
                continue
            for ray in rays:
                for target, slide in ray:
                    if cells[target]:
                        found.append(slide)
                        break
            for enemies, run in runs[height]:
                for space in enemies:
                    if 0 < cells[space] < height:
                        found.append(run)
                        break
        return found

    # --- what it leads to -------------------------------------------------------------------------

    def apply(self, action: Action) -> PrudhPosition:
        slide = SLIDES.get(action.text)
        if slide is None:
            return self._run(*RUNS[action.text])
        start, target = slide
        cells = bytearray(self.cells)
        cells[target] += cells[start]
        cells[start] = 0
        return PrudhPosition(self.rules, bytes(cells), OTHER[self.side], self.off_board, self.ply + 1)

    def _run(self, start: int, entered: Line) -> PrudhPosition:
        """The position after a run: a piece dropped on every space entered, the rest handled at the edge."""
        cells = bytearray(self.cells)
        captures = self.captures(start, entered)
        taken = pit = 0
        for space in entered:
            cells[space] += 1
        for space in captures:
            taken += cells[space]
            cells[space] = 0
        left_over = cells[start] - len(entered)
        cells[start] = 0
        if left_over > 0:
            edge = entered[-1]
            fate = self.rules.fate_at_edge(captured=captures[-1] == edge)
            if fate == "back":
                cells[start] = left_over
            elif fate == "captured":
                taken += left_over
            elif fate == "stay":
                cells[edge] = left_over
            else:
                pit = left_over
        off_board = self._with(taken, pit)
        return PrudhPosition(self.rules, bytes(cells), OTHER[self.side], off_board, self.ply + 1)

    def _with(self, taken: int, pit: int) -> OffBoard:
        """The pieces off the board after ``taken`` more for the side to act and ``pit`` more in the pit."""
        dark, light, before = self.off_board
        if self.side == DARK:
            return dark + taken, light, before + pit
        return dark, light + taken, before + pit

    # --- the same position seen otherwise ---------------------------------------------------------

    def appearance(self) -> Hashable:
        return self.cells, self.side

    def mirrored(self) -> PrudhPosition:
        """The position with files and ranks exchanged: a1 stays, and each side keeps its spaces."""
        files = (self.cells[file :: GRID.files] for file in range(GRID.files))
        return PrudhPosition(self.rules, b"".join(files), self.side, self.off_board, self.ply)

    def exchanged(self) -> PrudhPosition:
        """The position with left and right exchanged, which exchanges the colours of the spaces."""
        by_dark, by_light, pit = self.off_board
        return PrudhPosition(
            replace(self.rules, first=OTHER[self.rules.first]),
            GRID.mirrored(self.cells),
            OTHER[self.side],
            (by_light, by_dark, pit),
            self.ply,
        )

    def images(self) -> tuple[PrudhPosition, ...]:
        """The eight equivalent positions: the board turned and mirrored in every way."""
        half = self._turned()
        found = (self, self.mirrored(), half, half.mirrored())
        return (*found, *(one.exchanged() for one in found))

    def _turned(self) -> PrudhPosition:
        return PrudhPosition(self.rules, self.cells[::-1], self.side, self.off_board, self.ply)

    # --- words and pictures -----------------------------------------------------------------------

    reading = staticmethod(explain.reading)
    why_not = explain.why_not
    to_text = describe.position_text
    diagram = describe.diagram
    describe = describe.describe

    def is_irreversible(self, action: Action) -> bool:
        # A slide makes one stack of two, and only a run makes more stacks; a run takes pieces off the
        # board, and nothing brings them back. So no position ever comes again.
        return True
