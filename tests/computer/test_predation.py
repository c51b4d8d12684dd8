"""The computer's turns in Predation: what actions are worth, looking ahead, and how even the sides are."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from computer import Job
from computer.core import WON, Width
from computer.games import evaluation_of
from computer.games.predation import PredationEvaluation
from computer.levels import LEVELS, level_of
from computer.sightlines import in_sight
from computer.think import Player, think
from computer.turns import TurnSearch
from engines import GAMES
from engines.games.predation.board import FAR_EDGE, NAMES, each
from engines.games.predation.pieces import SIDES
from engines.games.predation.position import PredationPosition
from engines.games.predation.state import Landed
from tests.cases import case
from tests.computer.positions import at_random
from tests.games.predation.boards import FIRST, GAME, board
from tools.computer.arena import Series, play_one, result_of

EVALUATION = PredationEvaluation(GAME)


def positions(count: int, seed: int) -> list[PredationPosition]:
    """Positions of random matches in which no helper is to be chosen, half of them by the older rules."""
    found: list[PredationPosition] = []
    for position in at_random("predation", count, seed):
        if position.stage.captured:
            continue
        text = position.to_text()
        older = FIRST.from_text(text) if len(found) % 2 and not position.stage.spawns else position
        assert isinstance(older, PredationPosition)
        found.append(older)
    return found


def worth(position: Any, hunting: bool) -> int:
    """The value for the side that has just acted, as if its turn had ended; with the worst helper gone."""
    if position.is_over():
        won = position.outcome().winner == ("predator" if hunting else "prey")
        return WON if won else -WON
    if position.stage.captured:
        return min(worth(position.apply(helper), hunting) for helper in position.legal_actions())
    value = EVALUATION.value_before(position, prey_is_next=hunting)
    return value if hunting else -value


def near_the_end(count: int) -> Iterator[PredationPosition]:
    """Positions made up by chance in which prey stands close to the far edge, or on it."""
    chance = random.Random(5)
    places = [place for place in NAMES if int(NAMES[place][1:]) > 5]
    for number in range(count):
        pieces = chance.sample(places, chance.randint(5, 16))
        hunters = chance.randint(1, 4)
        predators, prey = sum(pieces[:hunters]), sum(pieces[hunters:])
        there = prey & FAR_EDGE
        landed = Landed(1, there) if there.bit_count() == 1 else Landed(number % 2)
        prey &= ~FAR_EDGE | landed.hexes
        if prey.bit_count() > 2:
            yield PredationPosition(predators, prey, SIDES[number // 2 % 2], landed=landed)


def test_an_action_is_worth_what_it_leads_to() -> None:
    """They are valued without being played, from what they leave as it is: the same as when they are."""
    looked_at = 0
    for position in (*positions(150, seed=3), *near_the_end(60)):
        hunting = position.side == "predator"
        steps = EVALUATION.steps(position)
        legal = {str(action) for action in position.legal_actions()}
        for value, action in steps:
            assert str(action) in legal
            assert value == worth(position.apply(action), hunting), (position.to_text(), str(action))
        looked_at += len(steps)
    assert looked_at > 10_000


def test_what_is_in_sight_is_what_can_be_taken() -> None:
    for position in positions(100, seed=4):
        if position.side != "predator" or position.moved:
            continue
        taken = {action.path[1] for action in position.legal_actions() if "x" in action.text}
        seen = in_sight(position.predators, position.prey)
        assert {NAMES[place] for place in each(seen)} == taken


def test_both_landings_of_one_turn_are_found() -> None:
    position = board("e13 e12 e11", "a9 i9 c1 d1", turn="y")
    for level in LEVELS[1:]:
        with case(level):
            turn = Player("predation", level_of("predation", level), random.Random(1)).turn(position)
            after = position
            for text in turn.actions:
                after = after.play(after.parse(text))
            # A slip in it is drawn by chance: then the turn is looked at anew from there.
            assert level_of("predation", level).slip or (after.outcome() is not None and turn.won_in == 2)


def test_lower_levels_do_something_in_every_turn() -> None:
    looked_at = 0
    for number, position in enumerate(positions(200, seed=9)):
        if position.moved or not position.predators:
            continue
        looked_at += 1
        for level in (1, 2):
            turn = Player("predation", level_of("predation", level), random.Random(number)).turn(position)
            assert turn.actions != ("end",), position.to_text()
    assert looked_at > 10


def test_more_positions_are_looked_at_by_whoever_looks_farther() -> None:
    position = GAME.start().play(GAME.start().parse("end"))
    looked_at = []
    for width in (Width(4), Width(4, 10, 1), Width(4, 10, 1, 1)):
        search = TurnSearch(EVALUATION)
        search.best(position, width, chance=random.Random(1))
        looked_at.append(search.nodes)
    assert looked_at == sorted(set(looked_at))


def test_a_turn_by_the_older_rules_is_legal_there() -> None:
    for version in (1, 2):
        game = GAMES["predation"].at(version)
        for level in (2, 3):
            position: Any = game.start()
            for number in range(4):
                thought = think(Job("predation", position.to_text(), level, number, rules_version=version))
                for text in thought.actions:
                    position = position.play(position.parse(text))
            assert position.to_act == "predator"


@pytest.mark.slow
@pytest.mark.timeout(1500)
@pytest.mark.parametrize(("above", "below"), [(1, 0), (2, 1), (3, 2)])
def test_a_level_beats_the_one_below(above: int, below: int) -> None:
    series = Series("predation", above, below, seed=31)
    played = [play_one(series, pair, turned) for pair in range(15) for turned in (False, True)]
    assert result_of(played).points >= 16, "of thirty: docs/computer.md has more matches"


@pytest.mark.slow
@pytest.mark.timeout(1500)
def test_between_equal_players_neither_side_wins_nearly_always() -> None:
    """docs/computer.md says how often each does, from more matches."""
    played = [play_one(Series("predation", 3, 3, seed=17), pair, False) for pair in range(40)]
    predator, prey = result_of(played).wins
    assert min(predator, prey) >= 10


def test_its_evaluation_is_found_by_its_folder() -> None:
    assert isinstance(evaluation_of("predation"), PredationEvaluation)
