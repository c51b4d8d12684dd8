"""Predation as a game: its start, and how a position text is read."""

from __future__ import annotations

from engines.core import Credit, Game, OptionError, Options, Picks, Side
from engines.games.predation.board import HABITATS, RULES_VERSION
from engines.games.predation.pieces import PREDATOR, PREY, SIDES
from engines.games.predation.position import SPAWNING, PredationPosition, prey_spawns
from engines.games.predation.position_text import read


class Predation(Game):
    """The rules of Predation. Outcomes have the reason ``"extinction"`` or ``"migration"``."""

    key = "predation"
    name = "Predation"
    sides = SIDES
    options = ()
    uneven = True
    rules_version = RULES_VERSION

    def __init__(self, version: int = RULES_VERSION) -> None:
        self.rules_version = version  # type: ignore[misc]
        self.habitat = HABITATS[version]
        older = range(1, RULES_VERSION) if version == RULES_VERSION else ()
        self._older = {number: Predation(number) for number in older}

    def at(self, version: int) -> Game:
        return self._older.get(version) or super().at(version)

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
        habitat = self.habitat
        predators, prey = habitat.lair, habitat.warren
        if first == PREY:
            stage = SPAWNING[prey_spawns(predators, prey, habitat)]
            return PredationPosition(predators, prey, PREY, stage, habitat=habitat)
        return PredationPosition(predators, prey, PREDATOR, habitat=habitat)

    def from_text(self, text: str, options: Options | None = None) -> PredationPosition:
        self.settle(options)
        return read(text, self.habitat)
