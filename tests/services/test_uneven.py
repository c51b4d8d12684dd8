"""Games in which one side has it easier: nobody chooses the easier one for a rated match alone."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from cogs.ladders.service import Ladders
from data.schema import match as match_table
from engines import GAMES
from matches import ChallengeTerms, CoinSide, Match, UserId
from matches.ladder import LadderKey
from matches.lifecycle.challenge import Opponent, is_unrated_for_its_side
from matches.lifecycle.sets import FIRST
from matches.model import MatchTerms, RatedStatus
from tests.matches.table import CHALLENGER, GUILD, OPPONENT, PLACE, THE_OPPONENT, Table
from tests.people import sides_of
from tests.store import write

UNEVEN = [game.key for game in GAMES.values() if game.uneven]
EVEN = "pjawns"


async def challenged(
    table: Table, game: str, side: str | None, *, to: Opponent | None = THE_OPPONENT, set_part: int = 0
) -> Match:
    wishes = ChallengeTerms(game, {}, side, terms=MatchTerms(set_part=set_part))
    match = await table.matches.challenges.challenge(CHALLENGER, to, wishes, PLACE)
    table.id = match.id
    return match


def easier(match: Match) -> UserId:
    """Who plays the side named first."""
    return sides_of(match)[match.game.sides[0]]


def test_there_is_such_a_game() -> None:
    assert UNEVEN == ["predation"]


@pytest.mark.parametrize("to", [THE_OPPONENT, None])
@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("game", UNEVEN)
async def test_a_chosen_side_makes_a_single_match_unrated(
    table: Table, game: str, number: int, to: Opponent | None
) -> None:
    side = GAMES[game].sides[number]
    challenge = await challenged(table, game, side, to=to)
    assert not challenge.rated
    assert is_unrated_for_its_side(challenge)
    match = await table.accept()
    assert (match.stakes, sides_of(match)[side]) == (RatedStatus.FRIENDLY, CHALLENGER)


@pytest.mark.parametrize("falls", ["heads", "tails"])
@pytest.mark.parametrize("game", UNEVEN)
async def test_a_rated_match_draws_the_sides(table: Table, game: str, falls: CoinSide) -> None:
    table.falls = falls
    challenge = await challenged(table, game, None)
    assert not is_unrated_for_its_side(challenge)
    match = await table.accept()
    assert match.rated
    assert easier(match) == (CHALLENGER if falls == "heads" else OPPONENT)


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("game", UNEVEN)
async def test_a_set_is_rated_from_whatever_side(table: Table, game: str, number: int) -> None:
    challenge = await challenged(table, game, GAMES[game].sides[number], set_part=FIRST)
    assert not is_unrated_for_its_side(challenge)
    first = await table.accept()
    await table.turns(30)
    ended = await table.matches.play.resign(table.id, OPPONENT)
    assert ended.rematch is not None
    second = await table.matches.challenges.begin_second(ended.rematch)
    assert first.rated and second.rated
    assert {easier(first), easier(second)} == {CHALLENGER, OPPONENT}


async def test_where_sides_are_even_one_is_chosen_as_ever(table: Table) -> None:
    challenge = await challenged(table, EVEN, GAMES[EVEN].sides[0])
    assert challenge.rated and not is_unrated_for_its_side(challenge)


@pytest.mark.parametrize("falls", ["heads", "tails"])
@pytest.mark.parametrize("game", UNEVEN)
async def test_on_a_ladder_the_sides_are_drawn(table: Table, game: str, falls: CoinSide) -> None:
    for user in (OPPONENT, CHALLENGER):
        await Ladders(table.services.core).join(LadderKey(GUILD, game), user)
    table.falls = falls
    match = await Ladders(table.services.core).for_place(CHALLENGER, THE_OPPONENT, game, PLACE)
    assert match.rated and match.terms.ladder
    assert easier(match) == (CHALLENGER if falls == "heads" else OPPONENT)


@pytest.mark.parametrize("falls", ["heads", "tails"])
@pytest.mark.parametrize("by", [CHALLENGER, OPPONENT])
@pytest.mark.parametrize("game", UNEVEN)
async def test_the_rematch_of_a_rated_match_draws_the_sides_anew(
    table: Table, game: str, by: UserId, falls: CoinSide
) -> None:
    await challenged(table, game, None)
    await table.accept()
    table.falls = falls
    again = await table.rematch(by)
    assert again.rated
    assert (easier(again) == by) is (falls == "heads")


@pytest.mark.parametrize("by", [CHALLENGER, OPPONENT])
@pytest.mark.parametrize("game", UNEVEN)
async def test_the_rematch_of_an_unrated_one_changes_them(table: Table, game: str, by: UserId) -> None:
    await challenged(table, game, GAMES[game].sides[0])
    first = await table.accept()
    again = await table.rematch(by)
    assert (easier(first), easier(again)) == (CHALLENGER, OPPONENT)
    assert not again.rated


@pytest.mark.parametrize("game", UNEVEN)
async def test_a_rated_challenge_of_before_keeps_its_side_and_is_rated(table: Table, game: str) -> None:
    challenge = await challenged(table, game, GAMES[game].sides[0])
    before = update(match_table).where(match_table.c.id == challenge.id)
    await write(table.store, before.values(stakes=RatedStatus.RATED.value))
    table.use(table.another_service())
    stored = await table.match()
    assert stored.rated and not is_unrated_for_its_side(stored)
    match = await table.accept()
    assert match.rated and easier(match) == CHALLENGER
