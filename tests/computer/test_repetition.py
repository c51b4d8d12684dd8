"""Positions that have been: who is ahead avoids them, who is behind goes back to them."""

from __future__ import annotations

from typing import Any

import pytest

from computer import Job, Thought
from computer.alphabeta import AlphaBeta
from computer.core import DECIDED
from computer.games import evaluation_of
from computer.think import think
from engines import GAMES
from tests.computer.positions import at_random

GAMES_THAT_COME_BACK = ("cannons-and-crabs", "prawns")
LEVEL = 3
AHEAD = 400


def thought_of(key: str, position: Any, seen: tuple[str, ...] = ()) -> Thought:
    return think(Job(key, position.to_text(), LEVEL, 1, seen=seen))


def after(position: Any, thought: Thought) -> Any:
    for text in thought.actions:
        position = position.play(position.parse(text))
    return position


def turns(position: Any) -> list[Any]:
    """The positions after every turn of one action that could be taken back."""
    found = []
    for action in position.legal_actions():
        then = position.apply(action)
        if not position.is_irreversible(action) and then.to_act not in (position.to_act, None):
            found.append(then)
    return found


def has_another(key: str, position: Any) -> bool:
    """True if more than one action leaves whoever acts ahead."""
    values = AlphaBeta(evaluation_of(key)).values(position, depth=3, nodes=20_000)
    return sum(value > AHEAD for value, _ in values) > 1


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES_THAT_COME_BACK)
def test_who_is_ahead_does_something_else(key: str) -> None:
    tried = 0
    for position in at_random(key, 300, seed=2, usual=True):
        first = thought_of(key, position)
        there = after(position, first)
        if (
            not AHEAD < first.value < DECIDED
            or there not in turns(position)
            or not has_another(key, position)
        ):
            continue
        seen = (position.to_text(), there.to_text())
        assert after(position, thought_of(key, position, seen)) != there, position.to_text()
        tried += 1
        if tried == 3:
            return
    assert tried, "random matches have somebody ahead"


@pytest.mark.parametrize("key", GAMES_THAT_COME_BACK)
def test_who_is_behind_goes_back(key: str) -> None:
    tried = 0
    for position in at_random(key, 300, seed=4, usual=True):
        first, quiet = thought_of(key, position), turns(position)
        if not -DECIDED < first.value < -AHEAD or not quiet:
            continue
        second = thought_of(key, position, seen=(position.to_text(), quiet[-1].to_text()))
        assert second.value >= 0, position.to_text()
        tried += 1
        if tried == 3:
            return
    assert tried, "random matches have somebody behind"


@pytest.mark.parametrize("key", GAMES)
def test_positions_that_have_been_may_stand_in_any_job(key: str) -> None:
    *seen, position = at_random(key, 6, usual=True)
    assert after(position, thought_of(key, position, tuple(one.to_text() for one in seen))) != position
