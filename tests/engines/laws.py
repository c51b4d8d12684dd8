"""The laws of all games, checked step by step."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from engines import Action, Diagram, Game, Options, Position, Side
from engines.diagrams import board_in_letters
from tests.engines.choosing import eager, random_setup
from tests.games import part

PLIES = 250


def own_laws(key: str) -> Callable[[Position, Action, Position, Options], None]:
    """What else holds in a game at every step; above all, that no piece is made or lost.

    It is ``laws`` of the game's ``laws.py``: the position before an action, the action, the position after
    it, the options.
    """
    module = part(key, "laws")
    assert module is not None, f"write tests/games/{key.replace('-', '_')}/laws.py"
    laws: Callable[[Position, Action, Position, Options], None] = module.laws
    return laws


def check_position(game: Game, position: Position, options: Options, chance: random.Random) -> None:
    actions = position.legal_actions()
    assert list(actions) == list(position.legal_actions())
    assert bool(actions) == (position.outcome() is None) == (position.to_act is not None)
    assert position.to_act in (*game.sides, None)
    assert position.turn_of in (*game.sides, None)
    assert (position.turn_of is None) == (position.to_act is None)
    for distinct in (
        {str(action) for action in actions},
        {action.path for action in actions},
        {position.reading(str(action)) for action in actions},
        {position.describe(action) for action in actions},
    ):
        assert len(distinct) == len(actions)
    for action in chance.sample(list(actions), min(4, len(actions))):
        assert position.parse(str(action)) == action
        assert position.parse_line(str(action)) == (action,)
    again = game.from_text(position.to_text(), options)
    assert again == position
    assert hash(again) == hash(position)
    assert again.to_text() == position.to_text()
    assert list(again.legal_actions()) == list(actions)


def check_diagram(game: Game, position: Position, last: Action | None) -> None:
    diagram = position.diagram((last,) if last else ())
    assert diagram.game == game.key
    assert diagram.sides == game.sides
    assert diagram.to_act == position.to_act
    outcome = position.outcome()
    assert diagram.bottom == (position.to_act or (outcome and outcome.winner) or game.sides[0])
    assert 0 < len(diagram.alt) <= 1024
    places = [piece.at for piece in diagram.pieces]
    assert len(places) == len(set(places))
    assert set(places) <= set(diagram.shape.points)
    assert {position.diagram(bottom=side).bottom for side in game.sides} == set(game.sides)
    first, second = (drawn_in_letters(diagram, side) for side in game.sides)
    assert not first & second, "both sides look the same on the board in letters"


def drawn_in_letters(diagram: Diagram, side: Side) -> set[str]:
    """The pieces of a side as they stand on the board in letters."""
    own = replace(diagram, pieces=tuple(piece for piece in diagram.pieces if piece.side == side))
    rows = board_in_letters(own).splitlines()[:-1]
    return {point for row in rows for point in row.split()[1:]} - {"."}


def check_step(game: Game, position: Position, action: Action) -> Position:
    """Play an action, and see that the old position is as it was."""
    before = (position.to_text(), list(position.legal_actions()), position.ply, hash(position))
    after = position.play(action)
    assert (position.to_text(), list(position.legal_actions()), position.ply, hash(position)) == before
    assert after.ply == position.ply + 1
    assert after != position
    assert after == position.apply(action)
    if after.turn_of != after.to_act:
        assert after.turn_of == position.turn_of, "the other side chooses only where a turn goes on"
        assert after.to_act == game.asked_within
    return after


def random_match(game: Game, options: Options, seed: int, plies: int = PLIES) -> int:
    """A match by chance with every law checked at every ply; how many plies it had."""
    chance = random.Random(seed)
    position = random_setup(game, options, chance).start(game)
    laws = own_laws(game.key)
    assert position.ply == 0
    assert position.turn_of == position.to_act
    last = None
    for _ in range(plies):
        check_position(game, position, options, chance)
        check_diagram(game, position, last)
        if position.outcome():
            break
        last = eager(position, position.legal_actions(), chance)
        after = check_step(game, position, last)
        laws(position, last, after, options)
        position = after
    return position.ply
