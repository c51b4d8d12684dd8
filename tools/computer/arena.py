"""Matches between levels: who scores how much, and how often each side wins.

Matches are played in pairs from the same opening, drawn by the seed, with the sides exchanged. A level
against itself measures the sides: there each match has an opening of its own, of actions that look good to
both (but in a game of whole turns, which would take too long). A series can be stopped and gone on with: what
was played is kept in a file, a line each.
"""

from __future__ import annotations

import json
import math
import os
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from computer.core import NOBODY, Evaluation
from computer.games import evaluation_of
from computer.levels import Level, level_of
from computer.think import Player
from engines import GAMES

ArenaPlayer = Callable[[Any, list[Any]], Iterable[str]]
"""The texts of a player's turn from a position, by that and by the positions that came before."""
RANDOM: Final = 0
"""The level of a player who does anything that is legal."""
_OPENING: Final = {"predation": 2}
_USUAL_OPENING: Final = 4
"""The actions drawn at random before the players begin.

In Predation they are two moves of predators. Seven would use up the five predators' turn and leave the first
action of prey to chance: a prey that is out alone is taken, and the match with it.
"""
_USUAL_HEAT: Final = 12
_HEAT: Final = {"pjawns": 4, "prawns": 6, "prudh": 4}
"""The loss of value at which an action of an opening between equals is a third as likely as the best one."""
_EVEN_OPENING: Final = 6
"""The turns of such an opening."""
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

    @property
    def even(self) -> bool:
        """True if a level plays against itself: what differs then is the side."""
        return self.a == self.b

    def matches(self, pairs: int) -> list[tuple[int, bool]]:
        """The matches of so many pairs: the number of the opening, and True if A has the second side.

        Between equals A always has the side named first, and each match gets its own random opening.
        """
        if self.even:
            return [(number, False) for number in range(2 * pairs)]
        return [(pair, exchanged) for pair in range(pairs) for exchanged in (False, True)]

    def named(self) -> str:
        """The series as the name of a file."""
        chosen = "".join(f"-{key}-{value}" for key, value in self.options)
        return f"{self.game}{chosen}-{self.a}-{self.b}-{self.seed}"


@dataclass(frozen=True, slots=True)
class ArenaMatch:
    """A match: its opening, whether A had the side named second, the winner's side, and its actions.

    ``first`` is the side that moved first.
    """

    pair: int
    exchanged: bool
    winner: int
    plies: int
    first: int = 0

    @property
    def points(self) -> float:
        """The points of A: 1, 0, or a half for a draw."""
        if self.winner == NOBODY:
            return 0.5
        return 1.0 if (self.winner == 1) == self.exchanged else 0.0


@dataclass(frozen=True, slots=True)
class SeriesResult:
    """The points of A with their 95 % bounds, and the wins of each side.

    ``moved_first`` are the wins of the side that moved first and of the other; ``by_side`` the points and the
    number of matches of A with the side named first, and with the other one.
    """

    points: float
    matches: int
    low: float
    high: float
    wins: tuple[int, int]
    moved_first: tuple[int, int]
    undecided: int
    plies: float
    by_side: tuple[tuple[float, int], tuple[float, int]] = ((0, 0), (0, 0))


def result_of(played: Iterable[ArenaMatch]) -> SeriesResult:
    """The sum of some matches."""
    every = list(played)
    points = sum(one.points for one in every)
    low, high = wilson(points, len(every))
    decided = [one for one in every if one.winner != NOBODY]
    named_first = sum(one.winner == 0 for one in decided)
    moved_first = sum(one.winner == one.first for one in decided)
    return SeriesResult(
        points,
        len(every),
        low,
        high,
        (named_first, len(decided) - named_first),
        (moved_first, len(decided) - moved_first),
        len(every) - len(decided),
        sum(one.plies for one in every) / max(1, len(every)),
        (_points_with(every, exchanged=False), _points_with(every, exchanged=True)),
    )


def _points_with(played: Iterable[ArenaMatch], *, exchanged: bool) -> tuple[float, int]:
    """The points of A, and its matches, with one of the sides."""
    points = [one.points for one in played if one.exchanged == exchanged]
    return sum(points), len(points)


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
    done = {(one.pair, one.exchanged): one for one in _read(kept)}
    wanted = series.matches(pairs)
    yield from (done[one] for one in wanted if one in done)
    left = [one for one in wanted if one not in done]
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
    options = dict(series.options)
    start = started(series.game, options, chance)
    first = evaluation.mover(start)
    draw = opened_evenly if series.even and not evaluation.whole_turns else _opened
    position = draw(series.game, start, chance)
    levels = (series.b, series.a) if exchanged else (series.a, series.b)
    players = [
        _player(series.game, level, f"{series.seed} {pair} {level} {side}")
        for side, level in enumerate(levels)
    ]
    winner, plies = play(evaluation, position, players, _LONGEST)
    return ArenaMatch(pair, exchanged, winner, plies, first)


def play(
    evaluation: Evaluation, position: Any, players: Sequence[ArenaPlayer], longest: int
) -> tuple[int, int]:
    """The winner of a match between two players, or NOBODY after the ``longest`` turns, and its plies."""
    seen: dict[Any, Any] = {}
    plies = 0
    for _ in range(longest):
        if not position.legal_actions():
            return evaluation.winner(position), plies
        if evaluation.comes_back:
            seen[evaluation.key(position)] = position
        for action in players[evaluation.mover(position)](position, list(seen.values())):
            position = after_action(position, action, seen)
            plies += 1
    return NOBODY, plies


def after_action(position: Any, text: str, seen: dict[Any, Any]) -> Any:
    """The position after an action; what was ``seen`` is forgotten where it cannot come again."""
    action = position.parse(text)
    if position.is_irreversible(action):
        seen.clear()
    return position.apply(action)


def opened(key: str, options: dict[str, str], chance: random.Random) -> Any:
    """A position some actions into a match, with random picks, starting side and actions."""
    return _opened(key, started(key, options, chance), chance)


def started(key: str, options: dict[str, str], chance: random.Random) -> Any:
    """The start of a match, with random picks and starting side unless the game fixes them."""
    game = GAMES[key]
    secret = game.secret_setup
    first = chance.choice(game.sides) if game.starter != "first-named" else None
    picks = None
    if secret is not None:
        picks = {side: tuple(chance.choice(secret.choices) for _ in secret.slots) for side in game.sides}
    return game.start(options, first=first, picks=picks)


def _opened(key: str, start: Any, chance: random.Random) -> Any:
    """A position after some actions of any kind."""
    while True:
        position = start
        for _ in range(_OPENING.get(key, _USUAL_OPENING)):
            position = position.apply(chance.choice(list(position.legal_actions())))
            if not position.legal_actions():
                break
        else:
            return position


def opened_evenly(key: str, start: Any, chance: random.Random) -> Any:
    """A position after some turns that are drawn among what looks good, so that neither side is far ahead."""
    player = Player(key, Level(slip=1.0, heat=_HEAT.get(key, _USUAL_HEAT)), chance)
    while True:
        position = start
        for _ in range(_EVEN_OPENING):
            for text in player.turn(position).actions:
                position = position.apply(position.parse(text))
            if not position.legal_actions():
                break
        else:
            return position


def _player(game: str, number: int, seed: str) -> ArenaPlayer:
    chance = random.Random(seed)
    if number == RANDOM:
        return lambda position, _seen: (chance.choice(list(position.legal_actions())).text,)
    player = Player(game, level_of(game, number), chance)
    return lambda position, seen: player.turn(position, seen).actions
