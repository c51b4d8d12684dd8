"""Forced wins: proved by the solver, found by the fifth level, and those of one ply by the second."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from computer.core import Mobility
from computer.games import evaluation_of
from computer.levels import level_of
from computer.think import Player
from engines import GAMES
from tests.computer.tactics.kept import MOST_PLIES, Tactic, tactics
from tests.computer.tactics.solver import Solver

EVALUATED = tuple(key for key in GAMES if not isinstance(evaluation_of(key), Mobility))
"""The games with an evaluation of their own; a search without one is promised no more than legal turns."""
SEEDS = range(3)
"""What is left to chance must not matter."""


def after(tactic: Tactic, level: int, seed: int) -> tuple[Any, int]:
    """The position after the computer's turn, and the plies that are left of those in which it is won."""
    position = tactic.read()
    player = Player(tactic.game, level_of(tactic.game, level), random.Random(seed))
    actions = player.turn(position).actions
    for text in actions:
        position = position.play(position.parse(text))
    return position, tactic.plies - len(actions)


def missed(found: list[Tactic], level: int, seed: int) -> list[str]:
    """The positions in which the computer's turn does not win by force, in as few plies as can be."""
    wrong = []
    for tactic in found:
        position, left = after(tactic, level, seed)
        if not Solver(tactic.read().to_act).wins(position, max(left, 0)):
            wrong.append(f"{tactic.position} ({tactic.plies}: {', '.join(tactic.wins)})")
    return wrong


@pytest.mark.parametrize("key", EVALUATED)
def test_there_are_twenty_of_either_side_and_not_only_of_one_ply(key: str) -> None:
    found = tactics(key)
    assert len(found) == len({tactic.position for tactic in found}) == 20
    assert all(1 <= tactic.plies <= MOST_PLIES for tactic in found)
    assert sum(tactic.plies > 1 for tactic in found) >= 7
    sides = Counter(tactic.read().to_act for tactic in found)
    assert all(sides[side] >= 7 for side in GAMES[key].sides)
    assert all(tactic.wins for tactic in found)


@pytest.mark.parametrize("key", EVALUATED)
def test_the_second_level_wins_at_once_where_it_can(key: str) -> None:
    """In Predation within the turn, whatever number of actions that takes."""
    whole_turns = evaluation_of(key).whole_turns
    at_once = [tactic for tactic in tactics(key) if tactic.plies == 1 or whole_turns]
    assert at_once
    for seed in SEEDS:
        assert not missed(at_once, 2, seed)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("key", EVALUATED)
def test_the_fifth_level_finds_every_win(key: str) -> None:
    for seed in SEEDS:
        assert not missed(tactics(key), 5, seed)


@pytest.mark.slow
@pytest.mark.timeout(1500)
@pytest.mark.parametrize("key", EVALUATED)
def test_the_solver_proves_every_win_and_that_there_is_no_shorter_one(key: str) -> None:
    for tactic in tactics(key):
        position = tactic.read()
        solver = Solver(position.to_act)
        assert solver.shortest(position, MOST_PLIES) == tactic.plies, tactic.position
        assert tuple(map(str, solver.winning(position, tactic.plies))) == tactic.wins, tactic.position
