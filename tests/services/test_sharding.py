"""What processes share, on both databases: leases of shards, turns at sessions, and calls."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import timedelta

import pytest

from data import Database
from matches.errors import OtherShardCountError, StoreUnavailableError
from services.sharding import Sharding
from tests.data_store.conftest import Opener
from tests.data_store.making import new_challenge
from tests.data_store.postgres import Cluster
from tests.matches.table import Table

MINUTE = timedelta(minutes=1)


@pytest.fixture
def sharding(store: Database) -> Sharding:
    """Sharding on a database of each kind."""
    return Table(store).services.sharding


async def test_a_shard_is_leased_to_one_process_at_a_time(sharding: Sharding) -> None:
    assert await sharding.take("a", 3, 2) == (0, 1)
    assert await sharding.take("b", 3, 9) == (2,)
    assert await sharding.take("a", 3, 9) == (0, 1), "renewed, and nothing is free"
    await sharding.release("a")
    assert await sharding.take("b", 3, 1) == (0, 2)
    assert await sharding.take("a", 3, 0) == ()


async def test_a_lease_of_another_count_is_refused(sharding: Sharding) -> None:
    await sharding.take("a", 3, 1)
    with pytest.raises(OtherShardCountError) as refused:
        await sharding.take("b", 4, 1)
    assert refused.value.count == 3
    await sharding.release("a")
    assert await sharding.take("b", 4, 1) == (0,)


async def test_sessions_of_a_bucket_are_asked_for_one_after_the_other(sharding: Sharding) -> None:
    apart = MINUTE.total_seconds()
    assert await sharding.ask_session(0, apart) == timedelta(0)
    assert timedelta(0) < await sharding.ask_session(0, apart) <= MINUTE
    assert await sharding.ask_session(1, apart) == timedelta(0), "another bucket"


async def test_who_listens_hears_again_after_the_server_was_away(own_server: Cluster, opener: Opener) -> None:
    store, heard = await opener(own_server.url), asyncio.Event()
    match, sharding = await new_challenge(store), Table(store).services.sharding
    listening = asyncio.create_task(sharding.listen(lambda told: heard.set() if told == match.id else None))

    async def call_until_heard() -> None:
        heard.clear()
        async with asyncio.timeout(90):
            while not heard.is_set():
                with suppress(StoreUnavailableError):
                    await sharding.call(match)
                await asyncio.sleep(0.1)

    await call_until_heard()
    own_server.stop()
    own_server.start()
    await call_until_heard()
    assert not listening.done()
    listening.cancel()
