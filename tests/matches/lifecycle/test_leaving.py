"""Leaving a match: from when on it is a loss, for whom it is rated, and what not beginning costs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from data import stores
from data.schema import match as match_table
from engines import GAMES
from matches import ChallengeTerms, Match, Phase, UserId
from matches.lifecycle.challenge import Opponent
from matches.lifecycle.finish import ABORTED, IDLE, ON_TIME, RESIGNED
from matches.model import OfferKind, Result
from matches.time import DAY
from matches.time.pace import NO_CLOCK, Pace
from tests.matches.table import CHALLENGER, NOON, OPPONENT, PLACE, STRANGER, Table
from tests.store import write


async def begun(table: Table, *, game: str = "pjawns", to: UserId = OPPONENT, **terms: Any) -> Match:
    """A match that was taken up, in its setup where there is one."""
    wishes = replace(ChallengeTerms(game, {}, pace=Pace.read("3d")), **terms)
    made = await table.matches.challenges.challenge(CHALLENGER, Opponent(to), wishes, PLACE)
    table.id = made.id
    return await table.accept(by=to)


async def points(table: Table, user: UserId, game: str = "pjawns") -> int:
    account = (await table.store.read(stores.ratings.accounts, [user]))[user].get(game)
    return 1500 if account is None else account.now.points


async def resign(table: Table, user: UserId) -> Match:
    return await table.matches.play.resign(table.id, user)


async def leave(table: Table, user: UserId, times: int) -> Match:
    """The last of so many matches that ``user`` gave up before having begun them."""
    for _ in range(times):
        await begun(table)
        left = await resign(table, user)
    return left


def seat(match: Match, user: UserId) -> str:
    side = match.side_of(user)
    assert side is not None
    return side


@pytest.mark.parametrize("turns", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("user", [CHALLENGER, OPPONENT])
async def test_resigning_is_a_rated_loss_once_one_has_finished_a_turn(
    table: Table, user: UserId, turns: int
) -> None:
    match = await begun(table)
    (first,) = await table.awaited()
    await table.turns(turns)
    own = turns // 2 + (turns % 2 if user == first else 0)
    theirs = turns - own
    ended = await resign(table, user)
    other = CHALLENGER if user == OPPONENT else OPPONENT
    assert ended.result == Result(seat(match, other), RESIGNED, counts=own > 0)
    assert (await points(table, user) < 1500) == (own > 0)
    assert (await points(table, other) > 1500) == (own > 0 and theirs >= 2)
    assert await table.store.read(stores.ratings.count_not_begun, user, NOON - DAY) == (own == 0)


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_resigning_at_once_is_no_result_but_not_beginning(table: Table, game: str) -> None:
    await begun(table, game=game)
    ended = await resign(table, OPPONENT)
    assert ended.result is not None and not ended.result.counts
    assert await points(table, OPPONENT, game) == await points(table, CHALLENGER, game) == 1500
    finish = await table.store.read(stores.lobby.reliability, [CHALLENGER, OPPONENT])
    assert (finish[OPPONENT].timed_out, finish[CHALLENGER].timed_out) == (1, 0)


@pytest.mark.parametrize("picked", [[], [CHALLENGER], [OPPONENT]])
async def test_who_has_picked_has_begun(table: Table, picked: list[UserId]) -> None:
    await begun(table, game="prawns", options={"blind_start": "on"})
    for user in picked:
        await table.pick(user)
    ended = await resign(table, OPPONENT)
    has_begun = OPPONENT in picked
    assert ended.result is not None and ended.result.counts == has_begun
    assert (await points(table, OPPONENT, "prawns") < 1500) == has_begun
    assert await points(table, CHALLENGER, "prawns") == 1500, "who hasn't played wins no points"


async def test_both_picks_known_resigning_is_a_loss(table: Table) -> None:
    await begun(table, game="prawns", options={"blind_start": "on"})
    for user in (CHALLENGER, OPPONENT):
        await table.pick(user)
    await resign(table, OPPONENT)
    assert await points(table, OPPONENT, "prawns") < 1500


async def test_the_third_within_thirty_days_is_a_rated_loss(table: Table) -> None:
    await leave(table, OPPONENT, 2)
    assert await points(table, OPPONENT) == 1500
    ended = await leave(table, OPPONENT, 1)
    assert ended.result is not None and ended.result.counts
    assert await points(table, OPPONENT) < 1500
    assert await points(table, CHALLENGER) == 1500
    table.wait(days=31)
    before = await points(table, OPPONENT)
    ended = await leave(table, OPPONENT, 1)
    assert ended.result is not None and not ended.result.counts, "those are forgotten by now"
    assert await points(table, OPPONENT) == before


async def test_anothers_leaving_is_held_against_nobody(table: Table) -> None:
    await leave(table, OPPONENT, 2)
    await begun(table, to=STRANGER)
    ended = await resign(table, STRANGER)
    assert ended.result is not None and not ended.result.counts


async def test_the_first_turn_that_never_comes_is_not_beginning(table: Table) -> None:
    await begun(table)
    (late,) = await table.awaited()
    await table.live(days=4)
    ended = await table.match()
    assert ended.result == Result(None, ABORTED, counts=False)
    assert await table.store.read(stores.ratings.count_not_begun, late, NOON) == 1
    other = CHALLENGER if late == OPPONENT else OPPONENT
    assert await table.store.read(stores.ratings.count_not_begun, other, NOON) == 0


async def test_picks_that_never_come_are_not_beginning_for_who_owes_them(table: Table) -> None:
    for picked, owing in ([CHALLENGER], [OPPONENT]), ([], [CHALLENGER, OPPONENT]):
        start = table.now
        await begun(table, game="prawns", options={"blind_start": "on"})
        for user in picked:
            await table.pick(user)
        await table.live(days=6)
        assert (await table.match()).result == Result(None, ABORTED, counts=False)
        for user in (CHALLENGER, OPPONENT):
            assert await table.store.read(stores.ratings.count_not_begun, user, start) == (user in owing)


async def test_time_that_runs_out_for_the_third_time_is_lost(table: Table) -> None:
    for _ in range(3):
        await begun(table)
        (late,) = await table.awaited()
        await table.live(days=4)
    ended = await table.match()
    assert ended.result is not None
    assert (ended.result.reason, ended.result.counts) == (ON_TIME, True)
    assert await points(table, late) < 1500


async def test_who_has_picked_and_never_moves_loses_on_time(table: Table) -> None:
    await begun(table, game="prawns", options={"blind_start": "on"})
    for user in (CHALLENGER, OPPONENT):
        await table.pick(user)
    (late,) = await table.awaited()
    await table.live(days=4)
    assert (await table.match()).phase is Phase.PLAYING, "the opponent may claim it, or wait"
    await table.live(days=10)
    ended = await table.match()
    assert ended.result is not None and ended.result.counts
    assert await points(table, late, "prawns") < 1500


async def test_who_has_picked_and_never_moves_loses_without_a_clock_too(table: Table) -> None:
    await begun(table, game="prawns", pace=NO_CLOCK, options={"blind_start": "on"}, rated=True)
    for user in (CHALLENGER, OPPONENT):
        await table.pick(user)
    (late,) = await table.awaited()
    await table.live(days=15)
    ended = await table.match()
    winner = CHALLENGER if late == OPPONENT else OPPONENT
    assert ended.result == Result(seat(ended, winner), ON_TIME)
    assert await points(table, late, "prawns") < 1500


async def test_what_both_cancel_leaves_ratings_as_they_were(table: Table) -> None:
    await begun(table)
    await table.turns(6)
    await table.matches.play.offer(table.id, CHALLENGER, OfferKind.NO_RESULT)
    await table.matches.play.answer(table.id, OPPONENT, agree=True)
    assert await points(table, CHALLENGER) == await points(table, OPPONENT) == 1500


async def test_deleting_ones_data_is_a_resignation(table: Table) -> None:
    await begun(table)
    await table.turns(6)
    await table.services.privacy.ask_to_be_forgotten(OPPONENT)
    [ended] = [match async for match in table.services.privacy.end_all(OPPONENT)]
    assert ended.result == Result(seat(ended, CHALLENGER), RESIGNED)
    assert await points(table, CHALLENGER) > 1500


# --- without a clock -----------------------------------------------------------------------------


@pytest.mark.parametrize(("asked", "rated"), [(None, False), (True, True), (False, False)])
async def test_without_a_clock_a_match_is_rated_only_if_it_says_so(
    table: Table, asked: bool | None, rated: bool
) -> None:
    match = await begun(table, pace=NO_CLOCK, rated=asked)
    assert match.rated == rated


@pytest.mark.parametrize("turns", [2, 3, 5])
async def test_a_rated_match_without_a_clock_is_lost_by_silence(table: Table, turns: int) -> None:
    match = await begun(table, pace=NO_CLOCK, rated=True)
    await table.turns(turns)
    (silent,) = await table.awaited()
    await table.live(days=45)
    ended = await table.match()
    winner = CHALLENGER if silent == OPPONENT else OPPONENT
    assert ended.result == Result(seat(match, winner), ON_TIME)
    assert await points(table, silent) < 1500


async def test_an_unrated_match_without_a_clock_is_lost_by_nobody(table: Table) -> None:
    await begun(table, pace=NO_CLOCK)
    await table.turns(5)
    await table.live(days=45)
    assert (await table.match()).result == Result(None, IDLE, counts=False)


@pytest.mark.parametrize(("pace", "minutes"), [("10m", 30), ("2h", 30), ("1d", 7 * 24 * 60)])
async def test_an_open_challenge_by_minutes_goes_after_half_an_hour(
    table: Table, pace: str, minutes: int
) -> None:
    match = await table.challenge(None, game="pjawns", pace=pace)
    assert match.deadline_at is not None
    assert (match.deadline_at - match.created_at).total_seconds() == minutes * 60
    named = await table.challenge(game="pjawns", pace=pace)
    assert named.deadline_at is not None
    assert (named.deadline_at - named.created_at).days == 7


# --- matches from before -------------------------------------------------------------------------


async def test_a_match_from_before_ends_by_the_rules_it_began_with(table: Table) -> None:
    await begun(table)
    await table.turns(3)
    await write(table.store, match_table.update().values(conduct=1))
    ended = await resign(table, OPPONENT)
    assert ended.result is not None and ended.result.counts
    assert await points(table, OPPONENT) == await points(table, CHALLENGER) == 1500, "it was too short"
    assert await table.store.read(stores.ratings.count_not_begun, OPPONENT, NOON - DAY) == 0
