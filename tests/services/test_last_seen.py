"""When the bot was last seen in servers, on both databases: noted once a day, and the end of settings."""

from __future__ import annotations

import asyncio
from datetime import datetime
from typing import Final

import pytest
from sqlalchemy import Connection, func, select

from data import Database, stores
from data.schema import guild_block, guild_seen, guild_setting
from matches.guilds.shards import TIMESTAMP_FROM, Shards
from matches.model import GuildId, UserId
from services.last_seen import EVERY, KEPT
from tests.data_store.conftest import Opener
from tests.data_store.making import DAY, HOUR
from tests.matches.table import NOON, Table

ONE: Final = GuildId(1 << TIMESTAMP_FROM)
OTHER: Final = GuildId(2 << TIMESTAMP_FROM)
GONE: Final = (KEPT + EVERY) // DAY

pytestmark = pytest.mark.usefixtures("still_clock")


@pytest.fixture
def table(store: Database) -> Table:
    return Table(store)


async def note(table: Table, after: float, *guilds: GuildId) -> None:
    """Another process notes these servers so many days after noon."""
    table.now = NOON + after * DAY
    await table.another_service().last_seen.record(guilds)


async def gone(table: Table, after: float) -> tuple[GuildId, ...]:
    table.now = NOON + after * DAY
    return await table.services.last_seen.long_gone(9)


async def settings_of(store: Database, guild: GuildId) -> int:
    """The number of a server's settings."""

    def count(connection: Connection) -> int:
        tables = (guild_setting, guild_block)
        asked = (select(func.count()).select_from(one).where(one.c.guild_id == guild) for one in tables)
        return sum(connection.scalar(one) or 0 for one in asked)

    return await store.read(count)


async def fill(store: Database, *guilds: GuildId) -> None:
    """Servers with a setting, and a player that they keep out."""
    for guild in guilds:
        await store.write(stores.people.change_guild, guild, {"theme": "wood"})
        await store.write(stores.lobby.block_in, guild, UserId(1001), NOON)


async def seen(table: Table) -> dict[GuildId, datetime]:
    return await table.store.read(
        lambda connection: {row.guild_id: row.seen_at for row in connection.execute(select(guild_seen))}
    )


async def test_a_server_is_long_gone_when_it_was_not_noted_for_long(table: Table) -> None:
    await note(table, 0, ONE, OTHER)
    await note(table, 50, OTHER)
    assert await gone(table, GONE) == ()
    assert await gone(table, GONE + 1) == (ONE,)
    assert await gone(table, GONE + 51) == (ONE, OTHER), "longest ago first"
    table.services.sharding.territory.shards = Shards.of(2, [1])
    assert await gone(table, GONE + 51) == (ONE,)


async def test_it_is_written_once_a_day_and_never_back(table: Table) -> None:
    await note(table, 0, ONE)
    await note(table, 23 * HOUR / DAY, ONE)
    assert await seen(table) == {ONE: NOON}
    await note(table, 2, ONE)
    await note(table, 0, ONE)
    assert await seen(table) == {ONE: NOON + 2 * DAY}


async def test_for_servers_of_before_it_begins_now(table: Table) -> None:
    await fill(table.store, ONE, OTHER)
    await note(table, 0, ONE)
    await note(table, 1)
    assert await seen(table) == {ONE: NOON, OTHER: NOON}


async def test_settings_go_and_nothing_of_another_server(table: Table) -> None:
    await fill(table.store, ONE, OTHER)
    await note(table, 0, ONE, OTHER)
    assert await gone(table, GONE + 1) == (ONE, OTHER)
    for done in (True, False):
        assert await table.services.last_seen.forget(ONE) is done
        assert [await settings_of(table.store, one) for one in (ONE, OTHER)] == [0, 2]


async def test_who_is_seen_meanwhile_keeps_them(url: str, opener: Opener) -> None:
    """Two processes: one is about to delete what the other has just seen."""
    table = Table(await opener(url))
    other = table.another_service(await opener(url))
    await fill(table.store, ONE)
    await note(table, 0, ONE)
    assert await gone(table, GONE + 1) == (ONE,)
    await other.last_seen.record([ONE])
    assert not await table.services.last_seen.forget(ONE)
    assert await settings_of(table.store, ONE) == 2
    table.now += (GONE + 1) * DAY
    asked = (one.last_seen.forget(ONE) for one in (table.services, other, table.services))
    assert sorted(await asyncio.gather(*asked)) == [False, False, True]
    assert await settings_of(table.store, ONE) == 0
