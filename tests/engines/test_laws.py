"""The laws that hold for every game, looked for in random matches on every combination of options."""

from __future__ import annotations

import random
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import GAMES, Action, IllegalActionError, OptionError, Options
from tests.engines.choosing import every_choice, random_setup
from tests.engines.laws import check_diagram, check_position, check_step, own_laws, random_match


def named(value: object) -> str:
    return " ".join(value.values()) if isinstance(value, dict) else str(value)


COMBINATIONS = [(key, options) for key, game in GAMES.items() for options in every_choice(game)]


@pytest.mark.gate(draw=12)
@pytest.mark.parametrize(("key", "options"), COMBINATIONS, ids=named)
def test_laws_hold_in_a_random_match(key: str, options: Options) -> None:
    assert random_match(GAMES[key], options, seed=1) > 10


@pytest.mark.slow
@pytest.mark.parametrize(("key", "options"), COMBINATIONS, ids=named)
def test_laws_hold_in_many_random_matches(key: str, options: Options) -> None:
    assert sum(random_match(GAMES[key], options, seed, 400) for seed in range(2, 4)) > 20


@pytest.mark.parametrize("key", GAMES)
@settings(max_examples=20)
@given(data=st.data())
def test_laws_hold_wherever_hypothesis_looks(key: str, data: st.DataObject) -> None:
    game = GAMES[key]
    options = {option.key: data.draw(st.sampled_from(option.choices)) for option in game.options}
    chance = random.Random(0)
    position = random_setup(game, options, chance).start(game)
    for choice in data.draw(st.lists(st.integers(0, 200), max_size=60)):
        actions = position.legal_actions()
        if not actions:
            break
        position = check_step(game, position, actions[choice % len(actions)])
    check_position(game, position, options, chance)
    check_diagram(game, position, None)


@pytest.mark.parametrize("key", GAMES)
def test_every_game_says_how_its_pieces_are_conserved(key: str) -> None:
    assert callable(own_laws(key))


@pytest.mark.parametrize("key", GAMES)
def test_a_position_cannot_be_changed(key: str) -> None:
    position = GAMES[key].start()
    with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
        position.ply = 7  # type: ignore[misc]
    with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
        position.anything = 7  # type: ignore[attr-defined]


@pytest.mark.parametrize("key", GAMES)
def test_an_action_from_elsewhere_is_not_played(key: str) -> None:
    with pytest.raises(IllegalActionError):
        GAMES[key].start().play(Action("nowhere", ("nowhere",)))


@pytest.mark.parametrize("key", GAMES)
def test_a_game_is_described_in_full(key: str) -> None:
    game = GAMES[key]
    assert game.key == key
    assert game.name and game.credit.designers != ""
    assert len(set(game.sides)) == 2
    assert [game.other(side) for side in game.sides] == list(reversed(game.sides))
    assert game.challenger_side in (*game.sides, None)
    assert game.asked_within in (*game.sides, None)
    assert game.uneven is (key == "predation"), "its rules page says how uneven, and docs/computer.md"
    for option in game.options:
        assert option.default in option.choices
        assert 2 <= len(set(option.choices)) == len(option.choices) <= 25, "one menu holds 25 choices"
    if game.secret_setup:
        named = {option.key: option for option in game.options}[game.secret_setup.option]
        assert set(named.choices) == {"on", "off"}


@pytest.mark.parametrize("key", GAMES)
def test_unknown_options_sides_and_versions_are_refused(key: str) -> None:
    game = GAMES[key]
    assert game.at(game.rules_version) is game
    with pytest.raises(OptionError, match="version"):
        game.at(game.rules_version + 1)
    with pytest.raises(OptionError, match="colour"):
        game.start({"colour": "pink"})
    with pytest.raises(OptionError, match="purple"):
        game.start(first="purple")
    for option in game.options:
        with pytest.raises(OptionError, match="sideways"):
            game.start({option.key: "sideways"})
        with pytest.raises(OptionError, match="sideways"):
            game.from_text(game.start().to_text(), {option.key: "sideways"})


@pytest.mark.parametrize("key", GAMES)
def test_options_left_out_are_at_their_defaults(key: str) -> None:
    game = GAMES[key]
    defaults = {option.key: option.default for option in game.options}
    assert game.complete_options() == defaults
    assert game.start() == game.start(defaults)
