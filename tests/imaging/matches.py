"""Matches to draw, played at random but always the same."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

from engines import GAMES, Diagram

SEEDS = {"predation": 5}
"""Where another match than the first shows more of a game."""


@cache
def match(key: str, plies: int, *, another: int = 0) -> tuple[Diagram, ...]:
    """The positions of a match of at most so many plies, from one side, each with its last action.

    With another number it is another match.
    """
    chance = random.Random(SEEDS.get(key, 3) + another)
    game = GAMES[key]
    setup, seen_from = game.secret_setup, game.sides[0]
    picks = {side: setup.choices[: len(setup.slots)] for side in game.sides} if setup else None
    position = game.start(picks=picks)
    diagrams = [position.diagram(bottom=seen_from)]
    while len(diagrams) <= plies and position.outcome() is None:
        action = chance.choice(position.legal_actions())
        position = position.apply(action)
        shown = position.diagram([action], bottom=seen_from)
        diagrams.append(replace(shown, number=len(diagrams)))
    return tuple(diagrams)
