"""Front doors of servers that a process takes over: all are looked at once, some at a time."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import select

from cogs.front_door import FEATURE
from cogs.front_door.rules import FOUR_LISTS, DoorKind, DoorMessage
from cogs.front_door.service import LEASE, FrontDoors
from data import Database, stores
from data.features.front_door import pinned_list
from matches.guilds.posts import MOST_LOST
from matches.guilds.settings import PINNED
from matches.guilds.shards import ALL, Shards
from matches.model import ChannelId, GuildId, MessageId
from tests.data_store.stores.plans import Watched
from tests.matches.table import Table
from tests.store import rows, write

A_WHILE = timedelta(hours=6)
MANY = 20
LIMIT = 3
HERE = GuildId(11)
SERVERS = {GuildId(number << 22) for number in range(1, MANY + 1)}


async def keep_doors(table: Table) -> None:
    """Servers that keep front doors, which were looked at and rest."""
    for guild in SERVERS:
        await table.store.write(stores.people.change_guild, guild, {"pinned": "17"}, now=table.now)
    doors = process(table)
    for kept in await doors.claim(MANY, ALL):
        await doors.settle(kept, again=table.now + A_WHILE)


def process(table: Table) -> FrontDoors:
    """The front doors as another process knows them."""
    return FrontDoors(table.another_service().core)


async def looked_at(doors: FrontDoors, shards: Shards | None = None) -> set[GuildId]:
    """The servers at whose front doors one look looks."""
    if shards is not None:
        doors._core.territory.mine = doors._core.territory.shards = shards
    found = await doors.due(LIMIT)
    for kept in found:
        await doors.settle(kept, again=doors._core.now() + A_WHILE)
    assert len(found) <= LIMIT
    return {kept.guild_id for kept in found}


async def test_after_a_start_all_are_looked_at_once_some_at_a_time(table: Table) -> None:
    await keep_doors(table)
    started = process(table)
    looks = [await looked_at(started) for _ in range(MANY // 3 + 1)]
    assert all(len(look) == 3 for look in looks[:-1])
    assert set.union(*looks) == SERVERS
    assert sum(map(len, looks)) == MANY
    assert await looked_at(started) == set()


async def test_what_changes_does_not_wait_for_the_others(table: Table) -> None:
    await keep_doors(table)
    started = process(table)
    last = max(SERVERS)
    started._core.changed_guilds.add(last)
    assert last in await looked_at(started)


@pytest.mark.parametrize("before", [(), (0,), (1,)])
async def test_servers_of_a_shard_that_is_taken_over_are_looked_at(
    table: Table, before: tuple[int, ...]
) -> None:
    await keep_doors(table)
    taking_over = process(table)
    had = Shards(2, before)
    for _ in range(MANY):
        assert await looked_at(taking_over, had) <= {guild for guild in SERVERS if had.has(guild)}
    found: set[GuildId] = set()
    for _ in range(MANY):
        found |= await looked_at(taking_over, Shards(2, (0, 1)))
    assert found == {guild for guild in SERVERS if not had.has(guild)}


async def test_a_shard_that_was_away_for_a_moment_is_no_new_one(table: Table) -> None:
    await keep_doors(table)
    doors = process(table)
    for _ in range(MANY):
        await looked_at(doors, Shards(2, (0, 1)))
    territory = doors._core.territory
    for there in ((0,), (0, 1)):
        territory.shards = Shards(2, there)
        assert await looked_at(doors) == set()


async def test_a_kind_that_only_a_later_bot_knows_is_left_alone(table: Table) -> None:
    await keep_doors(table)
    doors = process(table)
    table.now += A_WHILE
    everything = await doors.claim(9 * MANY, ALL)
    row = pinned_list.insert().values(guild_id=1 << 22, kind="later", due_at=table.now)
    await write(table.store, row)
    table.now += LEASE
    assert await doors.claim(9 * MANY, ALL) == everything
    assert {one.kind for one in await doors.of_guild(GuildId(1 << 22))} <= set(DoorKind)


async def test_a_channel_comes_with_a_front_door_and_goes_with_it(table: Table) -> None:
    guild, doors = GuildId(7 << 22), process(table)
    for channel in ("17", None):
        await table.guilds.change(guild, {PINNED: channel})
        (door,) = await doors.due(LIMIT)
        assert door.kind is DoorKind.FRONT_DOOR
        await doors.settle(door, again=table.now + A_WHILE)
    await table.guilds.change(GuildId(8 << 22), {PINNED: None})
    assert await doors.of_guild(GuildId(8 << 22)) == ()


async def with_lists(table: Table, guild: GuildId) -> None:
    """A server that has lists from before front doors."""
    await table.store.write(stores.people.change_guild, guild, {PINNED: "17"})
    there = [{"guild_id": guild, "kind": kind.value, "due_at": table.now} for kind in FOUR_LISTS]
    await write(table.store, pinned_list.insert(), there)


async def test_servers_with_lists_get_a_front_door_once_they_are_looked_at(table: Table) -> None:
    await keep_doors(table)
    guild = GuildId(7 << 40)
    await with_lists(table, guild)
    started = process(table)
    looks = [await looked_at(started) for _ in range(MANY // 3 + 1)]
    assert guild in looks[-1] and sum(map(len, looks)) == MANY + 1
    found = {one.kind for one in await started.of_guild(guild)}
    assert found == set(DoorKind)


async def test_a_claimed_front_door_says_whether_there_are_lists(table: Table) -> None:
    guild = GuildId(7 << 22)
    await with_lists(table, guild)
    service = process(table)
    for left in (True, False):
        (door,) = await service.due(LIMIT)
        assert (door.kind, door.has_lists) == (DoorKind.FRONT_DOOR, left)
        for one in await service.of_guild(guild):
            if one.kind is not DoorKind.FRONT_DOOR:
                await service.drop(one)
        await service.settle(door, again=table.now)
    assert [one.kind for one in await service.of_guild(guild)] == [DoorKind.FRONT_DOOR]


async def test_a_front_door_of_which_nothing_is_left_is_not_taken_for_a_deleted_one(table: Table) -> None:
    guild = GuildId(7 << 22)
    await table.store.write(stores.people.change_guild, guild, {PINNED: "17"}, now=table.now)
    (door,) = await process(table).due(LIMIT)
    there = replace(door, channel=ChannelId(17), message=MessageId(18), digest="0f", pinned=True, lost=1)
    await process(table).settle(replace(there, shown_at=table.now))
    await table.another_service().matches.show_anew()
    started = process(table)
    assert await started.due(LIMIT) == (DoorMessage(guild, DoorKind.FRONT_DOOR),)


# --- what becomes due while it is claimed stays due ----------------------------------------------


async def claimed_door(table: Table) -> DoorMessage:
    """The front door of a server, in the hands of a process."""
    await table.guilds.change(HERE, {PINNED: "17"})
    (kept,) = await process(table).claim(LIMIT, ALL)
    return kept


async def test_a_claimed_one_is_no_other_process_s_until_its_lease_is_over(table: Table) -> None:
    kept = await claimed_door(table)
    assert await process(table).claim(LIMIT, ALL) == ()
    table.now += LEASE
    assert await process(table).claim(LIMIT, ALL) == (kept,)


async def test_one_for_which_another_channel_is_chosen_stays_due(table: Table) -> None:
    kept = await claimed_door(table)
    await table.guilds.change(HERE, {PINNED: "18"})
    await process(table).settle(kept, again=table.now + A_WHILE)
    assert await process(table).claim(LIMIT, ALL) == (kept,)


async def test_one_that_is_chosen_again_is_not_deleted(table: Table) -> None:
    await claimed_door(table)
    doors = process(table)
    await table.guilds.change(HERE, {PINNED: None})
    table.now += LEASE
    (kept,) = await doors.claim(LIMIT, ALL)
    await table.guilds.change(HERE, {PINNED: "18"})
    await doors.drop(kept)
    assert await doors.claim(LIMIT, ALL) == (kept,)
    table.now += LEASE
    (kept,) = await doors.claim(LIMIT, ALL)
    await doors.drop(kept)
    assert await doors.of_guild(HERE) == ()


@pytest.mark.parametrize("what", ["record", "settle"])
async def test_one_that_is_chosen_again_forgets_how_often_it_was_deleted(table: Table, what: str) -> None:
    kept = await claimed_door(table)
    lost = replace(kept, lost=MOST_LOST + 1)
    await table.guilds.change(HERE, {PINNED: "18"})
    await getattr(process(table), what)(lost)
    assert [row["lost"] for row in await rows(table.store, select(pinned_list.c.lost))] == [0]


# --- shards, and what is asked --------------------------------------------------------------------


async def test_front_doors_are_kept_by_the_process_that_has_their_shard(table: Table) -> None:
    here, there, doors = GuildId(2 << 22), GuildId(3 << 22), process(table)
    for guild in (here, there):
        await table.guilds.change(guild, {PINNED: "17"})
    await doors.wake([here, there])
    assert {one.guild_id for one in await doors.claim(9, Shards(2, (1,)))} == {there}
    assert await doors.keepers(ALL) == (here, there)
    assert await doors.keepers(Shards(2, (1,))) == (there,)
    assert await doors.keepers(Shards(2, ())) == ()


async def test_every_statement_uses_an_index(watched_empty: Watched) -> None:
    store, statements = watched_empty
    table = Table(store)
    await with_lists(table, HERE)
    doors = process(table)
    (kept,) = await doors.due(LIMIT)
    await doors.record(kept)
    await doors.settle(kept)
    for one in await doors.of_guild(HERE):
        await doors.drop(one)
    await table.guilds.change(HERE, {PINNED: None})
    await table.services.workload.due()
    assert len(statements.about("pinned_list")) > 8
    scans = {asked[0].split()[1] for asked, _ in statements.scans("pinned_list")}
    assert scans == {"DISTINCT"}, "who has a front door is asked once, at a start"


async def test_the_job_is_due_exactly_if_it_would_find_something(store: Database) -> None:
    table, jobs = Table(store), tuple((job.name, job.due) for job in FEATURE.jobs)
    doors = process(table)

    async def due(shards: Shards = ALL) -> bool:
        found = await store.read(stores.due.due_work, table.now, table.now, 0, shards, jobs)
        claimed = await doors.claim(LIMIT, shards)
        assert bool(claimed) is found.is_due("front doors")
        for one in claimed:
            await doors.settle(one, again=table.now)
        return bool(claimed)

    assert not await due()
    await table.guilds.change(GuildId(3 << 22), {PINNED: "17"})
    assert await due() and await due(Shards(2, (1,))) and not await due(Shards(2, (0,)))
    (kept,) = await doors.claim(LIMIT, ALL)
    await doors.settle(kept)
    assert not await due()
