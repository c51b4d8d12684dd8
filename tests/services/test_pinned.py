"""Front doors of servers that a process takes over: all are looked at once, some at a time."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from data import stores
from data.schema import pinned_list
from matches.guild_posts import FOUR_LISTS, ListKind, PinnedList
from matches.guild_settings import PINNED
from matches.model import ChannelId, GuildId, MessageId
from matches.shards import Shards
from services import Services
from tests.matches.table import Table
from tests.store import write

A_WHILE = timedelta(hours=6)
MANY = 20
LIMIT = 3
SERVERS = {GuildId(number << 22) for number in range(1, MANY + 1)}


async def keep_doors(table: Table) -> None:
    """Servers that keep front doors, which were looked at and rest."""
    for guild in SERVERS:
        await table.store.write(stores.people.change_guild, guild, {"pinned": "17"}, now=table.now)
    for kept in await table.store.write(stores.pinned.claim, table.now, table.now, MANY):
        await table.store.write(stores.pinned.settle, kept, table.now + A_WHILE)


async def looked_at(services: Services, shards: Shards | None = None) -> set[GuildId]:
    """The servers at whose front doors one look looks."""
    if shards is not None:
        services.pinned._core.territory.mine = services.pinned._core.territory.shards = shards
    found = await services.pinned.due(LIMIT)
    for kept in found:
        await services.pinned.settle(kept, again=services.pinned._core.now() + A_WHILE)
    assert len(found) <= LIMIT
    return {kept.guild_id for kept in found}


async def test_after_a_start_all_are_looked_at_once_some_at_a_time(table: Table) -> None:
    await keep_doors(table)
    started = table.another_service()
    looks = [await looked_at(started) for _ in range(MANY // 3 + 1)]
    assert all(len(look) == 3 for look in looks[:-1])
    assert set.union(*looks) == SERVERS
    assert sum(map(len, looks)) == MANY
    assert await looked_at(started) == set()


async def test_what_changes_does_not_wait_for_the_others(table: Table) -> None:
    await keep_doors(table)
    started = table.another_service()
    last = max(SERVERS)
    started.pinned._core.changed_guilds.add(last)
    assert last in await looked_at(started)


@pytest.mark.parametrize("before", [(), (0,), (1,)])
async def test_servers_of_a_shard_that_is_taken_over_are_looked_at(
    table: Table, before: tuple[int, ...]
) -> None:
    await keep_doors(table)
    process = table.another_service()
    had = Shards(2, before)
    for _ in range(MANY):
        assert await looked_at(process, had) <= {guild for guild in SERVERS if had.has(guild)}
    found: set[GuildId] = set()
    for _ in range(MANY):
        found |= await looked_at(process, Shards(2, (0, 1)))
    assert found == {guild for guild in SERVERS if not had.has(guild)}


async def test_a_shard_that_was_away_for_a_moment_is_no_new_one(table: Table) -> None:
    await keep_doors(table)
    process = table.another_service()
    for _ in range(MANY):
        await looked_at(process, Shards(2, (0, 1)))
    territory = process.pinned._core.territory
    for there in ((0,), (0, 1)):
        territory.shards = Shards(2, there)
        assert await looked_at(process) == set()


async def test_a_kind_that_only_a_later_bot_knows_is_left_alone(table: Table) -> None:
    await keep_doors(table)
    everything = await table.store.write(stores.pinned.claim, table.now + A_WHILE, table.now, 9 * MANY)
    row = pinned_list.insert().values(guild_id=1 << 22, kind="later", due_at=table.now)
    await write(table.store, row)
    assert (
        await table.store.write(stores.pinned.claim, table.now + A_WHILE, table.now, 9 * MANY) == everything
    )
    assert {one.kind for one in await table.store.read(stores.pinned.of_guild, GuildId(1 << 22))} <= set(
        ListKind
    )


async def test_a_channel_comes_with_a_front_door_and_goes_with_it(table: Table) -> None:
    guilds, guild = table.another_service().guilds, GuildId(7 << 22)

    async def doors() -> list[tuple[ListKind, bool]]:
        found = await table.store.read(stores.pinned.of_guild, guild)
        return [(one.kind, one.due_at == table.now) for one in found]

    await guilds.change(guild, {PINNED: "17"})
    assert await doors() == [(ListKind.FRONT_DOOR, True)]
    await guilds.change(guild, {PINNED: None})
    assert await doors() == [(ListKind.FRONT_DOOR, True)], "it is to be taken away"
    await guilds.change(GuildId(8 << 22), {PINNED: None})
    assert await table.store.read(stores.pinned.of_guild, GuildId(8 << 22)) == ()


async def with_lists(table: Table, guild: GuildId) -> None:
    """A server that has lists from before front doors."""
    await table.store.write(stores.people.change_guild, guild, {PINNED: "17"})
    rows = [{"guild_id": guild, "kind": kind.value, "due_at": table.now} for kind in FOUR_LISTS]
    await write(table.store, pinned_list.insert(), rows)


async def test_servers_with_lists_get_a_front_door_once_they_are_looked_at(table: Table) -> None:
    await keep_doors(table)
    guild = GuildId(7 << 40)
    await with_lists(table, guild)
    started = table.another_service()
    looks = [await looked_at(started) for _ in range(MANY // 3 + 1)]
    assert guild in looks[-1] and sum(map(len, looks)) == MANY + 1
    found = {one.kind for one in await table.store.read(stores.pinned.of_guild, guild)}
    assert found == set(ListKind)


async def test_a_claimed_front_door_says_whether_there_are_lists(table: Table) -> None:
    guild = GuildId(7 << 22)
    await with_lists(table, guild)
    service = table.another_service().pinned
    for left in (True, False):
        (door,) = await service.due(LIMIT)
        assert (door.kind, door.has_lists) == (ListKind.FRONT_DOOR, left)
        for one in await service.of_guild(guild):
            if one.kind is not ListKind.FRONT_DOOR:
                await service.drop(one)
        await service.settle(door, again=table.now)
    assert [one.kind for one in await service.of_guild(guild)] == [ListKind.FRONT_DOOR]


async def test_a_front_door_of_which_nothing_is_left_is_not_taken_for_a_deleted_one(table: Table) -> None:
    guild = GuildId(7 << 22)
    await table.store.write(stores.people.change_guild, guild, {PINNED: "17"}, now=table.now)
    (door,) = await table.another_service().pinned.due(LIMIT)
    there = replace(door, channel=ChannelId(17), message=MessageId(18), digest="0f", pinned=True, lost=1)
    await table.another_service().pinned.settle(replace(there, shown_at=table.now))
    await table.another_service().matches.show_anew()
    started = table.another_service().pinned
    assert await started.due(LIMIT) == (PinnedList(guild, ListKind.FRONT_DOOR),)
