"""Random matches for the tests: from a seed, the same ones every time."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from engines import Action, Game, Options, Picks, Position, Side


@dataclass(frozen=True)
class Setup:
    """How a match is set up."""

    options: Options
    first: Side | None = None
    picks: Picks | None = None

    def start(self, game: Game) -> Position:
        return game.start(self.options, first=self.first, picks=self.picks)

    def __str__(self) -> str:
        return " ".join(f"{key}={value}" for key, value in self.options.items())


def every_choice(game: Game) -> Iterator[dict[str, str]]:
    """Every combination of the options of a game."""
    keys = [option.key for option in game.options]
    for values in product(*(option.choices for option in game.options)):
        yield dict(zip(keys, values, strict=True))


def random_setup(game: Game, options: Options, chance: random.Random) -> Setup:
    """Sides and picks drawn by chance."""
    secret = game.secret_setup
    picks = None
    if secret:
        picks = {side: tuple(chance.choice(secret.choices) for _ in secret.slots) for side in game.sides}
    first = None if game.starter == "first-named" else chance.choice(game.sides)
    return Setup(options, first, picks)


def eager(position: Position, actions: Sequence[Action], chance: random.Random) -> Action:
    """One of ``actions``; captures and evolutions more often than their number, so that matches end."""
    weights = [4 if position.is_irreversible(action) else 1 for action in actions]
    return chance.choices(actions, weights)[0]
