"""Positions of random matches, for tests of the computer."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from engines import GAMES
from tools.computer.arena import opened


def at_random(key: str, count: int, seed: int = 1, *, usual: bool = False) -> Iterator[Any]:
    """So many positions that go on, out of random matches, with options drawn or the ``usual`` ones."""
    chance = random.Random(f"{key} {seed}")
    left = count
    while left:
        drawn = {option.key: chance.choice(option.choices) for option in GAMES[key].options}
        options = {} if usual else drawn
        position = opened(key, options, chance)
        while left and position.legal_actions():
            if chance.random() < 0.2:
                yield position
                left -= 1
            position = position.apply(chance.choice(list(position.legal_actions())))
