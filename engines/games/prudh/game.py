"""Prudh as a game: its option, its start, and how a position text is read."""

from __future__ import annotations

from engines.core import Credit, Game, Option, OptionError, Options, Picks, Side
from engines.games.prudh.board import DARK, PIECES, SIDES
from engines.games.prudh.position import PrudhPosition, Rules
from engines.games.prudh.position_text import read


class Prudh(Game):
    """The rules of Prudh. Outcomes have the reason ``"higher-score"`` or ``"tie-second-mover"``."""

    key = "prudh"
    name = "Prudh"
    sides = SIDES
    options = (Option("edge", "Edge", ("ordinary", "traditional", "tika", "tomio"), "ordinary"),)
    credit = Credit(
        "James Ernest, Rick Fish and Greg Whitehead (Crab Fragment Labs)",
        "https://crabfragmentlabs.com/prudh",
    )
    starter = "drawn"

    def start(
        self, options: Options | None = None, *, first: Side | None = None, picks: Picks | None = None
    ) -> PrudhPosition:
        """The start: one piece on every space."""
        first = DARK if first is None else first
        if first not in SIDES:
            raise OptionError(f"Prudh is played by dark and light, not by {first!r}")
        if picks:
            raise OptionError("nothing is picked before a match of Prudh")
        return PrudhPosition(Rules(self._edge(options), first), bytes([1] * PIECES), first)

    def from_text(self, text: str, options: Options | None = None) -> PrudhPosition:
        return read(text, self._edge(options))

    def _edge(self, options: Options | None) -> str:
        return self.settle(options)["edge"]
