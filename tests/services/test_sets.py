"""Sets of two matches with the sides changed: the second begins by itself, and the sum decides."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cogs.text import match_kinds_texts
from data import stores
from engines import GAMES
from matches import ChallengeTerms, Match, MatchTerms, Phase, Policy, UserId
from matches.errors import Problem, Refused
from matches.lifecycle import sets
from matches.lifecycle.challenge import Opponent
from matches.lifecycle.history import turns_made
from matches.lifecycle.sets import FIRST
from matches.model import MatchId, NoticeKind, OfferKind, RatedStatus
from matches.players import Computer, Human
from matches.time.pace import Pace
from tests.matches.table import CHALLENGER, OPPONENT, STRANGER, Table
from tests.services.thinking import PLACE, due, first_turn


async def first(table: Table, game: str = "pjawns", **terms: Any) -> Match:
    """The first match of a set between two people, in play."""
    wishes = replace(ChallengeTerms(game, {}, terms=MatchTerms(set_part=FIRST)), **terms)
    made = await table.matches.challenges.challenge(CHALLENGER, Opponent(OPPONENT), wishes, PLACE)
    table.id = made.id
    return await table.accept()


async def resigned(table: Table, user: UserId, number: MatchId | None = None) -> Match:
    """A match given up by ``user``, a turn of each side into it where it is between two people in play."""
    table.id = number or table.id
    match = await table.match()
    while match.phase is Phase.PLAYING and not match.alone and await unmoved(table):
        match = await table.act()
    return await table.matches.play.resign(table.id, user)


async def unmoved(table: Table) -> bool:
    """True if a side of the match has not finished a turn."""
    return len(turns_made(await table.history())) < 2


async def second(table: Table, ended: Match) -> Match:
    """The second match, begun as whoever shows the first does."""
    number = sets.second_of(ended)
    assert number is not None
    return await table.matches.challenges.begin_second(number)


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_the_second_follows_with_the_sides_changed(table: Table, game: str) -> None:
    match = await first(table, game)
    if match.phase is Phase.SETUP:
        for user in (CHALLENGER, OPPONENT):
            await table.pick(user)
    ended = await resigned(table, OPPONENT)
    assert (match.terms.set_part, sets.goes_on(ended)) == (1, True)
    again = await second(table, ended)
    assert again.terms.set_part == 2
    assert again.phase is match.phase
    assert {seat.player: seat.side for seat in again.seats} == {
        seat.player: match.game.other(seat.side) for seat in match.seats
    }
    assert (again.first, again.toss) == (match.first, None), "each of them starts once"
    assert (again.options, again.terms.pace, again.guild_id) == (
        match.options,
        match.terms.pace,
        match.guild_id,
    )
    assert again.rated == match.rated


async def test_a_draw_and_an_end_by_an_administrator_are_results_too(table: Table) -> None:
    match = await first(table, "cannons-and-crabs")
    await table.matches.play.offer(match.id, CHALLENGER, OfferKind.DRAW)
    drawn = await table.matches.play.answer(match.id, OPPONENT, agree=True)
    again = await second(table, drawn)
    ended = await table.matches.admin.end(again.id, STRANGER, again.guild_id, again.side_of(OPPONENT))
    assert sets.sum_of(drawn, ended) == (1, 3)
    match = await first(table)
    settled = await table.matches.admin.end(match.id, STRANGER, match.guild_id, None)
    assert sets.goes_on(settled) and settled.rematch is not None


async def test_lost_on_time_the_second_follows(table: Table) -> None:
    match = await first(table, pace=Pace.read("1d"))
    await table.turns(5)
    await table.live(days=30, alive=True)
    ended = await table.match()
    assert ended.result is not None and ended.result.reason == "time"
    assert sets.second_of(ended) is not None
    assert (await table.store.read(stores.matches.load, MatchId(match.id + 1))).terms.set_part == 2


async def test_it_is_stored_with_the_end_and_begun_by_the_sweep(table: Table) -> None:
    await first(table)
    ended = await resigned(table, OPPONENT)
    assert ended.rematch is not None
    waiting = await table.store.read(stores.matches.load, ended.rematch)
    assert waiting.phase is Phase.CHALLENGED, "nobody has begun it: a crash"
    assert await table.sweep() == [waiting.id]
    begun = await table.store.read(stores.matches.load, waiting.id)
    assert begun.phase is Phase.PLAYING
    assert await table.matches.challenges.begin_second(begun.id) == begun, "harmless twice"


async def test_two_processes_begin_it_once(table: Table) -> None:
    await first(table)
    ended = await resigned(table, OPPONENT)
    other = table.another_service()
    one = await second(table, ended)
    two = await other.matches.challenges.begin_second(one.id)
    assert (one.version, one.phase) == (two.version, two.phase) == (2, Phase.PLAYING)
    rows = await table.stored()
    assert [match.terms.set_part for match in sorted(rows, key=lambda each: each.id)] == [1, 2]


async def test_whoever_picks_is_asked_in_the_second_too(table: Table) -> None:
    setup = GAMES["prawns"].secret_setup
    assert setup is not None
    await first(table, "prawns", options={setup.option: "on"})
    for user in (CHALLENGER, OPPONENT):
        await table.pick(user)
    again = await second(table, await resigned(table, CHALLENGER))
    assert again.phase is Phase.SETUP and again.blind
    owed = await table.store.read(stores.notices.notices_of, again.id)
    assert {one.user_id for one in owed if one.kind is NoticeKind.PICK} == {CHALLENGER, OPPONENT}


@pytest.mark.parametrize("how", ["cancelled", "given up in the setup", "never begun", "called off"])
async def test_without_a_result_there_is_no_second(table: Table, how: str) -> None:
    if how == "given up in the setup":
        await first(table, "prawns")
        ended = await resigned(table, CHALLENGER)
    elif how == "cancelled":
        await first(table)
        await table.matches.play.offer(table.id, CHALLENGER, OfferKind.NO_RESULT)
        ended = await table.matches.play.answer(table.id, OPPONENT, agree=True)
    elif how == "never begun":
        await first(table)
        await table.live(days=30, alive=True)
        ended = await table.match()
    else:
        match = await first(table)
        ended = await table.matches.admin.abort(match.id, STRANGER, match.guild_id)
    assert ended.phase is Phase.FINISHED
    assert (ended.rematch, sets.goes_on(ended)) == (None, False)
    if how == "cancelled":
        offered = await table.matches.challenges.rematch(ended.id, CHALLENGER)
        assert offered.rematch is not None
        assert (await table.store.read(stores.matches.load, offered.rematch)).terms.set_part == 1, "a new set"


async def test_there_is_no_second_with_somebody_blocked_or_being_erased(table: Table) -> None:
    await first(table)
    await table.services.privacy.block(OPPONENT, Opponent(CHALLENGER))
    ended = await resigned(table, OPPONENT)
    assert (ended.rematch, sets.goes_on(ended)) == (None, True)
    await table.services.privacy.unblock(OPPONENT, CHALLENGER)
    offered = (await table.matches.challenges.rematch(ended.id, CHALLENGER)).rematch
    assert offered is not None
    asked = await table.matches.challenges.begin_second(offered)
    assert asked.phase is Phase.CHALLENGED, "a rematch has to be accepted"
    await first(table)
    await table.services.privacy.ask_to_be_forgotten(OPPONENT)
    ends = [match async for match in table.services.privacy.end_all(OPPONENT)]
    assert [match.rematch for match in ends] == [None, None], (
        "the rematch that was offered, and the first of a set"
    )


async def test_there_is_room_for_it_whatever_else_has_begun(table: Table) -> None:
    table.matches.challenges._core.policy = Policy(running_matches=1)
    await first(table)
    ended = await resigned(table, OPPONENT)
    other = await table.matches.challenges.against_computer(OPPONENT, 1, ChallengeTerms("pjawns", {}), PLACE)
    assert other.phase is Phase.PLAYING
    assert (await second(table, ended)).phase is Phase.PLAYING, "it was promised with the first"


async def test_each_is_rated_by_itself(table: Table) -> None:
    match = await first(table)
    assert match.rated
    again = await second(table, await resigned(table, OPPONENT))
    assert again.rated
    friendly = await first(table, rated=False)
    unrated = await second(table, await resigned(table, OPPONENT, friendly.id))
    assert unrated.stakes is RatedStatus.FRIENDLY


async def test_the_sum_decides(table: Table) -> None:
    await first(table)
    one = await resigned(table, OPPONENT)
    again = await second(table, one)
    for loser, points in ((OPPONENT, (4, 0)), (CHALLENGER, (2, 2))):
        seat = again.seat_of(Human(loser))
        assert seat is not None
        result = replace(one.result, winner=again.game.other(seat.side))  # type: ignore[type-var]
        assert sets.sum_of(one, replace(again, phase=Phase.FINISHED, result=result)) == points
    drawn = replace(one.result, winner=None, reason="agreed")  # type: ignore[type-var]
    assert sets.sum_of(one, replace(again, phase=Phase.FINISHED, result=drawn)) == (3, 1)
    nothing = replace(one.result, winner=None, reason="aborted", counts=False)  # type: ignore[type-var]
    without = replace(again, phase=Phase.FINISHED, result=nothing)
    assert sets.sum_of(one, without) is None
    assert match_kinds_texts.NO_RESULT in match_kinds_texts.set_decided(one, without)
    taken_over = replace(again, phase=Phase.FINISHED, result=drawn, opponent=Human(STRANGER))
    assert sets.sum_of(one, taken_over) is None
    assert match_kinds_texts.HANDED_OVER in match_kinds_texts.set_decided(one, taken_over)


async def test_a_rematch_comes_after_the_set_and_is_another(table: Table) -> None:
    await first(table)
    ended = await resigned(table, OPPONENT)
    again = await second(table, ended)
    with pytest.raises(Refused, match=Problem.REMATCH_OFFERED):
        await table.matches.challenges.rematch(ended.id, CHALLENGER)
    over = await resigned(table, OPPONENT, again.id)
    assert over.rematch is None, "a set has two"
    offered = await table.matches.challenges.rematch(over.id, CHALLENGER)
    assert offered.rematch is not None
    assert (await table.store.read(stores.matches.load, offered.rematch)).terms.set_part == 1


async def test_a_set_against_the_computer_which_begins_the_second(table: Table) -> None:
    wishes = ChallengeTerms("pjawns", {}, side="white", terms=MatchTerms(set_part=FIRST))
    match = await table.matches.challenges.against_computer(CHALLENGER, 1, wishes, PLACE)
    again = await second(table, await resigned(table, CHALLENGER, match.id))
    assert (again.side_of(CHALLENGER), again.computer) == ("black", Computer(1))
    [(_, turn)] = await due(table)
    assert turn is not None
    assert (turn.match_id, turn.acts) == (again.id, True)
    assert (await table.services.computers.play(turn, first_turn(turn))).entries
