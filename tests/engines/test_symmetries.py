"""The symmetries of every game: what is legal and what it leads to is the same, seen otherwise."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import fields
from typing import Any, Final

import pytest

from engines import GAMES, Game, Options, Position
from tests.engines.choosing import eager, every_choice, random_setup
from tests.engines.squares import Squares, moved
from tests.games import part


def symmetries_of(key: str, options: Options) -> list[Squares]:
    """The squares of each image of a position but the first: ``symmetries`` of the game's ``laws.py``."""
    own = getattr(part(key, "laws"), "symmetries", None)
    return [] if own is None else own(options)


def unnumbered(position: Any) -> dict[str, Any]:
    """All that a position is but the number of the move, which black's half of it raises."""
    compared = (one.name for one in fields(position) if one.compare and one.name != "number")
    return {name: getattr(position, name) for name in compared}


def positions(game: Game, options: Options, seed: int, plies: int) -> Iterator[Position]:
    chance = random.Random(seed)
    position = random_setup(game, options, chance).start(game)
    for _ in range(plies):
        yield position
        if position.outcome():
            return
        position = position.apply(eager(position, position.legal_actions(), chance))


def check(game: Game, position: Any, symmetries: list[Squares], chance: random.Random) -> None:
    first, *images = position.images()
    assert first == position
    assert len(images) == len(symmetries)
    actions = list(position.legal_actions())
    sample = chance.sample(actions, min(4, len(actions)))
    for number, (image, squares) in enumerate(zip(images, symmetries, strict=True), 1):
        there = {str(action): action for action in image.legal_actions()}
        assert {moved(str(action), squares) for action in actions} == set(there)
        for action in sample:
            after = position.play(action).images()[number]
            assert unnumbered(after) == unnumbered(image.play(there[moved(str(action), squares)]))
        assert outcome_of(game, image, exchanged=image.side != position.side) == outcome_of(game, position)
        assert {one.appearance() for one in image.images()} == {one.appearance() for one in position.images()}


def outcome_of(game: Game, position: Position, *, exchanged: bool = False) -> tuple[str | None, str] | None:
    """The winner and the reason, with the sides exchanged back."""
    outcome = position.outcome()
    if outcome is None:
        return None
    winner = game.other(outcome.winner) if exchanged and outcome.winner else outcome.winner
    return winner, outcome.reason


CASES: Final = [
    (key, version, options)
    for key, game in GAMES.items()
    for version in range(1, game.rules_version + 1)
    for options in every_choice(game.at(version))
    if options.get("blind_start", "on") == "on"
]


@pytest.mark.gate(draw=8)
@pytest.mark.parametrize(("key", "version", "options"), CASES)
def test_what_is_legal_and_what_it_leads_to_is_the_same_in_every_image(
    key: str, version: int, options: Options
) -> None:
    game = GAMES[key].at(version)
    symmetries = symmetries_of(key, options)
    chance = random.Random(1)
    for position in positions(game, options, 1, 160):
        if position.ply < 6 or chance.random() < 0.2 or position.outcome():
            check(game, position, symmetries, chance)


SAME: Final = {
    "other clocks, and no right to castle": (
        "cannons-and-crabs",
        "1nckcnr/papapap/r6/R6/PAPAPAP/1NCKCNR w Gg 4 5",
        "1nckcnr/papapap/r6/R6/PAPAPAP/1NCKCNR w - 14 15",
    ),
    "a double step, or two single ones": (
        "pjawns",
        "8/8/4p3/8/8/8/8/8 w 8/7 e7",
        "8/8/4p3/8/8/8/8/8 w 8/7 -",
    ),
    "a krill that has been away and come back": (
        "prawns",
        "ffffffff/s6c/8/8/8/8/C6L/FFFFFFFF g a1-h8 K0S2C1L1/K0S1C1L2 -",
        "ffffffff/s6c/8/8/8/8/C6L/FFFFKFFF g a1-h8 K0S2C1L1/K0S1C1L2 -",
    ),
    "the same sea elsewhere on the board": (
        "prawns",
        "8/8/8/1k6/8/2K5/8/8 g b3-c5 K7S2C2L2/K7S2C2L2 -",
        "8/8/8/8/5k2/8/6K1/8 g f2-g4 K7S2C2L2/K7S2C2L2 -",
    ),
    "prey that has landed and left": (
        "predation",
        "2PPPPP2/8/9/8/9/8/9/8/9/8/9/8/yyyyyyyyy p move - 0",
        "2PPPPP2/8/9/8/9/8/9/8/9/8/9/8/yyyyyyyyy p move - 1",
    ),
    "points that the other side has": (
        "prudh",
        "1,1,1,1,1,1/1,1,1,1,1,1/1,1,1,1,1,1/1,1,1,1,1,1/1,1,1,1,1,0/1,1,0,1,1,0 d d 3:0 0",
        "1,1,1,1,1,1/1,1,1,1,1,1/1,1,1,1,1,1/1,1,1,1,1,1/1,1,1,1,1,0/1,1,0,1,1,0 d l 0:3 0",
    ),
}


@pytest.mark.parametrize("what", SAME)
def test_positions_that_look_the_same_stand_alike(what: str) -> None:
    key, *texts = SAME[what]
    one, other = (GAMES[key].from_text(text) for text in texts)
    assert one != other
    assert one.appearance() == other.appearance()


@pytest.mark.parametrize("key", GAMES)
def test_no_other_position_stands_alike(key: str) -> None:
    """Along a match in which nothing comes again by moving to and fro."""
    game = GAMES[key]
    for before in positions(game, game.complete_options(), 3, 30):
        stands = {one.appearance() for one in before.images()}
        after = [before.play(action) for action in before.legal_actions()]
        alike = [one for one in after if one.appearance() in stands]
        assert not alike or key == "predation", "only its side passes, or gives up what it might spawn"
