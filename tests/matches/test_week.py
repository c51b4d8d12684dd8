"""When a server's week ends, and what its summary is called."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta, timezone

import pytest

from matches.guilds.posts import SPREAD, WEEK, Span, guild_of, week_end, weekly
from matches.model import NO_MATCH, GuildId, Notice, NoticeId, NoticeKind, NoticePlace, NoticeState

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
INSTANT = timedelta(microseconds=1)


@pytest.mark.parametrize(
    ("after", "end"),
    [
        (MONDAY - INSTANT, MONDAY),
        (MONDAY, MONDAY + WEEK),
        (MONDAY + INSTANT, MONDAY + WEEK),
        (MONDAY - timedelta(hours=9), MONDAY),
        (MONDAY - timedelta(hours=9) - INSTANT, MONDAY),
        (MONDAY + timedelta(days=6, hours=23), MONDAY + WEEK),
        (datetime(2026, 12, 31, 23, tzinfo=UTC), datetime(2027, 1, 4, 9, tzinfo=UTC)),
        (MONDAY.astimezone(timezone(timedelta(hours=-10))), MONDAY + WEEK),
    ],
)
def test_a_week_ends_on_monday_at_nine(after: datetime, end: datetime) -> None:
    assert week_end(after) == end


def test_the_last_week_is_whole_and_over() -> None:
    assert Span.last_week(MONDAY) == Span(MONDAY - WEEK, MONDAY)
    assert Span.last_week(MONDAY - INSTANT) == Span(MONDAY - 2 * WEEK, MONDAY - WEEK)


def test_a_summary_is_owed_once_by_its_name_to_the_server_in_it() -> None:
    guild = GuildId(2**63 - 1)
    owed = weekly(guild, MONDAY - timedelta(days=3))
    assert owed == weekly(guild, MONDAY - INSTANT) != weekly(guild, MONDAY)
    assert owed != weekly(GuildId(1), MONDAY - INSTANT)
    assert (owed.user_id, owed.kind, owed.place) == (None, NoticeKind.WEEKLY, NoticePlace.RESULTS)
    assert MONDAY <= owed.due_at < MONDAY + SPREAD
    notice = Notice(
        NoticeId(1), NO_MATCH, None, owed.kind, owed.place, owed.name, owed.due_at, NoticeState.DUE
    )
    assert guild_of(notice) == guild


def test_the_summaries_of_many_servers_are_spread_evenly() -> None:
    made = [GuildId(1_000_000_000_000 * number << 22) for number in range(1, 8)]
    made += [GuildId((1_500_000_000_000 + 7919 * number) << 22) for number in range(5_000)]
    begin = [weekly(guild, MONDAY).due_at - week_end(MONDAY) for guild in made]
    assert all(timedelta(0) <= moment < SPREAD for moment in begin)
    tenths = Counter(moment * 10 // SPREAD for moment in begin)
    assert len(tenths) == 10
    assert max(tenths.values()) < 2 * min(tenths.values())
