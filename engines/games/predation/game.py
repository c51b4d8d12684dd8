"""Predation as a game: its start, and how a position text is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from engines.core import Credit, Game, Option, OptionError, Options, Picks, Side
from engines.games.predation.board import BY_LAIR, HABITATS, RULES_VERSION, Habitat
from engines.games.predation.pieces import PREDATOR, PREY, SIDES
from engines.games.predation.position import SPAWNING, PredationPosition, prey_spawns
from engines.games.predation.position_text import read

_LAIR: Final = "5"
"""The Lair of a match that says nothing of it: in an older version, the only one there is."""


class Predation(Game):
    """The rules of Predation. Outcomes have the reason ``"extinction"`` or ``"migration"``."""

    key = "predation"
    name = "Predation"
    sides = SIDES
    options: ClassVar[tuple[Option, ...]] = (Option("lair", "Lair", tuple(BY_LAIR), _LAIR, unrated=("7",)),)
    uneven = True
    rules_version = RULES_VERSION

    def __init__(self, version: int = RULES_VERSION) -> None:
        self.rules_version = version  # type: ignore[misc]
        self._habitats: Mapping[str, Habitat] = BY_LAIR
        if version != RULES_VERSION:
            self.options = ()  # type: ignore[misc]
            self._habitats = {_LAIR: HABITATS[version]}
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
        habitat = self._habitat(options)
        if picks:
            raise OptionError("nothing is picked before a match of Predation")
        if first not in (*SIDES, None):
            raise OptionError(f"Predation is played by predator and prey, not by {first!r}")
        predators, prey = habitat.lair, habitat.warren
        if first == PREY:
            stage = SPAWNING[prey_spawns(predators, prey, habitat)]
            return PredationPosition(predators, prey, PREY, stage, habitat=habitat)
        return PredationPosition(predators, prey, PREDATOR, habitat=habitat)

    def from_text(self, text: str, options: Options | None = None) -> PredationPosition:
        return read(text, self._habitat(options))

    def _habitat(self, options: Options | None) -> Habitat:
        """The homes that the options choose. Raises OptionError."""
        return self._habitats[self.settle(options).get("lair", _LAIR)]
