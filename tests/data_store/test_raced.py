"""What is said between the reading that a change was worked out on and the change: it is not written over."""

from __future__ import annotations

import asyncio
from datetime import datetime
from typing import Any, Final

import pytest
from sqlalchemy import select

from data import Database, stores
from data.schema import notice as notice_table
from matches.errors import VacationError
from matches.model import NO_MATCH, GuildId, NewNotice, NoticeKind, NoticePlace, UserId
from matches.notices import DIGEST, NotificationPreferences
from matches.players import Human
from matches.ratings.leaderboard import RatingRole
from services.leaderboards import LATE
from tests.data_store.conftest import Opener
from tests.data_store.making import ANN, BOB, DAY, HOUR, MINUTE, NOON, finished, new_challenge
from tests.matches.ratings.winning import APRIL, MARCH, win
from tests.matches.table import CHALLENGER, GUILD, OPPONENT, Table
from tests.store import keep, rows

HERE: Final = GuildId(11)
CLAIMED, SINCE, LATER = NOON + MINUTE, NOON + 2 * MINUTE, NOON + HOUR


# --- what becomes due while it is claimed stays due ----------------------------------------------------


async def claimed_role(store: Database, role: int | None) -> RatingRole:
    await store.write(stores.people.change_guild, HERE, {"tiers": "1500:31"})
    await store.write(stores.rating_roles.owe_roles, HERE, [ANN], NOON)
    (of,) = await claim_roles(store, CLAIMED)
    await store.write(stores.rating_roles.record, of, role)
    return of


async def claim_roles(store: Database, at: datetime) -> tuple[RatingRole, ...]:
    return await store.write(stores.rating_roles.claim, at, at + HOUR, 9)


@pytest.mark.parametrize("role", [31, None])
@pytest.mark.parametrize("again", [LATER, None])
async def test_a_role_stays_due_when_a_match_ended_meanwhile(
    store: Database, role: int | None, again: datetime | None
) -> None:
    of = await claimed_role(store, role)
    await store.write(stores.rating_roles.owe_roles, HERE, [ANN], SINCE)
    await store.write(stores.rating_roles.settle, of, again)
    (due,) = await claim_roles(store, SINCE)
    assert (due.user_id, due.role) == (ANN, role)
    await store.write(stores.rating_roles.settle, due, again)
    assert await claim_roles(store, NOON + 2 * HOUR) == (
        (RatingRole(HERE, ANN, role),) if again is not None else ()
    )


# --- what was read is still so ------------------------------------------------------------------------


async def test_a_notice_that_is_put_off_meanwhile_does_not_come_earlier(store: Database) -> None:
    news = NewNotice(ANN, NoticeKind.NEWS, NoticePlace.DIRECT, "news", NOON + DAY)
    await store.write(stores.notices.add, NO_MATCH, [news])
    (found,) = await store.read(stores.notices.notices_of, NO_MATCH)
    await store.write(stores.notices.put_off, found.id, NOON + 2 * DAY)
    await store.write(stores.notices.bring_forward, found.id, found.due_at, NOON)
    assert [one.due_at for one in await store.read(stores.notices.notices_of, NO_MATCH)] == [NOON + 2 * DAY]
    await store.write(stores.notices.bring_forward, found.id, NOON + 2 * DAY, NOON)
    assert [one.due_at for one in await store.read(stores.notices.notices_of, NO_MATCH)] == [NOON]


async def test_settings_chosen_at_once_leave_one_daily_list_at_its_time(url: str, opener: Opener) -> None:
    tables = [Table(await opener(url)) for _ in range(2)]
    one, other = (table.notifications for table in tables)
    for hour in ("8", "20"):
        await asyncio.gather(one.prefer(ANN, {DIGEST: hour}), other.prefer(ANN, {"theme": "deep"}))
        contact = NotificationPreferences.of(await one.person(ANN))
        wanted = contact.next_digest(ANN, tables[0].now)
        assert wanted is not None and contact.digest is not None
        due = select(notice_table.c.due_at).where(notice_table.c.user_id == ANN)
        assert [row["due_at"] for row in await rows(tables[0].store, due)] == [wanted.due_at]


async def test_of_two_times_away_at_once_one_is_refused(url: str, opener: Opener) -> None:
    one, other = [Table(await opener(url)).notifications for _ in range(2)]
    answers = await asyncio.gather(one.go_away(BOB, 3), other.go_away(BOB, 5), return_exceptions=True)
    (end,) = (answer for answer in answers if isinstance(answer, datetime))
    assert sum(isinstance(answer, VacationError) for answer in answers) == 1
    assert [stop.end for stop in (await one.person(BOB)).away] == [end]


async def test_one_who_is_erased_while_discord_is_asked_is_not_noted_as_gone(
    url: str, opener: Opener
) -> None:
    table = Table(await opener(url))
    await win(table, CHALLENGER, times=1)
    assert await table.store.write(stores.privacy.forget, CHALLENGER, UserId(-7), table.now)
    for user in (CHALLENGER, OPPONENT):
        await table.leaderboards.record_presence(GUILD, user, there=False)
        counts = await table.store.read(stores.privacy.counts_of, user)
        assert not any(counts.values()), counts
    loser = UserId(10 * CHALLENGER)
    await table.leaderboards.record_presence(GUILD, loser, there=False)
    assert await table.store.read(stores.ratings.has_left, GUILD, loser)


async def test_a_hint_for_one_who_is_erased_meanwhile_is_not_counted(store: Database) -> None:
    match = await keep(store, finished(await new_challenge(store)))
    await store.write(stores.privacy.forget, ANN, UserId(-7), SINCE)
    await store.write(stores.matches.record_hint, match.id, ANN, "a position")
    assert await store.read(stores.matches.hints, match.id) == 0
    await store.write(stores.matches.record_hint, match.id, BOB, "a position")
    assert await store.read(stores.matches.hints, match.id) == 1
    counts = await store.read(stores.privacy.counts_of, ANN)
    assert not any(counts.values()), counts


async def test_a_champion_erased_while_the_season_is_closed_is_none(url: str, opener: Opener) -> None:
    table = Table(await opener(url))
    for user in (CHALLENGER, OPPONENT):
        await win(table, user)
    table.now = APRIL + LATE
    await table.seasons.ended(9)
    real, erasures = table.store.write, [UserId(-7)]

    async def write(work: Any, /, *args: Any, **named: Any) -> Any:
        if work is stores.seasons.crown_candidates and erasures:
            assert await real(stores.privacy.forget, CHALLENGER, erasures.pop(), table.now)
        return await real(work, *args, **named)

    table.store.write = write  # type: ignore[method-assign]
    champions = await table.seasons.crown(MARCH)
    assert [one.player for one in champions] == [Human(OPPONENT)]
    counts = await table.store.read(stores.privacy.counts_of, CHALLENGER)
    assert not any(counts.values()), counts
