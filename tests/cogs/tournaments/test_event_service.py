"""Events of tournaments in every store: due once, claimed by one, and no change of theirs is lost."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime
from typing import Final

from cogs.tournaments.event_service import TournamentEvents
from data import Database
from data.features.tournaments import Change, change
from matches.guilds.shards import ALL, Shards
from matches.model import UserId
from matches.tournaments import changes
from matches.tournaments.events import EventId, EventTrouble, TournamentEvent
from matches.tournaments.model import Tournament, TournamentId
from services.core import LEASE
from tests.cogs.tournaments.cups import NEW
from tests.cogs.tournaments.stored import put, served
from tests.data_store.making import ANN, BOB, HOUR, NOON
from tests.data_store.stores.plans import Watched

EVENT: Final = EventId(1 << 60)


def events(store: Database, now: datetime = NOON, shards: Shards = ALL) -> TournamentEvents:
    return served(TournamentEvents, store, now, shards)


async def made(store: Database, *, event: bool = True) -> Tournament:
    return await store.write(put, NEW, NOON, event=event)


async def event_of(store: Database, found: Tournament) -> TournamentEvent:
    event = await events(store).of(found.id)
    assert event is not None
    return event


async def claimed(store: Database, shards: Shards = ALL) -> list[TournamentId]:
    return list(await events(store, shards=shards).due(5))


async def test_there_is_none_unless_it_is_wanted(store: Database) -> None:
    found = await made(store, event=False)
    await store.write(change, found.id, _enter(BOB), NOON)
    assert await events(store).of(found.id) is None
    assert await claimed(store) == []


async def test_it_is_made_with_its_tournament_and_due(store: Database) -> None:
    found = await made(store)
    assert await event_of(store, found) == TournamentEvent(found.id, 1)
    assert await claimed(store) == [found.id]


async def test_one_process_has_it(store: Database) -> None:
    found = await made(store)
    assert sorted(map(len, await asyncio.gather(*(claimed(store) for _ in range(3))))) == [0, 0, 1]
    assert not await events(store, NOON + LEASE / 2).claim(found.id)
    assert await events(store, NOON + LEASE).claim(found.id), "a dead process loses it"
    assert not await events(store).claim(TournamentId(99))


async def test_each_process_sees_to_its_own_servers(store: Database) -> None:
    found = await made(store)
    own, other = Shards(2, (1,)), Shards(2, (0,))
    assert await claimed(store, other) == []
    assert await claimed(store, own) == [found.id]


async def test_what_discord_has_is_recorded_step_by_step(store: Database) -> None:
    found = await made(store)
    await events(store).record_asked(found.id)
    assert (await event_of(store, found)).asked
    await events(store).record_trouble(found.id, EventTrouble.NOT_ALLOWED)
    assert (await event_of(store, found)).trouble is EventTrouble.NOT_ALLOWED
    await events(store).record_shown(found.id, EVENT, "abc")
    event = await event_of(store, found)
    assert (event.id, event.digest, event.trouble) == (EVENT, "abc", None)


async def test_a_change_while_it_is_seen_to_is_not_lost(store: Database) -> None:
    found = await made(store)
    assert await claimed(store) == [found.id]
    before = await event_of(store, found)
    await store.write(change, found.id, _enter(BOB), NOON)
    await events(store).settle(before, None)
    assert await claimed(store) == [found.id]
    after = await event_of(store, found)
    await events(store).settle(after, NOON + HOUR)
    assert await claimed(store) == []


async def test_what_changes_nothing_makes_nothing_due(store: Database) -> None:
    found = await made(store)
    await claimed(store)
    await events(store).settle(await event_of(store, found), None)
    await store.write(change, found.id, lambda same: same, NOON)
    assert await claimed(store) == []


async def test_turned_off_it_is_due_and_then_forgotten(store: Database) -> None:
    found = await made(store)
    await events(store).want(found, ANN, wanted=False)
    event = await event_of(store, found)
    assert not event.wanted
    assert await claimed(store) == [found.id]
    await events(store).finish(event)
    assert await events(store).of(found.id) is None


async def test_turned_on_again_meanwhile_it_is_made_anew(store: Database) -> None:
    found = await made(store)
    await events(store).record_shown(found.id, EVENT, "abc")
    await events(store).want(found, ANN, wanted=False)
    assert await claimed(store) == [found.id]
    seen = await event_of(store, found)
    await events(store).want(found, ANN, wanted=True)
    await events(store).finish(seen)
    event = await event_of(store, found)
    assert (event.wanted, event.id, event.digest) == (True, None, None)
    assert await claimed(store) == [found.id]


async def test_one_that_was_removed_is_made_anew_if_it_is_wanted_again(store: Database) -> None:
    found = await made(store)
    await events(store).record_shown(found.id, EVENT, "abc")
    await events(store).want(found, ANN, wanted=True)
    assert (await event_of(store, found)).id == EVENT, "it is there"
    await events(store).record_trouble(found.id, EventTrouble.REMOVED)
    await events(store).want(found, ANN, wanted=True)
    event = await event_of(store, found)
    assert (event.id, event.asked, event.trouble) == (None, False, None)


async def test_no_statement_reads_a_whole_table(watched_empty: Watched) -> None:
    store, statements = watched_empty
    found = await made(store)
    await store.write(change, found.id, _enter(BOB), NOON)
    await claimed(store, Shards(2, (1,)))
    await events(store).claim(found.id)
    await events(store).record_asked(found.id)
    event = await event_of(store, found)
    await events(store).finish(replace(event, version=0))
    assert statements.scans() == []


def _enter(user: UserId) -> Change:
    return lambda one: changes.entered(one, user, NOON)
