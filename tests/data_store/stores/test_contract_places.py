"""The second place of a match between two servers, in the store."""

from __future__ import annotations

from dataclasses import replace

from data import Database, stores
from matches.chores import ChoreKind, NewChore
from matches.guilds.shards import Shards
from matches.model import ChannelId, GuildId, Match, MatchPlace, MessageId, Shown
from tests.data_store.making import BOB, CAT, NOON, WEEK, accepted, changed, new_challenge, shown
from tests.store import keep

FAR = MatchPlace(GuildId(1 << 22 | 21), ChannelId(22))
"""In the other of two shards than the servers of the other tests."""


async def between(store: Database) -> Match:
    """A match that Bob has accepted in another server."""
    match = await new_challenge(store, challenger=CAT, opponent=None, across=True)
    after = accepted(match, opponent=BOB, sides={"blue": BOB, "green": CAT})
    return await keep(store, replace(after, places=(*match.places, FAR)), joined=FAR)


async def test_it_is_kept_with_the_match_and_read_wherever_that_is(store: Database) -> None:
    match = await between(store)
    assert match.places[1] == FAR
    stored = await store.read(stores.matches.load, match.id)
    assert stored.places == match.places
    (listed,) = await store.read(stores.lists.summaries_of, [match.id])
    (whole,) = await store.read(stores.match_rows.whole_matches, [match.id])
    assert listed.places == whole.places == match.places
    later = await keep(store, changed(match))
    assert later.places == match.places


async def test_each_place_is_shown_by_itself(store: Database) -> None:
    match, soon = await between(store), NOON + WEEK
    assert await store.read(stores.matches.unshown, soon, 9) == ((match.id, 0), (match.id, 1))
    seen = shown(match, home=ChannelId(77))
    assert await store.write(stores.matches.record_shown, match.id, seen, place=1) == match.version
    assert await store.read(stores.matches.unshown, soon, 9) == ((match.id, 0),)
    stored = await store.read(stores.matches.load, match.id)
    assert [place.shown for place in stored.places] == [Shown(), seen]
    (there,) = await store.read(stores.lists.at_home, ChannelId(77))
    assert there.id == match.id
    await keep(store, changed(stored))
    assert await store.read(stores.matches.unshown, soon, 9) == ((match.id, 0), (match.id, 1))
    old = await store.write(stores.matches.record_shown, match.id, Shown(version=1), place=1)
    assert old == match.version, "an older version is ignored whole"
    await store.write(stores.matches.show_anew)
    assert (await store.read(stores.matches.load, match.id)).places[1].shown == Shown()


async def test_each_belongs_to_the_process_of_its_server(store: Database) -> None:
    match, soon = await between(store), NOON + WEEK
    rouse = [NewChore(ChoreKind.ROUSE, NOON, message=MessageId(number)) for number in (0, 1)]
    await store.write(stores.matches.record_shown, match.id, shown(match), rouse)
    await store.write(stores.matches.record_shown, match.id, Shown(), place=1)
    near, far = Shards(2, (0,)), Shards(2, (1,))
    assert await store.read(stores.matches.unshown, soon, 9, near) == ()
    assert await store.read(stores.matches.unshown, soon, 9, far) == ((match.id, 1),)
    for shards, number in ((near, 0), (far, 1)):
        (chore,) = await store.write_unsynced(
            stores.notices.claim_chores, soon, soon + WEEK, 9, shards=shards
        )
        assert (chore.kind, chore.message) == (ChoreKind.ROUSE, number)


async def test_a_closed_place_stays_closed_whatever_is_on_its_way(store: Database) -> None:
    match = await between(store)
    await store.write(stores.matches.record_shown, match.id, shown(match), place=1)
    for _ in range(2):
        await store.write(stores.matches.close_place, match.id, 1)
    closed = (await store.read(stores.matches.load, match.id)).places
    assert closed[1].shown == Shown(invitation=shown(match).invitation, closed=True)
    assert not closed[0].shown.closed
    await store.write(stores.matches.record_shown, match.id, shown(match), place=1)
    assert (await store.read(stores.matches.load, match.id)).places[1].shown.closed


async def test_it_is_in_no_list_of_either_server(store: Database) -> None:
    match = await between(store)
    for place in match.places:
        assert await store.read(stores.lists.running_in, place.guild_id, 9) == ()
        assert await store.read(stores.spectators.count_running, place.guild_id) == 0
