"""Random matches for the tests: from a seed, the same ones every time."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from engines import Action, Game, Options, Picks, Position, Side
from engines.games.cannons_and_crabs.position import CannonsPosition
from engines.games.pjawns.board import rank_for
from engines.games.pjawns.position import PjawnsPosition
from engines.games.prawns.position import PrawnsPosition


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
    """One of ``actions``; those that hasten the end more often than their number, so that matches end."""
    weights = [4 if hastens_the_end(position, action) else 1 for action in actions]
    return chance.choices(actions, weights)[0]


def hastens_the_end(position: Position, action: Action) -> bool:
    """Whether an action brings an end nearer: progress, but for a game's plain steps.

    Whatever a game counts as progress, a seed stands for the same match: playthroughs are kept by theirs.
    """
    match position:
        case PjawnsPosition():
            return rank_for(position.side, action.path[-1]) == 8
        case PrawnsPosition():
            plain = "-" in action.text and action.path[-1] != "dry"
            return not plain and action.text != "end" and position.is_irreversible(action)
        case CannonsPosition():
            castled = position.apply(action).rights != position.rights
            return castled or position.is_irreversible(action)
        case _:
            return position.is_irreversible(action)
