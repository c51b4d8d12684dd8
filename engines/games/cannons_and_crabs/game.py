"""Cannons and Crabs as a game: its option, its start, and how a position text is read."""

from __future__ import annotations

from engines.core import Credit, Game, Option, OptionError, Options, Picks, Side
from engines.games.cannons_and_crabs.board import Board, board, start_cells
from engines.games.cannons_and_crabs.pieces import SIDES, WHITE
from engines.games.cannons_and_crabs.position import CannonsPosition
from engines.games.cannons_and_crabs.position_text import read


class CannonsAndCrabs(Game):
    """The rules. Outcomes have the reason ``"checkmate"``, ``"stalemate"`` or ``"fifty-moves"``."""

    key = "cannons-and-crabs"
    name = "Cannons and Crabs"
    sides = SIDES
    options = (Option("board", "Board", ("7x6", "7x7"), "7x6"),)
    credit = Credit("David Short", "https://www.chessvariants.com/42.dir/cannons-and-crabs.html")
    draws = True

    def start(
        self, options: Options | None = None, *, first: Side | None = None, picks: Picks | None = None
    ) -> CannonsPosition:
        """The start. White moves first unless told otherwise; there is nothing to pick."""
        where = self._board(options)
        side = WHITE if first is None else first
        if unknown := {side, *(picks or {})} - set(SIDES):
            raise OptionError(
                f"{self.name} is played by white and black, not by {', '.join(map(repr, unknown))}"
            )
        if picks:
            raise OptionError(f"in {self.name} nothing is picked before the start")
        return CannonsPosition(where, start_cells(where.grid), side)

    def from_text(self, text: str, options: Options | None = None) -> CannonsPosition:
        return read(text, self._board(options))

    def _board(self, options: Options | None) -> Board:
        files, ranks = map(int, self.settle(options)["board"].split("x"))
        return board(files, ranks)
