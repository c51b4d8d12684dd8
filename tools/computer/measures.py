"""Processor time of the levels, and the scales that turn values into chances of winning.

Both are measured in matches that the computer plays against itself.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from typing import Any, Final

from computer.core import DECIDED, NOBODY
from computer.games import evaluation_of
from computer.levels import level_of
from computer.review.model import SearchJob
from computer.review.search import search
from computer.think import Player
from engines import GAMES
from tools.computer.arena import after_action, opened

_LEVEL: Final = 3
_NODES: Final = 4_000
_SAMPLES: Final = 5
"""The positions of a match whose values are looked at."""
_LONGEST: Final = 300
_STEPS: Final = 200


@dataclass(frozen=True, slots=True)
class Sample:
    """A value for the side named first, and what it scored in the end: 1, a half or 0."""

    value: int
    points: float


def samples_of(game: str, matches: int, seed: int = 1) -> Iterator[Sample]:
    """Values of positions drawn from matches of the third level against itself, and how those ended."""
    evaluation, rules_version = evaluation_of(game), GAMES[game].rules_version
    for number in range(matches):
        chance = random.Random(f"{seed} {game} {number}")
        position = opened(game, {}, chance)
        player = Player(game, level_of(game, _LEVEL), chance)
        before: list[Any] = []
        while position.legal_actions() and len(before) < _LONGEST:
            before.append(position)
            for text in player.turn(position).actions:
                position = position.apply(position.parse(text))
        winner = NOBODY if position.legal_actions() else evaluation.winner(position)
        points = 0.5 if winner == NOBODY else 1.0 - winner
        for sampled in chance.sample(before, min(_SAMPLES, len(before))):
            job = SearchJob(game, sampled.to_text(), _NODES, to_end=True, rules_version=rules_version)
            (seen,) = search(job)
            if abs(seen.value) < DECIDED:
                yield Sample(seen.value, points)


def fitted(samples: Sequence[Sample], *, even: bool) -> tuple[float, float]:
    """The likeliest scale, and the value at which the odds are even: 0 for a game that is ``even``.

    By Newton's method on the logarithm of the likelihood, whose only summit it climbs.
    """
    slope, offset = 0.001, 0.0
    for _ in range(_STEPS):
        first, second, mixed, down, across = 0.0, 1e-9, 0.0, 0.0, 1e-9
        for one in samples:
            power = max(-50.0, min(50.0, slope * one.value + offset))
            expected = 1 / (1 + math.exp(-power))
            spread = expected * (1 - expected)
            first += (one.points - expected) * one.value
            second += spread * one.value * one.value
            mixed += spread * one.value
            down += one.points - expected
            across += spread
        if even:
            slope += first / second
        else:
            room = second * across - mixed * mixed
            slope += (across * first - mixed * down) / room
            offset += (second * down - mixed * first) / room
        slope = max(1e-6, slope)
    return 1 / slope, -offset / slope


@dataclass(frozen=True, slots=True)
class TurnTimes:
    """The processor time of some turns in milliseconds: of half of them, of 95 of 100, and of the longest."""

    turns: int
    half: float
    most: float
    longest: float
    nodes: float


def times_of(game: str, level: int, turns: int, seed: int = 1) -> TurnTimes:
    """The times of the first turns of matches that are drawn by a seed."""
    timed = list(islice(_timed(game, level, seed), turns))
    taken = sorted(1000 * seconds for seconds, _ in timed)
    nodes = sum(looked_at for _, looked_at in timed) / len(timed)
    return TurnTimes(len(taken), _part(taken, 0.5), _part(taken, 0.95), taken[-1], nodes)


def _part(taken: Sequence[float], share: float) -> float:
    """The time within which that share of all is done."""
    return taken[min(len(taken) - 1, int(share * len(taken)))]


def _timed(game: str, level: int, seed: int) -> Iterator[tuple[float, int]]:
    """The processor seconds of one turn after the other, and the positions looked at."""
    evaluation = evaluation_of(game)
    for number in count():
        chance = random.Random(f"{seed} {game} {number}")
        position = opened(game, {}, chance)
        player = Player(game, level_of(game, level), chance)
        seen = {evaluation.key(position): position}
        while position.legal_actions():
            begun = time.process_time()
            thought = player.turn(position, list(seen.values()))
            yield time.process_time() - begun, thought.nodes
            for text in thought.actions:
                position = after_action(position, text, seen)
            seen[evaluation.key(position)] = position
