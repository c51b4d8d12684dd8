"""The positions with most to do, as random play finds them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Final

from engines import Action, Game, Position

TRIES: Final = 30
PICK: Final = ("lobster", "lobster")
BIGGEST: Final[Mapping[str, dict[str, str]]] = {
    "prawns": {"board": "8x8"},
    "cannons-and-crabs": {"board": "7x7"},
}
"""The options that leave most to do, where there are such."""


def start(game: Game, options: Mapping[str, str]) -> Position:
    """The position before the first action, lobsters picked where something is picked."""
    return game.start(options, picks=dict.fromkeys(game.sides, PICK) if game.secret_setup else None)


def busiest(game: Game, options: Mapping[str, str]) -> list[str]:
    """What leads from the start to the position with most legal actions that random play found."""
    most, found = 0, []
    for seed in range(TRIES):
        line: list[str] = []
        for position, action in _random_play(game, options, seed):
            if len(position.legal_actions()) > most:
                most, found = len(position.legal_actions()), list(line)
            line.append(str(action))
    return found


def _random_play(game: Game, options: Mapping[str, str], seed: int) -> Iterator[tuple[Position, Action]]:
    chance = random.Random(seed)
    picks = dict.fromkeys(game.sides, ("lobster", "lobster")) if game.secret_setup else None
    position = game.start(options, picks=picks)
    while position.outcome() is None:
        action = chance.choice(list(position.legal_actions()))
        yield position, action
        position = position.apply(action)
