"""Matches without a clock in which nobody moves: one nudge, and weeks later the end, never without it."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

import pytest

from matches.lifecycle import idle
from matches.lifecycle.finish import IDLE
from matches.model import NoticeKind, NoticePlace, OfferKind, Phase
from matches.time import DAY, HOUR
from tests.matches.table import CHALLENGER, NOON, OPPONENT, Table

NUDGE: Final = NoticeKind.NUDGE
HOME, DIRECT = NoticePlace.HOME, NoticePlace.DIRECT
WHOLE: Final = idle.NUDGED_AFTER + idle.ENDS_AFTER


@pytest.mark.usefixtures("still_clock")
async def test_whoever_has_to_move_is_nudged_once_and_the_match_ends_a_month_later(table: Table) -> None:
    table.sweepers = [table.services, table.another_service()] * 2
    await table.begun(2, pace="none")
    await table.live_until(NOON + WHOLE - HOUR)
    assert table.told_to(CHALLENGER) == [(NUDGE, HOME, NOON + idle.NUDGED_AFTER)]
    assert table.told_to(OPPONENT) == []
    assert (await table.match()).phase is Phase.PLAYING
    await table.live_until(NOON + WHOLE)
    match = await table.match()
    assert match.result is not None
    assert (match.result.winner, match.result.reason, match.result.counts) == (None, IDLE, False)
    assert table.matches.addressed(match) == match.users, "both are told"


@pytest.mark.parametrize("after", [idle.NUDGED_AFTER - HOUR, WHOLE - HOUR])
@pytest.mark.usefixtures("still_clock")
async def test_a_move_begins_the_count_anew(table: Table, after: timedelta) -> None:
    await table.begun(2, pace="none")
    await table.live(seconds=after.total_seconds())
    await table.act()
    moved = table.now
    table.told.clear()
    await table.live_until(moved + WHOLE - HOUR)
    assert table.told_to(OPPONENT) == [(NUDGE, HOME, moved + idle.NUDGED_AFTER)]
    assert (await table.match()).phase is Phase.PLAYING


async def test_what_is_asked_counts_as_a_sign_of_life(table: Table) -> None:
    await table.begun(2, pace="none")
    await table.live(days=13)
    await table.matches.play.offer(table.id, CHALLENGER, OfferKind.NO_RESULT)
    await table.live(days=13)
    assert table.told_to(CHALLENGER, NUDGE) == []


async def test_nobody_is_nudged_where_a_clock_runs(table: Table) -> None:
    await table.begun(2, pace="14d")
    await table.live(days=60)
    assert table.told_to(CHALLENGER, NUDGE) == []


async def test_a_first_turn_that_never_comes_is_called_off_as_before(table: Table) -> None:
    await table.begun(pace="none")
    await table.live(days=15)
    match = await table.match()
    assert match.result is not None
    assert match.result.reason == "aborted"
    assert table.told_to(CHALLENGER, NUDGE) == []


@pytest.mark.usefixtures("still_clock")
async def test_time_away_is_not_counted(table: Table) -> None:
    await table.begun(2, pace="none")
    await table.live(days=10)
    await table.notifications.go_away(CHALLENGER, 20)
    await table.live(days=20)
    assert table.told_to(CHALLENGER) == []
    await table.live(days=4)
    assert table.told_to(CHALLENGER) == [(NUDGE, HOME, NOON + 34 * DAY)]


@pytest.mark.usefixtures("still_clock")
async def test_a_downtime_is_not_counted(table: Table) -> None:
    await table.begun(2, pace="none")
    await table.live(days=10)
    await table.services.downtime.record_alive()
    table.wait(days=100)
    await table.notifications.prefer(CHALLENGER, {"sound": "off"})  # it is looked at now
    await table.sweep(alive=True)
    assert table.told == []
    assert (await table.match()).deadline_at == NOON + idle.NUDGED_AFTER + 100 * DAY


@pytest.mark.parametrize(
    ("tell", "told"),
    [
        ("thread", [(HOME, True)]),
        ("direct", [(HOME, False), (DIRECT, True)]),
        ("none", [(HOME, False)]),
    ],
)
@pytest.mark.usefixtures("still_clock")
async def test_a_nudge_stands_in_the_thread_whatever_was_chosen(
    table: Table, tell: str, told: list[tuple[NoticePlace, bool]]
) -> None:
    await table.begun(2, pace="none")
    await table.notifications.prefer(CHALLENGER, {"tell": tell})
    await table.live_until(NOON + WHOLE)
    nudges = [one for one in table.told if one.notice.kind is NUDGE]
    assert [(one.notice.place, one.pinged) for one in nudges] == told
    assert (await table.match()).phase is Phase.FINISHED


@pytest.mark.usefixtures("still_clock")
async def test_silence_from_before_it_was_counted_counts_from_then(table: Table) -> None:
    """As a migration leaves it: what has been silent for a year is not ended at once."""
    await table.begun(2, pace="none")
    table.wait(days=365)
    updated = table.now
    await table.host.remember(idle.COUNTED_FROM, updated.isoformat(" ", "microseconds"))
    await table.notifications.prefer(CHALLENGER, {"sound": "off"})  # it is looked at now, and left alone
    await table.live_until(updated + idle.NUDGED_AFTER)
    assert table.told_to(CHALLENGER) == [(NUDGE, HOME, updated + idle.NUDGED_AFTER)]
    await table.live_until(updated + WHOLE - HOUR)
    assert (await table.match()).phase is Phase.PLAYING
    await table.live_until(updated + WHOLE)
    assert (await table.match()).phase is Phase.FINISHED


@pytest.mark.usefixtures("still_clock")
async def test_a_nudge_of_a_match_that_went_on_is_not_sent(table: Table) -> None:
    await table.begun(2, pace="none")
    table.now = NOON + idle.NUDGED_AFTER
    await table.matches.time.attend(table.id)
    assert len(await table.owed()) == 1
    await table.act()
    await table.sweep()
    assert (table.told, await table.owed()) == ([], [])
