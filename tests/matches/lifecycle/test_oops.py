"""Oops: a turn that was just made is taken back without asking, until anything happens after it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from matches import ChallengeTerms, Match, MatchTerms, Phase, UserId
from matches.errors import NotAPlayerError, NotYourTurnError, Problem, Refused, StaleError, WrongPhaseError
from matches.lifecycle import offers
from matches.model import EntryKind, NoticeKind, OfferKind
from tests.matches.crossing import crossing, oops_of, reply_of
from tests.matches.table import CHALLENGER, OPPONENT, PLACE, STRANGER, THE_OPPONENT, Table
from tests.refusals import is_refused
from tests.services.forced import about_to_force, want_it
from tests.services.thinking import begin, due, first_turn, move


async def say_oops(table: Table, user: UserId = CHALLENGER, **meant: int) -> Match:
    return await table.matches.play.oops(table.id, user, **meant)


async def refused(table: Table, problem: Problem, user: UserId = CHALLENGER, **meant: int) -> None:
    assert meant or not table.matches.play.may_oops(await table.match(), user)
    async with table.refuses(Refused, problem):
        await say_oops(table, user, **meant)


async def another(table: Table) -> str:
    """An action that is not the first of the legal ones."""
    return str((await table.history()).position.legal_actions()[1])


async def test_a_turn_is_taken_back_without_asking_and_made_anew(table: Table) -> None:
    await table.begun(2, pace="3d")
    before = await table.board()
    await table.act()
    match = await say_oops(table)
    assert await table.board() == before
    assert await table.awaited() == (CHALLENGER,)
    since = match.entries[3:]
    assert [entry.kind for entry in since] == [EntryKind.TAKE_BACK_OFFER, EntryKind.TAKE_BACK]
    assert [entry.ply for entry in since] == [3, 2]
    assert offers.pending(match) is None, "nobody has to answer"
    assert table.another_service().matches.history(match) == await table.history()
    await table.play(await another(table))
    assert await table.awaited() == (OPPONENT,)


async def test_all_actions_of_a_turn_go(table: Table) -> None:
    await table.begun(game="predation")
    before = await table.board()
    await table.play("d13-f8 e13-e12 end")
    await say_oops(table, (await table.match()).player_of("predator").user_id or CHALLENGER)
    assert await table.board() == before


@pytest.mark.parametrize(("pace", "seconds"), [("3d", 120), ("none", 120), ("10m", 60), ("30m+1m<1h", 60)])
@pytest.mark.usefixtures("still_clock")
async def test_it_is_for_two_minutes_or_one_where_minutes_count(
    table: Table, pace: str, seconds: int
) -> None:
    await table.begun(1, pace=pace)
    table.wait(seconds=seconds + 1)
    await refused(table, Problem.OOPS_LATE)
    table.wait(seconds=-1)
    await say_oops(table)


async def answer(table: Table) -> None:
    await table.act()


async def offer(table: Table) -> None:
    await table.matches.play.offer(table.id, CHALLENGER, OfferKind.NO_RESULT)


async def ask(table: Table) -> None:
    await table.matches.play.offer(table.id, OPPONENT, OfferKind.PAUSE)


async def give(table: Table) -> None:
    await table.matches.time.extend(table.id, CHALLENGER)


@pytest.mark.parametrize("after", [answer, offer, ask, give])
async def test_whatever_is_stored_after_a_turn_makes_it_stand(
    table: Table, after: Callable[[Table], Awaitable[None]]
) -> None:
    await table.begun(1, pace="3d")
    await after(table)
    await refused(table, Problem.OOPS_OVERTAKEN)


async def test_what_played_itself_makes_a_turn_stand(table: Table) -> None:
    last = await about_to_force(table)
    (user,) = await table.awaited()
    await want_it(table, OPPONENT if user == CHALLENGER else CHALLENGER)
    match = await table.play(last)
    assert match.entries[-1].kind is EntryKind.FORCED
    await refused(table, Problem.OOPS_OVERTAKEN, user)


async def test_a_turn_is_its_players_and_has_to_be_finished(table: Table) -> None:
    await table.begun(0)
    await refused(table, Problem.OOPS_OVERTAKEN)
    await table.act()
    await refused(table, Problem.OOPS_OVERTAKEN, OPPONENT)
    async with table.refuses(NotAPlayerError):
        await say_oops(table, STRANGER)
    await table.begun(game="predation")
    await table.play("d13-f8")
    for user in (CHALLENGER, OPPONENT):
        await refused(table, Problem.OOPS_OVERTAKEN, user)


async def test_a_button_is_about_its_turn(table: Table) -> None:
    await table.begun(3)
    await refused(table, Problem.OOPS_OVERTAKEN, ply=1)
    await say_oops(table, ply=3)


async def test_a_turn_is_taken_back_once_and_three_in_a_match(table: Table) -> None:
    await table.begun()
    for number in range(3):
        await table.act()
        await say_oops(table)
        await table.act()
        await refused(table, Problem.OOPS_AGAIN)
        await table.act()
        assert sum(entry.text.startswith("oops") for entry in (await table.match()).entries) == number + 1
    await table.act()
    await refused(table, Problem.OOPS_USED_UP)
    await table.act()
    await say_oops(table, OPPONENT)


async def test_where_takebacks_are_off_there_is_none(table: Table) -> None:
    wishes = ChallengeTerms("pjawns", {}, terms=MatchTerms(takebacks=False))
    table.id = (await table.matches.challenges.challenge(CHALLENGER, THE_OPPONENT, wishes, PLACE)).id
    await table.accept()
    await table.act()
    await refused(table, Problem.OOPS_NOT_HERE)


async def test_the_end_of_a_match_and_a_sealed_pick_stand(table: Table) -> None:
    await table.in_setup(blind_start="on")
    await table.pick(CHALLENGER)
    async with table.refuses(WrongPhaseError):
        await say_oops(table)
    await table.begun(1)
    await table.matches.play.resign(table.id, OPPONENT)
    async with table.refuses(WrongPhaseError):
        await say_oops(table)


# --- the clock -----------------------------------------------------------------------------------


async def test_the_time_since_counts_against_who_takes_back_and_no_one_else(table: Table) -> None:
    await table.begun(2, pace="3d")
    await table.live(days=1)
    before = (await table.match()).clocks
    await table.act()
    table.wait(seconds=100)
    clocks = (await say_oops(table)).clocks
    assert clocks is not None and before is not None
    assert clocks.deadline() == before.deadline(), "as if they had not moved"
    assert clocks.left("black", table.now) == before.left("black", table.now)


async def test_nobody_loses_on_time_by_it(table: Table) -> None:
    await table.begun(0, pace="10m")
    table.wait(minutes=9, seconds=50)
    await table.act()
    table.wait(seconds=11)
    await refused(table, Problem.OOPS_TIME_IS_UP)
    table.wait(seconds=-2)
    await say_oops(table)


@pytest.mark.usefixtures("still_clock")
async def test_the_first_turn_of_a_match_without_a_clock_is_waited_for_again(table: Table) -> None:
    begun = await table.begun(pace="none")
    await table.act()
    match = await say_oops(table)
    assert match.clocks is not None and begun.clocks is not None
    assert (match.clocks.running, match.deadline_at) == ("white", begun.deadline_at)


# --- whom it concerns ----------------------------------------------------------------------------


async def test_the_other_players_alert_is_void_and_comes_again_with_the_next_turn(table: Table) -> None:
    await table.notifications.prefer(OPPONENT, {"tell": "direct"})
    await table.notifications.prefer(CHALLENGER, {"tell": "direct"})
    await table.begun(0, pace="3d")
    await table.act()
    await table.sweep()
    match = await say_oops(table)
    assert table.matches.addressed(match) == ()
    notices = [notice for notice in await table.owed() if notice.kind is NoticeKind.NEWS]
    assert not any(table.notifications.is_current(notice, match) for notice in notices)
    told = len(table.told_to(OPPONENT)), len(table.told_to(CHALLENGER))
    await table.sweep()
    assert (len(table.told_to(OPPONENT)), len(table.told_to(CHALLENGER))) == told
    await table.act()
    await table.sweep()
    assert len(table.told_to(OPPONENT)) == told[0] + 1


async def test_every_stage_is_a_new_one(table: Table) -> None:
    await table.begun(1)
    changes = [await table.match(), await say_oops(table), await table.act()]
    assert len({table.matches.stage(match) for match in changes}) == 3


# --- at the same time ----------------------------------------------------------------------------


@pytest.mark.parametrize("services", [1, 2])
@pytest.mark.parametrize("order", [1, -1])
async def test_it_and_the_reply_at_once_are_one_of_the_two(table: Table, services: int, order: int) -> None:
    before = await table.begun(1)
    answers = await crossing(table, *(oops_of, reply_of)[::order], services=services)
    (change,) = [answer for answer in answers if isinstance(answer, Match)]
    (refusal,) = [answer for answer in answers if not isinstance(answer, Match)]
    assert isinstance(refusal, Refused | NotYourTurnError | StaleError)
    assert change == await table.match()
    assert change.version == before.version + 1


@pytest.mark.parametrize("services", [1, 2])
async def test_said_twice_at_once_it_is_done_once(table: Table, services: int) -> None:
    await table.begun(1)
    answers = await crossing(table, oops_of, oops_of, services=services)
    assert sum(isinstance(answer, Match) for answer in answers) == 1
    assert sum(is_refused(answer, Problem.OOPS_OVERTAKEN) for answer in answers) == 1


# --- the computer --------------------------------------------------------------------------------


async def test_what_the_computer_thinks_about_comes_to_nothing(table: Table) -> None:
    await begin(table)
    if (await table.match()).side_of(CHALLENGER) != "white":
        [(_, turn)] = await due(table)
        assert turn is not None
        await table.services.computers.play(turn, first_turn(turn))
    await move(table)
    [(chore, turn)] = await due(table)
    assert turn is not None
    match = await say_oops(table)
    assert match.phase is Phase.PLAYING
    assert await table.services.computers.turn_of(chore) is None
    with pytest.raises(StaleError):
        await table.services.computers.play(turn, first_turn(turn))
    await move(table)
    [(_, turn)] = [(chore, turn) for chore, turn in await due(table) if turn is not None]
    await table.services.computers.play(turn, first_turn(turn))
    await refused(table, Problem.OOPS_OVERTAKEN)


async def test_an_older_reader_knows_it_as_a_takeback_that_was_granted(table: Table) -> None:
    await table.begun(1)
    match = await say_oops(table)
    unsaid = (replace(entry, text=entry.text.partition("oops")[0]) for entry in match.entries)
    older = replace(match, entries=tuple(unsaid))
    assert table.another_service().matches.history(older) == await table.history()
    assert table.matches.stage(older) == table.matches.stage(match)
    assert offers.pending(older) is None
