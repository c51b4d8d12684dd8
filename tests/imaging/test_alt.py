"""Whoever cannot see a picture can set up its position from the alt text, exactly."""

from __future__ import annotations

import random

import pytest

from engines import GAMES, Action, Options, Position
from imaging import draw
from tests.imaging.alt_texts import reader, spoken

PLIES = 250

VARIANTS: list[tuple[str, dict[str, str]]] = [
    (key, changed)
    for key, game in GAMES.items()
    if reader(key)
    for changed in ({}, *({option.key: value} for option in game.options for value in option.choices))
]
"""Every game as it comes, and with every choice of every option."""


def start(key: str, options: Options, chance: random.Random) -> Position:
    game = GAMES[key]
    setup = game.secret_setup
    picks = None
    if setup is not None:
        slots = len(setup.slots)
        picks = {side: tuple(chance.choices(setup.choices, k=slots)) for side in game.sides}
    first = None if game.starter == "first-named" else chance.choice(game.sides)
    return game.start(options, first=first, picks=picks)


def play(key: str, options: Options, seed: int) -> None:
    chance, position_text = random.Random(seed), reader(key)
    assert position_text is not None
    position = start(key, options, chance)
    last: tuple[Action, ...] = ()
    for _ in range(PLIES):
        alt = position.diagram(last).alt
        text = position_text(alt)
        whole = spoken(key)(position.to_text())
        assert text == whole, alt
        assert GAMES[key].from_text(text, options) == GAMES[key].from_text(whole, options)
        assert len(alt) <= 1024
        actions = position.legal_actions()
        if not actions:
            break
        action = chance.choice(actions)
        position, last = position.play(action), (action,)


@pytest.mark.parametrize("key", {key: None for key, _ in VARIANTS})
def test_a_position_is_set_up_again_from_its_words(key: str) -> None:
    play(key, {}, seed=1)


@pytest.mark.gate(draw=6)
@pytest.mark.parametrize(("key", "options"), VARIANTS, ids=str)
def test_many_positions_are_set_up_again_from_their_words(key: str, options: Options) -> None:
    for seed in range(1, 2 + max(2, 80 // len(VARIANTS))):
        play(key, options, seed)


def test_a_draw_by_fifty_moves_says_whose_turn_it_would_be() -> None:
    game, position_text = GAMES["cannons-and-crabs"], reader("cannons-and-crabs")
    assert position_text is not None
    for side in "wb":
        text = f"3k3/7/7/7/7/3K3 {side} - 100 90"
        position = game.from_text(text)
        assert position.outcome() is not None
        assert position_text(position.diagram().alt) == spoken("cannons-and-crabs")(text)


def test_a_picture_carries_the_words() -> None:
    for key in GAMES:
        diagram = start(key, {}, random.Random(0)).diagram()
        assert draw(diagram, width=400).alt == diagram.alt
