"""Texts nobody would write: they are read in full or refused politely, and nothing else."""

from __future__ import annotations

import random

import pytest

from engines import ActionError, Position, PositionTextError
from tests.engines.choosing import eager, every_choice, random_setup
from tests.games.positions import mutated
from tests.games.prawns.boards import GAME

SIGNS = "/FKSCLfkscl0123456789gb abcdefgh-:,em="


def positions(seed: int, plies: int = 200) -> list[tuple[Position, dict[str, str]]]:
    chance = random.Random(seed)
    options = chance.choice(list(every_choice(GAME)))
    position = random_setup(GAME, options, chance).start(GAME)
    found = [(position, options)]
    while (actions := position.legal_actions()) and len(found) < plies:
        position = position.apply(eager(position, actions, chance))
        found.append((position, options))
    return found


@pytest.mark.parametrize("seed", range(8))
def test_a_changed_position_text_is_refused_or_written_back_as_it_is(seed: int) -> None:
    chance = random.Random(seed)
    read = refused = 0
    for position, options in positions(seed):
        for _ in range(5):
            text = mutated(position.to_text(), chance, SIGNS)
            try:
                found = GAME.from_text(text, options)
            except PositionTextError:
                refused += 1
            else:
                read += 1
                assert found.to_text() == text
                assert bool(found.legal_actions()) == (found.outcome() is None)
    assert read > 3
    assert refused > 50


@pytest.mark.parametrize("seed", range(8))
def test_a_changed_action_is_played_or_refused_with_a_reason(seed: int) -> None:
    chance = random.Random(seed)
    read = refused = 0
    for position, _ in positions(seed, 60):
        for action in position.legal_actions():
            text = mutated(str(action), chance, SIGNS)
            try:
                assert position.parse(text) in position.legal_actions()
                read += 1
            except ActionError as error:
                assert error.reason
                refused += 1
    assert read > 20
    assert refused > 50
