"""Several opened on one database, as several processes are; changes cut off half way; a closed store."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import count

import pytest
from sqlalchemy import select, text

from data import Database, stores
from data.schema import match as match_table
from data.schema import notice
from data.sqlite import Sqlite
from matches.errors import StaleError, StoreUnavailableError
from matches.model import NO_MATCH, Match, NoticeId
from matches.time.intervals import Interval
from tests.data_store.conftest import Opener
from tests.data_store.making import ANN, BOB, DAY, HOUR, NOON, challenge, changed, new_challenge, owed, played
from tests.data_store.points import at_point
from tests.data_store.postgres import another_program
from tests.store import keep


async def _increments(store: Database, match: Match, times: int) -> int:
    """Change the match so many times, looking again after each lost race; returns how many were lost."""
    lost = 0
    for number in range(times):
        while True:
            try:
                await keep(
                    store, played(await store.read(stores.matches.load, match.id), f"{id(store)}-{number}")
                )
                break
            except StaleError:
                lost += 1
    return lost


async def test_no_change_is_lost_between_two_processes(url: str, opener: Opener) -> None:
    here, there = await opener(url), await opener(url)
    match = await new_challenge(here)
    await asyncio.gather(_increments(here, match, 15), _increments(there, match, 15))
    stored = await there.read(stores.matches.load, match.id)
    assert (stored.version, len(stored.entries)) == (31, 30)
    assert len({entry.text for entry in stored.entries}) == 30
    assert await here.read(stores.matches.load, match.id) == stored


async def test_one_of_two_processes_wins(url: str, opener: Opener) -> None:
    here, there = await opener(url), await opener(url)
    match = await new_challenge(here)
    for _ in range(5):
        answers = await asyncio.gather(
            keep(here, changed(match)), keep(there, changed(match)), return_exceptions=True
        )
        (refusal,) = [answer for answer in answers if isinstance(answer, StaleError)]
        match = await here.read(stores.matches.load, match.id)
        assert refusal.match == match
        assert match in answers


async def test_two_processes_are_given_different_notices(url: str, opener: Opener) -> None:
    opened = [await opener(url) for _ in range(2)]
    given: list[NoticeId] = []
    for turn in range(5):
        names = [f"{turn} {number}" for number in range(24)]
        await opened[0].write(stores.notices.add, NO_MATCH, [owed(ANN, name) for name in names])
        asked = [opened[number % 2].write(stores.notices.claim, NOON, NOON + DAY, 5) for number in range(6)]
        # One that is just being claimed is passed over: a few may be left for the next to ask.
        claims = await asyncio.gather(*asked)
        claims += [await store.write(stores.notices.claim, NOON, NOON + DAY, 30) for store in opened]
        assert sorted(one.name for claim in claims for one in claim) == sorted(names)
        given += [one.id for claim in claims for one in claim]
    assert len(given) == len(set(given))


async def test_a_claim_waits_for_nobody_and_passes_over_what_is_locked(
    postgres_url: str, opener: Opener
) -> None:
    here = await opener(postgres_url)
    await here.write(stores.notices.add, NO_MATCH, [owed(ANN, "one"), owed(ANN, "two")])
    one, two = await here.read(stores.notices.notices_of, NO_MATCH)
    async with another_program(postgres_url) as connection:
        await connection.execute(select(notice).where(notice.c.id == one.id).with_for_update())
        assert await here.write(stores.notices.claim, NOON, NOON + DAY, 9) == (two,)
    assert await here.write(stores.notices.claim, NOON, NOON + DAY, 9) == (one,)


async def test_two_who_play_each_other_leave_at_once(url: str, opener: Opener) -> None:
    here, there = await opener(url), await opener(url)
    for number in range(12):
        pair = (ANN, BOB) if number % 2 else (BOB, ANN)
        match = await new_challenge(here, challenger=pair[0], opponent=pair[1])
        await keep(here, played(match, "d2d3"))
    for number in range(10):
        start = NOON - DAY * number
        await asyncio.gather(
            here.write(stores.people.go_away, ANN, Interval(start, NOON)),
            there.write(
                stores.people.go_away,
                BOB,
                Interval(start - DAY / 2, NOON),
            ),
        )
        assert {match.deadline_at for match in await here.read(stores.lists.of_player, ANN)} == {
            start - DAY / 2
        }


WAITING = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
)
"""How many transactions wait for a lock of another."""


async def test_matches_are_locked_in_the_order_of_their_ids(postgres_url: str, opener: Opener) -> None:
    """So nobody waits for a match while holding one that comes after it, which its holder may wait for."""
    here = await opener(postgres_url)
    first, second = [
        await keep(
            here,
            played(await new_challenge(here), "d2d3"),
        )
        for _ in range(2)
    ]
    await keep(here, changed(first))  # its row now lies behind the other one
    async with another_program(postgres_url) as connection:
        await connection.execute(select(match_table).where(match_table.c.id == first.id).with_for_update())
        waking = asyncio.create_task(here.write(stores.matches.wake_match, ANN, NOON))
        while not await connection.scalar(WAITING):
            assert not waking.done()
        free = select(match_table.c.id).where(match_table.c.id == second.id).with_for_update(nowait=True)
        assert await connection.scalar(free) == second.id
    await waking
    assert {match.deadline_at for match in await here.read(stores.lists.of_player, ANN)} == {NOON}


async def test_two_processes_find_one_downtime_once(url: str, opener: Opener) -> None:
    opened = [await opener(url) for _ in range(2)]
    await opened[0].write(stores.host.record_alive, NOON, HOUR)
    for day in range(1, 6):
        back = [store.write(stores.host.record_alive, NOON + DAY * day, HOUR) for store in opened * 3]
        found = [stop for stop in await asyncio.gather(*back) if stop is not None]
        assert len(found) == 1
        assert (await opened[1].read(stores.host.downtimes))[day - 1 :] == tuple(found)


async def test_stores_that_open_at_once_migrate_once(bare_url: str, opener: Opener) -> None:
    opened = await asyncio.gather(*(opener(bare_url) for _ in range(4)))
    match = await opened[0].write(stores.matches.create, challenge())
    assert [await store.read(stores.matches.load, match.id) for store in opened] == [match] * 4


async def test_a_reading_sees_one_moment(url: str, opener: Opener) -> None:
    """The record never has more or fewer entries than the version it is read with."""
    here, there = await opener(url), await opener(url)
    match = await new_challenge(here)
    writing = asyncio.create_task(_increments(here, match, 25))
    while not writing.done():
        (seen,) = await there.read(stores.match_rows.whole_matches, [match.id])
        assert len(seen.entries) == seen.version - 1
    await writing


async def test_a_change_that_is_cut_off_is_whole_or_nothing(url: str, opener: Opener) -> None:
    """A cut transaction must not keep its lock either: the next change would wait in vain."""
    store = await opener(url)
    match = await new_challenge(store)

    def save() -> Awaitable[Match]:
        news = owed(match.users[0], f"{match.version}")
        return keep(store, played(match, "d2d3", "e7e6"), notify=[news])

    async for _ in cut_off_anywhere(store, save):
        await store.write(stores.host.remember, "cut", "off")
        match = await store.read(stores.matches.load, match.id)
        assert len(match.entries) == 2 * (match.version - 1)
        assert len(await store.read(stores.notices.notices_of, match.id)) == match.version - 1
    assert match.version > 5, "what has begun goes on to its end"
    assert await keep(store, changed(match)) == changed(match)


async def test_readings_that_are_cut_off_keep_nobody_waiting(url: str, opener: Opener) -> None:
    store = await opener(url)
    match = await new_challenge(store)
    async for _ in cut_off_anywhere(store, lambda: store.read(stores.lists.of_player, match.users[0])):
        assert await store.read(stores.matches.load, match.id) == match


async def cut_off_anywhere(store: Database, ask: Callable[[], Awaitable[object]]) -> AsyncIterator[None]:
    """Cut off what is asked of a store before its transaction, then at each point of it; then let it be."""
    for number in count():
        asking = asyncio.ensure_future(ask())
        with at_point(number, asking.cancel):
            if number == 0:
                await asyncio.sleep(0)
                asking.cancel()
            await asyncio.wait([asking])
            await settled(store)
        yield
        if not asking.cancelled():
            assert number > 1, "it has points"
            return


async def settled(store: Database) -> None:
    """Wait for what goes on after whoever asked for it was cut off."""
    kind = store._kind
    if isinstance(kind, Sqlite):  # each connection does one after the other
        for connection in (kind._writer, *kind._readers):
            await connection.run(lambda _: None)
    elif kind._running:
        await asyncio.wait(kind._running)


async def test_closing_waits_for_what_is_under_way(url: str, opener: Opener) -> None:
    store = await opener(url)
    match = await new_challenge(store)
    closing: list[asyncio.Task[None]] = []
    with at_point(1, lambda: closing.append(asyncio.create_task(store.close()))):
        saved, read = await asyncio.gather(
            keep(store, changed(match)), store.read(stores.matches.load, match.id)
        )
    await closing[0]
    assert saved == changed(match)
    assert read in (match, changed(match))


async def test_a_closed_store_says_so(url: str, opener: Opener) -> None:
    store = await opener(url)
    match = await new_challenge(store)
    await store.close()
    with pytest.raises(StoreUnavailableError, match="closed"):
        await store.read(stores.matches.load, match.id)
    with pytest.raises(StoreUnavailableError, match="closed"):
        await keep(store, changed(match))
