"""When time is up: claimed, given more, left unclaimed; and matches that never begin."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Final

import pytest

from matches import Match, Phase, UserId
from matches.errors import NotAPlayerError, StaleError, TimeError, TimeProblem, WrongPhaseError
from matches.lifecycle.finish import ABORTED, ON_TIME
from matches.lifecycle.idle import ENDS_AFTER, NUDGED_AFTER
from matches.model import EntryKind, Result
from matches.time import DAY, HOUR
from matches.time.pace import DAYS_PER_MOVE
from tests.matches.table import CHALLENGER, NOON, OPPONENT, STRANGER, Table

TICK: Final = timedelta.resolution
NOTHING: Final = Result(None, ABORTED, counts=False)


async def time_up(table: Table, turns: int = 4, *, pace: str = "3d") -> Match:
    """A match in which the challenger's time is up since a minute, and that was said."""
    match = await table.begun(turns, pace=pace)
    assert match.clocks is not None
    deadline = match.clocks.deadline()
    assert deadline is not None
    await table.live_until(deadline + timedelta(minutes=1))
    return await table.match()


# --- claimed -------------------------------------------------------------------------------------


@pytest.mark.parametrize("pace", [*(f"{days}d" for days in DAYS_PER_MOVE), "5d+12h<7d"])
async def test_the_other_player_claims_the_win(table: Table, pace: str) -> None:
    match = await time_up(table, pace=pace)
    assert [entry.kind for entry in match.entries[4:]] == [EntryKind.TIME_UP]
    assert table.matches.addressed(match) == (CHALLENGER, OPPONENT), "who can still move, and who may claim"
    match = await table.matches.time.claim_time(table.id, OPPONENT)
    assert (match.phase, match.result) == (Phase.FINISHED, Result("black", ON_TIME))
    assert match.entries[-1].kind is EntryKind.CLAIMED
    assert table.matches.addressed(match) == (CHALLENGER,)


@pytest.mark.parametrize("after", [-TICK, timedelta(0)])
async def test_a_win_is_not_claimed_before_time_is_up(table: Table, after: timedelta) -> None:
    await table.begun(4, pace="3d")
    table.now = NOON + 3 * DAY + after
    async with table.refuses(TimeError) as refusal:
        await table.matches.time.claim_time(table.id, OPPONENT)
    assert refusal.value.problem is TimeProblem.NOT_UP


@pytest.mark.usefixtures("still_clock")
async def test_a_win_can_be_claimed_before_the_sweep_has_said_that_time_is_up(table: Table) -> None:
    await table.begun(4, pace="3d")
    table.now = NOON + 3 * DAY + TICK
    match = await table.matches.time.claim_time(table.id, OPPONENT)
    assert match.result == Result("black", ON_TIME)
    await table.live(days=30)
    assert await table.match() == match


async def test_only_the_other_player_claims_and_only_once(table: Table) -> None:
    before = await time_up(table)
    async with table.refuses(TimeError) as refusal:
        await table.matches.time.claim_time(table.id, CHALLENGER)
    assert refusal.value.problem is TimeProblem.OWN
    async with table.refuses(NotAPlayerError):
        await table.matches.time.claim_time(table.id, STRANGER)
    async with table.refuses(StaleError):
        await table.matches.time.claim_time(table.id, OPPONENT, expected_version=before.version - 1)
    await table.matches.time.claim_time(table.id, OPPONENT, expected_version=before.version)
    for user in (CHALLENGER, OPPONENT):
        async with table.refuses(WrongPhaseError):
            await table.matches.time.claim_time(table.id, user)


@pytest.mark.usefixtures("still_clock")
async def test_a_move_before_the_claim_is_in_time_after_all(table: Table) -> None:
    await time_up(table)
    match = await table.act()
    assert match.phase is Phase.PLAYING
    async with table.refuses(TimeError) as refusal:
        await table.matches.time.claim_time(table.id, OPPONENT)
    assert refusal.value.problem is TimeProblem.OWN, "the opponent's own clock runs now"
    assert match.clocks is not None
    assert match.clocks.deadline() == table.now + 3 * DAY


async def test_nothing_is_claimed_where_there_is_no_clock(table: Table) -> None:
    await table.begun(4, pace="none")
    table.wait(days=100)
    for asked in (table.matches.time.claim_time, table.matches.time.extend):
        async with table.refuses(TimeError) as refusal:
            await asked(table.id, OPPONENT)
        assert refusal.value.problem is TimeProblem.NO_CLOCK


# --- more time -----------------------------------------------------------------------------------


