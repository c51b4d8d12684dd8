"""The solver says of random positions what a plain minimax without a memory says."""

from __future__ import annotations

from typing import Any

import pytest

from engines import GAMES
from tests.computer.positions import at_random
from tests.computer.tactics.kept import tactics
from tests.computer.tactics.solver import Solver, TooLongError

PLIES = {"predation": 1}


def plainly(position: Any, side: str, plies: int) -> bool:
    """True if the side wins within so many plies, by looking at everything to the end."""
    if position.outcome() is not None:
        return bool(position.outcome().winner == side)
    if plies == 0:
        return False
    values = [plainly(position.apply(one), side, plies - 1) for one in position.legal_actions()]
    return any(values) if position.to_act == side else all(values)


@pytest.mark.parametrize("key", GAMES)
def test_it_agrees_with_a_plain_minimax(key: str) -> None:
    said = set()
    won = [tactic.read() for tactic in tactics(key)[:2]]
    for position in (*won, *at_random(key, 1, seed=9)):
        for side in GAMES[key].sides:
            solver = Solver(side)
            for plies in range(PLIES.get(key, 2) + 1):
                said.add(solver.wins(position, plies))
                assert solver.wins(position, plies) == plainly(position, side, plies), position.to_text()
    assert said == {True, False}


def test_the_shortest_win_is_what_is_asked_for() -> None:
    position = GAMES["pjawns"].from_text("8/2P5/8/8/8/4p3/8/8 w 7/7 -")
    solver = Solver("white")
    assert solver.shortest(position, 5) == 1
    assert [str(one) for one in solver.winning(position, 1)] == ["c7-c8"]


def test_it_gives_up_where_there_is_too_much() -> None:
    with pytest.raises(TooLongError):
        Solver("white", most=100).shortest(GAMES["pjawns"].start(), 5)
