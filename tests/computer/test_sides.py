"""The computer plays the same with either side, where the rules are the same for both."""

from __future__ import annotations

import random
from typing import Any

import pytest

from computer.games import evaluation_of
from computer.levels import level_of
from computer.think import Player
from engines.games.cannons_and_crabs.position import CannonsPosition
from tests.computer.positions import at_random

EXCHANGED = ("cannons-and-crabs", "pjawns", "prawns", "prudh")


def unnumbered(position: Any) -> Any:
    """The position without the number of the move, which black's half of it raises and white's does not."""
    if not isinstance(position, CannonsPosition):
        return position
    return CannonsPosition(position.board, position.cells, position.side, position.rights, position.clock)


@pytest.mark.parametrize("key", EXCHANGED)
def test_with_the_sides_exchanged_a_position_is_the_same(key: str) -> None:
    evaluation = evaluation_of(key)
    for position in at_random(key, 60):
        exchanged = position.exchanged()
        assert exchanged.exchanged() == position
        assert evaluation.mover(exchanged) == 1 - evaluation.mover(position)
        assert evaluation.value(exchanged) == -evaluation.value(position)
        there = {evaluation.exchanged_text(position, str(action)) for action in position.legal_actions()}
        assert there == {str(action) for action in exchanged.legal_actions()}
        for action in position.legal_actions():
            text = evaluation.exchanged_text(position, str(action))
            after = position.play(action).exchanged()
            there_after = exchanged.play(exchanged.parse(text))
            assert unnumbered(after) == unnumbered(there_after), (position.to_text(), str(action))
            assert evaluation.exchanged_text(exchanged, text) == str(action)


@pytest.mark.gate(draw=4)
@pytest.mark.parametrize("key", EXCHANGED)
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_with_the_sides_exchanged_the_same_is_played(key: str, level: int) -> None:
    evaluation = evaluation_of(key)
    for number, position in enumerate(at_random(key, 6, seed=level)):
        here = Player(key, level_of(key, level), random.Random(number)).turn(position)
        exchanged = position.exchanged()
        there = Player(key, level_of(key, level), random.Random(number)).turn(exchanged)
        assert there.actions == tuple(evaluation.exchanged_text(position, text) for text in here.actions)
        assert (there.value, there.nodes) == (here.value, here.nodes)
