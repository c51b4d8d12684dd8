"""The shards of this process: all, a fixed set, or a set that it leases alongside other processes."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Sequence
from typing import Final

from cogs.config import WantedShards
from cogs.connection.gateway import StartRefusedError
from cogs.connection.shard import APART
from cogs.connection.state import ConnectionState
from matches import StoreUnavailableError
from matches.errors import OtherShardCountError
from matches.guilds.shards import NONE, Shards
from services import Services
from services.sharding import SHARD_LEASE

log = logging.getLogger(__name__)

_REGISTERING: Final = -1
"""The bucket of turns to register commands; those of sessions count from 0."""
REGISTERS_WITHIN: Final = 30.0
"""Seconds that a process has to register commands before another may try."""
RENEW_EVERY: Final = 5.0
"""Seconds between two renewals of leases."""


class ShardLeases:
    """The shards of this process, and its leases of them."""

    def __init__(
        self,
        services: Services,
        connection: ConnectionState,
        wanted: WantedShards,
        *,
        owner: str,
        most: int,
    ) -> None:
        self._sharding = services.sharding
        self._still_alive = services.downtime.still_alive
        self._connection = connection
        self._wanted = wanted
        self._owner = owner
        self._most = most
        self.shared = wanted != "all"
        """True if other processes have shards of the same bot."""

    def claim(self, count: int | None) -> None:
        """Handle the servers that are certainly this process's, before it is connected."""
        if self._wanted == "lease":
            self._connection.claim(NONE)
        elif self._wanted != "all":
            assert count is not None, "settings say so"
            self._connection.claim(Shards.of(count, self._wanted))

    async def ask_session(self, bucket: int) -> float:
        """The seconds to wait for a turn to request a session; 0 if this call took the turn."""
        return (await self._sharding.ask_session(bucket, APART)).total_seconds()

    async def ask_to_register(self) -> float:
        """The seconds to wait for a turn to register commands; 0 if this call took the turn."""
        return (await self._sharding.ask_session(_REGISTERING, REGISTERS_WITHIN)).total_seconds()

    async def numbers(self, count: int, at_once: int) -> AsyncIterator[Sequence[int]]:
        """Yields the shards to hold of ``count``, at first and after each change.

        ``at_once``: sessions that Discord starts at a time. Raises StartRefusedError.
        """
        if self._wanted == "lease":
            async for numbers in self._leased(count, at_once):
                yield numbers
            return
        numbers = range(count) if self._wanted == "all" else self._wanted
        self._connection.begin(count, numbers)
        yield numbers
        while self.shared:
            await asyncio.sleep(RENEW_EVERY)
            await self._give_sign()

    async def _give_sign(self) -> None:
        """Record that the connected shards are alive, more often than sweeps: other processes rely on it."""
        if self._connection:
            try:
                await self._still_alive()
            except StoreUnavailableError as error:
                log.warning("no sign of life could be given: %s", error.advice)

    async def give_back(self) -> None:
        """Release the leased shards to other processes immediately."""
        if self._wanted == "lease":
            try:
                await self._sharding.release(self._owner)
            except StoreUnavailableError as error:
                log.warning("the leases of shards run out by themselves: %s", error.advice)

    async def _leased(self, count: int, at_once: int) -> AsyncIterator[Sequence[int]]:
        held: tuple[int, ...] = ()
        self._connection.begin(count, held)
        while True:
            try:
                # No more at a time than can connect, so that processes starting together get equal shares.
                room, asked = min(at_once, self._most - len(held)), time.monotonic()
                found = await self._sharding.take(self._owner, count, room)
            except OtherShardCountError as error:
                raise StartRefusedError(
                    f"Other processes have split the bot into {error.count} shards, and SHARD_COUNT says "
                    f"{count} here. Give all processes the same SHARD_COUNT, or stop the others first."
                ) from None
            except StoreUnavailableError as error:
                log.warning("the leases of shards are not renewed: %s", error.advice)
            else:
                self._connection.leased(found, asked + SHARD_LEASE.total_seconds())
                if found != held:
                    held = found
                    self._connection.begin(count, held)
                    yield held
            await self._give_sign()
            await asyncio.sleep(RENEW_EVERY)
