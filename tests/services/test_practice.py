"""Practice: both sides alone, and on from a position of a finished match; unrated, counted, private."""

from __future__ import annotations

from dataclasses import replace

import pytest

from data import stores
from engines import GAMES, Position
from matches import Match, Phase, Policy
from matches.errors import Problem, Refused
from matches.lifecycle import practice
from matches.lifecycle.challenge import Opponent
from matches.model import OfferKind
from matches.players import Computer, SamePerson
from matches.ratings.scores import MatchScores, ending_of
from matches.records import as_json, as_text, positions, read
from matches.written import number_of, player_of
from tests.matches.table import CHALLENGER, OPPONENT, Table
from tests.services.thinking import PLACE, due, first_turn


async def alone(table: Table, game: str = "pjawns") -> Match:
    """Practice on both sides, from the beginning."""
    match = await table.matches.challenges.practise(CHALLENGER, practice.at_the_start(game, {}), PLACE)
    table.id = match.id
    return match


async def over(table: Table, turns: int = 3, *, game: str = "pjawns") -> Match:
    """A finished match of two people."""
    await table.begun(turns, game=game)
    return await table.matches.play.resign(table.id, CHALLENGER)


async def first_action(table: Table) -> Match:
    match = await table.match()
    action = str(table.matches.history(match).position.legal_actions()[0])
    return await table.matches.play.turn(match.id, CHALLENGER, action)


def position(table: Table, match: Match) -> Position:
    return table.matches.history(match).position


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_one_person_plays_both_sides(table: Table, game: str) -> None:
    match = await alone(table, game)
    if match.phase is Phase.SETUP:
        match = await table.pick(CHALLENGER)
    assert (match.opponent, match.users) == (SamePerson(), (CHALLENGER,))
    assert match.practice and match.alone and not match.rated
    sides = set()
    for _ in range(12):
        sides.add(position(table, match).to_act)
        assert table.matches.waits_for(match, CHALLENGER)
        match = await first_action(table)
    assert sides == set(match.game.sides)
    assert await table.match() == replace(match, clocks=(await table.match()).clocks)


async def test_everything_is_taken_back_to_the_start(table: Table) -> None:
    start = position(table, await alone(table))
    for _ in range(3):
        await first_action(table)
    match = await table.matches.play.offer(table.id, CHALLENGER, OfferKind.TAKE_BACK)
    for _ in range(2):
        match = await table.matches.play.take_back(match.id, CHALLENGER)
    assert position(table, match) == start
    with pytest.raises(Refused, match=Problem.NOTHING_TO_TAKE_BACK):
        await table.matches.play.take_back(match.id, CHALLENGER)
    for _ in range(60):
        await first_action(table)
        await table.matches.play.take_back(table.id, CHALLENGER)


async def test_there_is_nobody_to_ask_to_press_or_to_win(table: Table) -> None:
    await alone(table)
    await first_action(table)
    with pytest.raises(Refused, match=Problem.NOBODY_TO_ASK):
        await table.matches.play.offer(table.id, CHALLENGER, OfferKind.PAUSE)
    with pytest.raises(Refused, match=Problem.PLAYED_ALONE):
        await table.matches.admin.hand_over(table.id, OPPONENT, PLACE.guild, "white", Opponent(OPPONENT))
    match = await table.matches.play.resign(table.id, CHALLENGER)
    assert match.result is not None
    assert (match.result.winner, match.result.reason) == (None, "no-result")
    await alone(table)
    match = await table.matches.play.offer(table.id, CHALLENGER, OfferKind.NO_RESULT)
    assert match.phase is Phase.FINISHED


async def test_hints_are_for_practice_too(table: Table) -> None:
    match = await alone(table)
    asked = await table.services.computers.hint(match, CHALLENGER)
    assert asked.position == position(table, match).to_text()
    match = await first_action(table)
    assert (await table.services.computers.hint(match, CHALLENGER)).version == match.version


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_a_match_goes_on_from_any_position(table: Table, game: str) -> None:
    if GAMES[game].secret_setup:
        await table.in_play()
        await table.turns(3)
        source = await table.matches.play.resign(table.id, CHALLENGER)
    else:
        source = await over(table, game=game)
    history = table.matches.history(source)
    for ply in range(len(history.played) + 1):
        wanted = history.until(ply).position
        beginning = practice.from_position(source, history, ply)
        match = await table.matches.challenges.practise(CHALLENGER, beginning, PLACE, level=1)
        table.id = match.id
        assert match.phase is Phase.PLAYING
        assert position(table, match).to_text() == wanted.to_text()
        assert match.side_of(CHALLENGER) == match.first == wanted.to_act
        stored = await table.store.read(stores.matches.load, match.id)
        assert (stored.terms.start, stored.practice) == (wanted.to_text(), True)
        match = await first_action(table)
        for _, turn in await due(table):
            if turn is not None and turn.match_id == match.id:
                match = await table.services.computers.play(turn, first_turn(turn))
        await table.matches.play.resign(match.id, CHALLENGER)


