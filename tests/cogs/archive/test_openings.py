"""Starts of games as the book of openings counts them, and the numbers of a way through it."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from cogs.archive.rules import BookTurn, after, by_number, number_of
from data.features.archive import OpeningStart, archived, starts_key
from engines import GAMES, RecordError
from engines.record import History
from matches.model import MatchTerms, Phase, Result
from tests.engines.choosing import random_setup
from tests.matches.table import Table

KEYS = {
    "cannons-and-crabs": 8574449337520224572,
    "pjawns": -5802626259122822668,
    "prawns": 2676210681359049119,
    "predation": 2137872480944176620,
    "prudh": 4137585825194630645,
}
"""Stored: one that changes makes the starts be counted anew."""


@pytest.fixture
def table() -> Table:
    """A table in memory: nothing here is asked of a database."""
    return Table()


@pytest.mark.parametrize("name", sorted(KEYS))
def test_the_key_of_a_games_starts_never_changes(name: str) -> None:
    assert starts_key(name) == KEYS[name]


def test_the_number_of_a_turn_never_changes() -> None:
    assert number_of("d1-d3 a8-a6") == 2810665059


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_start_is_read_as_it_was_written(name: str) -> None:
    game, chance = GAMES[name], random.Random(3)
    setup = random_setup(game, game.complete_options(), chance)
    first = setup.first or game.sides[0]
    start = OpeningStart(name, game.rules_version, setup.options, first, setup.picks or {})
    read = OpeningStart.read(name, start.text)
    assert read == start and read.is_known
    assert read.position() == setup.start(game)
    shuffled = OpeningStart(
        name,
        game.rules_version,
        dict(sorted(setup.options.items(), reverse=True)),
        first,
        dict(sorted((setup.picks or {}).items())),
    )
    assert shuffled.text == start.text


def test_a_start_by_rules_that_are_gone_is_not_known() -> None:
    assert not OpeningStart("chess", 1, {}, "white", {}).is_known
    assert not OpeningStart("pjawns", 99, {}, "white", {}).is_known
    assert not OpeningStart("prudh", 1, {"edge": "flat"}, "dark", {}).is_known


async def test_a_match_tells_its_start(table: Table) -> None:
    match = await table.in_play()
    over = replace(match, phase=Phase.FINISHED, result=Result("green", "resigned"))
    found = archived(over).start
    assert found is not None and found.position == starts_key("prawns")
    read = OpeningStart.read("prawns", found.played)
    assert read == OpeningStart.of(match) and read.position() == table.matches.history(match).start
    text = table.matches.history(match).position.to_text()
    assert archived(replace(over, terms=MatchTerms(start=text))).start is None
    assert archived(replace(over, terms=MatchTerms(private=True))).start is None


def test_turns_that_share_a_number_are_told_apart_by_how_often_they_were_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    turns = (BookTurn("a", 3, 0, 0), BookTurn("b", 1, 0, 0))
    assert by_number(turns) == {number_of("a"): turns[0], number_of("b"): turns[1]}
    monkeypatch.setattr("cogs.archive.rules.crc32", lambda _: 7)
    assert by_number(turns) == {7: turns[0]}


def test_a_turn_of_several_actions_is_played_whole() -> None:
    history = History(GAMES["pjawns"].start())
    assert [str(one) for one in after(history, "@b1").played] == ["@b1"]
    with pytest.raises(RecordError):
        after(history, "@b1 @b1")
