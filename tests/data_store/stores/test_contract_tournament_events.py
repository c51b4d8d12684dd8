"""Events of tournaments in every store: due once, claimed by one, and no change of theirs is lost."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Final

from data import Database, stores
from matches.model import UserId
from matches.shards import ALL, Shards
from matches.tournaments import changes
from matches.tournaments.events import EventId, EventTrouble, TournamentEvent
from matches.tournaments.model import Tournament, TournamentId
from tests.data_store.making import BOB, HOUR, MINUTE, NOON
from tests.data_store.stores.cups import NEW
from tests.data_store.stores.plans import Watched

EVENT: Final = EventId(1 << 60)


async def made(store: Database, *, event: bool = True) -> Tournament:
    return await store.write(stores.tournaments.create, NEW, NOON, event=event)


async def event_of(store: Database, found: Tournament) -> TournamentEvent:
    event = await store.read(stores.tournament_events.of, found.id)
    assert event is not None
    return event


async def claimed(store: Database, shards: Shards = ALL) -> list[TournamentId]:
    return list(await store.write(stores.tournament_events.claim, NOON, NOON + HOUR, 5, shards))


async def test_there_is_none_unless_it_is_wanted(store: Database) -> None:
    found = await made(store, event=False)
    await store.write(stores.tournaments.change, found.id, _enter(BOB), NOON)
    assert await store.read(stores.tournament_events.of, found.id) is None
    assert await claimed(store) == []


async def test_it_is_made_with_its_tournament_and_due(store: Database) -> None:
    found = await made(store)
    assert await event_of(store, found) == TournamentEvent(found.id, 1)
    assert await claimed(store) == [found.id]


async def test_one_process_has_it(store: Database) -> None:
    found = await made(store)
    assert sorted(map(len, await asyncio.gather(*(claimed(store) for _ in range(3))))) == [0, 0, 1]
    claim = stores.tournament_events.claim_this
    assert not await store.write(claim, found.id, NOON + MINUTE, NOON + 2 * HOUR)
    assert await store.write(claim, found.id, NOON + HOUR, NOON + 2 * HOUR), "a dead process loses it"
    assert not await store.write(claim, TournamentId(99), NOON, NOON + HOUR)


async def test_each_process_sees_to_its_own_servers(store: Database) -> None:
    found = await made(store)
    own, other = Shards(2, (1,)), Shards(2, (0,))
    assert await claimed(store, other) == []
    assert await claimed(store, own) == [found.id]


async def test_what_discord_has_is_recorded_step_by_step(store: Database) -> None:
    found = await made(store)
    await store.write(stores.tournament_events.note_asked, found.id, NOON)
    assert (await event_of(store, found)).asked
    await store.write(stores.tournament_events.note_trouble, found.id, EventTrouble.NOT_ALLOWED)
    assert (await event_of(store, found)).trouble is EventTrouble.NOT_ALLOWED
    await store.write(stores.tournament_events.note_shown, found.id, EVENT, "abc")
    event = await event_of(store, found)
    assert (event.id, event.digest, event.trouble) == (EVENT, "abc", None)


async def test_a_change_while_it_is_seen_to_is_not_lost(store: Database) -> None:
    found = await made(store)
    assert await claimed(store) == [found.id]
    before = await event_of(store, found)
    await store.write(stores.tournaments.change, found.id, _enter(BOB), NOON)
    await store.write(stores.tournament_events.settle, before, NOON, None)
    assert await claimed(store) == [found.id]
    after = await event_of(store, found)
    await store.write(stores.tournament_events.settle, after, NOON, NOON + HOUR)
    assert await claimed(store) == []


async def test_what_changes_nothing_makes_nothing_due(store: Database) -> None:
    found = await made(store)
    await claimed(store)
    await store.write(stores.tournament_events.settle, await event_of(store, found), NOON, None)
    await store.write(stores.tournaments.change, found.id, lambda same: same, NOON)
    assert await claimed(store) == []


async def test_turned_off_it_is_due_and_then_forgotten(store: Database) -> None:
    found = await made(store)
    await store.write(stores.tournament_events.want, found.id, NOON, wanted=False)
    event = await event_of(store, found)
    assert not event.wanted
    assert await claimed(store) == [found.id]
    await store.write(stores.tournament_events.finish, event, NOON)
    assert await store.read(stores.tournament_events.of, found.id) is None


async def test_turned_on_again_meanwhile_it_is_made_anew(store: Database) -> None:
    found = await made(store)
    await store.write(stores.tournament_events.note_shown, found.id, EVENT, "abc")
    await store.write(stores.tournament_events.want, found.id, NOON, wanted=False)
    assert await claimed(store) == [found.id]
    seen = await event_of(store, found)
    await store.write(stores.tournament_events.want, found.id, NOON, wanted=True)
    await store.write(stores.tournament_events.finish, seen, NOON)
    event = await event_of(store, found)
    assert (event.wanted, event.id, event.digest) == (True, None, None)
    assert await claimed(store) == [found.id]


async def test_one_that_was_removed_is_made_anew_if_it_is_wanted_again(store: Database) -> None:
    found = await made(store)
    await store.write(stores.tournament_events.note_shown, found.id, EVENT, "abc")
    await store.write(stores.tournament_events.want, found.id, NOON, wanted=True)
    assert (await event_of(store, found)).id == EVENT, "it is there"
    await store.write(stores.tournament_events.note_trouble, found.id, EventTrouble.REMOVED)
    await store.write(stores.tournament_events.want, found.id, NOON, wanted=True)
    event = await event_of(store, found)
    assert (event.id, event.asked, event.trouble) == (None, False, None)


async def test_no_statement_reads_a_whole_table(watched_empty: Watched) -> None:
    store, statements = watched_empty
    found = await made(store)
    await store.write(stores.tournaments.change, found.id, _enter(BOB), NOON)
    await claimed(store, Shards(2, (1,)))
    await store.write(stores.tournament_events.claim_this, found.id, NOON, NOON + HOUR)
    await store.write(stores.tournament_events.note_asked, found.id, NOON)
    event = await event_of(store, found)
    await store.write(stores.tournament_events.finish, replace(event, version=0), NOON)
    assert statements.scans() == []


def _enter(user: UserId) -> stores.tournaments.Change:
    return lambda one: changes.entered(one, user, NOON)