async def test_the_other_side_can_be_chosen(table: Table) -> None:
    source = await over(table)
    beginning = practice.from_position(source, table.matches.history(source), 0)
    match = await table.matches.challenges.practise(CHALLENGER, beginning, PLACE, level=2, side="black")
    assert (match.side_of(CHALLENGER), match.first, match.computer) == ("black", "white", Computer(2))
    [(_, turn)] = await due(table)
    assert turn is not None and turn.acts


async def test_a_match_that_goes_on_and_an_end_are_refused(table: Table) -> None:
    await table.begun(2)
    match = await table.match()
    with pytest.raises(Refused, match=Problem.PRACTICE_RUNNING):
        practice.from_position(match, table.matches.history(match), 1)
    await alone(table, "prudh")
    while (match := await table.match()).phase is Phase.PLAYING:
        await first_action(table)
    last = len(table.matches.history(match).played)
    with pytest.raises(Refused, match=Problem.PRACTICE_OVER):
        practice.from_position(match, table.matches.history(match), last)


async def test_it_counts_among_the_matches_alone_and_is_rated_nowhere(table: Table) -> None:
    table.matches.challenges._core.policy = Policy(computer_matches=2)
    source = await over(table)
    before = await profile(table)
    beginning = practice.from_position(source, table.matches.history(source), 1)
    match = await table.matches.challenges.practise(CHALLENGER, beginning, PLACE, level=1)
    await alone(table)
    for level in (None, 1):
        with pytest.raises(Refused, match=Problem.COMPUTER_YOURS):
            await table.matches.challenges.practise(CHALLENGER, beginning, PLACE, level=level)
    table.id = match.id
    await first_action(table)
    await table.matches.play.resign(match.id, CHALLENGER)
    assert await profile(table) == before
    assert ending_of(await table.match(), await table.history()) == MatchScores()


async def profile(table: Table) -> tuple[object, ...]:
    """All that is shown of the matches of the challenger."""
    boards = table.leaderboards
    own = await boards.profile(CHALLENGER, "pjawns", OPPONENT), await boards.played(CHALLENGER)
    return (*own, await boards.sides_of("pjawns"))


async def test_without_a_computer_one_can_still_practise_both_sides(table: Table) -> None:
    table.matches.challenges._core.policy = Policy(computer=False)
    source = await over(table)
    beginning = practice.from_position(source, table.matches.history(source), 1)
    with pytest.raises(Refused, match=Problem.COMPUTER_OFF):
        await table.matches.challenges.practise(CHALLENGER, beginning, PLACE, level=1)
    match = await table.matches.challenges.practise(CHALLENGER, beginning, PLACE)
    assert match.phase is Phase.PLAYING


async def test_once_more_from_the_same_position(table: Table) -> None:
    source = await over(table)
    beginning = practice.from_position(source, table.matches.history(source), 2)
    for level in (None, 3):
        match = await table.matches.challenges.practise(CHALLENGER, beginning, PLACE, level=level)
        table.id = match.id
        await first_action(table)
        await table.matches.play.resign(match.id, CHALLENGER)
        again = (await table.matches.challenges.rematch(match.id, CHALLENGER)).rematch
        assert again is not None
        begun = await table.store.read(stores.matches.load, again)
        assert (begun.terms.start, begun.seats, begun.phase) == (
            match.terms.start,
            match.seats,
            Phase.PLAYING,
        )


async def test_a_record_holds_the_position_it_begins_from(table: Table) -> None:
    await table.in_play()
    await table.turns(3)
    source = await table.matches.play.resign(table.id, CHALLENGER)
    beginning = practice.from_position(source, table.matches.history(source), 2)
    match = await table.matches.challenges.practise(CHALLENGER, beginning, PLACE, level=1)
    table.id = match.id
    match = await first_action(table)
    kept = table.services.sharing.transcript(match)
    assert kept.position == beginning.position
    for text in (as_text(kept), as_json(kept)):
        found = read(text)
        assert (found.position, found.picks) == (beginning.position, {})
        assert positions(found).position == position(table, match)


def test_the_players_of_practice() -> None:
    assert SamePerson().user_id is None and not SamePerson().can_be_rated
    assert (player_of(9), number_of(SamePerson())) == (SamePerson(), 9)
