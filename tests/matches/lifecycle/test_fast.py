"""Matches by minutes: reminders, claims, downtimes and quiet hours as an evening wants them."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

import pytest

from data import stores
from matches.lifecycle.finish import ON_TIME
from matches.model import EntryKind, NoticeKind, NoticePlace
from matches.time import DAY, HOUR, MINUTE
from tests.matches.table import CHALLENGER, NOON, OPPONENT, Table

LAST: Final = NoticeKind.LAST
HOME: Final = NoticePlace.HOME


async def deadline(table: Table) -> timedelta:
    """How far the deadline is from NOON."""
    clocks = (await table.match()).clocks
    found = None if clocks is None else clocks.deadline()
    assert found is not None
    return found - NOON


@pytest.mark.parametrize(
    ("pace", "warned"),
    [("10m", 7 * MINUTE), ("30m", 22.5 * MINUTE), ("2h", 105 * MINUTE), ("30m+1m<1h", 23.25 * MINUTE)],
)
@pytest.mark.usefixtures("still_clock")
async def test_one_warning_comes_some_minutes_before(table: Table, pace: str, warned: timedelta) -> None:
    await table.begun(2, pace=pace)
    await table.live(hours=3)
    assert table.told_to(CHALLENGER) == [(LAST, HOME, NOON + warned)]


async def test_with_a_minute_to_go_the_board_alone_pings(table: Table) -> None:
    await table.begun(2, pace="10m+1m<10m")
    for _ in range(4):
        await table.live(minutes=9)
        await table.act()
    table.told.clear()
    await table.live(minutes=1, seconds=50)
    assert table.told == []


async def test_the_claim_comes_right_after_and_ends_by_itself_a_day_later(table: Table) -> None:
    await table.begun(4, pace="10m")
    await table.live(minutes=10, seconds=1)
    assert [entry.kind for entry in (await table.match()).entries][-1:] == [EntryKind.TIME_UP]
    await table.live_until(NOON + 10 * MINUTE + DAY - MINUTE)
    assert (await table.match()).result is None
    await table.live(minutes=2)
    match = await table.match()
    assert match.result is not None
    assert (match.result.reason, match.result.winner) == (ON_TIME, match.side_of(OPPONENT))


async def test_the_win_can_be_claimed_at_once(table: Table) -> None:
    await table.begun(4, pace="10m")
    table.wait(minutes=10, seconds=1)
    match = await table.matches.time.claim_time(table.id, OPPONENT)
    assert match.result is not None
    assert match.result.reason == ON_TIME


@pytest.mark.parametrize(
    ("pace", "more"), [("10m", 10 * MINUTE), ("2h", 2 * HOUR), ("30m+1m<1h", 10 * MINUTE)]
)
async def test_the_other_player_gives_more_time(table: Table, pace: str, more: timedelta) -> None:
    await table.begun(2, pace=pace)
    before = await deadline(table)
    await table.matches.time.extend(table.id, OPPONENT)
    assert await deadline(table) == before + more


async def test_without_a_first_turn_it_is_called_off_after_minutes(table: Table) -> None:
    await table.begun(pace="30m")
    await table.live(minutes=31)
    match = await table.match()
    assert match.result is not None
    assert match.result.reason == "aborted"


async def test_picks_are_waited_for_a_day(table: Table) -> None:
    await table.in_setup(pace="10m")
    await table.live(hours=23)
    assert (await table.match()).result is None
    await table.live(hours=2)
    assert (await table.match()).result is not None


@pytest.mark.parametrize(("down", "counts"), [(50, {}), (61, {"10m"}), (299, {"10m"}), (301, {"10m", "1d"})])
@pytest.mark.usefixtures("still_clock")
async def test_a_downtime_counts_by_the_pace(table: Table, down: int, counts: set[str]) -> None:
    """Nothing to days, and much to minutes."""
    await table.services.downtime.record_alive()
    ids = {}
    for pace in ("10m", "1d"):
        await table.begun(2, pace=pace)
        ids[pace] = table.id, await deadline(table)
    table.wait(seconds=down)
    await table.services.downtime.record_alive()
    for services in (table.services, table.another_service()):
        table.use(services)
        await table.services.downtime.record_alive()
        for pace, (table.id, before) in ids.items():
            given = await deadline(table) - before
            assert given == timedelta(seconds=down if pace in counts else 0)


async def test_what_takes_long_goes_on_giving_signs_of_life(table: Table) -> None:
    await table.services.downtime.record_alive()
    for _ in range(10):
        table.wait(seconds=30)
        await table.services.downtime.still_alive()
    assert await table.store.read(stores.host.downtimes) == ()


@pytest.mark.parametrize("pace", ["10m", "3d"])
@pytest.mark.usefixtures("still_clock")
async def test_quiet_hours_and_digests_wait_for_no_minutes(table: Table, pace: str) -> None:
    await table.notifications.prefer(CHALLENGER, {"quiet": "11:00-20:00", "digest": "09:00"})
    await table.begun(1, pace=pace)
    await table.act()
    mentions = await table.pinged(await table.match(), [CHALLENGER])
    assert (mentions.users, mentions.silent) == (((CHALLENGER,), False) if pace == "10m" else ((), True))
    await table.live(minutes=9)
    assert table.told_to(CHALLENGER) == ([(LAST, HOME, NOON + 7 * MINUTE)] if pace == "10m" else [])
    assert not any(told.silent for told in table.told)


async def test_results_by_minutes_are_rated_with_the_others_and_told_apart(table: Table) -> None:
    for pace in ("10m", "10m", "3d"):
        await table.begun(6, pace=pace)
        await table.matches.play.resign(table.id, OPPONENT)
    profile = await table.leaderboards.profile(CHALLENGER, "pjawns")
    assert profile is not None
    assert (profile.both.matches, profile.both.wins) == (3, 3)
    assert (profile.fast.matches, profile.fast.wins) == (2, 2)
    assert set(profile.sides) <= {"white", "black"}
    before = await table.store.read(stores.ratings.tallies, CHALLENGER)
    await table.store.write(stores.ratings.recompute)
    assert await table.store.read(stores.ratings.tallies, CHALLENGER) == before
