"""Moments of random matches, for the laws of all games."""

from __future__ import annotations

import random
from collections.abc import Iterator

from engines import Action, Game, Options, Position
from tests.engines.choosing import eager, every_choice, random_setup


def moments(
    game: Game, seed: int, plies: int = 80
) -> Iterator[tuple[Position, Options, Action | None, random.Random]]:
    """Every position of a random match, with its options, the action before it, and the chance."""
    chance = random.Random(seed)
    choices = list(every_choice(game))
    options = choices[seed % len(choices)]
    position = random_setup(game, options, chance).start(game)
    last = None
    for _ in range(plies):
        yield position, options, last, chance
        if not (actions := position.legal_actions()):
            return
        last = eager(position, actions, chance)
        position = position.apply(last)
