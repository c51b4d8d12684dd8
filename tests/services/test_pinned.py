"""Lists of servers that a process takes over: all are looked at once, some at a time."""

from __future__ import annotations

from datetime import timedelta

import pytest

from data import stores
from data.schema import pinned_list
from matches.guild_posts import FOUR_LISTS, ListKind
from matches.guild_settings import FRONT_DOOR, PINNED
from matches.model import GuildId
from matches.shards import Shards
from services import Services
from tests.matches.table import Table
from tests.store import write

A_WHILE = timedelta(hours=6)
MANY = 20
LIMIT = 3 * len(ListKind)
SERVERS = {GuildId(number << 22) for number in range(1, MANY + 1)}


async def keep_lists(table: Table) -> None:
    """Servers that keep lists, which were looked at and rest."""
    for guild in SERVERS:
        await table.store.write(stores.people.change_guild, guild, {"pinned": "17"}, now=table.now)
    for kept in await table.store.write(stores.pinned.claim, table.now, table.now, MANY * len(ListKind)):
        await table.store.write(stores.pinned.settle, kept, table.now + A_WHILE)


async def looked_at(services: Services, shards: Shards | None = None) -> set[GuildId]:
    """The servers at whose lists one look looks."""
    if shards is not None:
        services.pinned._core.territory.mine = services.pinned._core.territory.shards = shards
    found = await services.pinned.due(LIMIT)
    for kept in found:
        await services.pinned.settle(kept, again=services.pinned._core.now() + A_WHILE)
    assert len(found) <= LIMIT
    return {kept.guild_id for kept in found}


async def test_after_a_start_all_are_looked_at_once_some_at_a_time(table: Table) -> None:
    await keep_lists(table)
    started = table.another_service()
    looks = [await looked_at(started) for _ in range(MANY // 3 + 1)]
    assert all(len(look) == 3 for look in looks[:-1])
    assert set.union(*looks) == SERVERS
    assert sum(map(len, looks)) == MANY
    assert await looked_at(started) == set()


async def test_what_changes_does_not_wait_for_the_others(table: Table) -> None:
    await keep_lists(table)
    started = table.another_service()
    last = max(SERVERS)
    started.pinned._core.changed_guilds.add(last)
    assert last in await looked_at(started)


@pytest.mark.parametrize("before", [(), (0,), (1,)])
async def test_servers_of_a_shard_that_is_taken_over_are_looked_at(
    table: Table, before: tuple[int, ...]
) -> None:
    await keep_lists(table)
    process = table.another_service()
    had = Shards(2, before)
    for _ in range(MANY):
        assert await looked_at(process, had) <= {guild for guild in SERVERS if had.has(guild)}
    found: set[GuildId] = set()
    for _ in range(MANY):
        found |= await looked_at(process, Shards(2, (0, 1)))
    assert found == {guild for guild in SERVERS if not had.has(guild)}


async def test_a_shard_that_was_away_for_a_moment_is_no_new_one(table: Table) -> None:
    await keep_lists(table)
    process = table.another_service()
    for _ in range(MANY):
        await looked_at(process, Shards(2, (0, 1)))
    territory = process.pinned._core.territory
    for there in ((0,), (0, 1)):
        territory.shards = Shards(2, there)
        assert await looked_at(process) == set()


async def test_a_kind_that_only_a_later_bot_knows_is_left_alone(table: Table) -> None:
    await keep_lists(table)
    everything = await table.store.write(stores.pinned.claim, table.now + A_WHILE, table.now, 9 * MANY)
    row = pinned_list.insert().values(guild_id=1 << 22, kind="later", due_at=table.now)
    await write(table.store, row)
    assert (
        await table.store.write(stores.pinned.claim, table.now + A_WHILE, table.now, 9 * MANY) == everything
    )
    assert {one.kind for one in await table.store.read(stores.pinned.of_guild, GuildId(1 << 22))} <= set(
        ListKind
    )


async def test_the_first_channel_for_lists_comes_with_a_front_door(table: Table) -> None:
    guilds, guild = table.another_service().guilds, GuildId(7 << 22)

    async def kinds() -> set[ListKind]:
        return {one.kind for one in await table.store.read(stores.pinned.of_guild, guild)}

    await guilds.change(guild, {PINNED: "17"})
    assert (await guilds.rules(guild)).live_lists == (ListKind.FRONT_DOOR,)
    assert await kinds() == {ListKind.FRONT_DOOR}
    await guilds.change(guild, {FRONT_DOOR: None})
    await guilds.change(guild, {PINNED: "18"})
    assert (await guilds.rules(guild)).live_lists == FOUR_LISTS
    assert await kinds() == set(ListKind), "the front door is to be taken away"
    await guilds.change(guild, {PINNED: None})
    assert (await guilds.rules(guild)).live_lists == ()
    await guilds.change(guild, {PINNED: "17", FRONT_DOOR: None})
    assert (await guilds.rules(guild)).live_lists == FOUR_LISTS
