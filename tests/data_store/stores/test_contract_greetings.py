"""Greetings in every store: claimed by one process at a time, settled once, and anew after a long time."""

from __future__ import annotations

import asyncio
from typing import Final

from data import Database, stores
from matches.guild_posts import Greeting
from matches.model import ChannelId, GuildId, MessageId
from tests.data_store.conftest import Opener
from tests.data_store.making import DAY, HOUR, MINUTE, NOON, challenge

GUILD: Final = GuildId(11)
AGAIN: Final = 90 * DAY
SMALL: Final = {"old_cards": "small"}


async def claim(store: Database, after: int = 0) -> Greeting | None:
    """Claim it for two minutes, so many minutes after noon."""
    now = NOON + after * MINUTE
    return await store.write(stores.greetings.claim, GUILD, now, now + 2 * MINUTE, AGAIN, SMALL)


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
    other = await store.write(stores.greetings.claim, GuildId(12), NOON, NOON + HOUR, AGAIN, SMALL)
    assert other == Greeting(GuildId(12), NOON), "each server has its own"


async def settings(store: Database) -> dict[str, str]:
    return dict(await store.read(stores.people.settings_of_guild, GUILD))


async def test_a_new_server_begins_with_its_settings_once(store: Database) -> None:
    await claim(store)
    assert await settings(store) == SMALL
    await store.write(stores.people.change_guild, GUILD, {"old_cards": None})
    await claim(store, after=2)
    assert await settings(store) == {}, "what it chose since stays"


async def test_a_server_that_has_set_something_keeps_what_it_has(store: Database) -> None:
    await store.write(stores.people.change_guild, GUILD, {"theme": "wood"})
    await claim(store)
    assert await settings(store) == {"theme": "wood"}


async def test_a_server_where_something_was_played_keeps_what_it_has(store: Database) -> None:
    new = challenge()
    assert new.guild_id == GUILD
    await store.write(stores.matches.create, new)
    await claim(store)
    assert await settings(store) == {}
