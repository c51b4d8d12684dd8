"""The computer's turns: legal, whole, the same for the same seed, and no win in one overlooked."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from computer import Job
from computer.games import evaluation_of
from computer.levels import LEVELS, level_of
from computer.think import Player, think
from engines import GAMES, OptionError, PositionTextError
from tests.computer.positions import at_random

POSITIONS = int(os.environ.get("COMPUTER_POSITIONS", "200"))
"""Positions of each game in which no action may be illegal."""
LEVEL = int(os.environ.get("COMPUTER_LEVEL", "0"))
"""The level that acts in all of them; 0 is each now and then, the slow ones least often."""


def level_for(number: int) -> int:
    """The level for a position of many."""
    if LEVEL:
        return LEVEL
    if number % 500 == 499:
        return 5
    return 4 if number % 50 == 49 else (1, 2, 3)[number % 3]


def played(key: str, position: Any, level: int, seed: int) -> Any:
    """The position after the computer's turn, every action of which is checked."""
    turn = Player(key, level_of(key, level), random.Random(seed)).turn(position)
    assert turn.actions
    after = position
    for text in turn.actions:
        assert evaluation_of(key).mover(after) == evaluation_of(key).mover(position)
        after = after.play(after.parse(text))
    return after


@pytest.mark.gate(draw=4)
@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("level", LEVELS[:4])
def test_a_turn_is_legal_and_goes_on_to_where_the_other_side_acts(key: str, level: int) -> None:
    evaluation = evaluation_of(key)
    for number, position in enumerate(at_random(key, 8, seed=level)):
        after = played(key, position, level, number)
        assert not after.legal_actions() or evaluation.mover(after) != evaluation.mover(position)


@pytest.mark.gate(draw=2)
@pytest.mark.parametrize("key", GAMES)
def test_no_illegal_action_in_some_hundred_positions(key: str) -> None:
    for number, position in enumerate(at_random(key, 120, seed=11)):
        played(key, position, 1 + number % 2, number)


@pytest.mark.slow
@pytest.mark.timeout(0 if LEVEL else 1500)
@pytest.mark.parametrize("key", GAMES)
def test_no_illegal_action_in_many_positions(key: str) -> None:
    """``COMPUTER_POSITIONS=10000`` looks at so many, which takes five minutes a game.

    With ``COMPUTER_LEVEL=5`` that level acts in each of them, which takes hours.
    """
    for number, position in enumerate(at_random(key, POSITIONS, seed=7)):
        played(key, position, level_for(number), number)


@pytest.mark.parametrize("key", GAMES)
def test_the_same_job_has_the_same_thought(key: str) -> None:
    for number, position in enumerate(at_random(key, 4, usual=True)):
        job = Job(key, position.to_text(), 2, number)
        assert think(job) == think(job)


def test_a_match_that_is_over_is_refused() -> None:
    position: Any = next(at_random("prudh", 1))
    while position.legal_actions():
        position = position.apply(position.legal_actions()[0])
    with pytest.raises(ValueError, match="over"):
        think(Job("prudh", position.to_text(), 3, 1))


@pytest.mark.parametrize(("level", "version", "text"), [(6, 1, None), (1, 2, None), (1, 1, "nonsense")])
def test_a_job_that_is_none_is_refused(level: int, version: int, text: str | None) -> None:
    position = text or GAMES["prudh"].start().to_text()
    with pytest.raises((KeyError, OptionError, PositionTextError)):
        think(Job("prudh", position, level, 1, rules_version=version))


def test_another_seed_has_another_opening() -> None:
    start = GAMES["prudh"].start().to_text()
    assert len({think(Job("prudh", start, 2, seed)).actions for seed in range(20)}) > 3


@pytest.mark.gate(draw=2)
@pytest.mark.parametrize("key", GAMES)
def test_the_only_action_has_a_value_too(key: str) -> None:
    """A draw may be offered by it, so it is no mere nothing."""
    forced = [one for one in at_random(key, 1500, seed=5) if len(one.legal_actions()) == 1][:10]
    values = [Player(key, level_of(key, 3), random.Random(1)).turn(one).value for one in forced]
    assert any(values) or not values


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
        for level in LEVELS[1:]:
            after = played(key, position, level, number)
            assert evaluation.winner(after) == evaluation.mover(position), position.to_text()
    assert found, "random matches end"


def wins_at_once(key: str, position: Any) -> bool:
    evaluation = evaluation_of(key)
    side = evaluation.mover(position)
    after = (position.apply(action) for action in position.legal_actions())
    return any(not one.legal_actions() and evaluation.winner(one) == side for one in after)
