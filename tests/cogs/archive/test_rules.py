"""The archive: outcomes by the sides, keys of positions, and what of a match is its opening."""

from __future__ import annotations

import random
from collections.abc import Hashable
from dataclasses import replace
from typing import Any

import pytest

from data.features.archive import (
    OPENING_TURNS,
    MatchOutcome,
    OpeningStep,
    archived,
    opening_of,
    outcome_of,
    position_key,
)
from engines import GAMES, Position
from engines.record import TAKE_BACK
from matches.lifecycle.finish import ABORTED, AGREED, BY_ADMIN, IDLE, NO_RESULT, RESIGNED
from matches.model import Match, MatchPlace, MatchTerms, Phase, Result
from matches.players import Computer, SamePerson
from tests.engines.choosing import random_setup
from tests.matches.table import CHANNEL, GUILD, Table

KEYS = {
    "cannons-and-crabs": 8294900691125386158,
    "pjawns": 5730494396815756895,
    "prawns": -413516265086785860,
    "predation": -3235123148213121639,
    "prudh": 2879332873711197613,
}
"""Of the usual start of each game. Stored: one that changes makes all openings be counted anew."""


@pytest.fixture
def table() -> Table:
    """A table in memory: nothing here is asked of a database."""
    return Table()


@pytest.mark.parametrize("name", sorted(KEYS))
def test_the_key_of_a_start_never_changes(name: str) -> None:
    game = GAMES[name]
    options = game.complete_options()
    assert position_key(name, game.rules_version, options, game.start(options)) == KEYS[name]


def random_positions(name: str, seed: int, plies: int) -> list[Position]:
    """The positions of a match that chance plays."""
    game, chance = GAMES[name], random.Random(seed)
    position = random_setup(game, game.complete_options(), chance).start(game)
    found = [position]
    for _ in range(plies):
        legal = position.legal_actions()
        if not legal:
            break
        position = position.apply(chance.choice(legal))
        found.append(position)
    return found


def is_plain(what: Hashable) -> bool:
    """Whether something is spelt the same in every process."""
    if isinstance(what, tuple):
        return all(map(is_plain, what))
    return type(what) in (int, str, bytes, bool, type(None))


@pytest.mark.parametrize("name", sorted(GAMES))
def test_keys_are_equal_where_positions_look_alike(name: str) -> None:
    game = GAMES[name]
    options = game.complete_options()
    by_key: dict[int, Hashable] = {}
    for seed in range(4):
        for position in random_positions(name, seed, 40):
            key = position_key(name, game.rules_version, options, position)
            standing = position.appearance()
            assert is_plain(standing)
            assert -(2**63) <= key < 2**63
            assert by_key.setdefault(key, standing) == standing
    assert len(set(by_key.values())) == len(by_key) > 60


def test_a_key_tells_rules_options_and_games_apart() -> None:
    game = GAMES["pjawns"]
    start = game.start(game.complete_options())
    told = [("pjawns", 1, {}), ("pjawns", 2, {}), ("prudh", 1, {}), ("pjawns", 1, {"a": "b", "c": "d"})]
    keys = [position_key(*one, start) for one in told]
    assert len(set(keys)) == len(keys)
    assert position_key("pjawns", 1, {"c": "d", "a": "b"}, start) == keys[-1]


async def test_the_opening_is_the_first_turns_as_they_stand(table: Table) -> None:
    match = await table.begun(OPENING_TURNS + 2)
    history = table.matches.history(match)
    opening = opening_of(history, match)
    assert [step.played for step in opening] == [*map(str, history.played[:OPENING_TURNS]), ""]
    keys = [position_key("pjawns", 1, match.options, one.before) for one in history.played]
    assert [step.position for step in opening] == keys[: OPENING_TURNS + 1]
    assert opening_of(history.until(0), match) == (OpeningStep(keys[0], ""),)
    assert opening_of(history.until(2), match) == (*opening[:2], OpeningStep(keys[2], ""))


@pytest.mark.parametrize("name", sorted(GAMES))
async def test_turns_of_several_actions_are_one_step(name: str, table: Table) -> None:
    """A turn that is not finished is none; what was taken back was never played."""
    match = await table.begun(0, game=name) if GAMES[name].secret_setup is None else await table.in_play()
    history = table.matches.history(match)
    for entry in (str(history.position.legal_actions()[0]), TAKE_BACK):
        history = history.then(entry)
    chance = random.Random(5)
    while history.position.to_act is not None and history.turns < OPENING_TURNS + 1:
        history = history.then(str(chance.choice(history.position.legal_actions())))
        opening = opening_of(history, match)
        turns = min(history.turns, OPENING_TURNS)
        assert len(opening) == turns + 1
        played = " ".join(str(one) for one in history.played if one.turn <= turns)
        assert " ".join(step.played for step in opening).strip() == played


def ended(match: Match, result: Result) -> Match:
    return replace(match, phase=Phase.FINISHED, result=result)


@pytest.mark.parametrize(
    ("winner", "reason", "outcome"),
    [
        ("white", RESIGNED, MatchOutcome.FIRST_WON),
        ("black", "stuck", MatchOutcome.SECOND_WON),
        ("black", BY_ADMIN, MatchOutcome.SECOND_WON),
        (None, AGREED, MatchOutcome.DRAWN),
        (None, "same", MatchOutcome.DRAWN),
        (None, BY_ADMIN, MatchOutcome.DRAWN),
        *((None, reason, MatchOutcome.UNDECIDED) for reason in (ABORTED, IDLE, NO_RESULT)),
    ],
)
async def test_the_outcome_is_told_by_the_sides(
    winner: str | None, reason: str, outcome: MatchOutcome, table: Table
) -> None:
    match = ended(await table.begun(1), Result(winner, reason))
    assert outcome_of(match) is outcome
    assert archived(match).counted is (outcome is not MatchOutcome.UNDECIDED)
    assert not archived(replace(match, result=Result(winner, reason, counts=False))).counted


async def test_a_match_is_archived_where_it_was_played(table: Table) -> None:
    match = ended(await table.begun(3), Result("white", RESIGNED))
    found = archived(match)
    assert (found.match_id, found.game, found.places) == (match.id, "pjawns", ((GUILD, CHANNEL),))
    assert found.opening == opening_of(table.matches.history(match), match)
    both = replace(match, places=(*match.places, MatchPlace(GUILD, CHANNEL)))
    assert len(archived(both).places) == 2


@pytest.mark.parametrize(
    "alone",
    [
        {"opponent": Computer(3)},
        {"opponent": SamePerson()},
        {"terms": MatchTerms(private=True)},
    ],
)
async def test_what_is_kept_from_others_is_left_out(alone: dict[str, Any], table: Table) -> None:
    match = ended(await table.begun(1), Result("white", RESIGNED))
    found = archived(replace(match, **alone))
    assert (found.places, found.opening) == ((), ())


async def test_another_start_and_a_match_that_never_began_have_no_opening(table: Table) -> None:
    match = ended(await table.begun(1), Result("white", RESIGNED))
    text = table.matches.history(match).position.to_text()
    assert archived(replace(match, terms=MatchTerms(start=text))).opening == ()
    never = ended(await table.in_setup(), Result("green", RESIGNED, counts=False))
    found = archived(never)
    assert (found.places, found.opening, found.counted) == (((GUILD, CHANNEL),), (), False)
