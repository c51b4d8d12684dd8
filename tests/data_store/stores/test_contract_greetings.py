"""Greetings in every store: claimed by one process at a time, settled once, and anew after a long time."""

from __future__ import annotations

import asyncio
from typing import Final

from data import Database, stores
from matches.guild_posts import Greeting
from matches.model import ChannelId, GuildId, MessageId
from tests.data_store.conftest import Opener
from tests.data_store.making import DAY, HOUR, MINUTE, NOON

GUILD: Final = GuildId(11)
AGAIN: Final = 90 * DAY


async def claim(store: Database, after: int = 0) -> Greeting | None:
    """Claim it for two minutes, so many minutes after noon."""
    now = NOON + after * MINUTE
    return await store.write(stores.greetings.claim, GUILD, now, now + 2 * MINUTE, AGAIN)


async def test_of_processes_at_the_same_time_one_has_it(url: str, opener: Opener) -> None:
    one, other = await opener(url), await opener(url)
    claims = await asyncio.gather(*(claim(store) for store in (one, other, one, other)))
    assert [found for found in claims if found] == [Greeting(GUILD, NOON)]


async def test_after_a_crash_it_comes_up_again_with_its_channel(store: Database) -> None:
    assert await claim(store) == Greeting(GUILD, NOON)
    await store.write(stores.greetings.note, GUILD, ChannelId(12))
    assert await claim(store, after=1) is None
    assert await claim(store, after=2) == Greeting(GUILD, NOON, ChannelId(12))


async def test_a_settled_one_is_done_for_a_long_time(store: Database) -> None:
    await claim(store)
    await store.write(stores.greetings.note, GUILD, ChannelId(12))
    await store.write(stores.greetings.settle, GUILD, MessageId(13), NOON + HOUR)
    later = AGAIN // MINUTE
    assert await claim(store, after=120) is None
    assert await claim(store, after=later) is None
    assert await claim(store, after=later + 60) == Greeting(GUILD, NOON + AGAIN + HOUR)


async def test_one_that_cannot_be_sent_is_settled_too(store: Database) -> None:
    await claim(store)
    await store.write(stores.greetings.settle, GUILD, None, NOON)
    assert await claim(store, after=60) is None
    other = await store.write(stores.greetings.claim, GuildId(12), NOON, NOON + HOUR, AGAIN)
    assert other == Greeting(GuildId(12), NOON), "each server has its own"
