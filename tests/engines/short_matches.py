"""Short matches of every game, by chance: for tests to which a whole match is dear."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

from engines import Action, Picks, Position, Side
from tests.engines.choosing import eager

SEEDS: Final[Mapping[str, Mapping[Side, int]]] = {
    "cannons-and-crabs": {"white": 85},
    "pjawns": {"white": 115},
    "prawns": {"green": 58, "blue": 25},
    "predation": {"predator": 6},
    "prudh": {"dark": 3, "light": 73},
}
"""Seeds by game and the side that begins; others make longer matches."""
PICKS: Final[Picks] = {"green": ("crab", "lobster"), "blue": ("shrimp", "crab")}
"""The picks of Prawns with which these are its matches."""


def chance_of(position: Position) -> random.Random:
    """The chance by which a match goes on from its first position."""
    assert position.to_act is not None
    return random.Random(SEEDS[position.diagram().game][position.to_act])


def choose(position: Position, chance: random.Random) -> Action:
    """An action by chance; in Prawns one that eats if there is one, else its matches are long."""
    legal = position.legal_actions()
    eats = [action for action in legal if position.diagram().game == "prawns" and "x" in str(action)]
    return eager(position, eats or legal, chance)
