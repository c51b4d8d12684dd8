"""Pauses by agreement: asked for, agreed to, over by themselves or before."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

import pytest

from matches import Match, Phase, UserId
from matches.errors import Problem, Refused, TimeError
from matches.lifecycle.finish import ON_TIME
from matches.model import EntryKind, NoticeKind, NoticePlace, OfferKind, Result
from matches.time import DAY, HOUR
from tests.matches.table import CHALLENGER, NOON, OPPONENT, Table

TICK: Final = timedelta.resolution
OF_PAUSES: Final = (EntryKind.PAUSE_OFFER, EntryKind.PAUSE_REFUSAL, EntryKind.PAUSED, EntryKind.GONE_ON)


def deadline(match: Match) -> datetime | None:
    return match.clocks.deadline() if match.clocks is not None else None


def said(match: Match) -> list[EntryKind]:
    return [entry.kind for entry in match.entries if entry.kind in OF_PAUSES]


async def pause(table: Table, by: UserId = CHALLENGER, to: UserId = OPPONENT) -> Match:
    await table.matches.play.offer(table.id, by, OfferKind.PAUSE)
    return await table.matches.play.answer(table.id, to, agree=True)


@pytest.mark.gate(draw=6)
@pytest.mark.parametrize("pace", ["1d", "3d", "14d", "5d+12h<7d"])
@pytest.mark.parametrize("by", [CHALLENGER, OPPONENT])
@pytest.mark.usefixtures("still_clock")
async def test_a_pause_lasts_seven_days_and_ends_by_itself(table: Table, pace: str, by: UserId) -> None:
    table.sweepers = [table.services, table.another_service()] * 2
    before = deadline(await table.begun(2, pace=pace))
    assert before is not None
    await table.live(hours=10)
    match = await pause(table, by, OPPONENT if by == CHALLENGER else CHALLENGER)
    assert table.matches.play.paused(match)
    assert deadline(match) == before + 7 * DAY
    table.told.clear()
    await table.live(days=7)
    match = await table.match()
    assert not table.matches.play.paused(match)
    assert said(match) == [EntryKind.PAUSE_OFFER, EntryKind.PAUSED, EntryKind.GONE_ON]
    assert match.entries[-1].at == NOON + 7 * DAY + 10 * HOUR
    assert table.matches.addressed(match) == (CHALLENGER,), "whose turn it is hears that it goes on"
    assert table.told == []


@pytest.mark.usefixtures("still_clock")
async def test_a_pause_ends_before_its_time_when_both_want_it(table: Table) -> None:
    await table.begun(2, pace="3d")
    await table.live(days=1)
    await pause(table)
    await table.live(days=2)
    await table.matches.play.offer(table.id, OPPONENT, OfferKind.GO_ON)
    match = await table.matches.play.answer(table.id, CHALLENGER, agree=True)
    assert not table.matches.play.paused(match)
    assert deadline(match) == NOON + 5 * DAY
    await table.live(days=1)
    assert said(await table.match())[-2:] == [EntryKind.PAUSED, EntryKind.GONE_ON], "said once"


@pytest.mark.usefixtures("still_clock")
async def test_a_pause_that_nobody_wants_to_end_goes_on(table: Table) -> None:
    await table.begun(2, pace="3d")
    await pause(table)
    await table.matches.play.offer(table.id, OPPONENT, OfferKind.GO_ON)
    match = await table.matches.play.answer(table.id, CHALLENGER, agree=False)
    assert table.matches.play.paused(match)
    assert deadline(match) == NOON + 10 * DAY


@pytest.mark.usefixtures("still_clock")
async def test_a_pause_can_be_played_in(table: Table) -> None:
    await table.begun(2, pace="3d")
    await table.live(days=1)
    await pause(table)
    await table.live(days=1)
    match = await table.act()
    assert table.matches.play.paused(match)
    assert deadline(match) == NOON + 11 * DAY, "the turn's time begins when the pause is over"
    await table.live(days=7)
    assert said(await table.match())[-1] is EntryKind.GONE_ON


@pytest.mark.usefixtures("still_clock")
async def test_two_pauses_in_one_turn_both_count(table: Table) -> None:
    await table.begun(2, pace="3d")
    await table.live(days=1)
    await pause(table)
    await table.live(days=8)
    match = await pause(table, OPPONENT, CHALLENGER)
    assert deadline(match) == NOON + 17 * DAY
    await table.live(days=7)
    assert (await table.match()).phase is Phase.PLAYING
    assert deadline(await table.match()) == NOON + 17 * DAY


async def test_both_asking_for_a_pause_is_agreeing(table: Table) -> None:
    await table.begun(2, pace="3d")
    await table.matches.play.offer(table.id, OPPONENT, OfferKind.PAUSE)
    match = await table.matches.play.offer(table.id, CHALLENGER, OfferKind.PAUSE)
    assert table.matches.play.paused(match)


async def test_a_refused_pause_is_none_and_not_asked_for_again_at_once(table: Table) -> None:
    before = deadline(await table.begun(2, pace="3d"))
    await table.matches.play.offer(table.id, OPPONENT, OfferKind.PAUSE)
    match = await table.matches.play.answer(table.id, CHALLENGER, agree=False)
    assert deadline(match) == before
    async with table.refuses(Refused, Problem.OFFER_ASKED):
        await table.matches.play.offer(table.id, OPPONENT, OfferKind.PAUSE)
    await table.turns(2)
    match = await table.matches.play.offer(table.id, OPPONENT, OfferKind.PAUSE)
    assert said(match) == [EntryKind.PAUSE_OFFER, EntryKind.PAUSE_REFUSAL, EntryKind.PAUSE_OFFER]


async def test_after_a_pause_another_can_be_asked_for(table: Table) -> None:
    await table.begun(2, pace="3d")
    await pause(table)
    async with table.refuses(Refused, Problem.OFFER_OF_NOTHING):
        await table.matches.play.offer(table.id, CHALLENGER, OfferKind.PAUSE)
    await table.live(days=7)
    await table.matches.play.offer(table.id, CHALLENGER, OfferKind.PAUSE)


async def test_there_is_nothing_to_pause_without_a_clock(table: Table) -> None:
    await table.begun(2, pace="none")
    for kind in (OfferKind.PAUSE, OfferKind.GO_ON):
        async with table.refuses(Refused, Problem.OFFER_NOT_HERE):
            await table.matches.play.offer(table.id, CHALLENGER, kind)


async def test_nothing_is_claimed_and_nobody_reminded_during_a_pause(table: Table) -> None:
    await table.begun(2, pace="1d")
    await table.live(hours=20)
    await pause(table)
    await table.live(days=6)
    async with table.refuses(TimeError):
        await table.matches.time.claim_time(table.id, OPPONENT)
    assert table.told == []
    await table.live(days=1, hours=3)
    assert [kind for kind, _, _ in table.told_to(CHALLENGER)] == [NoticeKind.LAST]


@pytest.mark.usefixtures("still_clock")
async def test_a_reminder_kept_back_by_quiet_hours_comes_after_the_pause(table: Table) -> None:
    """It was due before the pause began, and its player could not be told by then."""
    await table.notifications.prefer(CHALLENGER, {"quiet": "16:00-22:00"})
    await table.begun(2, pace="3d")
    await table.live(hours=55)
    assert table.told == [], "due at 18:00, in the quiet hours"
    await pause(table)
    await table.live(days=8)
    reminders = table.told_to(CHALLENGER, NoticeKind.QUARTER, NoticeKind.LAST)
    assert reminders[:1] == [(NoticeKind.QUARTER, NoticePlace.HOME, NOON + 9 * DAY + 10 * HOUR)]


@pytest.mark.parametrize("agreed_after", [timedelta(0), TICK, 2 * DAY])
@pytest.mark.usefixtures("still_clock")
async def test_time_that_is_up_stays_up_in_a_pause(table: Table, agreed_after: timedelta) -> None:
    await table.begun(4, pace="3d")
    await table.live_until(NOON + 3 * DAY + TICK)
    await table.live_until(table.now + agreed_after)
    await pause(table)
    match = await table.match()
    assert [entry.kind for entry in match.entries].count(EntryKind.TIME_UP) == 1
    table.wait(days=1)
    match = await table.matches.time.claim_time(table.id, OPPONENT)
    assert match.result == Result("black", ON_TIME)


@pytest.mark.usefixtures("still_clock")
async def test_a_pause_that_ends_while_the_bot_is_not_looking_is_over_once(table: Table) -> None:
    await table.begun(2, pace="14d")
    await pause(table)
    table.wait(days=9)
    for _ in range(5):
        await table.sweep()
    match = await table.match()
    assert said(match) == [EntryKind.PAUSE_OFFER, EntryKind.PAUSED, EntryKind.GONE_ON]
    assert deadline(match) == NOON + 21 * DAY


async def test_a_pause_that_was_over_when_somebody_moved_is_said_to_be_over(table: Table) -> None:
    await table.begun(2, pace="14d")
    await pause(table)
    await table.live(days=6)
    table.wait(days=1, seconds=5)
    await table.act()
    await table.live(minutes=1)
    assert said(await table.match())[-1] is EntryKind.GONE_ON
