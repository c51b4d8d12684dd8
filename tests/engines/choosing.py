"""Random matches for the tests: from a seed, the same ones every time."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from engines import Action, Diagram, Game, Options, Picks, Position, Side, games
from tests.games import part


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
    """True if an action brings an end nearer: progress, or what the game's ``laws.py`` says instead.

    Whatever a game counts as progress, a seed stands for the same match: playthroughs are kept by theirs.
    """
    own = _pace(type(position).__module__)
    return position.is_irreversible(action) if own is None else own(position, action)


@cache
def _pace(module: str) -> Callable[[Position, Action], bool] | None:
    """``hastens_the_end`` of the game whose positions a module has."""
    if not module.startswith(f"{games.__name__}."):
        return None
    laws = part(module.split(".")[2], "laws")
    own: Callable[[Position, Action], bool] | None = getattr(laws, "hastens_the_end", None)
    return own


def owned(diagram: Diagram) -> Counter[tuple[str, str]]:
    """How many pieces of each kind every side has, on the board and beside it."""
    count = Counter((piece.side, piece.kind) for piece in diagram.pieces)
    for hand in diagram.hands:
        for kind, _, number in hand.pieces:
            count[hand.side, kind] += number
    return count
