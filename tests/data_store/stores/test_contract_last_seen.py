"""When the bot was last seen in servers, in every store: noted once a day, and the end of settings."""

from __future__ import annotations

import asyncio
from typing import Final

from sqlalchemy import Connection, func, select

from data import Database, stores
from data.schema import guild_block, guild_seen, guild_setting
from matches.model import GuildId, UserId
from matches.shards import ALL, TIMESTAMP_FROM, Shards
from tests.data_store.conftest import Opener
from tests.data_store.making import DAY, HOUR, NOON

ONE: Final = GuildId(1 << TIMESTAMP_FROM)
OTHER: Final = GuildId(2 << TIMESTAMP_FROM)
KEPT: Final = 90 * DAY


async def note(store: Database, after: int, *guilds: GuildId) -> None:
    """Note these servers so many days after noon."""
    await store.write(stores.last_seen.note, guilds, NOON + after * DAY, DAY)


async def gone(store: Database, after: int, shards: Shards = ALL) -> tuple[GuildId, ...]:
    """The servers that weren't seen for long, so many days after noon."""
    return await store.read(stores.last_seen.long_unseen, NOON + after * DAY - KEPT, 9, shards)


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


async def test_a_server_is_long_gone_when_it_was_not_noted_for_long(store: Database) -> None:
    await note(store, 0, ONE, OTHER)
    await note(store, 50, OTHER)
    assert await gone(store, 90) == ()
    assert await gone(store, 91) == (ONE,)
    assert await gone(store, 141) == (ONE, OTHER), "longest ago first"
    assert await gone(store, 141, Shards.of(2, [1])) == (ONE,)
    await note(store, 141)
    assert await gone(store, 141) == (ONE, OTHER)


async def test_it_is_written_once_a_day(store: Database) -> None:
    await note(store, 0, ONE)
    await store.write(stores.last_seen.note, [ONE], NOON + 23 * HOUR, DAY)
    assert (await store.read(_seen)) == {ONE: NOON}
    await note(store, 2, ONE)
    await store.write(stores.last_seen.note, [ONE], NOON, DAY)
    assert (await store.read(_seen)) == {ONE: NOON + 2 * DAY}, "never back"


def _seen(connection: Connection) -> dict[GuildId, object]:
    return {row.guild_id: row.seen_at for row in connection.execute(select(guild_seen))}


async def test_for_servers_of_before_it_begins_now(store: Database) -> None:
    await fill(store, ONE, OTHER)
    await note(store, 0, ONE)
    assert await store.write(stores.last_seen.begin, NOON + DAY, 9) == 1
    assert await store.write(stores.last_seen.begin, NOON + 2 * DAY, 9) == 0
    assert (await store.read(_seen)) == {ONE: NOON, OTHER: NOON + DAY}


async def test_settings_go_and_nothing_of_another_server(store: Database) -> None:
    await fill(store, ONE, OTHER)
    await note(store, 0, ONE, OTHER)
    assert await store.write(stores.last_seen.forget, ONE, NOON + DAY)
    assert [await settings_of(store, one) for one in (ONE, OTHER)] == [0, 2]
    assert not await store.write(stores.last_seen.forget, ONE, NOON + DAY), "harmless twice"


async def test_who_is_seen_meanwhile_keeps_them(url: str, opener: Opener) -> None:
    """Two processes: one is about to delete what the other has just seen."""
    one, other = await opener(url), await opener(url)
    await fill(one, ONE)
    await note(one, 0, ONE)
    assert await gone(one, 91) == (ONE,)
    await note(other, 91, ONE)
    assert not await one.write(stores.last_seen.forget, ONE, NOON + DAY)
    assert await settings_of(one, ONE) == 2
    told = await asyncio.gather(
        *(each.write(stores.last_seen.forget, ONE, NOON + 92 * DAY) for each in (one, other, one))
    )
    assert sorted(told) == [False, False, True]
    assert await settings_of(one, ONE) == 0
