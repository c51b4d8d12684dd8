"""Predation as a game: its start, and how a position text is read."""

from __future__ import annotations

from engines.core import Credit, Game, OptionError, Options, Picks, Side
from engines.games.predation.board import LAIR, WARREN
from engines.games.predation.pieces import PREDATOR, PREY, SIDES
from engines.games.predation.position import SPAWNING, PredationPosition, prey_spawns
from engines.games.predation.position_text import read


class Predation(Game):
    """The rules of Predation. Outcomes have the reason ``"extinction"`` or ``"migration"``."""

    key = "predation"
    name = "Predation"
    sides = SIDES
    options = ()
    credit = Credit(
        "Quentin Long (Anthro no. 25)", "https://www.anthrozine.com/misc/predation.boardgame.html"
    )

    def start(
        self, options: Options | None = None, *, first: Side | None = None, picks: Picks | None = None
    ) -> PredationPosition:
        """A predator on every Lair hex, a prey on every Warren hex."""
        self.settle(options)
        if picks:
            raise OptionError("nothing is picked before a match of Predation")
        if first not in (*SIDES, None):
            raise OptionError(f"Predation is played by predator and prey, not by {first!r}")
        if first == PREY:
            return PredationPosition(LAIR, WARREN, PREY, SPAWNING[prey_spawns(LAIR, WARREN)])
        return PredationPosition(LAIR, WARREN, PREDATOR)

    def from_text(self, text: str, options: Options | None = None) -> PredationPosition:
        self.settle(options)
        return read(text)
