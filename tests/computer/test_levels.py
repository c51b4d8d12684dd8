"""Five levels of every game, also of one that nobody has told the computer about."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType

import pytest

import computer.games
import computer.think
import engines.games
import tools.computer.arena
from computer import Job
from computer.games import evaluation_of
from computer.levels import LEVELS, Level, hurried, level_of
from computer.think import think
from engines import GAMES, Game
from engines.__main__ import main
from tools.computer.arena import Series, play_one, result_of

KEY = "tide-pool"
KNOWN = ("cannons-and-crabs", "pjawns", "prawns", "predation", "prudh")


@pytest.fixture
def new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """A game that has just been made by its command."""
    for folder in ("engines/games", "cogs", "docs/rules", "tests/games", "tests/data"):
        (tmp_path / folder).mkdir(parents=True)
    with monkeypatch.context() as there:
        there.chdir(tmp_path)
        main(["new", KEY])
    monkeypatch.setattr(engines.games, "__path__", [*engines.games.__path__, str(tmp_path / "engines/games")])
    before = set(sys.modules)
    made: Game = import_module("engines.games.tide_pool").GAME
    for module in (tools.computer.arena, computer.games, computer.think):
        monkeypatch.setattr(module, "GAMES", MappingProxyType({**GAMES, KEY: made}))
    yield made
    evaluation_of.cache_clear()
    for name in set(sys.modules) - before:
        del sys.modules[name]


def reach(level: Level) -> tuple[float, ...]:
    """The more, the better it plays: fewer slips, positions, turns that go on, and replies."""
    return (-level.slip, level.nodes, level.width.beam, level.width.replied)


@pytest.mark.parametrize("key", GAMES)
def test_there_are_five_and_each_looks_farther_than_the_one_below(key: str) -> None:
    assert LEVELS == (1, 2, 3, 4, 5)
    for below, above in pairwise(LEVELS):
        assert level_of(key, below).slip >= level_of(key, above).slip
        assert reach(level_of(key, below)) < reach(level_of(key, above))
    assert [level_of(key, level).blind for level in LEVELS] == [True, False, False, False, False]
    for level in (0, 6):
        with pytest.raises(KeyError):
            level_of(key, level)


@pytest.mark.parametrize("key", GAMES)
def test_a_hurried_one_is_the_level_below_with_the_shortest_search(key: str) -> None:
    for level in LEVELS:
        below, quick = level_of(key, max(1, level - 1)), hurried(key, level)
        assert (quick.slip, quick.plain) == (below.slip, below.plain)
        assert quick.nodes <= 250
        assert quick.width.beam == 1
        assert not quick.width.reply


def test_the_five_games_have_an_evaluation_of_their_own() -> None:
    assert [key for key in KNOWN if type(evaluation_of(key)).__name__ == "Mobility"] == []


def test_a_game_nobody_has_told_it_about_is_played_by_what_it_can_do(new: Game) -> None:
    assert type(evaluation_of(KEY)).__name__ == "Mobility"
    for level in LEVELS[:4]:
        thought = think(Job(KEY, new.start().to_text(), level, 1))
        position = new.start()
        for text in thought.actions:
            position = position.play(position.parse(text))
        assert position.ply == len(thought.actions) > 0


def test_it_beats_chance_there_too(new: Game) -> None:
    series = Series(KEY, 2, 0, seed=1)
    played = [play_one(series, pair, exchanged) for pair in range(20) for exchanged in (False, True)]
    assert result_of(played).points > 24, result_of(played)


def test_there_is_no_evaluation_of_a_game_that_there_is_not() -> None:
    with pytest.raises(KeyError):
        evaluation_of("chess")
