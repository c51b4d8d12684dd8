"""The computer's turns: legal, whole, the same for the same seed, and no win in one overlooked."""

from __future__ import annotations

import random
from typing import Any

import pytest

from computer import Job, think
from computer.games import evaluation_of
from computer.levels import LEVELS, level_of
from computer.think import Player
from engines import GAMES
from tests.computer.positions import at_random

QUICK = (1, 2, 3)


def played(key: str, position: Any, level: int, seed: int) -> Any:
    """The position after the computer's turn, every action of which is checked."""
    turn = Player(key, level_of(key, level), random.Random(seed)).turn(position)
    assert turn.actions
    after = position
    for text in turn.actions:
        assert evaluation_of(key).mover(after) == evaluation_of(key).mover(position)
        after = after.play(after.parse(text))
    return after


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("level", LEVELS[:4])
def test_a_turn_is_legal_and_goes_on_to_where_the_other_side_acts(key: str, level: int) -> None:
    evaluation = evaluation_of(key)
    for number, position in enumerate(at_random(key, 8, seed=level)):
        after = played(key, position, level, number)
        assert not after.legal_actions() or evaluation.mover(after) != evaluation.mover(position)


@pytest.mark.long
@pytest.mark.timeout(1500)
@pytest.mark.parametrize("key", GAMES)
def test_no_illegal_action_in_ten_thousand_positions(key: str) -> None:
    for number, position in enumerate(at_random(key, 10_000, seed=7)):
        played(key, position, QUICK[number % len(QUICK)], number)


@pytest.mark.parametrize("key", GAMES)
def test_the_same_job_has_the_same_thought(key: str) -> None:
    for number, position in enumerate(at_random(key, 4, usual=True)):
        job = Job(key, position.to_text(), 2, number)
        assert think(job) == think(job)


@pytest.mark.parametrize("key", GAMES)
def test_a_win_in_one_is_played_from_level_2_on(key: str) -> None:
    evaluation = evaluation_of(key)
    found = 0
    for number, position in enumerate(at_random(key, 4000, seed=3)):
        if found == 10:
            break
        if not wins_at_once(key, position):
            continue
        found += 1
        for level in (2, 3):
            after = played(key, position, level, number)
            assert evaluation.winner(after) == evaluation.mover(position), position.to_text()
    assert found, "random matches end"


def wins_at_once(key: str, position: Any) -> bool:
    evaluation = evaluation_of(key)
    side = evaluation.mover(position)
    after = (position.apply(action) for action in position.legal_actions())
    return any(not one.legal_actions() and evaluation.winner(one) == side for one in after)