@pytest.mark.gate(draw=6)
@pytest.mark.parametrize(
    ("pace", "more"), [("1d", DAY), ("3d", 3 * DAY), ("5d+12h<14d", DAY), ("5d+2d<14d", 2 * DAY)]
)
@pytest.mark.parametrize("hours", [0, 20])
async def test_the_other_player_gives_more_time_before_time_is_up(
    table: Table, pace: str, more: timedelta, hours: int
) -> None:
    before = await table.begun(4, pace=pace)
    table.wait(hours=hours)
    match = await table.matches.time.extend(table.id, OPPONENT)
    assert match.clocks is not None
    assert before.clocks is not None
    was, now = before.clocks.deadline(), match.clocks.deadline()
    assert was is not None
    assert now == was + more
    assert match.entries[-1].kind is EntryKind.MORE_TIME


@pytest.mark.parametrize(
    ("pace", "more"), [("1d", DAY), ("3d", 3 * DAY), ("5d+12h<7d", DAY), ("5d+2d<7d", 2 * DAY)]
)
@pytest.mark.usefixtures("still_clock")
async def test_more_time_after_time_is_up_counts_from_then(table: Table, pace: str, more: timedelta) -> None:
    await time_up(table, pace=pace)
    table.wait(days=2)
    match = await table.matches.time.extend(table.id, OPPONENT)
    assert match.clocks is not None
    assert match.clocks.deadline() == table.now + more
    async with table.refuses(TimeError):
        await table.matches.time.claim_time(table.id, OPPONENT)
    assert table.matches.addressed(match) == (CHALLENGER,)


async def test_time_that_is_up_again_is_said_again(table: Table) -> None:
    await time_up(table)
    table.wait(hours=1)
    await table.matches.time.extend(table.id, OPPONENT)
    await table.live(days=4)
    kinds = [entry.kind for entry in (await table.match()).entries[4:]]
    assert kinds == [EntryKind.TIME_UP, EntryKind.MORE_TIME, EntryKind.TIME_UP]


@pytest.mark.usefixtures("still_clock")
async def test_a_full_bank_takes_no_more(table: Table) -> None:
    await table.begun(10, pace="2d+1d<3d")
    async with table.refuses(TimeError) as refusal:
        await table.matches.time.extend(table.id, OPPONENT)
    assert refusal.value.problem is TimeProblem.FULL
    table.wait(hours=5)
    match = await table.matches.time.extend(table.id, OPPONENT)
    assert match.clocks is not None
    assert match.clocks.left("white", table.now) == 3 * DAY


async def test_a_bank_that_lacks_less_than_a_second_is_full(table: Table) -> None:
    match, time = await table.begun(10, pace="2d+1d<3d"), table.matches.time
    table.now += timedelta(milliseconds=900)
    assert not time.may_extend(match, OPPONENT)
    async with table.refuses(TimeError) as refusal:
        await time.extend(table.id, OPPONENT)
    assert refusal.value.problem is TimeProblem.FULL
    table.now += timedelta(milliseconds=100)
    assert time.may_extend(match, OPPONENT)
    assert (await time.extend(table.id, OPPONENT)).entries[-1].kind is EntryKind.MORE_TIME


async def test_nobody_gives_time_to_themselves_or_to_others(table: Table) -> None:
    await time_up(table)
    async with table.refuses(TimeError) as refusal:
        await table.matches.time.extend(table.id, CHALLENGER)
    assert refusal.value.problem is TimeProblem.OWN
    async with table.refuses(NotAPlayerError):
        await table.matches.time.extend(table.id, STRANGER)


# --- unclaimed -----------------------------------------------------------------------------------


@pytest.mark.gate(draw=6)
@pytest.mark.parametrize(
    ("turns", "winner", "counts"),
    [(1, "white", False), (2, "black", True), (3, "white", True), (4, "black", True)],
)
@pytest.mark.parametrize("services", [1, 2])
@pytest.mark.usefixtures("still_clock")
async def test_a_win_that_nobody_claims_for_a_week_comes_of_itself(
    table: Table, turns: int, winner: str, counts: bool, services: int
) -> None:
    """It counts once who loses it has finished a turn."""
    table.sweepers = [table.services, table.another_service()][:services] * 3
    await table.begun(turns, pace="3d")
    await table.live_until(NOON + 10 * DAY - TICK)
    assert (await table.match()).phase is Phase.PLAYING
    await table.live(days=30)
    match = await table.match()
    assert match.result == Result(winner, ON_TIME, counts=counts)
    assert match.changed_at == NOON + 10 * DAY
    assert [entry.kind for entry in match.entries[turns:]] == [EntryKind.TIME_UP]


