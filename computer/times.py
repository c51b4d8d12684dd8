"""Processor time of the levels: turns of matches that a level plays against itself, one after the other."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice

from computer.arena import after_action, opened
from computer.games import evaluation_of
from computer.levels import level_of
from computer.think import Player


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
