"""Greetings on both databases: claimed by one process at a time, settled once, and anew after a long time."""

from __future__ import annotations

import asyncio
from typing import Final

import pytest

from data import Database, stores
from matches.guilds.posts import Greeting
from matches.guilds.settings import AT_FIRST
from matches.model import ChannelId, GuildId, MessageId
from services.core import LEASE
from services.greetings import AGAIN
from tests.data_store.conftest import Opener
from tests.data_store.making import HOUR, challenge
from tests.matches.table import NOON, Table

pytestmark = pytest.mark.usefixtures("still_clock")

GUILD: Final = GuildId(11)


@pytest.fixture
def table(store: Database) -> Table:
    """A table on a database of each kind."""
    return Table(store)


async def claim(table: Table, after: float = 0, guild: GuildId = GUILD) -> Greeting | None:
    """Claim it so many leases after noon."""
    table.now = NOON + after * LEASE
    return await table.services.greetings.claim(guild)


async def test_of_processes_at_the_same_time_one_has_it(url: str, opener: Opener) -> None:
    one, other = [Table(await opener(url)).services for _ in range(2)]
    claims = await asyncio.gather(*(each.greetings.claim(GUILD) for each in (one, other, one, other)))
    assert [found for found in claims if found] == [Greeting(GUILD, NOON)]


async def test_after_a_crash_it_comes_up_again_with_its_channel(table: Table) -> None:
    assert await claim(table) == Greeting(GUILD, NOON)
    await table.services.greetings.record(GUILD, ChannelId(12))
    assert await claim(table, after=0.5) is None
    assert await claim(table, after=1) == Greeting(GUILD, NOON, ChannelId(12))


async def test_a_settled_one_is_done_for_a_long_time(table: Table) -> None:
    await claim(table)
    await table.services.greetings.record(GUILD, ChannelId(12))
    table.now = NOON + HOUR
    await table.services.greetings.settle(GUILD, MessageId(13))
    later = AGAIN / LEASE
    assert await claim(table, after=2 * HOUR / LEASE) is None
    assert await claim(table, after=later) is None
    assert await claim(table, after=later + HOUR / LEASE) == Greeting(GUILD, NOON + AGAIN + HOUR)


async def test_one_that_cannot_be_sent_is_settled_too(table: Table) -> None:
    await claim(table)
    await table.services.greetings.settle(GUILD, None)
    assert await claim(table, after=60) is None
    other = await claim(table, guild=GuildId(12))
    assert other == Greeting(GuildId(12), NOON), "each server has its own"


async def settings(table: Table) -> dict[str, str]:
    return dict(await table.store.read(stores.people.settings_of_guild, GUILD))


async def test_a_new_server_begins_with_its_settings_once(table: Table) -> None:
    await claim(table)
    assert await settings(table) == AT_FIRST
    await table.store.write(stores.people.change_guild, GUILD, dict.fromkeys(AT_FIRST))
    await claim(table, after=1)
    assert await settings(table) == {}, "what it chose since stays"


async def test_a_server_that_has_set_something_keeps_what_it_has(table: Table) -> None:
    await table.store.write(stores.people.change_guild, GUILD, {"theme": "wood"})
    await claim(table)
    assert await settings(table) == {"theme": "wood"}


async def test_a_server_where_something_was_played_keeps_what_it_has(table: Table) -> None:
    new = challenge()
    assert new.guild_id == GUILD
    await table.store.write(stores.matches.create, new)
    await claim(table)
    assert await settings(table) == {}