async def test_after_a_month_without_a_sweep_an_unclaimed_match_ends_once(table: Table) -> None:
    await table.begun(4, pace="3d")
    table.wait(days=40)
    for _ in range(5):
        await table.sweep()
    match = await table.match()
    assert match.result == Result("black", ON_TIME)
    assert match.version == 2 + 4 + 1
    assert table.told == []


# --- never begun ---------------------------------------------------------------------------------


@pytest.mark.parametrize("pace", ["1d", "3d", "14d", "5d+12h<7d"])
@pytest.mark.usefixtures("still_clock")
async def test_a_match_without_a_first_turn_is_aborted_when_time_is_up(table: Table, pace: str) -> None:
    match = await table.begun(pace=pace)
    assert match.clocks is not None
    deadline = match.clocks.deadline()
    assert deadline is not None
    await table.live_until(deadline)
    assert (await table.match()).phase is Phase.PLAYING
    await table.live(hours=1)
    match = await table.match()
    assert (match.phase, match.result) == (Phase.FINISHED, NOTHING)
    assert match.changed_at == deadline + TICK
    assert set(table.matches.addressed(match)) == {CHALLENGER, OPPONENT}


async def test_nobody_wins_on_time_before_the_first_turn_however_fast_they_are(table: Table) -> None:
    await table.begun(pace="1d")
    table.wait(days=1, seconds=5)
    match = await table.matches.time.claim_time(table.id, OPPONENT)
    assert match.result == NOTHING


async def test_a_first_turn_by_one_side_is_a_beginning(table: Table) -> None:
    await table.begun(1, pace="1d")
    await table.live(days=2)
    assert (await table.match()).phase is Phase.PLAYING
    match = await table.matches.time.claim_time(table.id, CHALLENGER)
    assert match.result == Result("white", ON_TIME, counts=False)


@pytest.mark.usefixtures("still_clock")
async def test_without_a_clock_the_first_turn_has_fourteen_days_and_then_there_are_none(table: Table) -> None:
    await table.begun(pace="none")
    await table.live(days=15)
    match = await table.match()
    assert (match.result, match.changed_at) == (NOTHING, NOON + 14 * DAY + TICK)
    await table.begun(pace="none")
    await table.live(days=13)
    match = await table.act()
    assert (match.clocks and match.clocks.deadline()) is None
    assert match.deadline_at == table.now + NUDGED_AFTER, "nothing but its silence is looked at"
    await table.live_until(match.deadline_at)
    assert await table.match() == replace(match, deadline_at=match.deadline_at + ENDS_AFTER)


@pytest.mark.parametrize("pace", ["none", "1d", "14d"])
@pytest.mark.parametrize("picked", [[], [OPPONENT], [CHALLENGER]])
@pytest.mark.usefixtures("still_clock")
async def test_a_blind_setup_that_is_not_finished_in_five_days_is_aborted(
    table: Table, pace: str, picked: list[UserId]
) -> None:
    await table.challenge(pace=pace, blind_start="on")
    await table.accept()
    await table.live(days=2)
    for user in picked:
        await table.pick(user)
    await table.live_until(NOON + 5 * DAY)
    assert (await table.match()).phase is Phase.SETUP
    await table.live(days=1)
    match = await table.match()
    assert (match.result, match.changed_at) == (NOTHING, NOON + 5 * DAY + TICK)
    assert not match.started, "the picks stay secret"


@pytest.mark.usefixtures("still_clock")
async def test_in_an_open_setup_each_pick_has_its_five_days(table: Table) -> None:
    await table.challenge(blind_start="off")
    await table.accept()
    await table.live(days=4)
    (first,) = await table.awaited()
    await table.pick(first)
    await table.live(days=4, hours=23)
    assert (await table.match()).phase is Phase.SETUP
    await table.live(hours=2)
    match = await table.match()
    assert (match.result, match.changed_at) == (NOTHING, NOON + 9 * DAY + TICK)


@pytest.mark.usefixtures("still_clock")
async def test_the_first_turn_after_a_setup_has_all_its_time(table: Table) -> None:
    await table.challenge(pace="2d")
    await table.accept()
    table.wait(days=4)
    for _ in range(2):
        (user, *_rest) = await table.awaited()
        match = await table.pick(user)
    assert match.clocks is not None
    assert match.clocks.deadline() == table.now + 2 * DAY
    assert match.clocks.left("green", table.now + HOUR) in (2 * DAY, 2 * DAY - HOUR)
