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

MIRRORED = ("cannons-and-crabs", "pjawns", "prawns", "prudh")


def unnumbered(position: Any) -> Any:
    """The position without the number of the move, which black's half of it raises and white's does not."""
    if not isinstance(position, CannonsPosition):
        return position
    return CannonsPosition(position.board, position.cells, position.side, position.rights, position.clock)


@pytest.mark.parametrize("key", MIRRORED)
def test_a_mirrored_position_is_the_same_with_the_sides_exchanged(key: str) -> None:
    evaluation = evaluation_of(key)
    for position in at_random(key, 60):
        mirrored = evaluation.mirrored(position)
        assert evaluation.mirrored(mirrored) == position
        assert evaluation.mover(mirrored) == 1 - evaluation.mover(position)
        assert evaluation.value(mirrored) == -evaluation.value(position)
        there = {evaluation.mirrored_text(position, str(action)) for action in position.legal_actions()}
        assert there == {str(action) for action in mirrored.legal_actions()}
        for action in position.legal_actions():
            text = evaluation.mirrored_text(position, str(action))
            after = evaluation.mirrored(position.play(action))
            there_after = mirrored.play(mirrored.parse(text))
            assert unnumbered(after) == unnumbered(there_after), (position.to_text(), str(action))
            assert evaluation.mirrored_text(mirrored, text) == str(action)


@pytest.mark.gate(draw=4)
@pytest.mark.parametrize("key", MIRRORED)
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_with_the_sides_exchanged_the_same_is_played(key: str, level: int) -> None:
    evaluation = evaluation_of(key)
    for number, position in enumerate(at_random(key, 6, seed=level)):
        here = Player(key, level_of(key, level), random.Random(number)).turn(position)
        mirrored = evaluation.mirrored(position)
        there = Player(key, level_of(key, level), random.Random(number)).turn(mirrored)
        assert there.actions == tuple(evaluation.mirrored_text(position, text) for text in here.actions)
        assert (there.value, there.nodes) == (here.value, here.nodes)
