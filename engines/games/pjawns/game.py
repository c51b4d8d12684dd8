"""Pjawns as a game: its start, and how a position text is read."""

from __future__ import annotations

from engines.core import Credit, Game, OptionError, Options, Picks, Side
from engines.games.pjawns.board import SIDES, WHITE
from engines.games.pjawns.position import PjawnsPosition
from engines.games.pjawns.position_text import read


class Pjawns(Game):
    """The rules of Pjawns. Outcomes have the reason ``"rank-8"`` or ``"no-action"``."""

    key = "pjawns"
    name = "Pjawns"
    sides = SIDES
    options = ()
    credit = Credit(None, None)

    def start(
        self, options: Options | None = None, *, first: Side | None = None, picks: Picks | None = None
    ) -> PjawnsPosition:
        """The empty board. White always starts, and there are no picks."""
        self.settle(options)
        if first not in (None, WHITE):
            raise OptionError(f"in Pjawns white starts, not {first!r}")
        if picks:
            raise OptionError("in Pjawns there is nothing to pick")
        return PjawnsPosition(white=0, black=0, side=WHITE)

    def from_text(self, text: str, options: Options | None = None) -> PjawnsPosition:
        self.settle(options)
        return read(text)
