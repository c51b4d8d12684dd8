"""The daily digest: once a day, when something waits or has ended, and nothing singly besides."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final
from zoneinfo import ZoneInfo

import pytest

from matches.model import NoticeKind, NoticePlace
from matches.time import DAY, HOUR
from tests.matches.table import CHALLENGER, NOON, OPPONENT, Table

BERLIN: Final = "Europe/Berlin"
NINE: Final = NOON + 21 * HOUR
"""Nine o'clock of the day after the first."""


async def digest(table: Table, at: str | None = "09:00", zone: str = "UTC") -> None:
    await table.notifications.prefer(CHALLENGER, {"digest": at, "zone": zone})


def digests(table: Table) -> list[datetime]:
    assert all(one.notice.place is NoticePlace.DIRECT for one in table.told if one.notice.kind == "digest")
    return [at for _, _, at in table.told_to(CHALLENGER, NoticeKind.DIGEST)]


@pytest.mark.parametrize("services", [1, 2])
@pytest.mark.usefixtures("still_clock")
async def test_a_digest_comes_once_a_day(table: Table, services: int) -> None:
    table.sweepers = [table.services, table.another_service()][:services] * 5
    await digest(table)
    await table.begun(2, pace="14d")
    await table.live(days=10)
    assert digests(table) == [NINE + day * DAY for day in range(10)]
    assert len(table.told) == 10


@pytest.mark.usefixtures("still_clock")
async def test_nothing_comes_when_nothing_waits(table: Table) -> None:
    await digest(table)
    await table.live(days=3)
    await table.begun(3, pace="14d")
    await table.live(days=3)
    assert digests(table) == [], "it is the opponent's turn"
    await table.act()
    await table.live(days=2)
    assert digests(table) == [NINE + 6 * DAY, NINE + 7 * DAY]


@pytest.mark.usefixtures("still_clock")
async def test_there_are_no_single_pings_but_the_last_warning(table: Table) -> None:
    await digest(table)
    match = await table.begun(2, pace="3d")
    assert (await table.pinged(match, [CHALLENGER])).users == ()
    await table.live(hours=71)
    singly = [one for one in table.told if one.notice.kind is not NoticeKind.DIGEST]
    assert [(one.notice.kind, one.notice.place, one.at, one.pinged) for one in singly] == [
        (NoticeKind.LAST, NoticePlace.HOME, NOON + 70 * HOUR, True)
    ]


@pytest.mark.usefixtures("still_clock")
async def test_a_challenge_waits_too(table: Table) -> None:
    await table.notifications.prefer(OPPONENT, {"digest": "09:00"})
    await table.challenge()
    await table.live(days=1)
    assert table.told_to(OPPONENT) == [(NoticeKind.DIGEST, NoticePlace.DIRECT, NINE)]


@pytest.mark.usefixtures("still_clock")
async def test_what_has_ended_is_in_the_next_digest_and_in_no_other(table: Table) -> None:
    await digest(table)
    await table.begun(3, pace="14d")
    await table.matches.play.resign(table.id, OPPONENT)
    await table.live(days=5)
    assert digests(table) == [NINE]
    assert len(table.told) == 1


@pytest.mark.usefixtures("still_clock")
async def test_a_digest_is_turned_off_and_on_again(table: Table) -> None:
    await digest(table)
    await table.begun(2, pace="14d")
    await table.live(days=2)
    await digest(table, None)
    await table.live(days=2)
    assert digests(table) == [NINE, NINE + DAY]
    await digest(table)
    await digest(table)
    await table.live(days=2)
    assert digests(table) == [NINE, NINE + DAY, NINE + 4 * DAY, NINE + 5 * DAY]


@pytest.mark.usefixtures("still_clock")
async def test_a_digest_moves_with_its_zone_and_its_time(table: Table) -> None:
    await digest(table)
    await table.begun(2, pace="14d")
    await digest(table, zone="America/New_York")
    await table.live(days=1)
    await digest(table, "17:30", zone="Asia/Kolkata")
    await table.live(days=1)
    assert digests(table) == [NOON + 2 * HOUR, NOON + 2 * DAY]
    assert digests(table)[0].astimezone(ZoneInfo("America/New_York")).hour == 9


@pytest.mark.usefixtures("still_clock")
async def test_a_digest_that_the_bot_was_down_for_comes_once_and_then_at_the_usual_time(table: Table) -> None:
    await digest(table)
    await table.begun(2, pace="14d")
    table.wait(days=3)
    for _ in range(5):
        await table.sweep()
    await table.live(days=1)
    assert digests(table) == [NOON + 3 * DAY, NINE + 3 * DAY]


@pytest.mark.usefixtures("still_clock")
async def test_there_is_no_digest_while_away(table: Table) -> None:
    await digest(table)
    await table.begun(2, pace="14d")
    end = await table.notifications.go_away(CHALLENGER, 5)
    await table.live(days=6)
    assert digests(table) == [end, NINE + 5 * DAY]


@pytest.mark.usefixtures("still_clock")
async def test_whoever_comes_back_early_has_their_digest_from_then_on(table: Table) -> None:
    await digest(table)
    await table.begun(2, pace="14d")
    await table.notifications.go_away(CHALLENGER, 20)
    await table.live(days=2)
    await table.notifications.come_back(CHALLENGER)
    await table.live(days=2)
    assert digests(table) == [NINE + 2 * DAY, NINE + 3 * DAY]


@pytest.mark.parametrize(
    ("day", "at", "hours"),
    [
        # In spring half past two does not exist, in autumn it comes twice: it is one digest all the same.
        ("2026-03-28", "02:30", ["01:30", "01:00", "00:30"]),
        ("2026-10-24", "02:30", ["00:30", "00:30", "01:30"]),
        ("2026-03-28", "09:00", ["08:00", "07:00", "07:00"]),
        ("2026-10-24", "09:00", ["07:00", "08:00", "08:00"]),
    ],
)
async def test_a_digest_comes_once_on_the_days_when_the_clocks_change(
    table: Table, day: str, at: str, hours: list[str]
) -> None:
    first = datetime.fromisoformat(day).replace(tzinfo=UTC)
    table.now = first - 4 * HOUR
    await digest(table, at, zone=BERLIN)
    await table.begun(2, pace="14d")
    await table.live_until(first + 2 * DAY + 12 * HOUR)
    assert [f"{one:%H:%M}" for one in digests(table)] == hours
    assert [one.date() for one in digests(table)] == [(first + number * DAY).date() for number in range(3)]
