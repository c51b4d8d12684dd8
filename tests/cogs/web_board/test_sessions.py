"""Links and sessions on each kind of database: a link works once, and a session is its user's alone."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from sqlalchemy import select

from data.features.web_board import LINK_FOR, SESSIONS_KEPT, web_link, web_session
from matches.model import MatchId, UserId
from tests.matches.table import CHALLENGER, OPPONENT, Table
from tests.store import rows
from web.sessions import MOST_BROWSERS, NOTED_EVERY, BoardLink, WebSessions

MATCH = MatchId(7)
FIREFOX = "Firefox on Android"


def sessions_of(table: Table) -> WebSessions:
    return WebSessions(table.services.core)


async def signed_in(table: Table, user: UserId = CHALLENGER) -> str:
    sessions = sessions_of(table)
    used = await sessions.use(await sessions.invite(user, MATCH), FIREFOX)
    assert used is not None
    return used[0]


async def test_a_link_works_once_and_looking_at_it_spends_nothing(table: Table) -> None:
    sessions = sessions_of(table)
    token = await sessions.invite(CHALLENGER, MATCH)
    for _ in range(2):
        assert await sessions.link(token) == BoardLink(CHALLENGER, MATCH)
    assert await sessions.use(token, FIREFOX) is not None
    assert await sessions.link(token) is None
    assert await sessions.use(token, FIREFOX) is None
    assert len(await sessions.of(CHALLENGER)) == 1


async def test_of_two_who_use_a_link_at_the_same_time_one_is_signed_in(table: Table) -> None:
    sessions, others = sessions_of(table), WebSessions(table.another_service().core)
    token = await sessions.invite(CHALLENGER, MATCH)
    found = await asyncio.gather(*(each.use(token, FIREFOX) for each in (sessions, others, sessions)))
    assert sum(one is not None for one in found) == 1
    assert len(await sessions.of(CHALLENGER)) == 1


async def test_a_new_link_ends_the_one_before_and_others_keep_theirs(table: Table) -> None:
    sessions = sessions_of(table)
    first, theirs = await sessions.invite(CHALLENGER, MATCH), await sessions.invite(OPPONENT, MATCH)
    second = await sessions.invite(CHALLENGER, MATCH)
    assert await sessions.use(first, FIREFOX) is None
    assert (await sessions.link(second), await sessions.link(theirs)) != (None, None)


async def test_a_link_is_too_old_after_ten_minutes(table: Table) -> None:
    sessions = sessions_of(table)
    token = await sessions.invite(CHALLENGER, MATCH)
    table.now += LINK_FOR + timedelta(seconds=1)
    assert await sessions.link(token) is None
    assert await sessions.use(token, FIREFOX) is None
    assert await sessions.of(CHALLENGER) == ()


async def test_no_token_is_stored(table: Table) -> None:
    sessions = sessions_of(table)
    link = await sessions.invite(CHALLENGER, MATCH)
    used = await sessions.use(await sessions.invite(OPPONENT, MATCH), FIREFOX)
    assert used is not None
    kept = [*await rows(table.store, select(web_link)), *await rows(table.store, select(web_session))]
    assert len(kept) == 2
    assert not any(token in str(dict(row)) for row in kept for token in (link, used[0]))


async def test_a_session_ends_thirty_days_after_it_was_last_used(table: Table) -> None:
    sessions, token = sessions_of(table), await signed_in(table)
    for _ in range(3):
        table.now += SESSIONS_KEPT - timedelta(days=1)
        found = await sessions.session(token)
        assert found is not None and found.user == CHALLENGER
    table.now += SESSIONS_KEPT + timedelta(seconds=1)
    assert await sessions.session(token) is None
    assert await sessions.of(CHALLENGER) == ()


async def test_its_use_is_noted_twice_a_day_at_most(table: Table) -> None:
    sessions, token = sessions_of(table), await signed_in(table)
    (began,) = await sessions.of(CHALLENGER)
    table.now += NOTED_EVERY / 2
    await sessions.session(token)
    assert (await sessions.of(CHALLENGER))[0].seen_at == began.seen_at
    table.now += NOTED_EVERY
    await sessions.session(token)
    (noted,) = await sessions.of(CHALLENGER)
    assert noted.seen_at > began.seen_at and noted.began_at == began.began_at


async def test_an_eleventh_browser_ends_the_one_that_was_not_used_for_longest(table: Table) -> None:
    sessions = sessions_of(table)
    tokens = [await signed_in(table) for _ in range(MOST_BROWSERS)]
    table.now += NOTED_EVERY * 2
    assert await sessions.session(tokens[0]) is not None
    await signed_in(table)
    assert len(await sessions.of(CHALLENGER)) == MOST_BROWSERS
    assert await sessions.session(tokens[0]) is not None
    assert await sessions.session(tokens[1]) is None


async def test_sessions_are_ended_one_or_all_and_never_another_users(table: Table) -> None:
    sessions = sessions_of(table)
    first, second, theirs = await signed_in(table), await signed_in(table), await signed_in(table, OPPONENT)
    own = await sessions.session(first)
    assert own is not None
    await sessions.end(OPPONENT, own.id)
    assert await sessions.session(first) is not None
    for _ in range(2):
        await sessions.end(CHALLENGER, own.id)
    assert await sessions.session(first) is None
    link = await sessions.invite(CHALLENGER, MATCH)
    await sessions.end_all(CHALLENGER)
    assert (await sessions.session(second), await sessions.link(link)) == (None, None)
    assert await sessions.session(theirs) is not None


async def test_an_erasure_ends_them(table: Table) -> None:
    sessions, token = sessions_of(table), await signed_in(table)
    link, theirs = await sessions.invite(CHALLENGER, MATCH), await signed_in(table, OPPONENT)
    counts = await table.privacy.counts(CHALLENGER)
    assert (counts["web_link"], counts["web_session"]) == (1, 1)
    assert await table.privacy.forget(CHALLENGER)
    assert (await sessions.session(token), await sessions.link(link)) == (None, None)
    assert await sessions.session(theirs) is not None
