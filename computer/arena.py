"""Matches between levels: who scores how much, and how often each side wins.

Matches are played in pairs from the same opening, drawn by the seed, with the sides exchanged. A series can
be stopped and gone on with: what was played is kept in a file, a line each.
"""

from __future__ import annotations

import json
import math
import os
import random
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from computer.core import NOBODY
from computer.games import evaluation_of
from computer.levels import level_of
from computer.think import Player
from engines import GAMES

RANDOM: Final = 0
"""The level of a player who does anything that is legal."""
_OPENING: Final = {"predation": 7}
_USUAL_OPENING: Final = 4
"""The actions drawn at random before the players begin."""
_LONGEST: Final = 400
"""The most turns of a match: then it is undecided, half a point each."""
_SURE: Final = 1.96
"""Standard deviations on either side that hold 95 of 100."""


@dataclass(frozen=True, slots=True)
class Series:
    """Matches of a game between the levels A and B (0 plays at random), drawn by a seed."""

    game: str
    a: int
    b: int
    seed: int
    options: tuple[tuple[str, str], ...] = ()

    def named(self) -> str:
        """The series as the name of a file."""
        chosen = "".join(f"-{key}-{value}" for key, value in self.options)
        return f"{self.game}{chosen}-{self.a}-{self.b}-{self.seed}"


@dataclass(frozen=True, slots=True)
class ArenaMatch:
    """A match: its pair, whether A had the side named second, the winner's side, and its actions."""

    pair: int
    exchanged: bool
    winner: int
    plies: int

    @property
    def points(self) -> float:
        """The points of A: 1, 0, or a half where nobody won."""
        if self.winner == NOBODY:
            return 0.5
        return 1.0 if (self.winner == 1) == self.exchanged else 0.0


@dataclass(frozen=True, slots=True)
class SeriesResult:
    """The points of A, between bounds that are 95 % sure; and the wins of each side."""

    points: float
    matches: int
    low: float
    high: float
    wins: tuple[int, int]
    undecided: int
    plies: float


def result_of(played: Iterable[ArenaMatch]) -> SeriesResult:
    """The sum of some matches."""
    every = list(played)
    points = sum(one.points for one in every)
    low, high = wilson(points, len(every))
    wins = tuple(sum(one.winner == side for one in every) for side in (0, 1))
    return SeriesResult(
        points,
        len(every),
        low,
        high,
        (wins[0], wins[1]),
        sum(one.winner == NOBODY for one in every),
        sum(one.plies for one in every) / max(1, len(every)),
    )


def wilson(points: float, matches: int) -> tuple[float, float]:
    """The bounds within which a rate lies with 95 % (Wilson 1927, without correction for continuity)."""
    if not matches:
        return 0.0, 1.0
    rate, square = points / matches, _SURE * _SURE / matches
    middle = (rate + square / 2) / (1 + square)
    half = _SURE * math.sqrt(rate * (1 - rate) / matches + square / (4 * matches)) / (1 + square)
    return middle - half, middle + half


def play_series(
    series: Series, pairs: int, kept: Path | None = None, processes: int | None = None
) -> Iterator[ArenaMatch]:
    """Play ``pairs`` pairs of matches, those in the file ``kept`` not again; yields each as it ends.

    The order in which they end is that of no seed, and changes no match.
    """
    done = list(_read(kept))
    yield from (one for one in done if one.pair < pairs)
    known = {(one.pair, one.exchanged) for one in done}
    wanted = [(pair, turned) for pair in range(pairs) for turned in (False, True)]
    left = [one for one in wanted if one not in known]
    with ProcessPoolExecutor(processes or os.cpu_count()) as pool:
        for ended in as_completed([pool.submit(play_one, series, *one) for one in left]):
            played = ended.result()
            if kept is not None:
                with kept.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(played)) + "\n")
            yield played


def _read(kept: Path | None) -> Iterator[ArenaMatch]:
    if kept is None or not kept.exists():
        return
    for line in kept.read_text(encoding="utf-8").splitlines():
        try:
            yield ArenaMatch(**json.loads(line))
        except (ValueError, TypeError):
            continue  # a line that was cut off: its match is played again


def play_one(series: Series, pair: int, exchanged: bool) -> ArenaMatch:
    """One match of a series, the same wherever it is played."""
    chance = random.Random(f"{series.seed} {series.game} {pair}")
    evaluation = evaluation_of(series.game)
    position = opened(series.game, dict(series.options), chance)
    levels = (series.b, series.a) if exchanged else (series.a, series.b)
    players = [_player(series.game, level, f"{series.seed} {pair} {level}") for level in levels]
    seen: dict[Any, Any] = {}
    plies = 0
    for _ in range(_LONGEST):
        if not position.legal_actions():
            return ArenaMatch(pair, exchanged, evaluation.winner(position), plies)
        if evaluation.comes_back:
            seen[evaluation.key(position)] = position
        for action in players[evaluation.mover(position)](position, list(seen.values())):
            position = after_action(position, action, seen)
            plies += 1
    return ArenaMatch(pair, exchanged, NOBODY, plies)


def after_action(position: Any, text: str, seen: dict[Any, Any]) -> Any:
    """The position after an action; what was ``seen`` is forgotten where it cannot come again."""
    action = position.parse(text)
    if position.is_irreversible(action):
        seen.clear()
    return position.apply(action)


def opened(key: str, options: dict[str, str], chance: random.Random) -> Any:
    """A position some actions into a match: the picks, whoever starts and the actions are drawn."""
    game = GAMES[key]
    secret = game.secret_setup
    first = chance.choice(game.sides) if game.starter != "first-named" else None
    picks = None
    if secret is not None:
        picks = {side: tuple(chance.choice(secret.choices) for _ in secret.slots) for side in game.sides}
    while True:
        position = game.start(options, first=first, picks=picks)
        for _ in range(_OPENING.get(key, _USUAL_OPENING)):
            position = position.apply(chance.choice(list(position.legal_actions())))
            if not position.legal_actions():
                break
        else:
            return position


def _player(game: str, number: int, seed: str) -> Any:
    chance = random.Random(seed)
    if number == RANDOM:
        return lambda position, _seen: (chance.choice(list(position.legal_actions())).text,)
    player = Player(game, level_of(game, number), chance)
    return lambda position, seen: player.turn(position, seen).actions
